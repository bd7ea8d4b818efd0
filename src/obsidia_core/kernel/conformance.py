"""The laws of `kernel.game.Game`, and a battery of random games that puts a game through them.

    battery(MyGame(), ["red", "blue"], range(20))

plays one random game for each seed and raises `ConformanceError` at the first law that is broken;
the message names the law, the seed, the decision and what differs. A law is a generator function:
it looks at the position of a `Walk`, yields while the next action is applied, looks at what came
of it, and so on while there is a next action. `LAWS` has them all; a law of one's own goes along
as `battery(..., laws=[*LAWS, mine])`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from obsidia_core.kernel.actions import CHANCE, Outcome
from obsidia_core.kernel.chance import ENUMERATED, SEEDED
from obsidia_core.kernel.errors import IllegalAction, RulesetError, SaveError
from obsidia_core.kernel.events import ASKED
from obsidia_core.kernel.game import Game
from obsidia_core.kernel.replay import Replay, play, state_hash
from obsidia_core.kernel.state import GameState
from obsidia_core.kernel.walks import (
    LIMIT,
    ConformanceError,
    Setting,
    Walk,
    difference,
    few,
    recorded,
    replayed_elsewhere,
    signature,
)

__all__ = [
    "LAWS",
    "ConformanceError",
    "Law",
    "Setting",
    "Walk",
    "battery",
    "conservation",
    "copies",
    "difference",
    "enumerated",
    "leak",
    "lineups",
    "listed",
    "order",
    "recorded",
    "refused",
    "replay",
    "replayed_elsewhere",
    "signature",
    "twin",
    "undo",
    "unlisted",
    "watch",
]

S = TypeVar("S", bound=GameState)

Law = Callable[[Walk[S]], Iterator[None]]


def battery(
    game: Game[S],
    players: Sequence[str],
    seeds: Iterable[int],
    options: Mapping[str, Any] | None = None,
    *,
    laws: Sequence[Law[S]] | None = None,
    limit: int = LIMIT,
    driver: str = SEEDED,
    types: Iterable[str] = (),
    reveals: Collection[str] = (),
    lasting: Collection[str] = (),
) -> int:
    """Play one random game for each seed under the laws; returns how many decisions that took.

    Args:
        game: the rules to test.
        players: as for `Game.new`.
        seeds: one game each.
        options: as for `Game.new`.
        laws: what to watch; all of `LAWS` by default.
        limit: decisions after which a game is broken off.
        driver: `ENUMERATED` has chance asked like a seat.
        types: types of actions to try out of turn, besides those that come up by themselves.
        reveals: types of events, and kinds of decisions, that show something hidden by the rules,
            such as a tile turned up, or a question that only the holder of a card is asked. (Cards
            drawn by a seat are known to be news by `Event.known_to`.)
        lasting: types of actions that stand although a movement before them is taken back.

    Raises:
        ConformanceError: a law is broken. Any other error comes with a note that names the game.
    """
    decisions = 0
    for seed in seeds:
        setting = Setting(tuple(players), seed, options or {}, limit, driver)
        walk = Walk(game, setting, types, reveals, lasting)
        decisions += watch(walk, LAWS if laws is None else laws)
    return decisions


def watch(walk: Walk[S], laws: Sequence[Law[S]]) -> int:
    """Take a walk to its end under the laws; returns how many actions were applied."""
    running = [law(walk) for law in laws]
    try:
        for law in running:
            next(law, None)
        while walk.action is not None:
            walk.step()
            for law in running:
                next(law, None)
    except Exception as error:
        if not isinstance(error, ConformanceError):
            last = "" if walk.action is None else f", next {walk.text(walk.action)!r}"
            error.add_note(f"in a random game: {walk.setting}, decision {walk.number}{last}")
        raise
    return walk.number


# ---- laws


def lineups(walk: Walk[S]) -> Iterator[None]:
    """Players that make no game raise `RulesetError`: here nobody, and one of them twice."""
    players, seed, options = walk.setting.players, walk.setting.seed, walk.setting.options
    for others in ((), (*players, *players[:1])):
        try:
            walk.game.new(others, seed, options)
        except RulesetError:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no RulesetError
            walk.fail("lineups", f"a new game of {list(others)} raises {error!r}, no RulesetError")
    yield


def conservation(walk: Walk[S]) -> Iterator[None]:
    """Nothing is lost and nothing comes twice: `audit` is empty after every action."""
    while True:
        problems = walk.game.audit(walk.state)
        if problems:
            walk.fail("conservation", few(problems))
        if walk.action is None:
            return
        yield


def sides(walk: Walk[S]) -> Iterator[None]:
    """Seats and winners are members of one side each, and only seats that are played are asked."""
    game = walk.game
    while True:
        members = [name for side in game.sides(walk.state) for name in side.members]
        if len(set(members)) != len(members):
            walk.fail("sides", f"somebody is a member twice: {members}")
        for name in (*game.seats(walk.state), *(game.winners(walk.state) or ())):
            if name not in members:
                walk.fail("sides", f"{name} is a member of no side")
        asked = None if walk.state.asking is None else walk.state.asking[0]
        if asked not in (None, CHANCE, *game.played_seats(walk.state)):
            walk.fail("sides", f"{asked} is asked, but is no seat that somebody plays")
        if walk.action is None:
            return
        yield


def listed(walk: Walk[S]) -> Iterator[None]:
    """Listed actions are different, legal, and read back exactly from text and JSON."""
    game = walk.game
    read_back: set[str] = set()  # the forms of an action are the same in every state
    while walk.action is not None:
        if len(set(walk.listed)) != len(walk.listed):
            walk.fail("listed", "an action is listed twice")
        for action in walk.listed:
            text, data = walk.text(action), game.action_to_json(action)
            refusal = game.check(walk.state, action)
            if refusal is not None:
                walk.fail("listed", f"{text!r} is listed, but refused: {refusal}")
            written = json.dumps([text, data])
            if written in read_back:
                continue
            read_back.add(written)
            if game.action_from_text(text) != action:
                walk.fail("listed", f"{text!r} reads back as {game.action_from_text(text)!r}")
            if "\n" in text or text.strip() != text:
                walk.fail("listed", f"{text!r} is not one clean line")
            back = game.action_from_json(json.loads(json.dumps(data)))
            if back != action:
                walk.fail("listed", f"{data} reads back as {back!r}")
            walk.same("listed", f"{text!r} read from JSON", game.action_to_json(back), data)
        yield


def unlisted(walk: Walk[S]) -> Iterator[None]:
    """What is not listed is refused with a reason, and asking changes nothing."""
    game = walk.game
    while walk.action is not None:
        before = walk.position()
        legal = set(walk.listed)
        for action in walk.tries():
            refusal = game.check(walk.state, action)
            if (refusal is None) != (action in legal):
                told = "passes check" if refusal is None else f"is refused: {refusal}"
                where = "listed" if action in legal else "not listed"
                walk.fail("unlisted", f"{walk.text(action)!r} is {where}, but {told}")
            if refusal is not None and not (refusal.code and refusal.message and refusal.rules):
                walk.fail("unlisted", f"{walk.text(action)!r} is refused without a reason")
        walk.same("unlisted", "the state after checks", walk.position(), before)
        yield


def refused(walk: Walk[S]) -> Iterator[None]:
    """A refused action raises `IllegalAction` and leaves the state and its events untouched."""
    game, state = walk.game, walk.state
    while True:
        before, events = walk.position(), list(state.events)
        for action in walk.tries():
            if action in walk.listed:
                continue
            try:
                game.apply(state, action)
            except IllegalAction:
                pass
            else:
                walk.fail("refused", f"{walk.text(action)!r} is not listed, but was applied")
            what = f"the state after the refused {walk.text(action)!r}"
            walk.same("refused", what, walk.position(), before)
            if state.events != events:
                walk.fail("refused", f"the events after the refused {walk.text(action)!r}")
        if walk.action is None:
            return
        yield


def copies(walk: Walk[S]) -> Iterator[None]:
    """A copy is equal, goes on equally, and neither of the two disturbs the other."""
    game = walk.game
    while walk.action is not None:
        before = walk.position()
        kept, moved = game.copy(walk.state), game.copy(walk.state)
        game.apply_unchecked(moved, walk.action)
        walk.same("copies", "the original after its copy went on", walk.position(), before)
        yield
        walk.same("copies", "a copy that went on", walk.position(moved), walk.position())
        walk.same("copies", "a copy after the original went on", walk.position(kept), before)


def order(walk: Walk[S]) -> Iterator[None]:
    """Legal actions come in the same order when asked again and from a copy; `twin` reloads."""
    game = walk.game
    while walk.action is not None:
        first = [walk.text(action) for action in walk.listed]
        for what, state in (
            ("asked again", walk.state),
            ("of a copy", game.copy(walk.state)),
        ):
            again = [walk.text(action) for action in game.legal_actions(state)]
            walk.same("order", f"the legal actions {what}", again, first)
        yield


def twin(walk: Walk[S]) -> Iterator[None]:
    """A game that is saved and reloaded at every decision equals the game that is not."""
    game = walk.game
    other = game.copy(walk.state)
    while True:
        other = game.from_json(walk.position(other))
        walk.same("twin", "the state", walk.position(other), walk.position())
        walk.same("twin", "the decision", walk.options(other), walk.options(walk.state))
        for seat in walk.seats():
            seen = game.full_view(other, seat)
            walk.same("twin", f"the view of {seat}", seen, game.full_view(walk.state, seat))
        action = walk.action
        if action is None:
            return
        yield
        game.apply(other, action)
        for seat in walk.seats():
            told = game.events_for(other.events, seat)
            wanted = game.events_for(walk.state.events, seat)
            walk.same("twin", f"the events {seat} sees", told, wanted)


def leak(walk: Walk[S]) -> Iterator[None]:
    """A seat learns what the rules show it, and nothing else.

    With all that is hidden from it drawn anew, a seat finds the same view, decision and reasons.
    As the game goes on with the same dice, the same events follow, up to one that shows something
    hidden; and who saw the same events has the same view.
    """
    game = walk.game
    while walk.action is not None:
        before = walk.position()
        others = [(seat, _drawn_anew(walk, seat)) for seat in walk.seats()]
        walk.same("leak", "the state after drawing anew", walk.position(), before)
        action = walk.action
        for _, other in others:
            other.chance = walk.state.chance.copy()
        yield
        for seat, other in others:
            if game.check(other, action) is None:
                game.apply_unchecked(other, action)
                if _told_the_same(walk, seat, other):
                    _looks_the_same(walk, seat, other)


def _drawn_anew(walk: Walk[S], seat: str | None) -> S:
    game, seed = walk.game, walk.seed()
    other = game.determinize(walk.state, seat, seed)
    seats = walk.seats()
    if seats[walk.number % len(seats)] == seat:
        again = game.determinize(walk.state, seat, seed)
        walk.same("leak", "drawn anew twice by a seed", walk.position(again), walk.position(other))
    problems = game.audit(other)
    if problems:
        walk.fail("leak", f"drawn anew for {seat}: {few(problems)}")
    _looks_the_same(walk, seat, other)
    if other.asking is not None and other.asking[0] == seat:
        for action in walk.tries():
            reason, wanted = (game.check(state, action) for state in (other, walk.state))
            walk.same(
                "leak",
                f"the reason {seat} is given against {walk.text(action)!r}",
                None if reason is None else reason.to_json(),
                None if wanted is None else wanted.to_json(),
            )
    return other


def _looks_the_same(walk: Walk[S], seat: str | None, other: S) -> None:
    game, state = walk.game, walk.state
    seen = game.full_view(other, seat)
    walk.same("leak", f"the view of {seat}", seen, game.full_view(state, seat))
    if state.asking is None or state.asking[0] in (seat, CHANCE):
        walk.same("leak", f"the decision of {seat}", walk.options(other), walk.options(state))
    else:
        walk.same("leak", f"who is asked, seen by {seat}", other.asking, state.asking)


def _told_the_same(walk: Walk[S], seat: str | None, other: S) -> bool:
    """Whether a seat saw the same happen in both games; a difference has to be allowed for.

    Allowed is an event that shows something hidden; and that one game asks where the other goes
    on, for kinds of questions that may show something.
    """
    state = walk.state
    told, wanted = (walk.game.events_for(one.events, seat) for one in (other, state))
    same = 0
    while same < min(len(told), len(wanted)) and _alike(told[same], wanted[same]):
        same += 1
    if same == len(told) == len(wanted) and other.asking == state.asking:
        return True
    one, two = told[same:], wanted[same:]
    if one and two and one[0]["type"] == two[0]["type"] != ASKED:
        event = state.events[same]
        if event.type in walk.reveals or (event.known_to is not None and seat in event.known_to):
            return False
    kinds = {"over" if game.asking is None else game.asking[1] for game in (other, state)}
    closing = {ASKED, *walk.reveals}
    stopped = any(closing.issuperset(event["type"] for event in events) for events in (one, two))
    if not (stopped and kinds.intersection(walk.reveals)):
        walk.same("leak", f"events from number {same} on, seen by {seat}", one, two)
        walk.same("leak", f"the question after them, seen by {seat}", other.asking, state.asking)
    return False


def _alike(one: Any, two: Any) -> bool:
    return json.dumps(one) == json.dumps(two)


def undo(walk: Walk[S]) -> Iterator[None]:
    """Where `undo_action` is legal it gives exactly the earlier state, numbers drawn apart."""
    game = walk.game
    trail: list[S] = []
    whole = True
    while walk.action is not None:
        if not walk.state.checkpoints:
            trail, whole = [], True
        for action in walk.listed:
            if action == game.undo_action:
                after = game.copy(walk.state)
                game.apply_unchecked(after, action)
                depth = len(after.checkpoints)
                before = next((s for s in reversed(trail) if len(s.checkpoints) == depth), None)
                if before is None:
                    if whole:
                        walk.fail("undo", "it leads to no state that there was before")
                    continue
                wanted = game.copy(before)
                wanted.chance = after.chance.copy()
                walk.same("undo", "the state", walk.position(after), walk.position(wanted))
        trail.append(game.copy(walk.state))
        if walk.action.type in walk.lasting:
            trail, whole = [], False
        yield


def enumerated(walk: Walk[S]) -> Iterator[None]:
    """Outcomes of enumerated chance are different, sum to 1, can be applied, and say the truth.

    The truth: scripted dice that give the same numbers lead to the same state.
    """
    game = walk.game
    while walk.action is not None:
        if walk.state.asking is not None and walk.state.asking[0] != CHANCE:
            ahead, scripted = game.copy(walk.state), game.copy(walk.state)
            ahead.chance.driver = ENUMERATED
            scripted.chance.driver = SEEDED
            game.apply_unchecked(ahead, walk.action)
            numbers = []
            while ahead.asking is not None and ahead.asking[0] == CHANCE:
                chosen = walk.sample(_outcomes(walk, ahead), 1)[0]
                numbers.append(chosen.value)
                game.apply(ahead, chosen)
            scripted.chance.script(numbers)
            game.apply_unchecked(scripted, walk.action)
            if scripted.chance.left():
                walk.fail("enumerated", f"scripted dice are left over out of {numbers}")
            scripted.chance = ahead.chance.copy()
            one, other = walk.position(ahead), walk.position(scripted)
            told = None if one == other else difference(json.loads(one), json.loads(other))
            if told:
                walk.fail("enumerated", f"the state after {numbers} enumerated, scripted: {told}")
        yield


def _outcomes(walk: Walk[S], state: S) -> list[Outcome]:
    game = walk.game
    found = [action for action in game.legal_actions(state) if isinstance(action, Outcome)]
    total = sum(outcome.probability for outcome in found)
    if total != 1 or any(outcome.probability <= 0 for outcome in found):
        walk.fail("enumerated", f"the probabilities of {found} sum to {total}")
    if len(set(found)) != len(found):
        walk.fail("enumerated", f"an outcome is listed twice: {found}")
    reloaded = game.from_json(walk.position(state))
    what = "the outcomes after a reload"
    walk.same("enumerated", what, walk.options(reloaded), walk.options(state))
    for outcome in found:
        after = game.copy(state)
        game.apply(after, outcome)
        problems = game.audit(after)
        if problems:
            walk.fail("enumerated", f"after {outcome}: {few(problems)}")
    return found


def replay(walk: Walk[S]) -> Iterator[None]:
    """Set-up, seed and action lines, written to a file and read back, give the same last state."""
    if walk.setting.driver != SEEDED:
        return
    recording = Replay.start(walk.game, walk.state)
    while walk.action is not None:
        recording.actions.append(walk.text(walk.action))
        yield
    recording.end = state_hash(walk.game, walk.state)
    try:
        again = play(Replay.from_json(json.loads(recording.dumps())), walk.game)
    except SaveError as error:
        walk.fail("replay", str(error))
    walk.same("replay", "the last state", walk.position(again), walk.position())


LAWS: Sequence[Law[Any]] = (
    lineups,
    conservation,
    sides,
    listed,
    unlisted,
    refused,
    copies,
    order,
    twin,
    leak,
    undo,
    enumerated,
    replay,
)
"""Every law, in the order in which they look at a position."""
