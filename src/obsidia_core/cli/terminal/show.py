"""What a person reads: the map, the score, the question, the numbered choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from obsidia_core.cli.output import width
from obsidia_core.cli.terminal.choices import PLACE, Choice, Entry, Menu
from obsidia_core.cli.terminal.desk import Desk
from obsidia_core.cli.terminal.forecast import prospects
from obsidia_core.cli.terminal.screen import Screen, columns
from obsidia_core.cli.terminal.session import Session
from obsidia_core.render.words import PHASE_WORDS, counted, listed

DETAIL = 44
"""Columns for the text of a card behind its name, at least."""
UNTIL: Mapping[str, str] = {
    "phase_end": "the phase ends",
    "turn_end": "the turn ends",
    "next_turn_start": "their next turn begins",
    "next_turn_end": "their next turn ends",
}
"""When a lasting spell ends."""
WHEREABOUTS: Mapping[str, str] = {"reserve": "in reserve", "gone": "out of the game"}
"""Where a traveler is that stands on no tile."""
PICTURES = 4
"""Most drawings of a tile side by side."""


def board(screen: Screen, desk: Desk, legend: bool = False) -> list[str]:
    """The map with the numbers of the choices on free spaces; sentences in plain mode."""
    if not desk.has_map:
        return _other_picture(screen, desk)
    if not desk.view["tiles"] and not desk.menu.marks and not legend:
        return []
    if screen.plain:
        from obsidia_core.render.facts import map_facts
        from obsidia_core.render.words import names_of

        return map_facts(desk.view, names_of(desk.session.game))
    from obsidia_core.render.text import board_text

    free = {
        place: mark for place, mark in desk.menu.marks.items() if place not in desk.view["tiles"]
    }
    return board_text(
        desk.view,
        desk.catalog,
        screen.board_width,
        screen.ascii_only,
        marks=free,
        paint=screen.paint if screen.colored else None,
        legend=legend,
    )


def _other_picture(screen: Screen, desk: Desk) -> list[str]:
    """What a game without tiles and travelers draws or tells of itself, or its view key by key."""
    game, state = desk.session.game, desk.session.state
    if screen.plain:
        facts = game.text_facts(state, desk.seat)
        if facts is not None:
            return list(facts)
    else:
        drawn = game.text_picture(state, desk.seat)
        if drawn is not None:
            return drawn.splitlines()
    return [f"{key}: {value}" for key, value in desk.view.items() if key != "decision"]


def heading(screen: Screen, desk: Desk) -> str:
    """Whose turn it is and in which phase."""
    view, names = desk.view, desk.names
    if not desk.has_map:
        seat = names.seat(desk.seat)
        return f"{seat[:1].upper()}{seat[1:]}: {desk.decision.kind.replace('_', ' ')}"
    phase = PHASE_WORDS.get(view["phase"], str(view["phase"]))
    if not view["turn"]:
        return phase[:1].upper() + phase[1:]
    whose = names.seat(view["current"])
    return f"Turn {view['turn']}, {whose}: {phase}"


def score(screen: Screen, desk: Desk) -> list[str]:
    """Towns, travelers, tiles and cards of each seat."""
    if not desk.has_map:
        return []
    names = {**desk.names.seats, **desk.names.spells}
    if screen.plain:
        from obsidia_core.render.facts import score_facts

        return [*score_facts(desk.view, names, desk.seat), *_in_force(desk)]
    view = desk.view
    rows = [("", "towns", "on map", "reserve", "tiles", "hand", "deck", "discards")]
    for seat in view["seats"]:
        classes = view.get("classes", {}).get(seat, [seat])
        letters = [view["letters"][one] for one in classes if one in view["letters"]]
        standing = sum(
            "," in where and traveler[:1] in letters
            for traveler, where in view["travelers"].items()
        )
        pile = view["discards"][seat]
        top = "-" if pile["top"] is None else f"{desk.names.spell(pile['top'])} ({pile['size']})"
        who = "you" if seat == desk.seat else desk.session.who.get(seat)
        if who != "you" and seat in desk.allies:
            who = f"{who}, ally"
        named = f"{' '.join(letters)} {desk.names.seat(seat)}{f' ({who})' if who else ''}"
        rows.append(
            (
                named,
                str(sum(view["towns"].get(one, 0) for one in classes)),
                str(standing),
                str(sum(view["reserve"].get(one, 0) for one in classes)),
                str(view["stacks"][seat]),
                str(view["hand_sizes"][seat]),
                str(view["deck_sizes"][seat]),
                top,
            )
        )
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for number, row in enumerate(rows):
        cells = [f"{row[0]:<{sizes[0]}}"]
        cells += [f"{cell:>{size}}" for cell, size in zip(row[1:-1], sizes[1:-1], strict=True)]
        line = screen.cut("  ".join([*cells, row[-1]]).rstrip(), width())
        lines.append(screen.paint("note", line) if not number else line)
    if view.get("row"):
        shown = ", ".join("-" if one is None else desk.names.spell(one) for one in view["row"])
        lines += screen.broken(f"The Horde's row: {shown}", 0, 2)
    return [*lines, *(line for told in _in_force(desk) for line in screen.broken(told, 0, 2))]


def question(screen: Screen, desk: Desk) -> list[str]:
    """What the decision is about, beyond what the choices say."""
    if not desk.has_map:
        return []
    told = [*_battle(desk), *_window(desk)]
    spell = desk.catalog.spells.get(desk.situation.card)
    if spell is not None and desk.decision.kind == "choice":
        told.append(f"{spell.name}: {spell.text}")
    drawn = desk.view["drawn"]
    if drawn and any(one.label.look for one in desk.choices):
        exits = drawn["exits"]
        ways = "no ways" if exits == "-" else f"ways {desk.labels.sides(exits)}"
        told.append(f"Turned up: {desk.names.tile(drawn['tile'])}, {ways}.")
    return [line for one in told for line in screen.broken(one, 0, 2)]


def _battle(desk: Desk) -> list[str]:
    """The battle being fought, with the spells that lie in it."""
    battle = desk.decision.about.get("battle")
    if not battle or desk.decision.kind not in ("battle", "reaction", "choice"):
        return []
    one, other = (
        f"{desk.side(side)} ({left})"
        for side, left in zip(battle["sides"], battle["left"], strict=True)
    )
    lines = [f"The battle: {one} at {battle['at']} against {other} at {battle['against']}."]
    if battle["faceup"]:
        cards = [
            f"{desk.names.spell(card['spell'])} of {desk.names.seat(card['seat'])}"
            for card in battle["faceup"]
        ]
        lines.append(f"Face-up: {listed(cards)}.")
    return lines


def _window(desk: Desk) -> list[str]:
    """What can be answered now."""
    window = desk.decision.about.get("window")
    if not window or desk.decision.kind != "reaction":
        return []
    match window:
        case {"dice": [*dice]}:
            return [f"You may answer the dice, which show {listed(dice)}."]
        case {"cause": _, "pieces": [*pieces]}:
            return [f"You may answer the death of {listed(pieces)}."]
        case {"cast": {"seat": seat, "spell": spell, "targets": [*targets]}}:
            on = f" on {listed(map(desk.names.value, targets))}" if targets else ""
            return [
                f"You may answer {desk.names.seat(seat)}, who cast {desk.names.spell(spell)}{on}."
            ]
        case {"moves": [*moves]}:
            told = [
                f"movement {move['move']} of {listed(move['pieces'])} from {move['origin']} to "
                f"{listed(move['to']) or 'its end'}"
                for move in moves
            ]
            return [f"You may answer {listed(told)}."]
    return ["You may answer what has just happened."]


def _in_force(desk: Desk) -> list[str]:
    """Lasting spells on the table."""
    effects = [one for one in desk.decision.about.get("effects", ()) if one["spell"] is not None]
    if not effects:
        return []
    told = []
    for one in effects:
        where = f" at {listed(one['at'])}" if one["at"] else ""
        who = f" for {listed(one['pieces'])}" if one["pieces"] else ""
        until = UNTIL.get(one["until"], str(one["until"]).replace("_", " "))
        told.append(
            f"{desk.names.spell(one['spell'])} of {desk.names.seat(one['seat'])}"
            f"{where}{who} until {until}"
        )
    return [f"In force: {'; '.join(dict.fromkeys(told))}."]


def menu(screen: Screen, desk: Desk) -> list[str]:
    """The numbered choices under their headings."""
    listed = desk.menu
    if screen.plain:
        return _plain_menu(listed, desk.glances, notes=not desk.has_map)
    lines: list[str] = []
    if _are_turns(listed) and len(listed.entries) <= 2 * PICTURES:
        return _pictures(screen, desk, listed)
    digits = len(str(len(listed.entries)))
    for start, entries in _runs(listed):
        head = entries[0].head or ("Or" if lines else "")
        if head:
            lines += [screen.paint("head", line) for line in screen.broken(head, 0, 2)]
        if len(entries) > 1 and _is_folded(entries):
            lines += _compact(entries, start)
            continue
        for number, entry in enumerate(entries, start):
            lines += _lines(screen, number, entry, digits, desk.glances)
    return lines


def _runs(listed: Menu) -> list[tuple[int, list[Entry]]]:
    """Entries under one heading, with the number of the first."""
    runs: list[tuple[int, list[Entry]]] = []
    for number, entry in enumerate(listed.entries, 1):
        if runs and runs[-1][1][0].head == entry.head:
            runs[-1][1].append(entry)
        else:
            runs.append((number, [entry]))
    return runs


def _is_folded(entries: Sequence[Entry]) -> bool:
    """Whether entries stand for spaces, some of which can be used in several ways."""
    places = all(entry.choices[0].label.place is not None for entry in entries)
    return places and any(entry.single is None for entry in entries)


def _compact(entries: Sequence[Entry], start: int) -> list[str]:
    """Spaces side by side, each with the number of ways to use it."""
    cells = []
    for number, entry in enumerate(entries, start):
        ways = "" if entry.single else f" x{len(entry.choices)}"
        cells.append(f"{number:>3}  {entry.choices[0].label.place}{ways}")
    return [f" {line}" for line in columns(cells, width() - 1)]


def _lines(
    screen: Screen, number: int, entry: Entry, digits: int, glances: Mapping[str, str]
) -> list[str]:
    """A choice with what it may lead to; a card's text as far as there is room."""
    line = f"  {number:>{digits}}  {entry.text}"
    single = entry.single
    if single is None:
        return [screen.cut(line, width())]
    if single.label.danger:
        danger = f"! {single.label.danger}"
        return [f"{screen.cut(line, width() - len(danger) - 2)}  {screen.paint('danger', danger)}"]
    glance = glances.get(single.text)
    room = width() - len(line) - 2
    if glance and len(glance) <= room:
        return [f"{line}  {screen.paint('mark', glance)}"]
    if glance:
        told = screen.cut(glance, width() - digits - 6)
        return [screen.cut(line, width()), f"{'':{digits + 6}}{screen.paint('mark', told)}"]
    if single.label.note and room > DETAIL // 2:
        return [f"{line}  {screen.paint('note', screen.cut(single.label.note, room))}"]
    return [screen.cut(line, width())]


def _plain_menu(listed: Menu, glances: Mapping[str, str], *, notes: bool) -> list[str]:
    """One line for each choice; `notes` are short words of a game, not texts of cards."""
    lines = []
    head = ""
    for number, entry in enumerate(listed.entries, 1):
        if entry.head != head:
            head = entry.head
            told = head or "Or"
            lines.append(told if told.endswith(("?", ":")) else f"{told}:")
        single = entry.single
        if single is None:
            lines.append(f"{number}: {entry.text}.")
            continue
        parts = [single.label.text]
        if notes and single.label.note:
            parts.append(single.label.note)
        if single.label.danger:
            parts.append(f"warning, {single.label.danger}")
        if single.text in glances:
            parts.append(glances[single.text])
        lines.append(f"{number}: {', '.join(parts)}.")
    return lines


def _are_turns(listed: Menu) -> bool:
    """Whether all choices lay one tile on one space, so that drawings tell them apart best."""
    looks = [
        (entry.single.label.place, entry.single.label.head)
        for entry in listed.entries
        if entry.single is not None and entry.single.label.look is not None
    ]
    return len(looks) == len(listed.entries) > 1 and len(set(looks)) == 1


def _pictures(screen: Screen, desk: Desk, listed: Menu) -> list[str]:
    """The turns of a tile as small drawings with their numbers, and where the ways lead."""
    lines = [screen.paint("head", listed.entries[0].head)]
    entries = list(enumerate(listed.entries, 1))
    for start in range(0, len(entries), PICTURES):
        part = entries[start : start + PICTURES]
        drawn = []
        for _, entry in part:
            assert entry.single is not None
            look = entry.single.label.look
            assert look is not None
            drawn.append(_drawing(screen, desk, look))
        lines.append("  " + "".join(f"{number:^9}  " for number, _ in part).rstrip())
        lines += ["  " + "  ".join(row) for row in zip(*drawn, strict=True)]
    digits = len(str(len(entries)))
    for number, entry in entries:
        lines += _lines(screen, number, entry, digits, {})
    return lines


def _drawing(screen: Screen, desk: Desk, look: tuple[str, str]) -> list[str]:
    from obsidia_core.render.text import tile_text

    terrain, exits = look
    paint = screen.paint if screen.colored else None
    letter = desk.catalog.terrains[terrain].letter
    return tile_text(letter, exits, f"terrain:{terrain}", screen.ascii_only, paint)


def explained(screen: Screen, desk: Desk, choice: Choice) -> list[str]:
    """All there is to say about one choice: words, text form, card, terrain, what may happen."""
    lines = screen.broken(f"{choice.whole}.", 0, 2)
    label = choice.label
    if label.look is not None and not screen.plain:
        lines += [f"  {line}" for line in _drawing(screen, desk, label.look)]
    if label.danger:
        lines.append(screen.paint("danger", f"  Warning: {label.danger}."))
    if label.note:
        lines += screen.broken(label.note, 2)
    lines += [line for told in _terrain(desk, choice.fields) for line in screen.broken(told, 2)]
    lines += [line for told in prospects(desk, choice) for line in screen.broken(told, 2, 4)]
    lines.append(f"  Written: {choice.text}")
    return lines


def _terrain(desk: Desk, fields: Mapping[str, Any]) -> list[str]:
    """What the tile does that a choice leads to."""
    if not desk.has_map:
        return []
    tile: Mapping[str, Any] | None = None
    if "to" in fields and "from" in fields:
        tile = desk.view["tiles"].get(fields["to"])
    elif fields["type"] == "place_tile":
        tile = desk.view["drawn"]
    if tile is None:
        return []
    terrain = desk.catalog.terrains[tile["terrain"]]
    return [f"{terrain.name}: {terrain.summary}"]


def space(screen: Screen, desk: Desk, place: str) -> list[str]:
    """All there is to see at a place, and what its terrain does."""
    from obsidia_core.render.facts import tile_fact
    from obsidia_core.render.words import names_of

    told = tile_fact(desk.view, place, names_of(desk.session.game))
    lines = screen.broken(f"{told or f'{place}: no tile lies there'}.", 0, 2)
    tile = desk.view["tiles"].get(place)
    if tile is not None:
        terrain = desk.catalog.terrains[tile["terrain"]]
        lines += screen.broken(f"{terrain.name}: {terrain.summary}", 2)
    return lines


def piece(screen: Screen, desk: Desk, name: str) -> list[str]:
    """A piece, tile or space in view that is called so; nothing if none is."""
    if not desk.has_map:
        return []
    view = desk.view
    place = name.replace(" ", "")
    if PLACE.fullmatch(place):
        return space(screen, desk, place)
    wanted = name.upper()
    if wanted in view["travelers"]:
        where = view["travelers"][wanted]
        owner = {letter: one for one, letter in view["letters"].items()}[wanted[:1]]
        at = f"at {_spot(desk, where)}" if "," in where else WHEREABOUTS[where]
        return screen.broken(f"{wanted}: a traveler of {desk.names.seat(owner)}, {at}.", 0, 2)
    if wanted in view["creatures"]:
        one = view["creatures"][wanted]
        kind = desk.catalog.creatures[one["kind"]]
        whose = desk.names.seat(one["summoner"])
        told = f"{wanted}: {kind.name} of {whose}, at {_spot(desk, one['at'])}."
        return [*screen.broken(told, 0, 2), *screen.broken(f"{kind.name}: {kind.summary}", 2)]
    wanted = name.lower()
    if view["drawn"] and view["drawn"]["tile"] == wanted:
        return question(screen, desk)
    lies = (at for at, tile in view["tiles"].items() if tile["tile"] == wanted)
    return [line for at in lies for line in space(screen, desk, at)]


def _spot(desk: Desk, place: str) -> str:
    tile = desk.view["tiles"].get(place)
    return place if tile is None else f"{place} {desk.names.terrain(tile['terrain'])}"


def hand(screen: Screen, desk: Desk) -> list[str]:
    """The person's own cards with their texts; which of them can be cast now."""
    if not desk.has_map:
        return ["This game has no hands of cards."]
    cards = desk.view["hand"] or desk.drafted
    if not cards:
        return ["You hold no spell."]
    castable = {one.fields["spell"] for one in desk.choices if one.fields["type"] == "cast"}
    lines = [f"You hold {counted(len(cards), 'spell')}:"]
    for card in cards:
        spell = desk.catalog.spells[card]
        now = "; can be cast now" if card in castable else ""
        when = f"When: {spell.when}. " if spell.when else ""
        if screen.plain:
            lines.append(f"{spell.name} ({spell.phase}{now}). {when}{spell.text}")
        else:
            lines.append(f"  {screen.paint('head', spell.name)} ({spell.phase}{now})")
            lines += screen.broken(f"{when}{spell.text}", 4)
    return lines


def result_facts(session: Session) -> list[str]:
    """How the game ended, for everybody, in sentences."""
    from obsidia_core.cli.names import Names
    from obsidia_core.render.facts import map_facts, score_facts
    from obsidia_core.render.words import names_of

    game, names = session.game, Names.of(session.game)
    winners = game.winners(session.state) or ()
    lines = []
    for seat in session.seats:
        result = "won" if winners == (seat,) else "shared the win" if seat in winners else "lost"
        lines.append(f"{names.seat(seat)} {result}.")
    view = game.view(session.state, None)
    if getattr(game, "catalog", None) is not None and "tiles" in view:
        lines += score_facts(view, names_of(game))
        lines += map_facts(view, names_of(game))
    return lines
