"""The replay page in a real browser, used by keyboard and mouse as a reader does.

Runs where Chromium is found. The browser is driven over its debugging pipe.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

import obsidia_core as ob
from obsidia_core.cli.export import PageNarrator
from obsidia_core.cli.narrate import Names
from obsidia_core.kernel.match import Match
from obsidia_core.render.html import render_html
from orichalque.game import Orichalque

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
    "about:blank",
)


def find_browser() -> str | None:
    """The path of a Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page in a browser of its own; use as a context manager."""

    def __init__(self, program: str, profile: Path, size: tuple[int, int] = (1400, 900)) -> None:
        to_read, self._to_write = os.pipe()
        self._to_read, to_write = os.pipe()
        # The browser wants its pipe at 3 and 4, so both ends first get out of the way of these.
        reading, writing = (fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (to_read, to_write))
        window = f"--window-size={size[0]},{size[1]}"
        self._process = os.posix_spawn(
            program,
            [program, f"--user-data-dir={profile}", window, *FLAGS],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, reading, 3),
                (os.POSIX_SPAWN_DUP2, writing, 4),
                (os.POSIX_SPAWN_CLOSE, reading),
                (os.POSIX_SPAWN_CLOSE, writing),
            ],
        )
        for end in (to_read, to_write, reading, writing):
            os.close(end)
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session: str | None = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    _session: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._to_write)
        os.close(self._to_read)
        os.kill(self._process, signal.SIGTERM)
        os.waitpid(self._process, 0)

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            data = os.read(self._to_read, 1 << 16)
            if not data:
                raise EOFError("the browser has gone")
            self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser for something and wait for its answer."""
        self._number += 1
        request: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            request["sessionId"] = self._session
        os.write(self._to_write, json.dumps(request).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") != self._number:
                self.events.append(message)
                continue
            if "error" in message:
                raise RuntimeError(f"{method}: {message['error']['message']}")
            result: dict[str, Any] = message["result"]
            return result

    def wait_for(self, method: str) -> None:
        """Wait for an event of the browser."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self._message())

    def open(self, path: Path) -> None:
        """Open a file and wait until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        self.wait_for("Page.loadEventFired")

    def value(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page; a promise is waited for."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, named as in `KeyboardEvent.key`."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        x, y = self.value(
            f"(() => {{const box = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]})()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def requested(self) -> list[str]:
        """Addresses that were asked for since a page was opened last."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    def complaints(self) -> list[str]:
        """Errors of the page that was opened last, and what policies have blocked."""
        found = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(json.dumps(event["params"]["exceptionDetails"]))
            if event.get("method") == "Log.entryAdded":
                entry = event["params"]["entry"]
                if entry["level"] == "error":
                    found.append(entry["text"])
        return found

    def picture(self) -> bytes:
        """What the page looks like, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for the tests of this file."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium is installed; on Debian: apt-get install chromium")
    with Browser(program, tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def page(browser: Browser, opening: ob.Match[ob.State], tmp_path: Path) -> Browser:
    """The browser with a replay opened from disk, at the beginning."""
    path = tmp_path / "replay.html"
    narrator = PageNarrator(Names.of(opening.game))
    path.write_text(render_html(opening.game, opening.replay, narrator=narrator), encoding="utf-8")
    browser.open(path)
    return browser


@pytest.fixture
def drawn_page(browser: Browser, tmp_path: Path) -> Browser:
    """The same with a game that draws its own pictures."""
    game = Orichalque()
    match = Match(game, game.new(seed=8))
    for number in range(20):
        legal = match.legal_actions()
        match.apply(legal[number * 7 % len(legal)])
    path = tmp_path / "drawn.html"
    path.write_text(render_html(game, match.replay), encoding="utf-8")
    browser.open(path)
    return browser


def step(page: Browser) -> int:
    return int(page.value("document.getElementById('slider').value"))


def last(page: Browser) -> int:
    return int(page.value("document.getElementById('slider').max"))


def set_value(page: Browser, identifier: str, value: object, event: str) -> None:
    page.value(
        f"(() => {{const field = document.getElementById({json.dumps(identifier)});"
        f"field.value = {json.dumps(value)};"
        f"field.dispatchEvent(new Event({json.dumps(event)}))}})()"
    )


def until(page: Browser, condition: str) -> None:
    """Wait, frame by frame, until a condition holds in the page."""
    page.value(
        "new Promise((done) => {const look = () => "
        f"({condition}) ? done(true) : requestAnimationFrame(look); look()}})"
    )


def test_it_opens_from_disk_and_asks_for_nothing_else(page: Browser) -> None:
    assert page.value("document.documentElement.dataset.ready") == "yes"
    assert {address.partition(":")[0] for address in page.requested()} == {"file"}
    assert page.complaints() == []


def test_the_keyboard_steps_and_jumps(page: Browser) -> None:
    page.press("End")
    assert step(page) == last(page)
    page.press("ArrowLeft")
    assert step(page) == last(page) - 1
    page.press("Home")
    assert step(page) == 0
    page.press("ArrowRight")
    until(page, "document.getElementById('slider').value === '1'")
    page.press("PageDown")
    assert page.value("document.getElementById('turns').selectedOptions[0].text") == (
        "Turn 1: Warlords"
    )
    page.press("PageUp")
    assert step(page) == 0


def test_the_map_at_the_end_is_that_of_the_game(page: Browser, opening: ob.Match[ob.State]) -> None:
    page.press("End")
    view = opening.view()
    shown = page.value(
        "[...document.querySelectorAll('#tiles .tile')]"
        ".map((tile) => [tile.dataset.at, tile.getAttribute('aria-label')])"
    )
    assert {place for place, _ in shown} == set(view["tiles"])
    labels = dict(shown)
    for piece, place in view["travelers"].items():
        if "," in place:
            assert piece in labels[place]
    for width in page.value(
        "[...document.querySelectorAll('#tiles .tile')]"
        ".map((tile) => tile.getBoundingClientRect().width)"
    ):
        assert width > 20, "tiles have a size on the screen"


def test_going_back_undoes_every_change(page: Browser) -> None:
    markup = "document.getElementById('map').outerHTML"
    page.press("End")
    before = page.value(markup)
    page.press("Home")
    assert page.value("document.querySelectorAll('#tiles .tile').length") == 0
    page.press("End")
    assert page.value(markup) == before


def test_it_plays_and_pauses(page: Browser) -> None:
    set_value(page, "speed", "20", "change")
    page.press(" ")
    until(page, "Number(document.getElementById('slider').value) > 5")
    assert page.value("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    page.press(" ")
    assert page.value("document.getElementById('play').getAttribute('aria-label')") == "Play"
    stopped = step(page)
    page.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert step(page) == stopped


def test_a_moving_unit_travels_and_arrives(page: Browser) -> None:
    moving = page.value(
        "JSON.parse(document.getElementById('data').textContent)"
        ".steps.findIndex((step) => step.moves)"
    )
    set_value(page, "slider", str(moving - 1), "input")
    page.press("ArrowRight")
    assert page.value("document.getElementById('ghosts').childElementCount") == 1
    until(page, f"document.getElementById('slider').value === '{moving}'")
    assert page.value("document.getElementById('ghosts').childElementCount") == 0
    assert page.complaints() == []


def test_events_stand_beside_the_map_and_lead_to_their_step(page: Browser) -> None:
    told = page.value("[...document.querySelectorAll('#log button')].map((one) => one.textContent)")
    assert any(line.startswith("Warlords turned up a") for line in told)
    page.value("document.querySelectorAll('#log button')[3].click()")
    assert step(page) > 0
    marked = page.value("document.querySelector('#log [aria-current] button').textContent")
    assert marked == told[3]
    assert page.value("document.getElementById('news').textContent") == told[3]


def test_buttons_have_names_and_work(page: Browser) -> None:
    names = page.value(
        "[...document.querySelectorAll('#controls button')].map((one) => one.ariaLabel)"
    )
    assert all(names)
    page.click("#last")
    assert step(page) == last(page)
    page.click("#first")
    assert step(page) == 0


def test_the_reader_chooses_the_theme(page: Browser) -> None:
    shown = "getComputedStyle(document.body).backgroundColor"
    colors = set()
    for theme in ("light", "dark", "print"):
        set_value(page, "theme", theme, "change")
        colors.add(page.value(shown))
    assert len(colors) == 3


def test_a_game_with_its_own_pictures_is_shown_in_the_same_way(drawn_page: Browser) -> None:
    page = drawn_page
    circles = "document.querySelectorAll('#ground circle').length"
    lying = (
        "[...document.querySelectorAll('#ground title')].map((one) => one.textContent)"
        ".filter((text) => /^-?[0-9]/.test(text) && !text.endsWith('free')).length"
    )
    assert page.complaints() == []
    assert page.value(circles) > 70
    before = page.value(lying)
    box = page.value("document.getElementById('map').getBoundingClientRect().width")
    assert box > 300
    page.press("End")
    assert step(page) == last(page) > 20
    assert page.value(lying) > before
    page.press("PageUp")
    turn = page.value("document.getElementById('turns').selectedOptions[0].text")
    assert turn.startswith("Round ")
    page.press("Home")
    assert page.value(lying) == before
    page.press("ArrowRight")
    until(page, "document.getElementById('slider').value === '1'")
    told = page.value("[...document.querySelectorAll('#log button')].map((one) => one.textContent)")
    assert any(line.startswith("The AI rolls ") for line in told)
    set_value(page, "speed", "20", "change")
    page.press(" ")
    until(page, "Number(document.getElementById('slider').value) > 5")
    page.press(" ")
    assert page.complaints() == []


def test_a_page_with_a_hostile_title_runs_nothing(
    browser: Browser, opening: ob.Match[ob.State], tmp_path: Path
) -> None:
    path = tmp_path / "hostile.html"
    evil = "</title></script><script>document.hacked = 1</script><img src=x onerror=hacked=1>"
    path.write_text(render_html(opening.game, opening.replay, title=evil), encoding="utf-8")
    browser.open(path)
    assert browser.value("document.title") == evil
    assert browser.value("document.hacked === undefined && window.hacked === undefined")
    assert browser.value("document.images.length") == 0
