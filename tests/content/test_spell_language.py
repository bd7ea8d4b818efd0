"""Each kind of mistake in a spell card gets its code, on its line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from obsidia_core.content import Catalog, HookRef, TargetRef, problems, validate
from obsidia_core.content.catalog import catalog_from_data
from obsidia_core.content.checks import check as check_all
from obsidia_core.content.entries import collect
from obsidia_core.content.frozen import FrozenMap
from obsidia_core.content.normalise import normalise
from obsidia_core.content.problems import WARNINGS, Problem
from obsidia_core.content.sources import Source
from obsidia_core.kernel.errors import ContentError
from obsidia_core.model.hooks import SpellHook
from obsidia_core.plugins import Param, Registry, hookimpl, load_plugins


class Term:
    """Stands for any condition, target or effect."""


class Raining(Term):
    phases = frozenset({"III", "V"})


class Foreseen(Term):
    triggers = frozenset({"roll"})


class Standing(Term):
    standing = True


class Hollow(Term):
    what = "spot"


class Whistle(Term):
    says = ("teleport", "boneyard")


class Tongue:
    """A small language, so that the cards of this file depend on no other."""

    @hookimpl
    def obsidia_register(self, registry: Registry) -> None:
        whose = Param(str, "friendly", choices=("friendly", "enemy", "any"))
        pawn = Param(str, refers_to="target", accepts=("pawn",))
        spot = Param(str, refers_to="target", accepts=("spot",), words=("home_colony",))
        until = Param(str, choices=("turn_end", "next_turn_end"))
        for kind, name, function, params in (
            ("condition", "raining", Raining, {}),
            ("condition", "foreseen", Foreseen, {}),
            ("condition", "beside", Term, {"of": Param(str, refers_to="target")}),
            ("target", "pawn", Term, {"whose": whose, "solo": (bool, False)}),
            ("target", "spot", Term, {"within": (int, None), "of": Param(str, None, (), "target")}),
            ("target", "hollow", Hollow, {}),
            ("effect", "teleport", Term, {"what": pawn, "to": spot}),
            ("effect", "push", Term, {"what": Param(list[str], refers_to="target")}),
            ("effect", "steps", Term, {"count": Param(int, words=("all",)), "times": (int, 1)}),
            ("effect", "glow", Standing, {"add": (int, 0), "cannot_roll": (list[int], ())}),
            ("effect", "ward", Term, {"on": pawn, "until": until}),
            ("effect", "summon", Term, {"creature": Param(str, refers_to="creature")}),
            ("effect", "whistle", Whistle, {}),
            ("spell", "python", SpellHook(), {}),
        ):
            registry.hook(kind, name, function, params)


FILE = """\
class: {id: larks, name: Larks, letter: K, color: blue, summary: Birds.}
spells:
  - id: flit
    name: Flit
    phase: III
    play: immediate
    text: Teleport a friendly solo traveler to a tile within 2 of it.
    conditions:
      - raining
    targets:
      - {as: bird, pawn: {whose: friendly, solo: true}}
      - {as: branch, spot: {within: 2, of: bird}}
    effects:
      - teleport: {what: bird, to: branch}
    examples: [{title: One, steps: [{pass: larks}]}, {title: Two, steps: [{pass: larks}]}]
---
terrains:
  - {id: meadow, name: Meadow, letter: M, summary: Grass., home: true}
  - {id: boneyard, name: Boneyard, letter: B, summary: Bones.}
---
creatures:
  - {id: owl, name: Great Owl, native: meadow, summary: Big.}
"""
UNCOUNTED = ("wrong-count", "impossible-set")
"""The class has one card and no tiles, which is of no interest here."""

Check = Callable[[str], list[Problem]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """The problems of a file."""

    def check(text: str) -> list[Problem]:
        path = tmp_path / "larks.yaml"
        path.write_text(text, encoding="utf-8")
        found = validate(path, plugins=[Tongue()], entry_points=False, standalone=True)
        return [one for one in found if one.code not in UNCOUNTED]

    return check


def card(**keys: str) -> str:
    """The file with other keys of the card; without those that are empty."""
    lines = {"id": "flit", "name": "Flit", "phase": "III", "play": "immediate", **keys}
    lines.setdefault("text", "Teleport. Do.")
    lines.setdefault("examples", "[{title: One, steps: [{}]}, {title: Two, steps: [{}]}]")
    written = [f"{key}: {value}" for key, value in lines.items() if value]
    head, _, rest = FILE.partition("  - id: flit")
    return head + "  - " + "\n    ".join(written) + "\n---" + rest.partition("\n---")[2]


BIRD = "[{as: bird, pawn: {}}]"
FLY = "[{teleport: {what: bird, to: home_colony}}]"

# What stands in the file, what is put there instead, the code, and a piece of the line it names.
EDITS: tuple[tuple[str, str, str, str], ...] = (
    ("- raining", "- rainig", "unknown-condition", "rainig"),
    ("- raining", "- pawn", "unknown-condition", "- pawn"),
    ("branch, spot:", "branch, sopt:", "unknown-target-kind", "sopt"),
    ("- teleport:", "- telport:", "unknown-effect", "telport"),
    ("- teleport: {what: bird, to: branch}", "- telport", "unknown-effect", "telport"),
    ("what: bird,", "waht: bird,", "unknown-parameter", "waht"),
    ("what: bird,", "waht: bird,", "missing-parameter", "waht"),
    ("- raining", "- raining: {hard: true}", "unknown-parameter", "hard"),
    ("solo: true", "solo: 1", "bad-parameter", "solo: 1"),
    ("whose: friendly", "whose: freindly", "bad-parameter", "freindly"),
    ("within: 2,", "within: near,", "bad-parameter", "near"),
    ("to: branch}", "to: [branch]}", "bad-parameter", "[branch]"),
    ("to: branch}", "to: branhc}", "unknown-target", "branhc"),
    ("of: bird}", "of: branch}", "early-target", "of: branch"),
    ("- raining", "- beside: {of: bird}", "early-target", "beside"),
    ("to: branch}", "to: home_colony}", "unused-target", "as: branch"),
    ("as: branch", "as: bird", "duplicate-target", "within: 2"),
    ("what: bird,", "what: branch,", "wrong-target-kind", "what: branch"),
    ("phase: III", "phase: I", "wrong-window", "phase: I"),
    ("- raining", "- foreseen", "wrong-window", "foreseen"),
    ("    effects:", "    hook: python\n    effects:", "effects-and-hook", "effects:"),
    ("as: branch, spot: {within: 2, of: bird}", "as: branch", "out-of-range", "as: branch"),
    ("as: branch,", "az: branch,", "missing-key", "az: branch"),
    ("as: branch,", "as: Branch,", "bad-format", "Branch"),
    ("- raining", "- {raining: , quiet: }", "out-of-range", "quiet"),
    ("- raining", "- raining: 3", "wrong-type", "raining: 3"),
    ("{title: Two, steps: [{pass: larks}]}", "{title: Two}", "missing-key", "title: Two"),
    ("play: immediate", "play: lasting", "wrong-duration", "play: lasting"),
    ("play: immediate", "play: face-up", "spell-mismatch", "play: face-up"),
    ("phase: III", "phase: O", "spell-mismatch", "phase: O"),
    ("play: immediate", "play: reaction", "spell-mismatch", "play: reaction"),
    ("play: immediate", "play: immediate\n    trigger: roll", "spell-mismatch", "trigger"),
    (", {title: Two, steps: [{pass: larks}]}", "", "few-examples", "id: flit"),
    ("within 2 of it", "within 3 of it", "text-number", "within 3"),
    ("within: 2,", "within: 3,", "text-number", "within: 3"),
    ("within: 2,", "within: 1,", "text-number", "within: 1"),
    ("within 2 of it", "within two of it, or three", "text-number", "or three"),
    ("friendly solo", "friendly", "text-word", "solo: true"),
    ("solo: true", "solo: false", "text-word", "solo: false"),
    (", solo: true", "", "text-word", "text: Teleport"),
    ("a tile within", "a boneyard tile within", "text-word", "boneyard tile"),
    ("Teleport a", "Swap a", "text-word", "Swap"),
    ("Teleport a", "Swap a", "text-word", "- teleport"),
    ("whose: friendly", "whose: enemy", "text-word", "whose: enemy"),
    ("within 2 of it", "within 2 in this battle", "text-word", "phase: III"),
    ("solo: true", "solo: false", "needless-parameter", "solo: false"),
    (
        "- teleport: {what: bird, to: branch}",
        "- teleport: {what: bird, to: branch}\n      - teleport: {to: branch, what: bird} # twice",
        "repeated-term",
        "# twice",
    ),
)
# Keys of a whole card, the code, and a piece of the line it names.
CARDS: tuple[tuple[dict[str, str], str, str], ...] = (
    ({"text": "Nothing."}, "no-effect", "id: flit"),
    ({"effects": "[glow]"}, "wrong-play", "play: immediate"),
    ({"effects": "[steps: {count: 2}, glow]"}, "wrong-play", "effects"),
    ({"phase": "IV", "play": "face-up", "effects": "[whistle]"}, "wrong-play", "play: face-up"),
    ({"phase": "III", "play": "face-up", "effects": "[glow]"}, "spell-mismatch", "phase: III"),
    (
        {"phase": "IV", "play": "face-up", "trigger": "roll", "effects": "[glow]"},
        "spell-mismatch",
        "trigger",
    ),
    (
        {"targets": BIRD, "effects": "[{ward: {on: bird, until: next_turn_end}}]"},
        "wrong-duration",
        "effects",
    ),
    ({"effects": "[{summon: {creature: owl}}]", "phase": "II"}, "wrong-play", "play: immediate"),
    ({"effects": "[whistle]", "phase": "II", "play": "summon"}, "wrong-play", "play: summon"),
    ({"effects": "[{summon: {creature: owl}}]", "play": "summon"}, "spell-mismatch", "phase: III"),
    ({"effects": "[{summon: {creature: own}}]"}, "unknown-creature", "effects"),
    ({"phase": "O", "play": "reaction", "effects": "[whistle]"}, "spell-mismatch", "id: flit"),
    (
        {"phase": "O", "play": "reaction", "trigger": "battle_end", "effects": "[whistle]"},
        "spell-mismatch",
        "trigger",
    ),
    (
        {"phase": "I", "play": "reaction", "trigger": "death", "effects": "[whistle]"},
        "spell-mismatch",
        "phase: I",
    ),
    (
        {"phase": "O", "play": "reaction", "trigger": "death", "conditions": "[foreseen]"},
        "wrong-window",
        "trigger: death",
    ),
    (
        {"phase": "O", "play": "reaction", "trigger": "death", "when": "an enemy declares a move"}
        | {"effects": "[whistle]"},
        "text-word",
        "trigger: death",
    ),
    ({"text": "Teleport the great owl.", "effects": "[whistle]"}, "text-word", "great owl"),
    ({"phase": "IV", "play": "face-up", "effects": "[glow: {add: -1}]"}, "text-number", "effects"),
    ({"effects": "[glow: {cannot_roll: [6, 6]}]"}, "needless-parameter", "effects"),
    ({"targets": BIRD, "effects": "[push: {what: [bird, brid]}]"}, "unknown-target", "effects"),
)


def lines_with(text: str, found: list[Problem], code: str) -> list[str]:
    return [text.splitlines()[one.position.line - 1] for one in found if one.code == code]


def test_the_file_is_sound(check: Check) -> None:
    assert check(FILE) == []


@pytest.mark.parametrize(("old", "new", "code", "mark"), EDITS)
def test_a_mistake_in_a_card_gets_its_code_on_its_line(
    check: Check, old: str, new: str, code: str, mark: str
) -> None:
    assert old in FILE
    text = FILE.replace(old, new, 1)
    found = check(text)
    assert any(mark in line for line in lines_with(text, found, code)), list(map(str, found))


@pytest.mark.parametrize(("keys", "code", "mark"), CARDS)
def test_a_card_that_contradicts_itself_gets_a_code_on_a_line(
    check: Check, keys: dict[str, str], code: str, mark: str
) -> None:
    text = card(**keys)
    found = check(text)
    assert any(mark in line for line in lines_with(text, found, code)), list(map(str, found))


@pytest.mark.parametrize(
    ("moment", "effect", "hint"),
    [
        ("phase: V, play: immediate", "end_battle", "it needs phase IV"),
        ("phase: II, play: immediate", "more_steps: {count: 1, to: friendly}", "phase III or O"),
        ("phase: O, play: reaction, trigger: death", "negate_cast", "it needs trigger cast"),
        ("phase: IV, play: immediate", "swap_results", "it needs trigger roll"),
    ],
)
def test_effects_stand_only_where_there_is_what_they_work_on(
    tmp_path: Path, moment: str, effect: str, hint: str
) -> None:
    """A battle, a roll, a movement or a cast; elsewhere they would fail in the game."""
    path = tmp_path / "card.yaml"
    card = f"{{id: odd, name: Odd, replaces: raze, {moment}, text: Odd., effects: [{effect}]}}"
    path.write_text(f"class: warlords\nspells:\n  - {card}\n", encoding="utf-8")
    found = [one for one in validate(path) if one.code == "wrong-window"]
    assert {one.position.line for one in found} == {3}
    assert hint in str(found[0])


def test_every_code_about_cards_is_documented_and_tested() -> None:
    _table, of_cards = (problems.__doc__ or "").split("And about spell cards")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (.*) \|", of_cards, re.MULTILINE)
    documented = dict(rows[1:])
    tested = {code for _, _, code, _ in EDITS} | {code for _, code, _ in CARDS}
    assert documented.keys() <= tested
    marked = {code for code, text in documented.items() if text.startswith("warning:")}
    assert marked == WARNINGS


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("- raining", "- rainig", "mean 'raining'?"),
        ("- raining", "- pawn", "it is a target"),
        ("branch, spot:", "branch, sopt:", "mean 'spot'?"),
        ("- teleport:", "- telport:", "mean 'teleport'?"),
        ("what: bird,", "waht: bird,", "mean 'what'?"),
        ("to: branch}", "to: branhc}", "mean 'branch'?"),
        ("whose: friendly", "whose: freindly", "mean 'friendly'?"),
        ("what: bird,", "what: branch,", "it takes pawn"),
        ("phase: III", "phase: I", "III or V"),
        ("of: bird}", "of: branch}", "those above it"),
        ("within: 2,", "within: 3,", "the text says '2'"),
    ],
)
def test_a_mistake_in_a_card_gets_a_hint(check: Check, old: str, new: str, hint: str) -> None:
    found = check(FILE.replace(old, new, 1))
    assert any(hint in (one.hint or "") for one in found), list(map(str, found))


@pytest.mark.parametrize(
    "keys",
    [
        {"text": "Move two spaces.", "effects": "[steps: {count: 2}]"},
        {"text": "Move all the way.", "effects": "[steps: {count: all}]"},
        {"text": "Teleport it to a boneyard.", "effects": "[whistle]"},
        {"text": "Do.", "hook": "python"},
        {"text": "Teleport a friendly one to your home colony.", "targets": BIRD, "effects": FLY},
        {
            "text": "Summon the great owl.",
            "phase": "II",
            "play": "summon",
            "effects": "[{summon: {creature: owl}}]",
        },
        {
            "text": "In this battle subtract 1, to no less than 1, and no more than 6.",
            "phase": "IV",
            "play": "face-up",
            "effects": "[{glow: {add: -1}}]",
        },
        {
            "text": "Watch over a friendly traveler until the end of your next turn.",
            "play": "lasting",
            "targets": BIRD,
            "effects": "[{ward: {on: bird, until: next_turn_end}}]",
        },
        {
            "text": "A forced trip of two friendly travelers.",
            "targets": "[{as: one, pawn: {}}, {as: other, pawn: }]",
            "effects": "[push: {what: [one, other]}]",
        },
        {
            "text": "Teleport any traveler to a hollow.",
            "targets": "[{as: one, pawn: {whose: any}}, {as: den, hollow: }]",
            "effects": "[teleport: {what: one, to: den}]",
        },
    ],
)
def test_a_card_that_fits_its_text_has_no_problems(check: Check, keys: dict[str, str]) -> None:
    assert list(map(str, check(card(**keys)))) == []


def test_a_number_in_folded_text_is_found_on_its_own_line(check: Check) -> None:
    text = FILE.replace(
        "text: Teleport a friendly solo traveler to a tile within 2 of it.",
        "text: >-\n      Teleport a friendly solo\n      traveler to a tile within 4 of it.",
    )
    (one,) = (one for one in check(text) if "the text says" in one.message)
    assert (one.position.line, one.position.column) == (9, 33)


def read(text: str) -> Catalog:
    """The catalog of a file, which need not have enough cards and tiles for a game."""
    hooks = load_plugins([Tongue()], entry_points=False).hooks
    found = collect([Source("test", Path("larks.yaml"), text.encode())])
    entries, problems = check_all(found, hooks)
    errors = [one for one in (*found.problems, *problems) if one.code not in UNCOUNTED]
    if errors:
        raise ContentError(errors)
    return catalog_from_data(normalise(entries), hooks)


def test_warnings_do_not_keep_a_card_from_being_played() -> None:
    catalog = read(FILE.replace("friendly solo", "grouped").replace("2 of", "4 of"))
    assert "flit" in catalog.spells


def test_errors_do() -> None:
    with pytest.raises(ContentError, match="unknown-effect"):
        read(FILE.replace("- teleport", "- telport"))


def test_a_compiled_card_has_its_terms_with_all_parameters() -> None:
    spell = read(FILE).spells["flit"]
    assert spell.conditions == (HookRef("raining"),)
    assert spell.targets == (
        TargetRef("bird", HookRef("pawn", FrozenMap({"whose": "friendly", "solo": True}))),
        TargetRef("branch", HookRef("spot", FrozenMap({"within": 2, "of": "bird"}))),
    )
    assert spell.effects == (HookRef("teleport", FrozenMap({"what": "bird", "to": "branch"})),)


def test_examples_are_no_part_of_the_catalog() -> None:
    bare = re.sub(r"    examples: .*\n", "", FILE)
    assert read(bare).hash == read(FILE).hash
