"""A simulation's result follows from its plan: not from workers, interruptions or order."""

import json
import tracemalloc
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from obsidia_core.bots import Plan, RandomBot, Tally, find_game, play_out, seat_bots, simulate
from obsidia_core.bots.journal import Spans
from obsidia_core.bots.playing import BotError
from obsidia_core.bots.simulation import SimulationError, play_games, seatings
from obsidia_core.bots.tally import Record, wilson
from obsidia_core.kernel.actions import Action, Decision
from obsidia_core.kernel.errors import RulesetError, SaveError
from obsidia_core.kernel.game import Game

Factory = Callable[[], Game[Any]]
CLASSES = ("warlords", "light_keepers")


class Greedy(RandomBot):
    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        return decision.actions[-1]


class Middle(RandomBot):
    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        return decision.actions[len(decision.actions) // 2]


class Broken(RandomBot):
    def choose(self, view: Mapping[str, Any] | None, decision: Decision) -> Action:
        raise ZeroDivisionError("no plan")


class Interrupter:
    """Breaks a run off, as Ctrl-C does, once some games are done."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, tally: Tally) -> None:
        if tally.games >= self.games:
            raise KeyboardInterrupt


def heap_plan(heap: Factory, **changes: Any) -> Plan:
    given = {"lineups": seatings(["red", "blue"]), "game": heap, "bots": (RandomBot,), "seed": 5}
    return Plan(**{**given, **changes})


def test_games_are_counted_by_class_seat_and_bot(heap: Factory) -> None:
    tally = simulate(heap_plan(heap, bots=(RandomBot, Greedy)), 40)
    assert tally.games == tally.finished == 40
    assert [record.games for record in tally.by(0).values()] == [40, 40]
    assert [record.games for record in tally.by(1).values()] == [40, 40]
    assert sum(record.wins for record in tally.by(2).values()) == 40
    # classes take all seats, and bots all classes, in turn
    assert {key: record.games for key, record in tally.results.items()} == {
        (player, seat, bot): 10
        for player in ("red", "blue")
        for seat in (1, 2)
        for bot in ("RandomBot", "Greedy")
    }
    assert sum(tally.turns.values()) == 40
    assert tally.options >= tally.decisions >= tally.choices


def test_every_order_of_seats_comes_up() -> None:
    assert seatings("ab", 2) == (("a", "b"), ("b", "a"))
    assert len(seatings(["a", "b", "c", "d"], 2)) == 12
    plan = Plan(lineups=seatings("abc"), bots=("x", "y", "z"))
    assert [plan.lineup(number) for number in (0, 5, 6)] == [
        ("a", "b", "c"),
        ("c", "b", "a"),
        ("a", "b", "c"),
    ]
    assert [plan.bots_of(number, 3) for number in (0, 6, 12, 18)] == [
        ("x", "y", "z"),
        ("y", "z", "x"),
        ("z", "x", "y"),
        ("x", "y", "z"),
    ]
    assert Plan(lineups=seatings("abc"), bots=("x",)).bots_of(7, 3) == ("x", "x", "x")


def test_a_side_that_the_rules_play_is_counted_without_seat_and_bot(banked: Factory) -> None:
    tally = simulate(Plan(lineups=((),), game=banked, bots=(RandomBot,), seed=5), 40)
    assert [record.games for record in tally.by(0).values()] == [40, 40]
    assert sum(record.wins for record in tally.by(0).values()) == 40
    assert all(0 < record.wins < 40 for record in tally.by(0).values())
    assert (list(tally.by(1)), list(tally.by(2))) == ([(1,)], [("RandomBot",)])
    assert list(tally.by(0, 2)) == [("red", "RandomBot")]


def test_bots_take_turns_at_the_only_seat(banked: Factory) -> None:
    plan = Plan(lineups=((),), game=banked, bots=(RandomBot, Greedy, Middle), seed=5)
    tally = simulate(plan, 30)
    assert {bot: record.games for (bot,), record in tally.by(2).items()} == {
        "RandomBot": 10,
        "Greedy": 10,
        "Middle": 10,
    }


def test_a_win_of_a_team_is_counted_once_and_not_as_shared(allied: Factory) -> None:
    plan = Plan(lineups=(tuple("abcd"), tuple("badc")), game=allied, bots=(RandomBot,), seed=5)
    tally = simulate(plan, 30)
    assert list(tally.teams) == ["a+c", "b+d"]
    assert sum(record.wins for record in tally.teams.values()) == 30
    assert {record.shared for record in tally.results.values()} == {0}
    for team, record in tally.teams.items():
        for member in team.split("+"):
            assert tally.by(0)[member,] == record


def test_memory_does_not_grow_with_the_number_of_games(heap: Factory) -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        try:
            simulate(heap_plan(heap), games)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few = peak(300)  # what is imported and cached the first time is in it
    assert peak(3000) < few + 100_000  # 37 bytes a game would be too many


def test_a_game_depends_on_its_number_and_not_on_those_before_it(heap: Factory) -> None:
    plan = heap_plan(heap)
    alone = play_games(plan, 7, 1)
    together = play_games(plan, 0, 8)
    together_without = play_games(plan, 0, 7)
    together_without.add(alone)
    assert together_without == together
    assert plan.seed_of(7) != plan.seed_of(8)
    assert simulate(heap_plan(heap, seed=6), 40) != simulate(plan, 40)


def test_the_result_is_the_same_for_one_and_two_workers() -> None:
    plan = Plan(lineups=seatings(CLASSES), options={"sudden_death_round_limit": 3}, seed=3)
    one, two = simulate(plan, 12), simulate(plan, 12, workers=2)
    assert one == two
    assert one.summary() == two.summary()


def test_another_executor_can_play(heap: Factory) -> None:
    with ThreadPoolExecutor(2) as threads:
        tally = simulate(heap_plan(heap), 30, workers=2, executor=threads)
    assert tally == simulate(heap_plan(heap), 30)


def test_a_game_of_a_simulation_can_be_played_again_from_its_seed() -> None:
    plan = Plan(lineups=seatings(CLASSES), options={"sudden_death_round_limit": 3})
    tally = play_games(plan, 4, 1)
    game, seed = find_game("obsidia"), plan.seed_of(4)
    state = game.new(plan.lineup(4), seed, plan.options)
    course = play_out(game, state, seat_bots(game, state, [RandomBot], seed), 10_000)
    assert (tally.decisions, tally.options) == (course.decisions, course.options)
    assert list(tally.turns) == [state.turn]


def test_games_without_an_end_are_counted_as_unfinished(heap: Factory) -> None:
    tally = simulate(heap_plan(heap, options={"heap": 0}, max_decisions=20), 9)
    assert (tally.games, tally.unfinished, tally.finished) == (9, 9, 0)
    assert tally.stuck == [0, 1, 2, 3, 4]
    summary = tally.summary()
    assert summary["by_class"] == {}
    assert summary["turns"] is summary["decisions_per_game"] is summary["branching"] is None


def test_bad_plans_are_refused_before_anything_is_played(heap: Factory, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    for plan, error, message in (
        (heap_plan(heap, lineups=()), SimulationError, "at least one line-up"),
        (heap_plan(heap, lineups=(("red",),)), RulesetError, "two players"),
        (heap_plan(heap, bots=(RandomBot,) * 3), BotError, "one for each of 2 players, not 3"),
        (Plan(lineups=(CLASSES,), options={"hand_size": -1}), RulesetError, "hand_size"),
    ):
        with pytest.raises(error, match=message):
            simulate(plan, 3, out=out)
    assert not out.exists()


def test_a_broken_game_is_named_with_what_repeats_it(heap: Factory) -> None:
    plan = heap_plan(heap, bots=(Broken,))
    message = rf"game 0 \(players red,blue, seed {plan.seed_of(0)}\) broke: .*no plan"
    with pytest.raises(SimulationError, match=message):
        simulate(plan, 3)


# The file


def test_a_run_that_was_broken_off_goes_on_from_its_file(heap: Factory, tmp_path: Path) -> None:
    plan, out = heap_plan(heap), tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        simulate(plan, 40, out=out, progress=Interrupter(15))
    before = out.read_bytes()
    assert len(before.splitlines()) > 1
    counts: list[int] = []
    tally = simulate(plan, 40, out=out, progress=lambda now: counts.append(now.games))
    assert out.read_bytes().startswith(before)
    assert counts[0] >= 15  # what the file held was not played again
    assert tally == simulate(plan, 40)
    again = out.read_bytes()
    assert simulate(plan, 40, out=out) == tally
    assert out.read_bytes() == again


def test_a_last_line_that_was_not_written_to_its_end_is_dropped(
    heap: Factory, tmp_path: Path
) -> None:
    plan, out = heap_plan(heap), tmp_path / "games.jsonl"
    whole = simulate(plan, 20, out=out)
    data = out.read_bytes()
    header = data.index(b"\n")
    for kept in (len(data) - 1, len(data) - 40, header + 9, header, 7, 0):
        out.write_bytes(data[:kept])
        assert simulate(plan, 20, out=out) == whole


def test_a_file_can_be_taken_further_but_not_back(heap: Factory, tmp_path: Path) -> None:
    plan, out = heap_plan(heap), tmp_path / "games.jsonl"
    simulate(plan, 7, out=out)
    assert simulate(plan, 25, out=out) == simulate(plan, 25)
    with pytest.raises(SimulationError, match="already holds games up to number 25"):
        simulate(plan, 24, out=out)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"seed": 6}, "seed"),
        ({"lineups": (("blue", "red"),)}, "players"),
        ({"bots": (Greedy,)}, "bots"),
        ({"max_decisions": 7}, "max_decisions"),
    ],
)
def test_a_file_of_another_simulation_is_left_alone(
    heap: Factory, tmp_path: Path, changes: dict[str, Any], key: str
) -> None:
    out = tmp_path / "games.jsonl"
    simulate(heap_plan(heap), 5, out=out)
    before = out.read_bytes()
    with pytest.raises(SaveError, match=f"another simulation: its '{key}'"):
        simulate(heap_plan(heap, **changes), 5, out=out)
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    "data",
    [
        b"my notes",
        b"my notes\n",
        b'{"format": 1}\n',
        b"[]\n",
        b"\xff\xfe\x00",
        b"[" * 10_000,
        b"\n",
    ],
)
def test_a_file_that_is_no_simulation_is_left_alone(
    heap: Factory, tmp_path: Path, data: bytes
) -> None:
    out = tmp_path / "notes"
    out.write_bytes(data)
    with pytest.raises(SaveError, match="holds no simulation"):
        simulate(heap_plan(heap), 5, out=out)
    assert out.read_bytes() == data


@pytest.mark.parametrize(
    "line",
    [
        "no JSON",
        "[]",
        '{"first": 0}',
        '{"first": 0, "count": 3, "tally": {}}',
        '{"first": -1, "count": 0, "tally": null}',
    ],
)
def test_a_damaged_line_is_named_and_the_file_left_alone(
    heap: Factory, tmp_path: Path, line: str
) -> None:
    out = tmp_path / "games.jsonl"
    simulate(heap_plan(heap), 5, out=out)
    header, *rest = out.read_text(encoding="utf-8").splitlines()
    damaged = "\n".join([header, line, *rest]) + "\n"
    out.write_text(damaged, encoding="utf-8")
    with pytest.raises(SaveError, match=r"games\.jsonl:2: the line is"):
        simulate(heap_plan(heap), 5, out=out)
    assert out.read_text(encoding="utf-8") == damaged


def test_games_that_stand_twice_in_a_file_are_noticed(heap: Factory, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    simulate(heap_plan(heap), 5, out=out)
    lines = out.read_text(encoding="utf-8").splitlines()
    out.write_text("\n".join([*lines, lines[-1]]) + "\n", encoding="utf-8")
    with pytest.raises(SaveError, match="counted twice"):
        simulate(heap_plan(heap), 5, out=out)


def test_a_place_that_cannot_be_written_is_said(heap: Factory, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "games.jsonl", tmp_path / "a\0b"):
        with pytest.raises(SaveError):
            simulate(heap_plan(heap), 5, out=place)


# Counters


def test_stretches_of_games_join_and_leave_gaps() -> None:
    spans = Spans()
    for first, count in ((10, 5), (0, 3), (3, 2), (15, 1)):
        spans.add(first, count)
    assert spans.missing(20) == [(5, 10), (16, 20)]
    assert spans.missing(12) == [(5, 10)]
    assert spans.missing(4) == []
    assert spans.end == 16
    with pytest.raises(ValueError, match="twice"):
        spans.add(4, 2)


def test_counters_read_back_and_add_up_in_any_order(heap: Factory) -> None:
    one, two = play_games(heap_plan(heap), 0, 6), play_games(heap_plan(heap), 6, 5)
    assert Tally.from_json(json.loads(json.dumps(one.to_json()))) == one
    forwards, backwards = Tally(), Tally()
    for tally in (one, two):
        forwards.add(tally)
    for tally in (two, one):
        backwards.add(tally)
    assert forwards == backwards


def test_intervals_are_wilsons() -> None:
    assert wilson(0, 0) == (None, None)
    low, high = wilson(81, 263)  # the example of Newcombe 1998, table I: 0.2553 to 0.3662
    assert low == pytest.approx(0.2553, abs=5e-5)
    assert high == pytest.approx(0.3662, abs=5e-5)
    assert wilson(10, 10)[1] == 1.0
    assert Record(2, 1, 0).to_json()["rate"] == 0.5


def test_lengths_are_those_of_the_histogram() -> None:
    tally = Tally(turns={3: 2, 10: 1, 4: 1})
    assert tally.lengths() == {"mean": 5.0, "least": 3, "median": 3.5, "most": 10}
