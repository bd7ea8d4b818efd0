"""One open question as the person sees it: the own view, the choices, and what led here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from obsidia_core.cli.names import HORDE, Names
from obsidia_core.cli.terminal import forecast
from obsidia_core.cli.terminal.choices import PLACE, Choice, Menu
from obsidia_core.cli.terminal.labels import Label, Labels, Situation
from obsidia_core.cli.terminal.session import Session
from obsidia_core.kernel.actions import Action, Decision

WHOLE_VIEW = frozenset({"letters", "tiles", "travelers", "decision"})
"""What a view has to hold to be shown as a map with pieces."""
LATEST = 40
"""Answers back that dice may have been rolled which still lie on the table."""


class Desk:
    """What lies before the person who is asked.

    Args:
        session: the game.
        names: what things are called.
        plain: write out what is abbreviated otherwise.

    Attributes:
        decision: the open question.
        seat: who is asked.
        view: what that seat may know.
        choices: every legal answer.
        menu: the list that numbers refer to.
        situation: what the question is about, beyond what the view shows.
        glances: what choices may lead to in a few words, by their text forms.
    """

    def __init__(self, session: Session, names: Names, plain: bool = False) -> None:
        decision = session.decision
        assert decision is not None
        self.session = session
        self.names = names
        self.plain = plain
        self.decision: Decision = decision
        self.seat = decision.seat
        self.view: Mapping[str, Any] = session.game.view(session.state, self.seat)
        latest = [event for step in session.steps[-LATEST:] for event in step.events]
        self.situation = situation_of(decision.about, session.game.events_for(latest, self.seat))
        self.choices = self._choices()
        self.menu = Menu.of(self.choices)
        self.glances = forecast.glances(self)

    @property
    def catalog(self) -> Any:
        """The content of the game, None for a game without."""
        return getattr(self.session.game, "catalog", None)

    @property
    def has_map(self) -> bool:
        """Whether the view is one of tiles and travelers, as Obsidia has it."""
        return self.catalog is not None and set(self.view) >= WHOLE_VIEW

    @property
    def labels(self) -> Labels:
        """What calls things of a map by name."""
        return Labels(self.catalog, self.names, self.view, self.situation, self.plain)

    def _choices(self) -> list[Choice]:
        game = self.session.game
        labels = None
        if self.has_map:
            labels = self.labels
        made = []
        for action in self.decision.actions:
            fields = game.action_to_json(action)
            text = game.action_to_text(action)
            label = self._plain_label(action, text) if labels is None else labels.of(fields)
            made.append(Choice(action, text, label, fields))
        return made

    def _plain_label(self, action: Action, text: str) -> Label:
        """The label of an action of a game whose words are not known here."""
        place = next((word for word in text.split(" ") if PLACE.fullmatch(word)), None)
        note = self.session.game.describe(self.session.state, action)
        named = self.session.game.named(action)
        return Label("", named, note, place=place if text.startswith("place ") else None)

    @property
    def listed(self) -> list[Choice]:
        """The choices that numbers refer to."""
        return [choice for entry in self.menu.entries for choice in entry.choices]

    @property
    def allies(self) -> frozenset[str]:
        """The seats that win together with the person, the own one included."""
        teams = self.decision.about.get("teams", ())
        return frozenset(seat for team in teams if self.seat in team for seat in team)

    @property
    def drafted(self) -> list[str]:
        """The cards that the person has kept in the draft, while it goes on."""
        if self.view.get("phase") != "draft":
            return []
        game = self.session.game
        return [
            event["spell"]
            for step in self.session.steps
            for event in game.events_for(step.events, self.seat)
            if event["type"] == "spell_drafted" and event["seat"] == self.seat
        ]

    def side(self, side: str) -> str:
        """A side of a battle: a class, or a creature with its kind."""
        creature = self.view["creatures"].get(side)
        if creature is None:
            return self.names.seat(side)
        return f"{self.names.creatures.get(creature['kind'], creature['kind'])} {side}"

    def narrowed(self, choices: Sequence[Choice]) -> None:
        """Have numbers refer to some of the choices only."""
        self.menu = Menu.of(choices, part=True)

    def widened(self) -> None:
        """Have numbers refer to all choices again."""
        self.menu = Menu.of(self.choices)

    @property
    def own_letters(self) -> frozenset[str]:
        """The letters of the person's travelers."""
        classes = self.view.get("classes", {}).get(self.seat, [self.seat])
        letters = self.view.get("letters", {})
        return frozenset(letters[one] for one in classes if one in letters)


def situation_of(about: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Situation:
    """What a question is about: what comes with it, and the dice that still lie on the table."""
    dice: tuple[int, ...] = ()
    declared: str | None = None
    for event in events:
        match event["type"]:
            case "rolled" if "dice" in event:
                dice = tuple(event["dice"])
            case "turn" | "phase":
                dice, declared = (), None
            case "spell_declared" if event["seat"] == HORDE:
                declared = event["spell"]
            case "spell_discarded" | "spell_negated" | "spell_laid" | "token":
                declared = None if event["spell"] == declared else declared
    window, casting = about.get("window") or {}, about.get("casting") or {}
    return Situation(
        # Of a cast of the Horde, for which the player chooses, only the events tell.
        card=casting.get("spell", declared),
        dice=tuple(window.get("dice", dice)),
        walker=about.get("walker"),
    )
