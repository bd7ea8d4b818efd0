"""Records games for front-end authors: for every seat and for a spectator, step by step.

    python examples/frontend/record.py [--into FOLDER]

A recording is one file of JSON Lines for each seat, `<game>/<seat>.jsonl`, and one for somebody who
only watches, `<game>/spectator.jsonl`. Line by line it is what a server would send to that seat:
`schemas/protocol/step.schema.json` tells what is in it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

import obsidia_core as ob
from obsidia_core.kernel.actions import Action
from obsidia_core.kernel.chance import Chance

HERE = Path(__file__).parent / "recorded"
SPECTATOR = "spectator"
EAGER = ("cast", "train", "battle", "place_colony", "move")
"""Types of actions that are taken when the lot falls on it, so that much happens in little time."""


@attrs.frozen
class Recording:
    """What is recorded.

    Attributes:
        name: name of the folder.
        players: the classes, clockwise.
        seed: seed of the game and of the choices.
        steps: actions after which the recording ends, if the game has not ended before.
        options: ruleset options.
        skip: actions that are taken before the recording begins.
    """

    name: str
    players: tuple[str, ...]
    seed: int
    steps: int
    options: Mapping[str, Any] = attrs.field(factory=dict)
    skip: int = 0


RECORDINGS = (
    Recording(
        "two-players",
        ("warlords", "light_keepers"),
        seed=12,
        steps=90,
        options={"world_building_tiles": {"2": 4}},
    ),
    Recording(
        "last-turns",
        ("death_legion", "veiled_occult"),
        seed=14,
        steps=60,
        options={"sudden_death_round_limit": 1},
        skip=10_000,
    ),
    Recording(
        "pairs",
        ("death_legion", "light_keepers", "warlords", "veiled_occult"),
        seed=22,
        steps=40,
        options={"teams": [["death_legion", "warlords"], ["light_keepers", "veiled_occult"]]},
        skip=150,
    ),
)


def choices(recording: Recording) -> Iterator[tuple[ob.State, Action | None]]:
    """The game as it goes, and the action taken next; None at its end.

    The state is one object that changes in place.
    """
    game = ob.default_game()
    chance = Chance(recording.seed, 1)
    state = game.new(recording.players, recording.seed, recording.options)
    while not game.is_over(state):
        actions = game.legal_actions(state)
        types = sorted({action.type for action in actions})
        eager = [name for name in types if name in EAGER]
        listed = eager if eager and chance.below(0, 3) else types
        kind = listed[chance.below(0, len(listed))]
        found = [action for action in actions if action.type == kind]
        action = found[chance.below(0, len(found))]
        yield state, action
        game.apply_unchecked(state, action)
    yield state, None


def first_step(recording: Recording) -> int:
    """How many actions are left out; with more to skip than there are, all but the last steps."""
    total = sum(action is not None for _, action in choices(recording))
    return min(recording.skip, max(0, total - recording.steps))


def record(recording: Recording) -> dict[str, list[str]]:
    """The lines of each file, by the name of the seat."""
    game = ob.default_game()
    first = first_step(recording)
    lines: dict[str, list[str]] = {}
    taken: tuple[str, Action] | None = None
    for number, (state, action) in enumerate(choices(recording)):
        if number > first + recording.steps:
            break
        if number >= first:
            for seat in (None, *game.seats(state)):
                step = step_of(state, seat, number - first, taken)
                text = json.dumps(step, separators=(",", ":"), ensure_ascii=False)
                lines.setdefault(seat or SPECTATOR, []).append(text)
        assert action is None or state.asking is not None
        if action is not None and state.asking is not None:
            taken = state.asking[0], action
    return lines


def step_of(
    state: ob.State, seat: str | None, number: int, taken: tuple[str, Action] | None
) -> dict[str, Any]:
    """What a seat is sent after an action; at the beginning (0) nothing has happened yet."""
    game = ob.default_game()
    decision = game.decision(state)
    own = number > 0 and taken is not None and taken[0] == seat
    return {
        "step": number,
        "action": game.action_to_json(taken[1]) if own and taken is not None else None,
        "events": game.events_for(state.events, seat) if number else [],
        "view": game.view(state, seat),
        "decision": game.decision_to_json(decision)
        if decision is not None and decision.seat == seat
        else None,
    }


def files() -> Iterator[tuple[Path, str]]:
    """Every file of every recording, by its path below the folder, with its text."""
    for recording in RECORDINGS:
        for seat, lines in record(recording).items():
            yield Path(recording.name) / f"{seat}.jsonl", "\n".join(lines) + "\n"


def main() -> None:
    """Write all recordings."""
    parser = argparse.ArgumentParser(description="Records games for front-end authors.")
    parser.add_argument("--into", type=Path, default=HERE, help="the folder; recorded if left out")
    folder: Path = parser.parse_args().into
    for path, text in files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path}: {text.count(chr(10))} steps, {len(text) // 1024} kB\n")


if __name__ == "__main__":
    main()
