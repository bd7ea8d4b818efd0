"""What can be typed that is no choice: help, looking things up, undo, files, leaving."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from obsidia_core.cli.terminal import reasons, show
from obsidia_core.cli.terminal.choices import PLACE, matching
from obsidia_core.cli.terminal.desk import Desk
from obsidia_core.cli.terminal.screen import Screen, quoted
from obsidia_core.kernel.codec import nearest
from obsidia_core.kernel.errors import ObsidiaError, SaveError
from obsidia_core.ledger import Entry, UnknownEntryError

if TYPE_CHECKING:
    from obsidia_core.cli.terminal.loop import Table
    from obsidia_core.cli.terminal.session import Session

TOLD = 20
"""Lines of the log that are shown unless another number is named."""


class Leave(Exception):
    """The person leaves the game."""


@attrs.frozen
class Turned(Exception):
    """The open question is another one now; `session` if it is of another game."""

    session: Session | None = None


@attrs.frozen
class Command:
    """A word, what may follow it, and what it is for.

    `of_map` says the same for a game of tiles and travelers; without a `purpose` the command is for
    such a game alone.
    """

    run: Callable[[Table, Desk, str], None]
    form: str
    purpose: str
    of_map: tuple[str, str] | None = None

    def told(self, has_map: bool) -> tuple[str, str]:
        """What to type, and what it is for; empty if it means nothing in the game."""
        return self.of_map if has_map and self.of_map else (self.form, self.purpose)


def _help(table: Table, desk: Desk, rest: str) -> None:
    """`?` is about commands, `? N` about a choice, `? NAME` about a card or terrain."""
    screen = table.screen
    if not rest:
        screen.say(*_overview(table, desk))
        return
    if rest.isascii() and rest.isdigit():
        entry = desk.menu.number(int(rest[:9]))
        if entry is None:
            screen.say(_out_of_range(desk, rest))
            return
        chosen = list(entry.choices)
    else:
        chosen = matching(desk.choices, rest)
        if not chosen or len(chosen) > 1:
            told = _about(table, desk, rest)
            if told:
                screen.say(*told)
                return
    piece = show.piece(screen, desk, rest)
    screen.say(*piece)
    if not chosen and not piece:
        screen.say(f"Nothing here is called {quoted(rest)}. ? alone lists the commands.")
    for one in chosen[:6]:
        screen.say(*table.explained(desk, one))
    if len(chosen) > 6:
        screen.say(f"... and {len(chosen) - 6} more ways.")


def _overview(table: Table, desk: Desk) -> list[str]:
    screen = table.screen
    lines = ["Type the number of a choice, or enough of its words to tell it from the others:"]
    written = [] if desk.has_map else list(desk.session.game.typing_help())
    if desk.has_map:
        lines.append("  end, draw, 2,-1, 2,-1 r90, W1 1,0, cast raze.")
    lines += _two_columns(screen, written)
    lines.append("Enter lists the choices again. Besides there are:")
    commands = [command.told(desk.has_map) for command in dict.fromkeys(COMMANDS.values())]
    return lines + _two_columns(screen, [(form, purpose) for form, purpose in commands if purpose])


def _two_columns(screen: Screen, listed: Sequence[tuple[str, str]]) -> list[str]:
    """What to type, and what for; a line for each."""
    if screen.plain:
        return [f"{form}: {purpose}." for form, purpose in listed]
    wide = max([14, *(len(form) for form, _ in listed)])
    return [f"  {form:<{wide}} {purpose}" for form, purpose in listed]


def _about(table: Table, desk: Desk, name: str) -> list[str]:
    """A card, terrain or creature by its name."""
    if not desk.has_map:
        return []
    wanted = " ".join(name.lower().replace("_", " ").split())
    catalog = desk.catalog
    found = []
    for kind in (catalog.spells, catalog.terrains, catalog.creatures, catalog.classes):
        for one in kind.values():
            if wanted in (one.id.replace("_", " "), one.name.lower()):
                text = getattr(one, "text", None) or one.summary
                found += table.screen.broken(f"{one.name}: {text}", 0, 2)
    return found


def _out_of_range(desk: Desk, typed: str) -> str:
    count = len(desk.menu.entries)
    if count == 1:
        return f"There is no choice {quoted(typed, 12)[1:-1]}; there is one, number 1."
    return f"There is no choice {quoted(typed, 12)[1:-1]}; they go from 1 to {count}."


def _why(table: Table, desk: Desk, rest: str) -> None:
    if not rest:
        example = "cast raze" if desk.has_map else desk.choices[0].text
        table.screen.say(f"why what? why 3,1 tells about a space, why {example} about an action.")
        return
    for paragraph in reasons.why(desk, table.ledger, rest):
        table.screen.say(*table.screen.broken(paragraph, 0, 2))


def _map(table: Table, desk: Desk, rest: str) -> None:
    """The map with its legend and the score, or one space."""
    screen = table.screen
    place = rest.replace(" ", "")
    if PLACE.fullmatch(place) and desk.has_map:
        screen.say(*show.space(screen, desk, place))
        return
    if rest:
        example = "; map 3,1 tells one space" if desk.has_map else ""
        screen.say(f"{quoted(rest)} is no space{example}, map alone shows the map.")
        return
    screen.say(*show.board(screen, desk, legend=True))
    told_score = show.score(screen, desk)
    if told_score:
        screen.gap()
        screen.say(*told_score)


def _score(table: Table, desk: Desk, rest: str) -> None:
    table.screen.say(show.heading(table.screen, desk), *show.score(table.screen, desk))


def _hand(table: Table, desk: Desk, rest: str) -> None:
    table.screen.say(*show.hand(table.screen, desk))


def _log(table: Table, desk: Desk, rest: str) -> None:
    """`log`, `log 50`, `log all`, each with `-v` for rule ids."""
    words = rest.split()
    cite = "-v" in words
    words = [word for word in words if word != "-v"]
    count: int | None = TOLD
    if words and words[0] == "all":
        count = None
    elif words and words[0].isascii() and words[0].isdigit() and int(words[0][:9]):
        count = int(words[0][:9])
    elif words:
        table.screen.say("log, log 50 and log all; -v tells the rules too.")
        return
    lines = table.history(desk.seat, cite)
    table.screen.say(*(lines if count is None else lines[len(lines) - min(count, len(lines)) :]))


def _rules(table: Table, desk: Desk, rest: str) -> None:
    screen, ledger = table.screen, table.ledger
    if ledger is None:
        screen.say("This game comes without a list of its rules.")
        return
    name = ledger.typed(rest.strip("[]"))
    if not name:
        area = next(iter(ledger.areas.values()))
        told = f"rules {area.name} lists one, rules {area.ids[-1]} shows one rule."
        screen.say(*screen.broken(f"Areas: {', '.join(ledger.areas)}. {told}", 0, 2))
    elif name in ledger.areas:
        for one in ledger.areas[name].ids:
            screen.say(*screen.broken(_stated(ledger.entry(one)), 0, 2))
    else:
        try:
            entry = ledger.entry(name)
        except UnknownEntryError as error:
            areas = "rules lists the areas"
            if name.isalpha():
                areas = f"the areas are {', '.join(ledger.areas)}"
            hint = f"; did you mean {error.hint}?" if error.hint else f"; {areas}."
            screen.say(*screen.broken(f"There is no rule {quoted(name, 20)}{hint}", 0, 2))
            return
        screen.say(*screen.broken(_stated(entry), 0, 2))
        section = getattr(entry, "section", None)
        if section:
            screen.say(*screen.broken(f"In the rulebook: {section}", 2))


def _stated(entry: Entry) -> str:
    """A rule, or a question that the rulebook leaves open with its answer."""
    question = getattr(entry, "question", None)
    return f"{entry.id}: {f'{question} ' if question else ''}{entry.text}"


def _undo(table: Table, desk: Desk, rest: str) -> None:
    """Take back a movement as the rules have it, else an answer that showed nothing."""
    session = desk.session
    own = [one for one in desk.choices if one.action == session.game.undo_action]
    if own:
        table.answer(own[0])
        raise Turned
    try:
        text = session.take_back(desk.seat)
    except ObsidiaError as error:
        table.screen.tell(f"Nothing is taken back: {error}.")
        by_rule = session.game.undo_action
        if by_rule is not None and desk.decision.kind == "movement":
            refusal = session.game.check(session.state, by_rule)
            if refusal is not None:
                for line in reasons.refused(refusal, table.ledger, desk.names):
                    table.screen.say(*table.screen.broken(line, 0, 2))
        return
    table.screen.say(f"Taken back: {text}.")
    table.rewound()
    raise Turned


def _save(table: Table, desk: Desk, rest: str) -> None:
    session = desk.session
    path = session.path if not rest else _path(rest)
    if path is None:
        table.screen.say("save FILE: name a file.")
        return
    try:
        if session.path is None or path.resolve() != session.path.resolve():
            table.check_new_file(path)
            session.save(path, copy=True)
            table.saved.add(path)
        else:
            session.touch()
            session.keep()
    except ObsidiaError as error:
        table.screen.tell(f"Not saved: {error}.")
        return
    table.screen.say(f"Saved. Go on with: {resume_line(path)}")


def _resume(table: Table, desk: Desk, rest: str) -> None:
    if not rest:
        saved = ", ".join(str(path) for path in sorted(table.saved)) or "a game file"
        table.screen.say(
            f"resume FILE goes back to a copy, or on with another game: {saved}.",
        )
        return
    from obsidia_core.cli.terminal.session import load

    try:
        desk.session.keep()
        other = load(_path(rest), None, None)
    except SaveError as error:
        table.screen.tell(f"Not resumed: {error}.")
        return
    if other.is_copy and other.is_same_game(desk.session):
        other.path = desk.session.path
        other.touch()
        table.screen.tell(f"{_path(rest)} stays as it is; the game goes on in {other.path}.")
    if other.path is None:
        what = "a copy of another game" if other.is_copy else "a replay"
        table.screen.tell(f"Not resumed: it is {what}; obsidia play --resume goes on from one.")
        return
    raise Turned(other)


def _quit(table: Table, desk: Desk, rest: str) -> None:
    raise Leave


def _path(text: str) -> Path:
    return Path(text.strip("\"'")).expanduser()


def resume_line(path: Path) -> str:
    """What to type in a shell to go on with a game."""
    return f"obsidia play --resume {shlex.quote(str(path))}"


COMMANDS: Mapping[str, Command] = {
    "?": Command(
        _help,
        "?",
        "this help; ? 3 tells about choice 3",
        ("?", "this help; ? 3 tells about choice 3, ? raze about a card"),
    ),
    "why": Command(
        _why,
        "why 3,1",
        "why something cannot be done there, or why not: why ACTION",
        ("why 3,1", "why a unit cannot go there, or why not: why train"),
    ),
    "map": Command(
        _map,
        "map",
        "the position again",
        ("map", "the map with its legend; map 3,1 tells one space"),
    ),
    "score": Command(
        _score, "score", "", ("score", "towns, travelers, tiles and cards of everybody")
    ),
    "hand": Command(_hand, "hand", "", ("hand", "your cards with their texts")),
    "log": Command(_log, "log", "what happened; log 50, log all, log -v with the rules"),
    "rules": Command(
        _rules, "rules", "what a rule says: rules lists them", ("rules TOWN-07", "what a rule says")
    ),
    "undo": Command(
        _undo,
        "undo",
        "take back an answer that showed nothing",
        ("undo", "take back a movement, or an answer that showed nothing"),
    ),
    "save": Command(_save, "save FILE", "save a copy to come back to; the game keeps itself"),
    "resume": Command(_resume, "resume FILE", "go back to a copy, or on with another game"),
    "quit": Command(_quit, "quit", "leave; the game is kept and you are told how to go on"),
}
ALIASES: Mapping[str, str] = {"help": "?", "status": "score", "exit": "quit", "look": "map"}


def command_of(typed: str) -> tuple[Command, str] | None:
    """The command that is typed in full, with what follows it; None if it is none."""
    if typed.startswith("?"):
        return COMMANDS["?"], typed[1:].strip()
    word, _, rest = typed.partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    command = COMMANDS.get(name)
    return None if command is None else (command, rest.strip())


def begun_command(typed: str) -> tuple[Command, str] | None:
    """The one command that the first word begins."""
    word, _, rest = typed.partition(" ")
    found = {
        ALIASES.get(name, name)
        for name in (*COMMANDS, *ALIASES)
        if word and name.startswith(word.lower())
    }
    return (COMMANDS[found.pop()], rest.strip()) if len(found) == 1 else None


def misunderstood(table: Table, desk: Desk, typed: str) -> list[str]:
    """What to say to a line that is neither a choice nor a command: the reason, or a hint."""
    game: Any = desk.session.game
    if len(typed) <= 200:
        try:
            action = game.read(desk.session.state, typed)
        except ObsidiaError:
            action = None
        if action is not None:
            refusal = game.check(desk.session.state, action)
            if refusal is not None:
                return reasons.refused(refusal, table.ledger, desk.names)
        told = reasons.why_meant(desk, table.ledger, typed)
        if told:
            return told
    word = typed.split(maxsplit=1)[0].lower()[:40]
    hint = nearest(word, [*COMMANDS, *ALIASES, *(one.text for one in desk.choices)])
    return [f"Nothing here fits {quoted(typed)}{hint}. ? tells what can be typed."]
