"""What plugins register, and the tables it is compiled into."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs

from obsidia_core.kernel.errors import PluginError, RulesetError
from obsidia_core.kernel.values import Value
from obsidia_core.model.hooks import EnterHook, SpellHook
from obsidia_core.model.ruleset import OPTIONS, Option, checked_value

CONTENT_KINDS = (
    *("enter", "stay", "leave", "travel", "dice", "trait", "spell"),
    *("condition", "target", "effect"),
)
"""Kinds of hooks that content may name, after the places where one may stand."""

KINDS = (*CONTENT_KINDS, "language", "op")
"""All kinds of hooks. `op` is a step function by its name; `language` has one entry, `spells`,
which makes a `SpellHook` of a card's conditions, targets and effects."""

_SHAPES: Mapping[str, type] = MappingProxyType({"enter": EnterHook, "spell": SpellHook})

RESERVED_PARAMS = ("hook", "by")

REFERENCES = ("terrain", "creature", "class", "spell", "target")
"""What the value of a parameter may name."""

TARGET = "target"

LINTED = ("standing", "phases", "triggers", "what")
"""Attributes of conditions, kinds of targets and effects by which content is checked.

`standing`: true for effects that hold while their card lies face-up. `phases`, `triggers`: frozen
sets of the phase marks and triggers of cards that they can be on. `what`: the kind of target whose
values a kind has, if that is another one. A further attribute, `says`, names words of `lexicon` in
`content` that a card text may use for them.
"""


class _Required:
    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()
"""The default of a parameter that has none."""

_TYPES: Mapping[Any, str] = MappingProxyType(
    {
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a mapping",
        list[int]: "a list of whole numbers",
        list[str]: "a list of texts",
        str | list[str]: "text or a list of texts",
    }
)


@attrs.frozen(eq=False, repr=False)
class Param(Value):
    """A parameter that a hook takes from the content file.

    Attributes:
        type: bool, int, float, str, list, dict, list[int], list[str] or `str | list[str]`.
        default: its value when absent, often None; `REQUIRED` if it may not be absent.
        choices: the allowed values, in a list those of each entry; empty means any.
        refers_to: terrain, creature, class or spell if the text (each text of a list) is the id of
            one, target if it is the name of a target of the same spell, else None.
        words: texts that may stand instead of a value of the type, or of what the text refers to.
        accepts: for `refers_to="target"` the kinds of target it may name, by name or by what their
            values are (attribute `what`); empty means any.
    """

    type: Any
    default: Any = REQUIRED
    choices: tuple[Any, ...] = ()
    refers_to: str | None = None
    words: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        """Whether content has to give it."""
        return self.default is REQUIRED

    @property
    def type_name(self) -> str:
        """What a person calls the type."""
        name = _TYPES[self.type]
        return f"{name} or one of {', '.join(self.words)}" if self._words_apart else name

    @property
    def _words_apart(self) -> bool:
        return bool(self.words) and self.type in (bool, int, float, list, dict, list[int])

    def fits(self, value: object) -> bool:
        """Whether a value out of a content file is of the type, or one of the words."""
        if isinstance(value, str) and value in self.words:
            return True
        if self.type == str | list[str]:
            return isinstance(value, str) or _all(value, str)
        if self.type in (list[int], list[str]):
            return _all(value, int if self.type == list[int] else str)
        return _is(value, self.type)


def _all(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(_is(one, kind) for one in value)


def _is(value: object, kind: type) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and _finite(value)
    return (
        isinstance(value, kind) and (kind is bool or not isinstance(value, bool)) and _finite(value)
    )


def _finite(value: object) -> bool:
    """Whether no number in the data is infinite or no number at all; JSON knows none of these."""
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if isinstance(value, list):
        return all(map(_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


@attrs.frozen(eq=False, repr=False)
class HookEntry(Value):
    """A hook function with the plugin that it is from.

    Attributes:
        params: the parameters it takes; whatever content gives has been checked against them.
    """

    kind: str
    name: str
    function: Callable[..., Any]
    params: Mapping[str, Param]
    plugin: str

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters: those given, and defaults for the rest."""
        return {
            name: given.get(name, param.default)
            for name, param in self.params.items()
            if name in given or not param.required
        }

    def failure(self, reason: object, where: str = "") -> PluginError:
        """The error for a hook that raised or returned nonsense.

        Args:
            reason: which of the two, and what.
            where: the spell, terrain or creature it worked for, such as `spell 'halo'`.
        """
        at = f" of {where}" if where else ""
        return PluginError(f"plugin {self.plugin!r}: {self.kind} hook {self.name!r}{at}: {reason}")


@attrs.frozen(eq=False, repr=False)
class OptionEntry(Value):
    """A ruleset option with the plugin that it is from."""

    option: Option
    plugin: str


@attrs.frozen(eq=False, repr=False)
class Pack(Value):
    """A folder of content files; nothing in it is executed."""

    folder: Path
    plugin: str


@attrs.frozen(eq=False, repr=False)
class Factory(Value):
    """A bot or game by name."""

    name: str
    factory: Callable[..., Any]
    plugin: str


class Registry:
    """Collects what plugins provide; each entry remembers its plugin.

    Two plugins that provide the same thing are an error that names both.
    """

    def __init__(self) -> None:
        self._plugin: str | None = None
        self._packs: dict[Path, Pack] = {}
        self._hooks: dict[tuple[str, str], HookEntry] = {}
        self._bots: dict[str, Factory] = {}
        self._games: dict[str, Factory] = {}
        self._options: dict[str, OptionEntry] = {}

    @property
    def packs(self) -> tuple[Pack, ...]:
        """Content packs in the order registered."""
        return tuple(self._packs.values())

    @property
    def hooks(self) -> Mapping[tuple[str, str], HookEntry]:
        """(kind, name) to hook; a read-only view."""
        return MappingProxyType(self._hooks)

    @property
    def bots(self) -> Mapping[str, Factory]:
        """Name to bot factory; a read-only view."""
        return MappingProxyType(self._bots)

    @property
    def games(self) -> Mapping[str, Factory]:
        """Name to game factory; a read-only view."""
        return MappingProxyType(self._games)

    @property
    def options(self) -> Mapping[str, OptionEntry]:
        """Name to ruleset option; a read-only view."""
        return MappingProxyType(self._options)

    def pack(self, folder: Path) -> None:
        """Add a folder of YAML files, those directly in it.

        Raises:
            PluginError: if there is no such folder or another plugin registered it.
        """
        plugin = self._current()
        resolved = Path(folder).resolve()
        if not resolved.is_dir():
            raise PluginError(f"plugin {plugin!r}: pack folder {str(folder)!r} does not exist")
        self._add(self._packs, resolved, Pack(resolved, plugin), f"pack folder {str(folder)!r}")

    def hook(
        self,
        kind: str,
        name: str,
        function: Any,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        """Add a hook implementation that content may name.

        Args:
            kind: where it may stand, one of `KINDS`.
            name: how content calls it, unique within its kind.
            function: what the rules call: an `EnterHook` for `enter`, a `SpellHook` for `spell`, a
                function or class for the other kinds; see `model.hooks` for the signatures.
            params: parameters that content gives, by name: a type if it is required, a tuple
                `(type, default)` if not, or a `Param`.

        Raises:
            PluginError: if an argument is unusable or another plugin provides this hook.
        """
        plugin = self._current()
        what = f"{kind} hook {name!r}"
        if kind not in KINDS:
            known = ", ".join(KINDS)
            raise PluginError(f"plugin {plugin!r}: {what}: kind must be one of {known}")
        if kind == "op" and ":" in name:
            raise PluginError(f"plugin {plugin!r}: {what}: a colon is for the rules' own names")
        shape = _SHAPES.get(kind)
        if not (callable(function) if shape is None else isinstance(function, shape)):
            wanted = "a function" if shape is None else f"an object of type {shape.__name__}"
            raise PluginError(f"plugin {plugin!r}: {what}: {wanted} is needed, not {function!r}")
        checked = {key: _param(plugin, what, key, value) for key, value in (params or {}).items()}
        entry = HookEntry(kind, name, function, MappingProxyType(checked), plugin)
        self._add(self._hooks, (kind, name), entry, what)

    def bot(self, name: str, factory: Callable[..., Any]) -> None:
        """Add a bot under a name.

        Raises:
            PluginError: if another plugin provides a bot of this name.
        """
        self._add(self._bots, name, Factory(name, factory, self._current()), f"bot {name!r}")

    def game(self, name: str, factory: Callable[..., Any]) -> None:
        """Add a game under a name.

        Raises:
            PluginError: if another plugin provides a game of this name.
        """
        self._add(self._games, name, Factory(name, factory, self._current()), f"game {name!r}")

    def option(
        self,
        name: str,
        default: bool | int | str,
        help_text: str,
        *,
        values: Sequence[bool | int | str] = (),
        least: int = 0,
        most: int | None = None,
    ) -> None:
        """Add a ruleset option; a game's value is `state.setup.option(name)`.

        Args:
            name: how a game is given it, unlike that of any other option.
            default: its value where a game does not say; with no `values` its type is the option's:
                true or false, or a whole number.
            help_text: what it decides, in a sentence.
            values: the values it may have, if it is a choice.
            least: the lowest a number may be.
            most: the highest it may be; None for no limit.

        Raises:
            PluginError: if an argument is unusable, or another plugin or the rules have the option.
        """
        plugin = self._current()
        what = f"option {name!r}"
        if name in OPTIONS:
            raise PluginError(f"{what}: plugin {plugin!r} provides it, and the rules have it")
        option = Option(name, default, plugin, help_text, tuple(values), least, most)
        try:
            checked_value(option, default)
        except RulesetError as error:
            raise PluginError(
                f"plugin {plugin!r}: {what}: the default will not do: {error}"
            ) from error
        self._add(self._options, name, OptionEntry(option, plugin), what)

    def open_for(self, plugin: str | None) -> None:
        """Take entries in the name of `plugin` from now on; None closes the registry."""
        self._plugin = plugin

    def _current(self) -> str:
        if self._plugin is None:
            raise PluginError("the registry is closed: register inside obsidia_register only")
        return self._plugin

    @staticmethod
    def _add(table: dict[Any, Any], key: Any, entry: Any, what: str) -> None:
        other = table.get(key)
        if other is not None:
            raise PluginError(f"{what}: plugins {other.plugin!r} and {entry.plugin!r} provide it")
        table[key] = entry


def _param(plugin: str, what: str, name: str, value: Any) -> Param:
    param = value if isinstance(value, Param) else None
    if isinstance(value, tuple) and len(value) == 2:
        param = Param(value[0], value[1])
    elif param is None:
        param = Param(value)
    try:
        known = param.type in _TYPES
    except TypeError:
        known = False
    if not known or (param.refers_to is not None and param.refers_to not in REFERENCES):
        raise PluginError(f"plugin {plugin!r}: {what}: parameter {name!r} has no usable type")
    if param.accepts and param.refers_to != TARGET:
        reason = f"parameter {name!r} accepts kinds of targets, but refers to none"
        raise PluginError(f"plugin {plugin!r}: {what}: {reason}")
    if name in RESERVED_PARAMS:
        raise PluginError(f"plugin {plugin!r}: {what}: parameter name {name!r} is reserved")
    return param
