"""`obsidia perft`: exact counts of the decision tree."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import click

from obsidia_core.cli import options as opt
from obsidia_core.cli.app import INTERRUPTED, examples
from obsidia_core.cli.output import print_json, remark

DEEPEST = 50
LONGEST_WALK = 100_000


@click.command(
    epilog=examples(
        "obsidia perft --depth 4", "obsidia perft --seed 7 --players 3 --from-turn 5 --json"
    )
)
@click.option(
    "--depth",
    type=click.IntRange(0, DEEPEST),
    default=3,
    show_default=True,
    metavar="N",
    help="Decisions to look ahead.",
)
@opt.players_option(
    "Who plays: names, or a number. [default: warlords,light_keepers, or those of the game]"
)
@opt.seed_option(0)
@click.option(
    "--from-turn",
    type=click.IntRange(0, 10_000),
    default=0,
    show_default=True,
    metavar="N",
    help="First play at random until turn N begins; 0 begins with the game.",
)
@opt.rules_option
@opt.game_option
@opt.json_option
def command(
    depth: int,
    players: opt.Players,
    seed: int,
    from_turn: int,
    options: Mapping[str, Any],
    game_name: str,
    as_json: bool,
) -> None:
    """Count the sequences of actions from a position, for each depth up to N.

    The counts are exact and follow from the seed, so they tell at once when a change of the rules
    or of the content changed what is legal. Chance follows the seed too.
    """
    from obsidia_core.bots.finding import find_game
    from obsidia_core.kernel.replay import perft

    game = find_game(game_name)
    seated, given = opt.Modes().table(game, players, options)
    state = opt.begin(game, seated, seed, given)
    _walk(game, state, from_turn, seed)
    counts: list[int] = []
    try:
        for ahead in range(depth + 1):
            start = time.perf_counter()
            counts.append(perft(game, state, ahead))
            if not as_json:
                seconds = time.perf_counter() - start
                click.echo(f"depth {ahead:>2} {counts[-1]:>16} nodes {seconds:>9.3f} s")
    except KeyboardInterrupt:
        remark(f"obsidia: broken off at depth {len(counts)}; lower depths stand above.")
        raise click.exceptions.Exit(INTERRUPTED) from None
    if as_json:
        print_json(
            {
                "game": game.name,
                "content": game.content_hash(state),
                **game.setup_to_json(state),
                "seed": seed,
                "from_turn": from_turn,
                "nodes": counts,
            }
        )


def _walk(game: Any, state: Any, turn: int, seed: int) -> None:
    """Play at random, in place, until the turn begins.

    Raises:
        ObsidiaError: the game ends before.
    """
    from obsidia_core.bots.playing import derived_seed
    from obsidia_core.kernel.chance import Chance
    from obsidia_core.kernel.errors import ObsidiaError

    chance = Chance(derived_seed(seed, "walk"), 1)
    for _ in range(LONGEST_WALK):
        if getattr(state, "turn", 0) >= turn:
            return
        actions = game.legal_actions(state)
        if not actions:
            break
        game.apply_unchecked(state, actions[chance.below(0, len(actions))])
    raise ObsidiaError(
        f"the game never comes to turn {turn}; with this seed it ends in turn {state.turn}"
        if hasattr(state, "turn")
        else f"{game.name!r} does not count turns; leave --from-turn out"
    )
