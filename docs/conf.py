"""Sphinx configuration: furo, MyST, and pages generated from the code and the ledger."""

import sys
from pathlib import Path

from obsidia_core import __version__

sys.path.insert(0, str(Path(__file__).parents[1]))

project = "obsidia_core"
author = "the obsidia_core contributors"
copyright = "the obsidia_core contributors"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "docs._ext.ledger_pages",
    "docs._ext.bench_pages",
    "docs._ext.content_pages",
    "docs._ext.protocol_pages",
]
exclude_patterns = ["_build", "_ext"]

html_theme = "furo"
html_title = "obsidia_core"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autoclass_content = "class"
napoleon_use_ivar = True
# Docstrings name code in single backticks, as Markdown does.
default_role = "code"
# Names of Python itself and of attrs; there is no network to look them up in when this is built.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|typing|pathlib|fractions|abc|attrs?|cattrs)\..*"),
    ("py:class", r"(Any|Callable|ClassVar|Mapping|Sequence|Iterable|Iterator|Path|Fraction)"),
    ("py:(class|exc)", r"(bool|int|str|dict|list|tuple|type|object|Exception|[A-Z][a-z]+Error)"),
    ("py:(class|obj)", r"(obsidia_core\.\w+\.\w+\.)?[ST]"),
    # What the engine keeps to itself, where a public signature mentions it.
    (
        "py:class",
        r"WrittenScenario|obsidia_core\.(model\.setup\.Setup|protocol\.shapes\.Definitions)",
    ),
    ("py:class", r"obsidia_core\.render\.(film\.Narrator|svg\.Svg)"),
    # Napoleon takes the words before a colon for a type.
    ("py:class", r"[a-z]+|Kinds|Results|.* .*"),
]

doctest_global_setup = "import obsidia_core"
doctest_test_doctest_blocks = ""
