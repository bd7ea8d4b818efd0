"""The TypeScript types: made from the schemas, and fit for real recorded games.

What needs node and npm's modules runs where `scripts/setup-typescript` has put them.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from obsidia_core.protocol import folder

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "tests" / "typescript"
TYPES = ROOT / "schemas" / "typescript" / "obsidia.d.ts"
RECORDED = sorted((ROOT / "examples" / "frontend" / "recorded").rglob("*.jsonl"))
COMPILER = PROJECT / "node_modules" / ".bin" / "tsc"

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not COMPILER.exists(),
    reason="node or its modules are missing; scripts/setup-typescript installs them",
)


def node(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shutil.which("node") or "node", *map(str, words)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_types_were_made_from_these_schemas() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder().glob("*.schema.json"))]
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    assert f"// Schemas: {digest}\n" in TYPES.read_text(encoding="utf-8"), (
        "run `npm run generate` in tests/typescript"
    )


def test_the_lock_file_pins_everything_and_names_no_registry() -> None:
    wanted = json.loads((PROJECT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((PROJECT / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: one for name, one in lock["packages"].items() if name}
    for name, version in wanted["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert packages[f"node_modules/{name}"]["version"] == version
    assert not [name for name, one in packages.items() if "resolved" in one]
    assert all("integrity" in one for one in packages.values())


@needs_node
def test_the_types_are_up_to_date() -> None:
    run = node("generate.mjs", "--check")
    assert run.returncode == 0, run.stderr


def module(lines: list[str]) -> str:
    """A module that gives steps of a game the type that they should have."""
    steps = ",\n".join(lines)
    types = TYPES.with_suffix("").with_suffix("").as_posix()
    return f'import type {{ Step }} from "{types}";\nexport const steps: Step[] = [\n{steps}\n];\n'


@needs_node
def test_recorded_games_and_a_reader_compile_and_a_wrong_step_does_not(tmp_path: Path) -> None:
    for path in RECORDED:
        lines = path.read_text(encoding="utf-8").splitlines()
        name = f"{path.parent.name}-{path.stem}.ts"
        (tmp_path / name).write_text(module(lines[::4]), encoding="utf-8")
    first = json.loads(RECORDED[0].read_text(encoding="utf-8").splitlines()[0])
    wrong = [
        {**first, "events": [{"type": "moved", "pieces": ["W1"], "from": "0,0", "to": "1,0"}]},
        {**first, "events": [{"type": "eaten"}]},
        {**first, "view": {**first["view"], "phase": "lunch"}},
        {**first, "view": {**first["view"], "secrets": []}},
    ]
    for number, step in enumerate(wrong):
        (tmp_path / f"wrong-{number}.ts").write_text(module([json.dumps(step)]), encoding="utf-8")
    settings = json.loads((PROJECT / "tsconfig.json").read_text(encoding="utf-8"))
    assert settings["compilerOptions"]["strict"] is True
    files = [str(PROJECT / "reader.ts"), *map(str, sorted(tmp_path.glob("*.ts")))]
    config = tmp_path / "tsconfig.json"
    config.write_text(json.dumps({**settings, "files": files}), encoding="utf-8")
    run = node(COMPILER.resolve(), "--pretty", "false", "-p", config)
    faults = {
        Path(line.split("(")[0]).name for line in run.stdout.splitlines() if ": error" in line
    }
    assert faults == {f"wrong-{number}.ts" for number in range(len(wrong))}, run.stdout
