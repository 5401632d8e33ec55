"""The journal: lines that tell a decision, and the table after each of them, in play as in every replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from signifer_core.errors import SigniferError
from signifer_core.frozen import replace
from signifer_core.json_values import Json, as_int, as_list, as_object, as_str
from signifer_core.judgement import Judgement
from signifer_core.layout import Zone, side_of
from signifer_core.procedure import Held, Roll, Table
from signifer_core.referee import Referee

from signifer_firmware.storage.store import Entry

from ..game_api.game import Action, Bundle, Deck, State

# What the table holds beside the state, by its name in Table and in the journal.
HELD: Final = ("leaving", "awaited", "returning")
# What an entry raises that says nothing, or nothing that this program knows.
_NOT_UNDERSTOOD = (SigniferError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
# Entries that tell a decision, in its words.
DECISIONS = ("gesture", "action", "agreed")
# People have broken a game off, and gone on with it.
BROKEN_OFF: Final = "broken-off"
TAKEN_UP: Final = "taken-up"
# What the table had refused as people opened their menu, in words that may be marked as wrong.
QUESTIONED: Final = "questioned"
# They have switched the table off, with the game on.
SWITCHED_OFF: Final = "switched-off"
# Cards that should lie on the battlefield as the game ends, and were not seen there.
INVENTORY: Final = "inventory"
# The game is practice: whoever plays it may go back behind anything.
PRACTICE: Final = "practice"
# It went on from a line of a game that was played.
GONE_ON: Final = "gone-on"
# Who plays, by who may win: {"players": {"red": {"name": "Anna"}, "blue": {"robot": 3}}}. With "begin" it is said of
# the game that began with that entry.
PLAYERS: Final = "players"
# The cards on pads about which people are asked whether they were lifted: no rule knows that they lie there.
SILENT: Final = "silent"
# How many seconds each player has spent.
CLOCK: Final = "clock"


class JournalError(SigniferError):
    """A journal that this program cannot play again: another one has written it, or somebody has been at it."""


def done_by(bundle: Bundle[Deck, State, Action], state: State, action: Action) -> Mapping[str, str]:
    """Whose action it is, for who is told of it: the side, and ``who`` it is where several sit there."""
    player, who = (of(state, action) for of in (bundle.procedure.player_of, bundle.procedure.doer_of))
    return {"player": player} if who == player else {"player": player, "who": who}


def roll_body(roll: Roll) -> Mapping[str, Json]:
    """A die that has fallen, in plain values."""
    return {"player": roll.player, "value": roll.value, "for": roll.purpose}


def rolls_of(body: Json) -> tuple[Roll, ...]:
    """The dice of an entry."""
    dice = map(as_object, as_list(body))
    return tuple(
        Roll(side_of(as_str(die["player"])), as_str(die["for"]), as_int(die["value"])) for die in dice
    )


def lying_body(cards: frozenset[tuple[str, Zone]]) -> Json:
    """Cards, each with its zone, in plain values."""
    return sorted((card, list(zone)) for card, zone in cards)


def _zone(place: str, side: str) -> Zone:
    return Zone(place, side_of(side))


def lying_of(body: Json) -> frozenset[tuple[str, Zone]]:
    """The cards of an entry, each with its zone."""
    return frozenset(
        (as_str(card), _zone(*map(as_str, as_list(zone)))) for card, zone in map(as_list, as_list(body))
    )


def _held_body(held: Held) -> Json:
    return {
        "chosen": held.chosen,
        "lifted": lying_body(held.lifted),
        "laid": lying_body(held.laid),
        "offered": lying_body(held.offered),
        "shown": lying_body(held.shown),
        "entered": held.entered,
        "named": held.named,
    }


def _held_from(entry: Json) -> Held:
    body = as_object(entry)
    lifted, laid, offered, shown = (lying_of(body[name]) for name in ("lifted", "laid", "offered", "shown"))
    pairs = map(as_list, as_list(body["entered"]))
    entered = tuple((as_str(player), as_int(number)) for player, number in pairs)
    chosen, named = body["chosen"], body.get("named")
    if not isinstance(chosen, str | None) or not isinstance(named, int | None):
        raise TypeError(f"{chosen} is no card, or {named} no column")
    return Held(chosen, lifted, laid, offered, shown, entered, named)


def entries(
    bundle: Bundle[Deck, State, Action],
    table: Callable[[], Table[State]],
    judgement: Judgement[State, Action],
    at_us: int,
) -> Iterator[Entry]:
    """The lines that lead to the judgement's table: what is undone, actions, in their places what was held, then what
    lies where. ``table`` tells how things stand when all lines handed out so far are folded into it."""
    for actions in judgement.undone:
        yield Entry(at_us, "undo", actions)
    for done in judgement.actions:
        if done.held != table().held:
            yield Entry(at_us, "held", _held_body(done.held))
        yield Entry(at_us, "gesture" if done.gesture else "action", bundle.notation(done.action))
    if judgement.table.held != table().held:
        yield Entry(at_us, "held", _held_body(judgement.table.held))
    yield from _lying_otherwise(table(), judgement.table, at_us)


def agreed(
    table: Callable[[], Table[State]], changes: Iterable[str], after: Table[State], at_us: int
) -> Iterator[Entry]:
    """The lines that lead to the table ``after``: the changes agreed on, then what lies where; ``table`` as in
    `entries`."""
    for change in changes:
        yield Entry(at_us, "agreed", change)
    yield from _lying_otherwise(table(), after, at_us)


def _lying_otherwise(table: Table[State], after: Table[State], at_us: int) -> Iterator[Entry]:
    for kind in HELD:
        held = getattr(after, kind)
        if held != getattr(table, kind):
            yield Entry(at_us, kind, lying_body(held))


def menu_open(entries: Iterable[Entry]) -> bool:
    """Whether the menu of agreement was open when the record broke off."""
    said = [entry.body for entry in entries if entry.kind == "agreement"]
    return said[-1:] == ["open"]


def broken_off(entries: Iterable[Entry]) -> bool:
    """Whether people have broken the game off and not taken it up since."""
    return _left_with(BROKEN_OFF, entries)


def switched_off(entries: Iterable[Entry]) -> bool:
    """Whether people have switched the table off and not gone on with the game since."""
    return _left_with(SWITCHED_OFF, entries)


def _left_with(kind: str, entries: Iterable[Entry]) -> bool:
    said = [entry.kind for entry in entries if entry.kind in (BROKEN_OFF, SWITCHED_OFF, TAKEN_UP)]
    return said[-1:] == [kind]


def practised(entries: Iterable[Entry]) -> bool:
    """Whether a game is practice."""
    return any(entry.kind == PRACTICE for entry in entries)


def players_body(players: Mapping[str, Json], begin: int | None = None) -> Json:
    """Who plays, in plain values: the game that is on, or the one that began with entry ``begin``."""
    return {"players": dict(players)} if begin is None else {"players": dict(players), "begin": begin}


def players_of(entries: Iterable[Entry]) -> dict[int | None, Mapping[str, Json]]:
    """Who plays by the entries: of their own game under None, of games before by their first entries."""
    found: dict[int | None, Mapping[str, Json]] = {}
    for entry in entries:
        if entry.kind == PLAYERS and isinstance(entry.body, dict):
            begin, players = entry.body.get("begin"), entry.body.get("players")
            if isinstance(players, dict) and isinstance(begin, int | None):
                found[begin] = players
    return found


def itself(entries: Iterable[Entry]) -> list[Json]:
    """The game, in plain values, without what was said of it later: that it was broken off, who played."""
    later = (BROKEN_OFF, PLAYERS)
    return [[entry.at_us, entry.kind, entry.body] for entry in entries if entry.kind not in later]


def missing(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The cards that were missing when the game ended."""
    told = [entry.body for entry in entries if entry.kind == INVENTORY]
    return tuple(map(as_str, as_list(told[-1]))) if told else ()


def asked_back(table: Table[State], at_us: int) -> Entry:
    """The cards that are to be laid back from now on."""
    return Entry(at_us, "returning", lying_body(table.returning))


@contextmanager
def understood() -> Iterator[None]:
    """Raise JournalError for whatever goes wrong with a journal that is read."""
    try:
        yield
    except _NOT_UNDERSTOOD as error:
        raise JournalError("the record of the game cannot be played again") from error


def game_of(entries: Iterable[Entry]) -> str:
    """Which game a journal is of; "" if it is empty, or does not say so."""
    for entry in entries:
        name = entry.body.get("game") if isinstance(entry.body, dict) else None
        return name if isinstance(name, str) else ""
    return ""


def replayed(bundle: Bundle[Deck, State, Action], entries: Iterable[Entry]) -> Table[State]:
    """The table as its journal tells it, from "begin" on. JournalError if it cannot be played again."""
    with understood():
        *_, table = tables(bundle, entries)
        return table


def tables(bundle: Bundle[Deck, State, Action], entries: Iterable[Entry]) -> Iterator[Table[State]]:
    """The table after each line of a journal, from "begin" on; what goes wrong with one, `understood` tells."""
    referee: Referee[State, Action] = Referee(bundle.procedure)
    lines = iter(entries)
    begin = next(lines, None)
    if begin is None:
        raise LookupError("begin")
    table = begun(bundle, begin)
    yield table
    for entry in lines:
        table = after(bundle, referee, table, entry)
        yield table


def corrected(bundle: Bundle[Deck, State, Action], entries: Iterable[Entry]) -> Bundle[Deck, State, Action]:
    """The game with the corrections of cards with which its journal was begun. JournalError if it does not say."""
    with understood():
        first = next(iter(entries))
        return bundle.corrected(as_str(as_object(first.body).get("corrections", "")))


def begun(bundle: Bundle[Deck, State, Action], begin: Entry) -> Table[State]:
    """The table as a game begins."""
    return Table(bundle.begin(as_object(as_object(begin.body)["setup"])))


def after(
    bundle: Bundle[Deck, State, Action], referee: Referee[State, Action], table: Table[State], entry: Entry
) -> Table[State]:
    """The table after one more line of its journal; what goes wrong with it, `understood` tells."""
    match entry.kind:
        case "gesture" | "action":
            return referee.replayed(table, bundle.parse(as_str(entry.body)), gesture=entry.kind == "gesture")
        case "undo":
            return referee.set_back(table)
        case "agreed":
            return referee.overruled(table, as_str(entry.body))
        case "held":
            return replace(table, held=_held_from(entry.body))
        case "roll":
            return referee.fallen(table, rolls_of(entry.body))
        case "leaving":
            return replace(table, leaving=lying_of(entry.body))
        case "awaited":
            return replace(table, awaited=lying_of(entry.body))
        case "returning":
            return replace(table, returning=lying_of(entry.body))
        case _:
            return table
