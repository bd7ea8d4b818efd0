"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const { seats, drawings, steps } = JSON.parse(byId("data").textContent);
  const last = steps.length - 1;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  let shown = -1; // the step that is on the page
  let timer = null; // of the next step while playing
  let moving = null; // the movement under way
  const tiles = new Map(); // place: {drawing, group}

  const make = (tag, text) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // Everything that is true after a step: what was said last about each thing.
  const position = (number) => {
    const found = { tiles: new Map(), seats: {}, turn: 0 };
    for (let index = 0; index <= number; index += 1) {
      for (const [key, value] of Object.entries(steps[index])) {
        if (key === "tiles") {
          for (const [place, drawing] of Object.entries(value)) {
            if (drawing === null) found.tiles.delete(place);
            else found.tiles.set(place, drawing);
          }
        } else if (key === "seats") Object.assign(found.seats, value);
        else found[key] = value;
      }
    }
    return found;
  };

  // A drawing is a text, or pieces of text and the numbers of other drawings between them.
  const markup = (drawing) => {
    const found = drawings[drawing];
    if (typeof found === "string") return found;
    return found.map((part) => (typeof part === "string" ? part : markup(part))).join("");
  };

  const draw = (group, drawing) => {
    if (drawing === undefined) return;
    if (group.dataset.drawing === String(drawing)) return;
    group.dataset.drawing = drawing;
    group.innerHTML = markup(drawing);
  };

  const drawTile = (place, drawing) => {
    const known = tiles.get(place);
    if (known && known.drawing === drawing) return;
    const group = known ? known.group : document.createElementNS(SVG, "g");
    group.innerHTML = drawings[drawing];
    if (!known) byId("tiles").append(group);
    tiles.set(place, { drawing, group });
  };

  const drawTiles = (wanted) => {
    for (const [place, { group }] of [...tiles]) {
      if (!wanted.has(place)) {
        group.remove();
        tiles.delete(place);
      }
    }
    for (const [place, drawing] of wanted) drawTile(place, drawing);
  };

  // ---- beside the map

  const rows = seats.map((seat) => {
    const row = make("tr");
    const head = make("th");
    head.scope = "row";
    const icon = document.createElementNS(SVG, "svg");
    icon.setAttribute("viewBox", "-1 -1 26 27");
    icon.setAttribute("aria-hidden", "true");
    icon.innerHTML = seat.meeple;
    head.append(icon, seat.name);
    row.append(head);
    for (let index = 0; index < 6; index += 1) row.append(make("td"));
    byId("seats").tBodies[0].append(row);
    return row;
  });

  const drawSide = (now) => {
    byId("head").textContent = now.head;
    byId("asked").textContent = now.asked || "";
    rows.forEach((row, index) => {
      row.classList.toggle("now", index === now.now);
      if (index === now.now) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      (now.seats[index] || []).forEach((value, column) => {
        row.cells[column + 1].textContent = value === null ? "\u2013" : value;
      });
    });
    byId("drawn").hidden = !now.drawn;
    if (now.drawn) {
      draw(byId("drawn").querySelector("svg"), now.drawn[0]);
      byId("drawn").querySelector("span").textContent = `Drawn: ${now.drawn[1]}`;
    }
    const hand = now.hand || [];
    byId("hand").hidden = !hand.length;
    byId("hand").textContent = `Hand: ${hand.join(", ")}`;
  };

  // ---- events

  const lines = new Map(); // step: its line in the list
  const firstOfTurn = new Map([[0, "Set-up"]]); // step: what the turn is called
  steps.forEach((step, number) => {
    if (step.turn) firstOfTurn.set(number, step.turn);
    const item = make("li");
    if (number === 0) item.append(make("h3", "Set-up"));
    if (step.told) {
      const button = make("button", step.told.join(" "));
      button.type = "button";
      button.addEventListener("click", () => go(number));
      item.append(button);
    }
    if (step.turn) item.append(make("h3", firstOfTurn.get(number)));
    if (item.childNodes.length) {
      byId("log").append(item);
      lines.set(number, item);
    }
  });

  for (const [number, name] of firstOfTurn) {
    const option = make("option", name);
    option.value = number;
    byId("turns").append(option);
  }

  const turnOf = (number) => {
    let found = 0;
    for (const step of firstOfTurn.keys()) if (step <= number) found = Math.max(found, step);
    return found;
  };

  const markLine = (number) => {
    let current = null;
    for (const [step, item] of lines) {
      item.classList.toggle("later", step > number);
      item.removeAttribute("aria-current");
      if (step <= number) current = item;
    }
    if (current === null) return;
    current.setAttribute("aria-current", "step");
    const log = byId("log");
    const top = current.offsetTop - log.clientHeight / 2 + current.offsetHeight / 2;
    log.scrollTop = Math.max(0, top);
  };

  // ---- showing a step

  const settle = () => {
    if (moving) moving.cancelled = true;
    moving = null;
    byId("ghosts").replaceChildren();
  };

  const show = (number) => {
    settle();
    const now = position(number);
    drawTiles(now.tiles);
    draw(byId("ground"), now.ground);
    draw(byId("over"), now.over);
    byId("map").setAttribute("viewBox", now.box.join(" "));
    drawSide(now);
    markLine(number);
    byId("slider").value = number;
    byId("slider").setAttribute("aria-valuetext", `step ${number} of ${last}, ${now.head}`);
    byId("turns").value = turnOf(number);
    byId("where").textContent = `step ${number} of ${last}`;
    if (timer === null) byId("news").textContent = (steps[number].told || []).join(" ");
    shown = number;
    try {
      history.replaceState(null, "", `#${number}`);
    } catch {
      // Some browsers allow no addresses of steps for files; the page works without.
    }
  };

  const pace = () => Number(byId("speed").value);

  // Let the units of the next step travel; what they leave changes first, all else after them.
  const travel = async (number) => {
    const { moves = [], tiles: changed = {} } = steps[number];
    const mine = { cancelled: false };
    settle();
    moving = mine;
    for (const [unit, from, to] of moves) {
      if (changed[from] != null) drawTile(from, changed[from]);
      const ghost = document.createElementNS(SVG, "g");
      ghost.innerHTML = drawings[unit];
      byId("ghosts").append(ghost);
      const [start, end] = [from, to].map((place) => {
        const [x, y] = place.split(",").map(Number);
        return `translate(${100 * x}px, ${100 * y}px)`;
      });
      const timing = { duration: 380 / pace(), easing: "ease-in-out", fill: "forwards" };
      await ghost.animate([{ transform: start }, { transform: end }], timing).finished;
      if (mine.cancelled) return false;
    }
    return true;
  };

  const forth = async () => {
    const next = shown + 1;
    if (next > last) return;
    const lively = steps[next].moves && !calm.matches && pace() <= 5;
    if (!lively || (await travel(next))) show(next);
  };

  const go = (number) => {
    pause();
    show(Math.min(last, Math.max(0, number)));
  };

  // ---- playing

  const pause = () => {
    clearTimeout(timer);
    timer = null;
    byId("play").classList.remove("playing");
    byId("play").setAttribute("aria-label", "Play");
  };

  const tick = async () => {
    const mine = timer;
    await forth();
    if (timer !== mine) return;
    if (shown >= last) pause();
    else timer = setTimeout(tick, (steps[shown].told ? 900 : 350) / pace());
  };

  const play = () => {
    if (timer !== null) {
      pause();
      return;
    }
    if (shown >= last) show(0);
    byId("play").classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
    timer = setTimeout(tick, 0);
  };

  const nextTurn = () => {
    const later = [...firstOfTurn.keys()].filter((step) => step > shown);
    go(later.length ? Math.min(...later) : last);
  };
  const lastTurn = () => go(turnOf(Math.max(0, shown - 1)));
  const step = () => {
    pause();
    if (moving) show(shown + 1);
    forth();
  };

  const buttons = {
    first: () => go(0),
    "turn-back": lastTurn,
    back: () => go(shown - 1),
    play,
    forth: step,
    "turn-forth": nextTurn,
    last: () => go(last),
  };
  for (const [id, action] of Object.entries(buttons)) byId(id).addEventListener("click", action);

  const keys = {
    ArrowLeft: buttons.back,
    ArrowRight: step,
    " ": play,
    Home: buttons.first,
    End: buttons.last,
    PageUp: lastTurn,
    PageDown: nextTurn,
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("select")) return;
    if (event.key === " " && event.target.closest("button")) return;
    event.preventDefault();
    action();
  });

  byId("slider").max = last;
  byId("slider").addEventListener("input", () => go(Number(byId("slider").value)));
  byId("turns").addEventListener("change", () => go(Number(byId("turns").value)));

  // ---- theme

  const root = document.documentElement;
  byId("theme").value = root.dataset.theme;
  byId("theme").addEventListener("change", () => {
    root.dataset.theme = byId("theme").value;
  });

  byId("tiles").replaceChildren();
  const asked = Number(location.hash.slice(1));
  show(Number.isInteger(asked) && asked >= 0 && asked <= last ? asked : 0);
  root.dataset.ready = "yes";
})();
