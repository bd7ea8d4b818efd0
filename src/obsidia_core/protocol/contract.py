"""`Contract`: what a game says about itself so that its documents get JSON Schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from obsidia_core.protocol.shapes import Definitions, Schema
from obsidia_core.protocol.vocabulary import Vocabulary


@attrs.frozen(kw_only=True, repr=False)
class Contract:
    """The types behind a game's documents, and what the types do not say.

    Attributes:
        game: its name in documents.
        title: its name for people.
        folder: where its schemas lie, from the folder of all schemas.
        identity: what every `$id` begins with.
        words: its vocabulary.
        actions, events: all classes of them, without `Outcome`.
        view: the typed dictionary of a view.
        about: the typed dictionary of what a decision is about; None for a game in which the view
            says it all.
        players: the schema of the players of a set-up, with title and description.
        options: the schema of the options.
        state: the schema of a saved state, out of the schemas of its game, its set-up (`players`
            and `options`) and its chance.
        more: further documents that only this game has, each with what builds its schema.
        texts: what documents are, those of `more` and where it differs from the usual.
    """

    game: str
    title: str
    folder: str
    identity: str
    words: Vocabulary
    actions: Sequence[type[Any]]
    events: Sequence[type[Any]]
    view: type[Any]
    about: type[Any] | None
    players: Callable[[Definitions], Schema]
    options: Callable[[Definitions], Schema]
    state: Callable[[Definitions, Schema, Mapping[str, Schema], Schema], Schema]
    more: Mapping[str, Callable[[Definitions], Schema]] = attrs.field(factory=dict)
    texts: Mapping[str, str] = attrs.field(factory=dict)

    def __repr__(self) -> str:
        return f"<Contract of {self.game}>"
