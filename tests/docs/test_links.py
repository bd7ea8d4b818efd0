"""Links inside the checkout lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    *sorted(ROOT.glob("*.md")),
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in page.parts),
)
LINK = re.compile(r"\]\((?P<inline>[^)\s]+)\)|(?:src|srcset)=\"(?P<picture>[^\"\s]+)\"")
FENCE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:|#")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_local_links_exist(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    links = [link["inline"] or link["picture"] for link in LINK.finditer(text)]
    local = [link.partition("#")[0] for link in links if not ELSEWHERE.match(link)]
    assert [link for link in local if not (page.parent / link).exists()] == []
