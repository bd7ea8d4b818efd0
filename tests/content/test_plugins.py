"""Plugins are found, asked once, and named when something is wrong with them."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pluggy
import pytest

from obsidia_core.kernel.errors import PluginError
from obsidia_core.model.hooks import EnterHook, SpellHook
from obsidia_core.plugins import KINDS, Param, Registry, hookimpl, load_plugins

Register = Callable[[Registry], object]


def nothing(*_arguments: object) -> None:
    """Stands for any function a plugin provides."""


def plugin(name: str, register: Register) -> ModuleType:
    """A plugin module of that name."""
    module = ModuleType(name)

    def obsidia_register(registry: Registry) -> object:
        return register(registry)

    module.__dict__["obsidia_register"] = hookimpl(obsidia_register)
    return module


def load(*plugins: object) -> Registry:
    return load_plugins(plugins, entry_points=False)


def test_what_plugins_register_remembers_them(tmp_path: Path) -> None:
    def register(registry: Registry) -> None:
        registry.pack(tmp_path)
        registry.hook("stay", "sing", nothing, {"verses": int, "loud": (bool, False)})
        registry.bot("dreamer", nothing)
        registry.game("chess", nothing)

    registry = load(plugin("singing", register))
    hook = registry.hooks["stay", "sing"]
    assert (hook.plugin, hook.function) == ("singing", nothing)
    assert hook.params == {"verses": Param(int), "loud": Param(bool, False)}
    assert hook.arguments({"verses": 2}) == {"verses": 2, "loud": False}
    assert [(pack.folder, pack.plugin) for pack in registry.packs] == [(tmp_path, "singing")]
    assert registry.bots["dreamer"].plugin == registry.games["chess"].plugin == "singing"


@pytest.mark.parametrize(
    ("register", "what"),
    [
        (lambda registry: registry.hook("stay", "sing", nothing), "stay hook 'sing'"),
        (lambda registry: registry.bot("dreamer", nothing), "bot 'dreamer'"),
        (lambda registry: registry.game("chess", nothing), "game 'chess'"),
        (lambda registry: registry.pack(Path(__file__).parent), "pack folder"),
    ],
)
def test_a_conflict_names_both_plugins(register: Register, what: str) -> None:
    with pytest.raises(PluginError, match="plugins 'one' and 'two' provide it") as error:
        load(plugin("one", register), plugin("two", register))
    assert what in str(error.value)


def test_hooks_of_different_kinds_may_share_a_name() -> None:
    def register(registry: Registry) -> None:
        shapes = {"enter": EnterHook(nothing), "spell": SpellHook()}
        for kind in KINDS:
            registry.hook(kind, "sing", shapes.get(kind, nothing))

    assert len(load(plugin("singing", register)).hooks) == len(KINDS)


def broken(_registry: Registry) -> None:
    raise ZeroDivisionError("oh")


@pytest.mark.parametrize(
    ("register", "message"),
    [
        (broken, "plugin 'bad': obsidia_register raised ZeroDivisionError: oh"),
        (lambda registry: [1], r"plugin 'bad': obsidia_register must return nothing, not \[1\]"),
        (lambda registry: registry.hook("exit", "x", nothing), "kind must be one of enter, stay"),
        (lambda registry: registry.hook("stay", "x", None), "a function is needed, not None"),
        (lambda registry: registry.hook("stay", "x", nothing, {"n": set}), "'n' has no usable"),
        (lambda registry: registry.hook("stay", "x", nothing, {"n": []}), "'n' has no usable"),
        (
            lambda registry: registry.hook("stay", "x", nothing, {"n": Param(str, refers_to="x")}),
            "'n' has no usable",
        ),
        (lambda registry: registry.hook("stay", "x", nothing, {"by": int}), "'by' is reserved"),
        (
            lambda registry: registry.hook("stay", "x", nothing, {"n": Param(str, accepts=("y",))}),
            "accepts kinds of targets, but refers to none",
        ),
        (lambda registry: registry.hook("spell", "x", nothing), "object of type SpellHook"),
        (lambda registry: registry.pack(Path("/does/not/exist")), "does not exist"),
    ],
)
def test_a_faulty_plugin_is_named(register: Register, message: str) -> None:
    with pytest.raises(PluginError, match=message) as error:
        load(plugin("bad", register))
    assert "'bad'" in str(error.value)


@pytest.mark.parametrize(
    ("param", "right", "wrong"),
    [
        (Param(bool), [True], [1, "true", None]),
        (Param(int), [3, -1], [True, 1.5, "3"]),
        (Param(int, words=("all",)), [3, "all"], ["any", None, ["all"]]),
        (Param(float), [1, 0.5], [float("nan"), True]),
        (Param(str), ["a"], [1, ["a"]]),
        (Param(str | list[str]), ["a", ["a", "b"], []], [1, [1]]),
        (Param(list[int]), [[], [1]], [1, ["1"], [True]]),
        (Param(list[str], words=("all",)), [["a"], "all"], ["a", [1]]),
    ],
)
def test_a_parameter_takes_values_of_its_type_and_its_words(
    param: Param, right: list[object], wrong: list[object]
) -> None:
    assert [value for value in right if not param.fits(value)] == []
    assert [value for value in wrong if param.fits(value)] == []
    assert param.type_name


def test_a_misspelt_hook_is_no_silent_nothing() -> None:
    module = ModuleType("bad")
    module.__dict__["obsidia_regster"] = hookimpl(nothing)
    with pytest.raises(PluginError, match=r"'bad'.*unknown hook 'obsidia_regster'"):
        load(module)


def test_a_hook_with_other_arguments_is_refused() -> None:
    def obsidia_register(registry: Registry, everything: object) -> None:
        raise AssertionError((registry, everything))

    module = ModuleType("bad")
    module.__dict__["obsidia_register"] = hookimpl(obsidia_register)
    with pytest.raises(PluginError, match=r"'bad'.*everything"):
        load(module)


def test_a_plugin_without_hooks_is_refused() -> None:
    with pytest.raises(PluginError, match="'bad' has no function obsidia_register"):
        load(ModuleType("bad"))
    with pytest.raises(PluginError, match="'str' has no function obsidia_register"):
        load("bad")


def test_a_plugin_handed_over_twice_is_refused() -> None:
    one = plugin("one", nothing)
    with pytest.raises(PluginError, match="handed over twice"):
        load(one, one)


def test_the_registry_closes() -> None:
    registry = load()
    with pytest.raises(PluginError, match="closed"):
        registry.bot("late", nothing)
    with pytest.raises(TypeError):
        registry.bots["late"] = None  # type: ignore[index]  # what the test shows


def test_loads_do_not_see_each_other() -> None:
    register: Register = lambda registry: registry.bot("dreamer", nothing)  # noqa: E731 - shared
    assert load(plugin("one", register)).bots["dreamer"].plugin == "one"
    assert load(plugin("two", register)).bots["dreamer"].plugin == "two"


def test_a_failed_hook_names_its_plugin() -> None:
    def register(registry: Registry) -> None:
        registry.hook("stay", "sing", nothing)

    error = load(plugin("singing", register)).hooks["stay", "sing"].failure("it returned 3")
    assert str(error) == "plugin 'singing': stay hook 'sing': it returned 3"


def install(site: Path, name: str, code: str, points: dict[str, str]) -> None:
    """An installed distribution with one module and entry points for it."""
    (site / f"{name}.py").write_text(code, encoding="utf-8")
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{point} = {target}" for point, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[obsidia_core.plugins]", *lines]) + "\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


SINGING = """
from obsidia_core.plugins import hookimpl

@hookimpl
def obsidia_register(registry):
    registry.bot("singer", print)
"""


def test_an_installed_plugin_is_found_after_the_default_content(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "obsidia_singing", SINGING, {"a_singing": "obsidia_singing"})
    registry = load_plugins()
    assert registry.packs[0].plugin == "default"
    assert registry.bots["singer"].plugin == "a_singing"
    monkeypatch.setenv("OBSIDIA_DISABLE_PLUGINS", "1")
    registry = load_plugins()
    assert registry.packs[0].plugin == "default"
    assert "singer" not in registry.bots
    assert load_plugins(entry_points=False).packs == ()


def test_an_installed_plugin_that_cannot_be_imported_is_named(site: Path) -> None:
    install(site, "obsidia_bad", "import does_not_exist", {"bad": "obsidia_bad"})
    with pytest.raises(PluginError, match=r"'bad' of 'obsidia_bad' cannot be imported: .*exist"):
        load_plugins()


def test_two_distributions_with_one_plugin_name_are_named(site: Path) -> None:
    install(site, "obsidia_one", SINGING, {"same": "obsidia_one"})
    install(site, "obsidia_two", SINGING, {"same": "obsidia_two"})
    with pytest.raises(PluginError, match=r"'same': .*'obsidia_(one|two)' and 'obsidia_(two|one)'"):
        load_plugins()


def test_the_default_content_is_an_ordinary_plugin() -> None:
    """It uses the public entry point and can be handed over like any other."""
    from obsidia_core.plugins import default

    registry = load(default)
    assert [pack.plugin for pack in registry.packs] == ["obsidia_core.plugins.default"]


def test_hooks_of_the_default_content_keep_their_module_names() -> None:
    first, second = load_plugins().hooks, load_plugins().hooks
    assert first, "the default content has hooks"
    for name, hook in first.items():
        assert hook.function == second[name].function
    assert {"obsidia_core_spells.terrain", "obsidia_core_spells.creatures"} <= set(sys.modules)


def test_managers_are_made_for_each_load(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[pluggy.PluginManager] = []
    original = pluggy.PluginManager

    def make(project: str) -> pluggy.PluginManager:
        made.append(original(project))
        return made[-1]

    monkeypatch.setattr(pluggy, "PluginManager", make)
    load()
    load()
    assert len({id(manager) for manager in made}) == 2
