"""The public contract as JSON Schemas, made from the types: what crosses a wire or lies in a file.

`documents()` builds them all; they are committed under `schemas/protocol`, and

    python -m obsidia_core.protocol --write
    python -m obsidia_core.protocol --check

writes them anew or says which differ. Each schema stands alone: it refers to nothing outside. Its
`$id` ends in `VERSION`, which changes with the first change that an existing reader would notice.
"""

from obsidia_core.protocol.documents import DOCUMENTS, VERSION, documents
from obsidia_core.protocol.files import folder, load, outdated, write

__all__ = ["DOCUMENTS", "VERSION", "documents", "folder", "load", "outdated", "write"]
