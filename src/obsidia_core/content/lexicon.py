"""What words on a card mean in the language of spells, so that text and effects can be compared.

A *sign* is what a card is made of: the name of a condition or effect (`teleport`), a kind of target
(`target:unit`), a parameter that is set (`within`), a word given to it (`solo`), the two together
(`until=turn_end`), a number by its sign (`add<0`), and what a creature or terrain that it names is
made of. Other primitives tell in their attribute `says` which words may stand for them.

Patterns are for texts in small letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

FRIENDLY = ("friendly", "friends", "beside_friend", "beside_friends", "own_unit")


@attrs.frozen
class Word:
    """A word or phrase of card texts.

    Attributes:
        name: what messages call it.
        pattern: how it looks in a text.
        shown_by: signs of which each needs the word in the text, and accounts for it.
        allowed_by: signs that account for the word without needing it.
        instead: what satisfies a sign as well as the word does; nothing accounts for it.
        needed_only: the word stands in texts for many reasons, so nothing has to account for it.
    """

    name: str
    pattern: re.Pattern[str]
    shown_by: frozenset[str]
    allowed_by: frozenset[str] = frozenset()
    instead: re.Pattern[str] | None = None
    needed_only: bool = False


def _word(
    name: str,
    pattern: str,
    shown_by: str,
    allowed_by: str = "",
    instead: str | None = None,
    needed_only: bool = False,
) -> Word:
    return Word(
        name,
        re.compile(rf"\b(?:{pattern})\b"),
        frozenset(shown_by.split()),
        frozenset(allowed_by.split()),
        re.compile(rf"\b(?:{instead})\b") if instead else None,
        needed_only,
    )


WORDS: tuple[Word, ...] = (
    # Whom and what a card chooses
    _word("solo", "solo", "solo"),
    _word("grouped", "group(?:ed)?", "grouped", "moved=true friends"),
    _word(
        "friendly",
        "friendly",
        "friendly",
        "friends beside_friend beside_friends own_unit lost_traveler cast_on_friend moves_friend "
        "arrived_beside beside_mover joins add_for_neighbours nothing_moved sacrifice dying",
        instead="you|your|yours|own",
    ),
    _word(
        "enemy",
        "enem(?:y|ies)",
        "enemy",
        "enemies enemies=false target:player cast_on_friend moves_friend arrived_beside "
        "enemy_mover bar_tile peace bar_enemy_casting share_first_loss enemy_face_up enemy_unit "
        "in_battle each_enemy_kills lose_one survival_roll spare visa straight enemy_tile "
        "swap_results",
        instead="another player|against|other player",
    ),
    _word("any", "any|all|each|every", "any", needed_only=True),
    _word("you", "you|yours?|roll two", "own own_unit", needed_only=True),
    _word("no enemy", "no enem(?:y|ies)", "enemies=false", "halt"),
    _word("an enemy", "(?<!no )enem(?:y|ies)", "enemies=true", needed_only=True),
    _word("unit", "units?", "target:unit", instead="travelers?", needed_only=True),
    _word("traveler", "travelers?", "target:traveler", instead="units?", needed_only=True),
    _word("tile", "tiles?", "target:tile", instead="towns?|spaces?|colony", needed_only=True),
    _word("side", "sides?|direction|way|pathway", "target:side", needed_only=True),
    _word("player", "players?|enem(?:y|ies)", "target:player", needed_only=True),
    _word("spell", "spells?|cards?", "target:spell", needed_only=True),
    _word("die", "die|dice", "target:die", needed_only=True),
    _word("other", "other|another|two", "other_than", needed_only=True),
    _word("within", r"within", "within"),
    _word("unoccupied", "unoccupied", "occupied=false"),
    _word("occupied", "occupied", "occupied=true", "pass_through occupies_nearby"),
    _word("has not moved", "(?:has|have) not moved", "moved=false"),
    _word("has moved", "(?:has|have) moved", "moved=true", "nothing_moved"),
    _word(
        "pathway-adjacent",
        "pathway-adjacent",
        "beside_friend beside_mover joins arrived_beside add_for_neighbours",
        "survival_roll_nearby occupies_nearby",
    ),
    _word(
        "adjacent",
        "(?<!pathway-)adjacent",
        "dark_side_to beside_friends",
        "peace battle_now adjacent",
        instead="pathway-adjacent",
    ),
    _word("dark", "dark|darkness", "dark_side_to has_dark_side open_side", "ignore_paths"),
    _word("exactly one", "exactly (?:one|two|three)", "friends"),
    # Moving
    _word("teleport", "teleports?", "teleport rescue"),
    _word("swap", "swaps?", "swap swap_results", "keep_in_place"),
    _word("forced", "forced?", "push push_all"),
    _word("move", "moves?|moved", "steps more_steps move_in", "", needed_only=True),
    _word("straight line", "straight line", "straight"),
    _word("ignoring pathways", "ignoring pathways", "ignore_paths"),
    _word("without a roll", "without a (?:woods )?roll", "free_woods", "ignore_paths"),
    _word("stop on ice", "stop on ice", "stop_on_ice"),
    _word("pass through", "pass through", "pass_through"),
    _word("separately", "separately", "move_apart"),
    _word("recruited", "recruited|merging", "joined", needed_only=True),
    _word("does not happen", "does not happen", "halt", "keep_in_place"),
    # Coming and going
    _word("spawn", "spawns?", "spawn spawn_fallen"),
    _word("train", "train", "train"),
    _word("summon", "summons?", "summon"),
    _word("sacrifice", "sacrificed?", "sacrifice", "without rescue"),
    _word("replaced", "replaced", "replace"),
    _word("reserve", "reserve", "spawn spawn_fallen replace removed", "in_reserve sacrifice"),
    _word(
        "killed",
        "kill|kills|killed|dies",
        "killed each_enemy_kills",
        "spare rescue share_first_loss dying survival_roll survival_roll_nearby lose_one",
    ),
    _word("died", "died", "lost_traveler", instead="lost", needed_only=True),
    _word(
        "survival roll",
        "survival rolls?",
        "survival_roll no_survival_rolls survival_roll_nearby",
        "spare",
    ),
    _word(
        "home colony",
        "home colon(?:y|ies)",
        "home_colony train rescue visa spawn_fallen",
        "spare open_side dark_side_to has_dark_side",
    ),
    # The map and its stacks
    _word("rotate", "rotates?", "turn_tile", "swap_tiles"),
    _word("draw and place", "draw and place", "draw_tile"),
    _word("drawn tile", "drawn tile", "change_drawn", "drawn place_drawn"),
    _word("draw", "draw", "draw_spells", needed_only=True),
    _word("before you draw", "before you draw", "before_draw"),
    _word("you drew", "you drew|drawn", "drawn", needed_only=True),
    _word("was placed", "was placed", "to=placed"),
    _word("look", "look", "reorder_tiles look_at_tile change_spell search_deck"),
    _word("any order", "any order", "reorder_tiles search_deck"),
    _word(
        "stack",
        "stack",
        "reorder_tiles look_at_tile change_drawn take_tile stack_left draw_tile stack",
    ),
    # Cards
    _word("at random", "at random", "steal_spell"),
    _word("hand", "hand", "take_from_discards steal_spell change_spell search_deck hand"),
    _word("deck", "deck", "change_spell search_deck", "draw_spells deck_left"),
    _word("discard pile", "discard pile", "take_from_discards imitate own_discards discard_tops"),
    _word("your own discard pile", "your own discard pile", "own_discards"),
    _word("on top", "on top", "discard_tops", needed_only=True),
    _word("negate", "negate[ds]?", "negate_cast negate_face_up"),
    _word("face-up", "face-up", "negate_face_up enemy_face_up", "fight_again"),
    _word("as if you had cast", "as if you had cast", "imitate"),
    # Battles and dice
    _word("draw (result)", "in a draw|was a draw|of a draw", "end_battle result=draw", "win_ties"),
    _word("won", "won", "won beaten", "spawn_fallen"),
    _word("lost", "lost", "lost_traveler spawn_fallen", "result=lost_traveler", instead="died"),
    _word("same-tile", "same-tile", "same", "spawn_fallen"),
    _word("adjacent-tile", "adjacent-tile", "tiles=adjacent battle_now"),
    _word("travelers only", "all-traveler|between travelers", "travelers_only"),
    _word("own unit's tile", "battle|your own unit", "battle_tile", needed_only=True),
    _word("the tile the enemy held", "the tile the enemy held", "enemy_tile"),
    _word("higher", "higher", "higher"),
    _word("lower", "lower", "lower lower_result"),
    _word("keep", "keeps?", "keep"),
    _word("subtract", "subtract", "add<0"),
    _word("add", "adds?", "add>0 add_for_neighbours"),
    _word("cannot roll", "cannot roll", "cannot_roll bar_faces"),
    _word("re-rolled", "re-rolled", "", "cannot_roll bar_faces add<0 win_ties"),
    _word("counts as", "counts? as", "count_as counts_as open_side", "win_ties occupies_nearby"),
    _word("rolled again", "rolled again", "reroll"),
    _word("roll a die", "roll a die", "roll"),
    _word("equal outcomes", "equal outcomes", "win_ties"),
    _word("again", "again", "fight_again reroll", needed_only=True),
    _word("initiative", "initiative", "battle_now"),
    _word("the first time", "the first time", "shield_first_loss share_first_loss"),
    _word("loses", "loses?|lost", "lose_one share_first_loss", "", "remove", needed_only=True),
    _word("phase IV", "phase iv", "bar_enemy_casting bars_casting"),
    _word("removed", "removed?", "removed", needed_only=True),
    # How long
    _word("this phase", "this phase|the phase ends", "until=phase_end", needed_only=True),
    _word("this turn", "this turn", "until=turn_end", needed_only=True),
    _word("start of your next turn", "start of your next turn", "until=next_turn_start"),
    _word("end of your next turn", "end of your next turn", "until=next_turn_end"),
)
"""Words with a meaning of their own, in the order in which they are looked for."""

PHASE_WORDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(rf"\b(?:{pattern})\b"), phases)
    for pattern, phases in (
        ("this battle|before dice are rolled|at the end of an? (?:[a-z-]+ )?battle", ("IV",)),
        ("(?:has|have) (?:not )?moved|this phase", ("III", "O")),
        ("(?:draw|drew) your tile|drawn tile|your tile was placed", ("I",)),
        ("this turn's normal one", ("II",)),
    )
)
"""What only cards of some phases say."""

TRIGGER_WORDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(rf"\b(?:{pattern})\b"), triggers)
    for pattern, triggers in (
        ("about to be killed|about to die", ("death",)),
        ("just rolled|right after both sides rolled", ("roll",)),
        ("casts a spell|spell is about to", ("cast",)),
        ("declares a move", ("movement",)),
        ("has entered", ("arrival",)),
        ("at the end of an? (?:[a-z-]+ )?battle", ("battle_end",)),
    )
)
"""What cards that answer something say in `when`."""

TERRAIN_SIGNS: Mapping[str, str] = {
    "blackwater": "spare survival_total",
    "void": "spare",
    "woods": "free_woods ignore_paths",
    "ice_field": "stop_on_ice",
    "town": "town beside_town move_apart move_in open_side has_dark_side dark_side_to",
    "colony": "home_colony train rescue visa spawn_fallen spare open_side dark_side_to "
    "has_dark_side",
}
"""Signs that account for a terrain's name in a text, beside the terrain's id."""

NUMBER_SIGNS: Mapping[str, int] = {"keep": 2, "battle_now": 2}
"""Numbers that a sign stands for."""

NUMBER_WORDS: Mapping[str, int] = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(NUMBER_WORDS)})\b(?!-)")
"""A number in a text."""

BOUNDS: Mapping[str, str] = {"no more than ": "6", "no less than ": "1"}
"""What stands before the last and first face of a die where a result stays within them."""

ONE = re.compile(
    r"\b(?:1|one|an?|once|single|another|each|every|first|next|top|the|that|this|it)\b",
)
"""What may stand for a single thing."""
LESS = re.compile(r"\b(?:minus|less|fewer|subtract|lower)\b")
"""What a negative number is told by."""
NONE = re.compile(r"\b(?:0|zero|none|no(?! (?:more|less) than))\b")


def small(text: str) -> str:
    """The text in small letters, as long as it was."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def number_of(text: str) -> int:
    """The number that a match of `NUMBER` stands for."""
    return NUMBER_WORDS.get(text.lower()) or int(text)


def name_pattern(name: str) -> re.Pattern[str]:
    """How the name of a thing looks in a text, in the singular or plural."""
    *words, last = re.escape(small(name.replace("_", " "))).replace("\\ ", " ").split(" ")
    last = f"{last[:-1]}(?:y|ies)" if last.endswith("y") else f"{last}(?:e?s)?"
    return re.compile(rf"\b{' '.join([*words, last])}\b")
