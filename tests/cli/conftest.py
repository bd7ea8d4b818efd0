"""Runs the command line, in this process or as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from obsidia_core.cli.app import app

SOURCE = Path(__file__).parents[2] / "src"
Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder; an error that gets out of it fails the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def invoke(*arguments: object) -> Result:
        result = CliRunner().invoke(app, [str(one) for one in arguments], prog_name="obsidia")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Runs `obsidia` as a process of its own in an empty folder."""

    def start(
        *arguments: object, code: str | None = None, **env: str
    ) -> subprocess.CompletedProcess[str]:
        how = ["-m", "obsidia_core"] if code is None else ["-c", code]
        return subprocess.run(
            [sys.executable, *how, *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "80", **env},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            start_new_session=True,
        )

    return start
