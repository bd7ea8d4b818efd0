"""The talk with the persons at the terminal, from the first question to the end of the game."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from obsidia_core.cli.names import Names
from obsidia_core.cli.narrate_any import Tells, narrator_for
from obsidia_core.cli.output import remark
from obsidia_core.cli.terminal import commands, reasons, show
from obsidia_core.cli.terminal.choices import Choice, Entry, matching
from obsidia_core.cli.terminal.desk import Desk
from obsidia_core.cli.terminal.screen import Screen, quoted
from obsidia_core.cli.terminal.session import Session
from obsidia_core.kernel.errors import ObsidiaError, SaveError
from obsidia_core.render.words import counted

INTERRUPTED = 130
RECALLED = 6
"""Lines of what happened that are told when a game is taken up again."""


class Table:
    """One terminal with a game on it.

    Args:
        session: the game.
        screen: the terminal.

    Attributes:
        names: what things are called.
        ledger: the rules, None for a game without a list of them.
        saved: files that were written at this terminal.
    """

    def __init__(self, session: Session, screen: Screen) -> None:
        self.screen = screen
        self.saved: set[Path] = set()
        self._take(session)

    def _take(self, session: Session) -> None:
        """Put a game on the table."""
        self.session = session
        self.names = Names.of(session.game)
        self.ledger = reasons.ledger_of(session.game)
        self._narrators: dict[int, tuple[Tells, int]] = {}
        self._shown: tuple[int, list[str]] | None = None
        self._scored: tuple[int, object] | None = None
        self._at_keyboard: int | None = None
        self._unkept = False
        self._begun = len(session.steps) if session.replay.actions else 0

    # The course of the game

    def run(self) -> int:
        """Play to the end, or until somebody leaves; gives the exit status."""
        try:
            self._begin()
            while self._next():
                pass
        except commands.Leave:
            return self._leave("", 0)
        except EOFError:
            self.screen.say("")
            return self._leave("The input has ended. ", 0)
        except KeyboardInterrupt:
            click.echo()
            return self._leave("Broken off. ", INTERRUPTED)
        except ObsidiaError:
            self._leave("", INTERRUPTED)
            raise
        return self._finish()

    def _begin(self) -> None:
        session, screen = self.session, self.screen
        who = session.who
        sides = [name for side in session.game.sides(session.state) for name in side.members]
        players = ", ".join(
            self.names.seat(seat) + (f" ({who[seat]})" if seat in who else "")
            for seat in dict.fromkeys([*session.seats, *sides])
        )
        screen.tell(f"{session.game.name.capitalize()}, seed {session.replay.seed}: {players}")
        kept = f" The game is kept in {session.path}." if session.path is not None else ""
        screen.tell(f"? tells what can be typed, quit leaves.{kept}")
        played = len(session.replay.actions)
        if played:
            screen.tell(f"Going on after {counted(played, 'answer')}; log tells what happened.")
            if len(session.humans) == 1:
                screen.say(*self.history(session.human_seats[0], cite=False)[-RECALLED:])

    def _next(self) -> bool:
        """One answer, of a bot or a person; False when the game is over."""
        session = self.session
        decision = session.state.asking
        if decision is None:
            return False
        if not session.asks_person:
            session.play_bot()
            if len(session.humans) == 1:
                self._catch_up(session.human_seats[0])
            return True
        self._keep()
        try:
            self._ask(decision[0])
        except commands.Turned as turned:
            if turned.session is not None:
                self._take(turned.session)
                self._begin()
        return True

    def answer(self, choice: Choice) -> None:
        """Answer the open question."""
        self.session.apply(choice.action)

    # Telling

    def _narrator(self, seat: str) -> tuple[int, Tells, int]:
        """The number of a seat, who tells it the game, and up to which step it has been told."""
        number = self.session.seats.index(seat)
        if number not in self._narrators:
            # Of a game taken up again, what happened before is in the log.
            self._narrators[number] = self._caught_up(seat, self._begun), self._begun
        return (number, *self._narrators[number])

    def _caught_up(self, seat: str, steps: int) -> Tells:
        """A narrator who knows what a seat has been told in the first steps."""
        narrator = self._new_narrator(seat, cite=False)
        self._tell(narrator, seat, 0, steps)
        narrator.rest()
        return narrator

    def _new_narrator(self, seat: str | None, cite: bool) -> Tells:
        screen = self.screen
        return narrator_for(
            self.session.game, screen.text_width, cite=cite, plain=screen.plain, seat=seat
        )

    def _tell(
        self, narrator: Tells, seat: str | None, start: int, end: int | None = None
    ) -> list[str]:
        game = self.session.game
        lines: list[str] = []
        for step in self.session.steps[start:end]:
            lines += narrator.tell(game.events_for(step.events, seat), step.seat)
        return lines

    def _catch_up(self, seat: str) -> None:
        """Tell a seat what has happened since it was told last."""
        number, narrator, told = self._narrator(seat)
        lines = self._tell(narrator, seat, told)
        self._narrators[number] = narrator, len(self.session.steps)
        self.screen.say(*lines)

    def _rest(self, seat: str) -> None:
        """Tell what the narrator holds back to join it with what comes."""
        _, narrator, _ = self._narrator(seat)
        self.screen.say(*narrator.rest())

    def history(self, seat: str, cite: bool) -> list[str]:
        """The whole game as a seat may know it, as lines."""
        narrator = self._new_narrator(seat, cite)
        return [*self._tell(narrator, seat, 0), *narrator.rest()]

    def rewound(self) -> None:
        """An answer was taken back: tell no step twice and none too few."""
        for number, (_, told) in self._narrators.items():
            steps = min(told, len(self.session.steps))
            self._narrators[number] = self._caught_up(self.session.seats[number], steps), steps
        self._shown = None

    # Asking

    def _ask(self, seat: str) -> None:
        """Put the open question to a person until it is answered.

        Raises:
            Turned: the question is another one now.
            Leave: the person leaves.
        """
        self._pass_keyboard(seat)
        desk = Desk(self.session, self.names, self.screen.plain)
        self.screen.offer(lambda: _completions(desk))
        self._catch_up(seat)
        if not desk.has_map or not desk.view["drawn"]:
            self._rest(seat)
        self._show(desk)
        while True:
            typed = self.screen.ask(self._prompt(desk))
            chosen = self._understand(desk, typed)
            if chosen is not None:
                self.answer(chosen)
                return

    def _pass_keyboard(self, seat: str) -> None:
        """With several persons: hide what one saw before the next one looks."""
        number = self.session.seats.index(seat)
        if len(self.session.humans) > 1 and number != self._at_keyboard:
            if self._at_keyboard is not None:
                self.screen.hide()
            self._shown = self._scored = None
            name = self.names.seat(seat)
            self.screen.say(f"Pass the keyboard to {name}.")
            while typed := self.screen.ask(f"{name}, press Enter when you alone are looking: "):
                if typed.lower() in ("quit", "exit"):
                    raise commands.Leave
                self.screen.say("Enter alone shows the game to the next player; quit leaves.")
        self._at_keyboard = number

    def _show(self, desk: Desk) -> None:
        """The position as far as it is new, the question and the choices."""
        screen = self.screen
        number = self.session.seats.index(desk.seat)
        turn = (desk.view.get("turn"), desk.view.get("current")) if desk.has_map else None
        if not screen.plain:
            drawn = show.board(screen, desk)
            if drawn and self._shown != (number, drawn):
                self._shown = number, drawn
                screen.gap()
                screen.say(*drawn)
        if turn is not None and self._scored != (number, turn):
            self._scored = number, turn
            screen.gap()
            screen.say(*show.score(screen, desk))
        screen.gap()
        screen.say(*show.question(screen, desk), *show.menu(screen, desk))

    def _prompt(self, desk: Desk) -> str:
        question = show.heading(self.screen, desk)
        return f"{question}. Your choice: " if self.screen.plain else f"{question}> "

    def _understand(self, desk: Desk, typed: str) -> Choice | None:
        """Do what was typed; gives the choice if it was one."""
        screen = self.screen
        if not typed:
            if len(desk.menu.entries) == 1 and not desk.menu.part:
                return self._entered(desk, desk.menu.entries[0])
            desk.widened()
            screen.say(*show.question(screen, desk), *show.menu(screen, desk))
            return None
        if typed.isascii() and typed.isdigit():
            entry = desk.menu.number(int(typed[:9]))
            if entry is None:
                count = len(desk.menu.entries)
                screen.say(f"There is no choice {quoted(typed, 12)[1:-1]}; they end with {count}.")
                return None
            return self._entered(desk, entry)
        if desk.menu.part and typed.lower() in ("back", "b"):
            desk.widened()
            screen.say(*show.menu(screen, desk))
            return None
        known = commands.command_of(typed)
        if known is None:
            found = matching(desk.listed, typed) or matching(desk.choices, typed)
            if found:
                return self._narrowed(desk, found, typed)
            known = commands.begun_command(typed)
        if known is None:
            for line in commands.misunderstood(self, desk, typed):
                screen.say(*screen.broken(line, 0, 2))
            return None
        command, rest = known
        command.run(self, desk, rest)
        return None

    def _entered(self, desk: Desk, entry: Entry) -> Choice | None:
        return entry.single or self._narrowed(desk, list(entry.choices), entry.text)

    def _narrowed(self, desk: Desk, found: list[Choice], typed: str) -> Choice | None:
        """The one choice that fits, or a list of all that fit."""
        if len(found) == 1:
            return found[0]
        screen = self.screen
        if len(found) == len(desk.listed) and desk.menu.part:
            screen.say(f"{quoted(typed)} fits them all; add a word, or type a number.")
            return None
        desk.narrowed(found)
        screen.say(*show.menu(screen, desk))
        screen.say("Which of these? (Enter: all choices)")
        return None

    def explained(self, desk: Desk, choice: Choice) -> list[str]:
        """All there is to say about a choice."""
        return show.explained(self.screen, desk, choice)

    # Files and leaving

    def check_new_file(self, path: Path) -> None:
        """Make sure that writing a file loses nothing.

        Raises:
            SaveError: a file is there that was not written at this terminal.
        """
        if path.exists() and path not in self.saved:
            raise SaveError(f"{path} is there already; name another file")

    def _keep(self) -> None:
        """Write the game to its file; a file that cannot be written is told once."""
        try:
            self.session.keep()
        except SaveError as error:
            if not self._unkept:
                remark(f"obsidia: {error}; save FILE writes the game elsewhere")
            self._unkept = True

    def _leave(self, why: str, status: int) -> int:
        path = self.session.path
        try:
            self.session.keep()
        except SaveError as error:
            remark(f"obsidia: {why}The game is lost: {error}")
            return 2
        told = f"{why}The game is in {path}. Go on with:"
        if status:
            remark(f"obsidia: {told}")
            remark(f"  {commands.resume_line(path)}" if path else "")
        else:
            self.screen.tell(told)
            self.screen.say(f"  {commands.resume_line(path)}" if path else "")
        return status

    def _finish(self) -> int:
        """Tell the end to everybody."""
        from obsidia_core.cli.telling import print_result

        session, screen = self.session, self.screen
        seats = session.human_seats
        if len(seats) == 1:
            self._catch_up(seats[0])
            self._rest(seats[0])
        else:
            narrator = self._new_narrator(None, cite=False)
            lines = [*self._tell(narrator, None, 0), *narrator.rest()]
            screen.say(*lines[-3:])
        screen.gap()
        if screen.plain:
            screen.say(*show.result_facts(session))
        else:
            print_result(session.game, session.state, session.who, "played by")
        self._keep()
        if session.path is not None:
            screen.tell(f"The game is in {session.path}. Tell it again with:")
            screen.say(f"  obsidia replay show {shlex.quote(str(session.path))}")
        return 0


def _completions(desk: Desk) -> list[str]:
    texts = [choice.text for choice in desk.choices]
    cards = [f"? {one}" for one in desk.view.get("hand", ())] if desk.has_map else []
    return [*texts, *cards, *(name for name in commands.COMMANDS if name != "?")]
