"""Table scripts of Thermopyles: positions, and what of the game is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from signifer_core.errors import ConfigError
from signifer_core.games.thermopyles.deck import kind_of
from signifer_core.games.thermopyles.position import Setup
from signifer_core.games.thermopyles.state import ACT, PLAYERS_STEP, REPLENISH, SPARTANS, State
from signifer_core.games.thermopyles.table.procedure import CEMETERY, COMBAT, FIRST, REPELLED, SECOND
from signifer_core.layout import Zone
from signifer_core.procedure import Table

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Finding, Script, ScriptGame, Verdict, kinds_seen, same
from signifer_firmware.scripting.slots import Vocabulary

from . import checks, words
from .words import ExpectRow, ExpectTurn, Marker, Players, Supports


class ThermopylesScript(ScriptGame):
    """The words of its scripts, and what they mean."""

    forms = words.FORMS
    slots = words.SLOTS

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return words.vocabulary()

    def contradictions(self, found: Sequence[st.Statement]) -> Iterator[Finding]:
        """Cards where none of them lies, cards in two places."""
        return checks.contradictions(found)

    def unplayable(self, script: Script, config: TableConfig) -> Iterator[Finding]:
        """What is missing of a position, what no box holds, a game that is over."""
        return checks.unplayable(script, _setup(script))

    def setup(self, script: Script, config: TableConfig) -> Mapping[str, Any]:
        """Who plays, the marker, the row, hands, supports and piles."""
        return _setup(script).to_json()

    def seen(self, expect: st.Expect, bundle: AnyBundle, table: Table[State]) -> Verdict:
        """The row, whose turn it is, dice due, hands and piles."""
        state = table.state
        match expect:
            case st.ExpectDue(player=player, number=number):
                due = state.fight.due if state.fight is not None and player == SPARTANS else 0
                return same(number, due)
            case st.ExpectUnits(zone=zone, kinds=kinds):
                return kinds_seen(kinds, [kind_of(card) for card in _lying(table, zone)])
            case st.ExpectCount(what="hand", player=str(seat), number=number):
                return same(number, state.hand(seat).number if seat in state.seats else 0)
            case st.ExpectCount(what=what, number=number):
                return same(number, _counted(state, what))
            case ExpectTurn(player=seat):
                return same(seat, state.active)
            case ExpectRow(cards=cards):
                return same(" ".join(cards) or "none", " ".join(state.row) or "none")
            case _:
                raise AssertionError(f"{expect} has no check")

    def position(self, state: State, *, untouched: bool) -> Iterator[str]:
        """The position as a turn begins, or before the first one."""
        if state.step == PLAYERS_STEP:
            return
        if state.step != ACT and not (state.step == REPLENISH and state.turn == 0 and not state.row):
            raise ConfigError(
                [f"the report begins in the middle of a turn ({state.step}); replay it without --script"]
            )
        yield f"players {len(state.seats)}"
        yield f"first {state.active}"
        yield f"marker {state.marker}"
        for zone, card in ((FIRST, state.first), (SECOND, state.second)):
            if card is not None:
                yield f"setup {zone} {card}"
        for place, pile in ((REPELLED, state.repelled), (CEMETERY, state.cemetery)):
            if pile.named:
                yield f"setup {Zone(place, FIRST.side)} {' '.join(sorted(pile.named))}"
        yield f"supports {' '.join(sorted(state.supports)) or 'none'}"
        for seat in state.seats:
            yield f"count {seat} hand {state.hand(seat).number}"
        for pile_name in words.PILES:
            yield f"count {pile_name} {_counted(state, pile_name)}"
        yield f"begin {state.step}"

    def ending(self, state: State) -> Iterator[str]:
        """Whose turn it is, the marker, the row, hands and piles."""
        if not state.seats:
            return
        yield f"expect turn {state.active}"
        yield f"expect marker {state.marker}"
        yield f"expect row {' '.join(state.row) or 'none'}"
        for seat in state.seats:
            yield f"expect hand {seat} {state.hand(seat).number}"
        for what in words.COUNTED:
            yield f"expect {what} {_counted(state, what)}"


def _lying(table: Table[State], zone: Zone) -> tuple[str, ...]:
    """What lies there as the table believes: the row, and the Spartan who fights or is laid. Piles are counted."""
    state = table.state
    if zone == COMBAT:
        laid = tuple(card for card, _ in table.held.laid)
        return (state.fight.spartan,) if state.fight is not None else laid
    card = {FIRST: state.first, SECOND: state.second}.get(zone)
    return () if card is None else (card,)


def _counted(state: State, what: str) -> int:
    match what:
        case "marker":
            return state.marker
        case "players":
            return len(state.seats)
        case "supports":
            return len(state.supports)
        case _:
            number: int = getattr(state, what).number
            return number


def _setup(script: Script) -> Setup:
    """Nothing but an empty table where nobody says who plays, or that a turn begins."""
    said = script.statements
    begun = any(isinstance(each, st.Begin) and each.step in (ACT, REPLENISH) for each in said)
    players = next((each.number for each in said if isinstance(each, Players)), 1 if begun else None)
    if players is None:
        return Setup()
    lying: dict[str, tuple[str, ...]] = {}
    counts: dict[str, Any] = {}
    hands = dict(enumerate(checks.first_hands(players), 1))
    stated: dict[str, Any] = {}
    for each in said:
        match each:
            case st.First(player=seat):
                stated["active"] = seat
            case Marker(place=place):
                stated["marker"] = place
            case Supports(cards=cards):
                stated["supports"] = cards
            case st.Setup(zone=zone, cards=cards):
                place_there = zone.place
                lying[place_there] = (*lying.get(place_there, ()), *cards)
            case st.Count(player=str(seat), number=number):
                hands[int(seat)] = number
            case st.Count(what=what, number=number):
                counts[what] = number
    driven, buried = lying.get(REPELLED, ()), lying.get(CEMETERY, ())
    counts = {"repelled": len(driven), "cemetery": len(buried), **counts}
    row = (*lying.get(FIRST.place, ()), *lying.get(SECOND.place, ()))
    return Setup(
        players=players,
        row=row,
        hands=tuple(hands[seat] for seat in range(1, players + 1)),
        driven=driven,
        buried=buried,
        **stated,
        **counts,
    )


SCRIPT = ThermopylesScript("thermopyles")
