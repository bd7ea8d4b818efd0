"""Installed packages are found as the standard library finds them."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from obsidia_core.plugins.installed import entry_points

GROUP = "obsidia_core.plugins"


def distribution(folder: Path, name: str, text: str) -> None:
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(text)


@pytest.mark.parametrize("group", [GROUP, "console_scripts", "pytest11", "no.such.group"])
def test_every_entry_point_is_found(group: str) -> None:
    found = {(point.name, point.value) for point in entry_points(group)}
    assert found == {(point.name, point.value) for point in metadata.entry_points(group=group)}


def test_the_first_on_the_path_counts_and_what_pip_leaves_behind_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path / "a", "tides", f"[{GROUP}]\ntides = tides.new\n[other]\nx = y\n")
    distribution(tmp_path / "b", "tides", f"[{GROUP}]\ntides = tides.old\n")
    distribution(tmp_path / "b", "~ides", f"[{GROUP}]\ntides = tides.left_behind\n")
    monkeypatch.syspath_prepend(tmp_path / "b")
    monkeypatch.syspath_prepend(tmp_path / "a")
    mine = [point for point in entry_points(GROUP) if point.name == "tides"]
    assert [(point.value, point.origin) for point in mine] == [("tides.new", "tides")]
