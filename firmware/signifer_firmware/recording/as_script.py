"""A report as a table script: what hands did, from the position in which the recorder began, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from signifer_core.dice import Record
from signifer_core.json_values import Json
from signifer_core.layout import Side
from signifer_drivers.polling.findings import Finding

from signifer_firmware.config.model import BUNDLED
from signifer_firmware.files.writing import write
from signifer_firmware.game_api.deck_files import DeckFile
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.scripting.game import words_of
from signifer_firmware.session import dice, journal
from signifer_firmware.storage.reading import OLD

from .replay import Rerun, zone_of

ACTIVE = "expect active"


@dataclass(frozen=True)
class Fallen:
    """What dice showed that fell by the table's own chance, and whether others fell by a secret, which no script
    knows."""

    told: list[int]
    again: bool


def write_script(run: Rerun, path: Path) -> None:
    """Write the script of a report, and beside it the decks that players have brought. See `script_of`."""
    text = script_of(run, path.stem)
    for name, deck in decks_beside(run, path.stem).values():
        if deck is not None:
            write(path.parent / name, deck.text)
    write(path, text)


def decks_beside(run: Rerun, stem: str) -> dict[Side, tuple[str, DeckFile | None]]:
    """What the script ``stem`` calls the deck on each side, where they are not those of any game: a file beside it with
    the deck, or one that is shipped."""
    files = run.bundle.game.decks
    if files is None or not run.bundle.corrections:
        return {}
    shipped = {deck.text: name for name, deck in files().shipped().items()}
    return {
        side: (shipped[deck.text], None) if deck.text in shipped else (f"{stem}-{side}.toml", deck)
        for side, deck in run.bundle.sitting.items()
    }


def script_of(run: Rerun, stem: str = "script") -> str:
    """The script ``stem`` of a report that was played to its end in ``run``; ConfigError if it begins where no script
    can."""
    entries = [entry for _, entry in run.flown.entries]
    table = journal.replayed(run.bundle, entries[: run.base])
    lines = [f"game {run.bundle.name}"]
    if run.config.name in BUNDLED:
        lines.append(f"table {run.config.name}")
    else:
        lines.append("# a table of its own: name its file here, as in: table my-table.toml")
    lines += [f"deck {side} {name}" for side, (name, _) in decks_beside(run, stem).items()]
    fallen = _fallen(run)
    if fallen.told:
        lines.append(f"dice {' '.join(map(str, fallen.told))}")
    if fallen.again:
        lines.append("# the dice of the ceremony fall again: what follows from them may be otherwise")
    lines += [
        *words_of(run.bundle).position(table.state),
        "",
        *_hands(run),
        "",
        *_end(run, counted=not fallen.again),
    ]
    return "\n".join(lines) + "\n"


def _fallen(run: Rerun) -> Fallen:
    """The dice since the recorder began."""
    entries = [entry for _, entry in run.flown.entries]
    before = len(dice.kept(Record(), entries[: run.base]).rolls)
    rolls = dice.kept(Record(), entries).rolls[before:]
    return Fallen([die.value for die in rolls if not die.number], again=any(die.number for die in rolls))


def _hands(run: Rerun) -> Iterator[str]:
    # Where each card was seen last: one that was slid is seen there before it is missed where it came from.
    seen: dict[str, str] = {}
    for line in run.flown.lines[1:]:
        match line:
            case [flight_recorder.BOOT, *_]:
                yield "power cut"
            case [flight_recorder.CHANGE, _, str() as kind, reader, str() as card, *_] if card.startswith(
                OLD
            ):
                yield f"# {kind}: an old tag of {card.removeprefix(OLD)}, reader {reader}: scripts have none"
            case [flight_recorder.CHANGE, _, Finding.PRESENT, str() as reader, str() as card, *_]:
                seen[card] = _place(run, reader, card)
                yield f"put {_card(run, card)} {_place(run, reader, card)}"
            case [
                flight_recorder.CHANGE,
                _,
                Finding.ABSENT | Finding.COVERED,
                str() as reader,
                str() as card,
                *_,
            ]:
                place = _place(run, reader, card)
                if seen.get(card, place) == place:
                    seen.pop(card, None)
                    yield f"take {_card(run, card)}"
            case [flight_recorder.CHANGE, _, Finding.FAULT, reader, *_]:
                yield f"fault reader {reader} unplug"
            case [flight_recorder.CHANGE, _, Finding.OK, reader, *_]:
                yield f"mend reader {reader}"
            case [flight_recorder.PRESS, _, kind, str() as button, player, column]:
                yield f"{kind} {_button(button, player, column)}"


def _card(run: Rerun, card: str) -> str:
    """As scripts of this game call what the recorder heard."""
    return run.bundle.known_as(card)


def _place(run: Rerun, reader: str, card: str) -> str:
    zone = zone_of(run, reader, _card(run, card))
    return f"{zone.place} {zone.side}"


def _button(button: str, player: Json, column: Json) -> str:
    match button:
        case "agree":
            return "ok red + ok blue"
        case "menu":
            return f"dice + ok {player}"
        case "column":
            return f"column {column} {player}"
        case "ok":
            return f"ok {player}"
        case _:
            return button


def _end(run: Rerun, *, counted: bool) -> Iterator[str]:
    table = run.appliance.keeper.table
    if table is not None:
        yield "# how it ended"
        yield f"expect step {table.state.step}"
        own = tuple(words_of(run.bundle).ending(table.state))
        if not any(line.startswith(f"{ACTIVE} ") for line in own):
            yield f"{ACTIVE} {run.bundle.active(table.state)}"
        if counted:
            yield from own
