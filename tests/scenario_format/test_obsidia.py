"""Obsidia's positions and names: what becomes of them, and every mistake with its place."""

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

import attrs
import pytest

from obsidia_core.content import (
    Catalog,
)
from obsidia_core.kernel.actions import Decision
from obsidia_core.kernel.errors import ContentError
from obsidia_core.model.actions import Cast, Defer, EndPhase, Move, Pass
from obsidia_core.model.geometry import Coordinate
from obsidia_core.model.position import (
    ColonyFaces,
    CreatureSpec,
    PlacedTile,
    PositionSpec,
    TileSpec,
    TokenSpec,
    UnitSpec,
)
from obsidia_core.scenario.document import Broken, Scenario
from obsidia_core.scenario.games import Games
from obsidia_core.scenario.load import read_documents
from obsidia_core.scenario.obsidia import ObsidiaScenarios
from obsidia_core.scenario.obsidia_position import read_position
from obsidia_core.scenario.protocol import Scene

N, E, S, W = 1, 2, 4, 8

HEAD = {
    "title": "A position",
    "players": "[death_legion, warlords]",
    "steps": "[{expect: {over: false}}]",
}


def read(text: str, games: Games) -> Scenario | Broken:
    lines = dedent(text).strip("\n").splitlines()
    said = {line.split(":")[0] for line in lines}
    lines += [f"{key}: {value}" for key, value in HEAD.items() if key not in said]
    (document,) = read_documents("\n".join(lines), games, "p.yaml")
    return document


def spec_of(text: str, games: Games, catalog: Catalog) -> PositionSpec:
    scenario = read(text, games)
    assert isinstance(scenario, Scenario), scenario.message
    return read_position(scenario, catalog, lambda *_: pytest.fail("nothing is wrong"))


def told(text: str, games: Games) -> list[str]:
    document = read(text, games)
    return [] if isinstance(document, Scenario) else [str(one) for one in document.problems]


def test_a_whole_position(obsidia: Games, catalog: Catalog) -> None:
    spec = spec_of(
        """
        options: {hand_size: 4}
        phase: battle
        map:
          "0,0": colony NESW death_legion
          "1,0": town W
          "0,1": {terrain: woods, exits: NE, stones: {1: E, 2: E, 3: E, 4: N, 5: N, 6: N}, id: w}
        units:
          "1,0": {warlords: 2}
          "0,0": {death_legion: 1}
        creatures: [{kind: war_hound, at: "0,1", summoner: warlords}]
        reserve: {warlords: 3}
        towns: {"1,0": neutral}
        hands: {warlords: [time_slip]}
        decks: {death_legion: [ambush]}
        stacks: {warlords: [town NS, {terrain: woods, exits: NESW, id: b}]}
        tokens: [{spell: wardlight, caster: warlords, at: "1,0"}]
        reshuffle: true
        """,
        obsidia,
        catalog,
    )
    assert spec == PositionSpec(
        players=("death_legion", "warlords"),
        options={"hand_size": 4},
        phase="battle",
        tiles=(
            PlacedTile(Coordinate(0, 0), "colony", N | E | S | W, "death_legion"),
            PlacedTile(Coordinate(1, 0), "town", W),
            PlacedTile(Coordinate(0, 1), "woods", N | E, None, (1, 1, 1, 0, 0, 0), "w"),
        ),
        units=(
            UnitSpec(Coordinate(1, 0), "warlords", 2),
            UnitSpec(Coordinate(0, 0), "death_legion", 1),
        ),
        creatures=(CreatureSpec("war_hound", Coordinate(0, 1), "warlords"),),
        reserve={"warlords": 3},
        towns={Coordinate(1, 0): "neutral"},
        hands={"warlords": ("time_slip",)},
        decks={"death_legion": ("ambush",)},
        stacks={
            "warlords": (TileSpec("town", N | S), TileSpec("woods", 15, (0, 0, 1, 1, 2, 3), "b"))
        },
        tokens=(TokenSpec("wardlight", "warlords", Coordinate(1, 0)),),
        reshuffle=True,
    )


@pytest.mark.rule("RULING-40")
@pytest.mark.parametrize(
    ("exits", "stones"),
    [
        ("NESW", (0, 0, 1, 1, 2, 3)),
        ("ESW", (1, 1, 2, 2, 3, 3)),
        ("NS", (0, 0, 0, 2, 2, 2)),
        ("-", None),
    ],
)
def test_woods_without_stones_have_the_default_ones(
    obsidia: Games, catalog: Catalog, exits: str, stones: tuple[int, ...] | None
) -> None:
    spec = spec_of(f'map: {{"0,0": woods {exits}}}', obsidia, catalog)
    assert spec.tiles[0].stones == stones


def test_world_building_has_colonies_to_place(obsidia: Games, catalog: Catalog) -> None:
    spec = spec_of(
        """
        phase: world_building
        communal: [plain NESW]
        colonies: {warlords: {front: NS, back: NES}}
        """,
        obsidia,
        catalog,
    )
    assert spec.communal == (TileSpec("plain", 15),)
    assert spec.colonies == {"warlords": ColonyFaces(N | S, N | E | S)}


def test_solo_has_a_horde_of_the_other_classes(obsidia: Games, catalog: Catalog) -> None:
    spec = spec_of(
        """
        mode: solo
        players: [warlords]
        map: {"0,0": plain -}
        units: {"0,0": {veiled_occult: 2}}
        horde_hand: [ambush]
        steps: [{expect: {hand: {horde: [ambush]}, reserve: {veiled_occult: 6}, winner: horde}}]
        """,
        obsidia,
        catalog,
    )
    assert (spec.mode, spec.players, spec.horde_hand) == ("solo", ("warlords",), ("ambush",))


ALL_NORTH = ", ".join(f"{face}: N" for face in range(1, 7))
TWO = 'map: {"0,0": plain E, "1,0": plain W}\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('map: {"0;0": plain E}', "1:7: error[bad-key]"),
        ('map: {"0,0": plian E}', "1:7: error[unknown-terrain]: no terrain is called 'plian' (did"),
        ('map: {"0,0": plain EE}', "1:7: error[bad-exits]"),
        ('map: {"0,0": plain X}', "1:14: error[bad-format]"),
        ('map: {"0,0": plain}', "1:14: error[bad-format]"),
        ('map: {"0,0": {terrain: plain}}', "1:14: error[missing-key]"),
        ('map: {"0,0": {terrain: plain, exit: N}}', "1:31: error[unknown-key]: unknown key 'exit'"),
        ('map: {"0,0": colony E}', "1:7: error[bad-position]: a home colony needs its class"),
        ('map: {"0,0": plain E warlords}', "1:7: error[bad-position]: a plain has no class"),
        (
            'map: {"0,0": colony E light_keepers}',
            "1:7: error[bad-position]: light_keepers does",
        ),
        (
            'map: {"0,0": colony - warlords, "5,0": colony - warlords}',
            "1:33: error[listed-twice]",
        ),
        ('map: {"0,0": plain E, "1,0": plain E}', "1:7: error[bad-position]: its E side is a path"),
        ('map: {"0,0": plain S, "0,1": plain -}', "1:7: error[bad-position]: its S side is a path"),
        ('map: {"0,0": {terrain: woods, exits: N, stones: {1: N}}}', "1:49: error[missing-key]"),
        (
            f'map: {{"0,0": {{terrain: plain, exits: N, stones: {{{ALL_NORTH}}}}}}}',
            "1:41: error[bad-position]: a plain has no stones",
        ),
        (
            TWO + 'units: {"2,0": {warlords: 1}}',
            "2:9: error[bad-position]: there is no tile",
        ),
        (TWO + 'units: {"1,0": {warlord: 1}}', "2:17: error[unknown-class]"),
        (TWO + 'units: {"1,0": {light_keepers: 1}}', "2:17: error[bad-position]"),
        (TWO + 'units: {"1,0": {warlords: 9}}', "2:27: error[out-of-range]"),
        (
            TWO + 'units: {"0,0": {warlords: 5}, "1,0": {warlords: 4}}',
            "2:39: error[bad-position]: warlords has 8 travelers, here stand 9",
        ),
        (
            TWO + 'units: {"0,0": {warlords: 5}}\nreserve: {warlords: 4}',
            "3:11: error[bad-position]: warlords has 8 travelers, 5 of them on the map",
        ),
        (TWO + 'towns: {"0,0": warlords}', "2:9: error[bad-position]: there is no town at 0,0"),
        (TWO + "hands: {warlords: [tme_slip]}", "2:20: error[unknown-spell]"),
        (
            TWO + "hands: {warlords: [ambush]}\ndecks: {warlords: [ambush]}",
            "3:20: error[listed-twice]: the spell ambush",
        ),
        (TWO + "horde_hand: [ambush]", "2:1: error[bad-position]"),
        ("creatures: [{kind: hound, at: '0,0', summoner: warlords}]", "1:14: error[unknown-creat"),
        ("creatures: [{kind: war_hound, at: '0,0'}]", "1:13: error[missing-key]"),
        ("tokens: [{spell: ambush, caster: warlords, at: '0,0'}]", "1:11: error[bad-position]"),
        ("stacks: {warlords: [colony NS]}", "1:21: error[bad-position]"),
        (
            "stacks: {warlords: [{terrain: plain, exits: N, id: a}, plain NEN]}",
            "1:56: error[bad-ex",
        ),
        ("colonies: {warlords: {front: N, back: N}}", "1:1: error[bad-position]"),
        ("players: [warlords]", "1:1: error[bad-position]: this takes two to four players"),
        ("players: [warlords, warlords]", "1:21: error[listed-twice]"),
        ("players: [warlords, horde]", "1:21: error[unknown-class]"),
        ("mode: solo", "3:1: error[bad-position]: this takes one player, not 2"),
        ("teams: [[warlords, light_keepers], [death_legion, veiled_occult]]", "1:1: error[bad-pos"),
        ("phase: setup\nhands: {}", "2:1: error[bad-position]: phase setup begins a new game"),
        ("options: {hand_sise: 4}", "1:11: error[bad-option]: there is no option 'hand_sise'"),
        ("options: {hand_size: x}", "1:11: error[bad-option]"),
        ("phase: trainign", "1:8: error[not-one-of]"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(obsidia: Games, text: str, problem: str) -> None:
    found = told(text, obsidia)
    assert any(one.startswith(f"p.yaml:{problem}") for one in found), found


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("{act: {type: moove}}", "1:22: error[not-one-of]"),
        ("{act: {type: move, form: '0,0'}}", "1:28: error[unknown-key]: unknown key 'form'"),
        (
            "{act: {type: move, spell: ambush}}",
            "1:28: error[bad-action]: move has no field",
        ),
        ("{act: {type: move, from: here}}", "1:34: error[bad-format]"),
        ("{illegal: {type: cast, spell: ambsh}}", "1:32: error[unknown-spell]"),
        ("{act: end phrase}", "1:10: error[bad-action]: "),
        ("{act: end phase, by: horde}", "1:26: error[unknown-class]"),
        ("{pass: light_keepers}", "1:10: error[unknown-class]"),
        ("{expect: {at: {Q1: reserve}}}", "1:24: error[bad-position]: no piece is called Q1"),
        ("{expect: {at: {D1: nowhere}}}", "1:28: error[bad-format]"),
        ("{expect: {hand: {warlords: [x]}}}", "1:37: error[unknown-spell]"),
        ("{expect: {reserve: {warlord: 3}}}", "1:29: error[unknown-class]"),
        ("{expect: {resrve: {}}}", "1:19: error[unknown-key]"),
        ("{expect: {legal: [{type: train, at: '0,0'}]}}", "1:41: error[bad-action]"),
    ],
)
def test_steps_name_nothing_that_does_not_exist(obsidia: Games, step: str, problem: str) -> None:
    found = told(f"steps: [{step}]", obsidia)
    assert any(one.startswith(f"p.yaml:{problem}") for one in found), found


def test_loose_edges_may_differ(obsidia: Games, catalog: Catalog) -> None:
    text = 'map: {"0,0": plain E, "1,0": plain -}\nloose_edges: true'
    assert spec_of(text, obsidia, catalog).loose_edges


class TestQuestions:
    def test_windows_are_passed_and_empty_battles_deferred(self, adapter: ObsidiaScenarios) -> None:
        for kind in ("reaction", "trade"):
            automatic = adapter.automatic(Decision("warlords", kind, [Cast("ambush"), Pass()]))
            assert automatic is not None
            assert (automatic.action, automatic.always) == (Pass(), False)
        deferring = adapter.automatic(Decision("warlords", "battle", [Defer()]))
        assert deferring is not None
        assert (deferring.action, deferring.always) == (Defer(), True)

    @pytest.mark.parametrize(
        ("kind", "actions"),
        [("battle", [Cast("hex"), Defer()]), ("movement", [EndPhase()]), ("choice", [Pass()])],
    )
    def test_everything_else_is_left_to_the_steps(
        self, adapter: ObsidiaScenarios, kind: str, actions: list[Any]
    ) -> None:
        assert adapter.automatic(Decision("warlords", kind, actions)) is None

    @pytest.mark.rule("RULING-58")
    def test_a_cast_without_move_means_the_latest(self, adapter: ObsidiaScenarios) -> None:
        forms = [(Cast("x", move), {"type": "cast", "spell": "x", "move": move}) for move in (1, 3)]
        assert adapter.narrowed({"type": "cast"}, forms) == [forms[1]]
        other = (Cast("y", 4), {"type": "cast", "spell": "y", "move": 4})
        assert len(adapter.narrowed({"type": "cast"}, [*forms, other])) == 3

    def test_a_move_without_recruit_leaves_none(self, adapter: ObsidiaScenarios) -> None:
        move = Move(("D1",), Coordinate(0, 0), Coordinate(1, 0))
        base = {"type": "move", "travelers": ["D1"], "from": [0, 0], "to": [1, 0]}
        forms = [(move, {**base, "recruit": recruit}) for recruit in (True, False)]
        assert adapter.narrowed({"type": "move"}, forms) == [forms[1]]

    def test_targets_are_values_or_placements(self, adapter: ObsidiaScenarios) -> None:
        tile = {"type": "choose", "what": "tile", "value": [1, 0]}
        yes = {"type": "choose", "what": "yes_no", "value": True}
        turned = {"type": "choose", "what": "placement", "value": {"at": [1, 0], "rotation": 90}}
        placed = {"type": "place_tile", "tile": "t", "at": [1, 0], "rotation": 90}
        assert adapter.answers(tile, "1,0")
        assert adapter.answers(yes, True)
        assert not adapter.answers(yes, 1)
        for form in (turned, placed):
            assert adapter.answers(form, {"at": "1,0", "rotation": 90})
            assert not adapter.answers(form, {"at": "1,0", "rotation": 0})
            assert not adapter.answers(form, "1,0")


class TestExpectations:
    VIEW: Mapping[str, Any] = {
        "travelers": {"D1": "0,0", "D2": "reserve", "D3": "gone"},
        "creatures": {"C2": {"kind": "war_hound", "at": "1,0", "summoner": "warlords"}},
        "hands": {"warlords": ["a", "b"], "death_legion": []},
        "discards": {"warlords": ["a", "b"]},
        "tiles": {
            "0,0": {"terrain": "colony", "exits": "NES", "class": "warlords"},
            "1,0": {"terrain": "town", "exits": "-", "class": None, "town": "neutral"},
        },
        "drawn": {"tile": "t", "terrain": "plain", "exits": "NE"},
        "removed": 3,
        "faceup": ["hex", "hush"],
        "battles": [
            {"at": "0,0", "against": "1,0", "sides": ["warlords", "C2"]},
            {"at": "0,0", "against": "0,0", "sides": ["warlords", "death_legion"]},
        ],
        "winner": ["warlords", "light_keepers"],
    }

    @pytest.mark.parametrize(
        ("wanted", "holds"),
        [
            ({"at": {"D1": "0,0", "D2": "reserve", "D3": "gone", "C2": "1,0", "C1": "gone"}}, True),
            ({"at": {"D1": "1,0"}}, False),
            ({"hand": {"warlords": ["b", "a"], "death_legion": []}}, True),
            ({"hand": {"warlords": ["a"]}}, False),
            ({"discard": {"warlords": ["a", "b"]}}, True),
            ({"discard": {"warlords": ["b", "a"]}}, False),
            ({"tile": {"0,0": {"exits": "SEN", "class": "warlords"}, "9,9": None}}, True),
            ({"tile": {"0,0": {"terrain": "plain"}}}, False),
            ({"tile": {"0,0": None}}, False),
            ({"tile": {"9,9": {"terrain": "plain"}}}, False),
            ({"tile": {"1,0": {"exits": "-", "class": None}}}, True),
            ({"drawn": {"exits": "NE"}}, True),
            ({"drawn": None}, False),
            ({"town": {"1,0": "neutral"}}, True),
            ({"town": {"0,0": "warlords"}}, False),
            ({"removed": 2}, True),
            ({"removed": 3}, False),
            ({"faceup": ["hush", "hex"]}, True),
            ({"creatures": 1}, True),
            ({"battles": [{"against": "0,0"}, {"sides": ["C2", "warlords"]}]}, True),
            ({"battles": [{"at": "0,0"}]}, False),
            ({"battles": []}, False),
            ({"winner": ["light_keepers", "warlords"]}, True),
            ({"winner": "warlords"}, False),
            ({"winner": None}, False),
            ({"to_act": None, "decision": None}, True),
        ],
    )
    def test_each_key_has_its_meaning(
        self, adapter: ObsidiaScenarios, wanted: dict[str, Any], holds: bool
    ) -> None:
        scene = Scene(start={"removed": 1}, now=self.VIEW, decision=None, legal=[], events=[])
        kept = [
            adapter.expectations[key].matches(value, adapter.expectations[key].find(scene, value))
            for key, value in wanted.items()
        ]
        assert all(kept) is holds

    def test_every_key_of_the_schema_means_something(self, adapter: ObsidiaScenarios) -> None:
        schema = adapter.schema()
        assert set(schema["$defs"]["expect"]["properties"]) == set(adapter.expectations)


def test_the_adapter_builds_only_what_can_be(adapter: ObsidiaScenarios) -> None:
    good = read(TWO, Games(ready={"obsidia": adapter}))
    assert isinstance(good, Scenario)
    bad = attrs.evolve(good, position={**good.position, "units": {"9,9": {"warlords": 1}}})
    with pytest.raises(ContentError, match="no tile at 9,9"):
        adapter.position(bad)
