"""Expectations of a script, checked against what the table believes and what its panels show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from signifer_core.layout import Zone
from signifer_core.procedure import Table
from signifer_drivers.polling.findings import Finding
from signifer_drivers.readers.faults import named_in

from signifer_firmware.game_api.game import AnyState
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting.game import Verdict, kinds_seen, same, words_of
from signifer_firmware.session.outlook import GAME

from .names import Names
from .tones import recognised

if TYPE_CHECKING:
    from .table_run import ScriptRun


def _list(items: list[str]) -> str:
    return ", ".join(items) or "none"


class Expectations:
    """Checks one statement at a time: whether it held, what was wanted, what was seen."""

    def __init__(self, run: ScriptRun) -> None:
        self._run = run

    @property
    def _table(self) -> Table[AnyState]:
        table = self._run.appliance.keeper.table
        assert table is not None
        return table

    def check(self, expect: ex.Expect) -> Verdict:
        """Compare; words are compared without regard to case only where people read them."""
        phase = self._run.appliance.keeper.outlook.phase
        match expect:
            case ex.ExpectStep(step=step) if phase != GAME:
                return same(step, phase)
            case ex.ExpectScreen(place=place, wanted=wanted):
                return self._screen(place, wanted)
            case ex.ExpectSound(name=name):
                return same(name or "none", self._sound())
            case ex.ExpectReader(place=place, state=state):
                return same(
                    state, Finding.FAULT if self._run.appliance.keeper.cause_of(place) else Finding.OK
                )
            case ex.ExpectCause(place=place, cause=cause):
                told = self._run.appliance.keeper.cause_of(place)
                return same(cause or "none", ", ".join(named_in(told)) or told or "none")
            case ex.ExpectLying(zone=zone, cards=cards):
                return self._lying(zone, cards)
            case ex.ExpectRefused() | ex.ExpectCorrection() | ex.ExpectNoCorrection():
                return self._standing(expect)
            case ex.ExpectWinner(winner=winner) if phase != GAME:
                return same(winner, "none")
            case _ if phase != GAME:
                return False, "a game", "none is on"
            case _:
                return self._game(expect)

    def _game(self, expect: ex.Expect) -> Verdict:
        """Of a game that is on: what every game has, and the game itself what it alone has."""
        bundle, table = self._run.appliance.keeper.bundle, self._table
        match expect:
            case ex.ExpectActive(player=player):
                return same(player, bundle.active(table.state))
            case ex.ExpectStep(step=step):
                return same(step, table.state.step)
            case ex.ExpectWinner(winner=winner):
                return same(winner, bundle.procedure.rules.outcome(table.state) or "none")
            case ex.ExpectTotal(zone=zone, number=number):
                total = bundle.total(table, int(zone.place), zone.side)
                return same(number, "none" if total is None else total)
            case ex.ExpectLead(zone=zone, card=card):
                return same(card, bundle.lead(table, int(zone.place), zone.side) or "none")
            case _ if bundle.name != self._run.bundle.name:
                return False, f"a game of {self._run.bundle.name}", f"one of {bundle.name}"
            case ex.ExpectUnits(zone=zone, kinds=kinds) if zone.place in words_of(bundle).piles:
                known = bundle.deck.catalogue
                seen = self._run.appliance.keeper.seen[zone]
                return kinds_seen(kinds, [known[card].kind for card in seen if card in known])
            case _:
                return words_of(bundle).seen(expect, bundle, table)

    def _standing(self, expect: ex.Expect) -> Verdict:
        outlook = self._run.appliance.keeper.outlook
        codes = [refusal.code for refusal in outlook.refusals]
        names = Names(self._run)
        fixes = [f"{fix.verb} {names.card(fix.card)} {fix.zone.place}" for fix in outlook.corrections]
        match expect:
            case ex.ExpectRefused(code=None):
                return not codes, "none", _list(codes)
            case ex.ExpectRefused(code=code):
                return code in codes, str(code), _list(codes)
            case ex.ExpectCorrection(verb=verb, card=card, place=place):
                wanted = f"{verb} {card} {place}"
                return wanted in fixes, wanted, _list(fixes)
            case _:
                return not fixes, "none", _list(fixes)

    def _lying(self, zone: Zone, wanted: Sequence[str]) -> Verdict:
        """Cards that fell silent, and may be covered, are believed to lie there until somebody says so: of them nothing
        is expected."""
        keeper, names = self._run.appliance.keeper, Names(self._run)
        silent = {
            names.card(card) for card, at in keeper.sight.in_question + keeper.sight.covered if at == zone
        }
        seen = sorted(map(names.card, keeper.seen[zone]))
        held = set(wanted) - silent == set(seen) - silent
        return (
            held,
            _list(list(wanted)),
            _list([f"{card} (silent)" if card in silent else card for card in seen]),
        )

    def _sound(self) -> str:
        """The last sound that began at the buzzer since hands last moved."""
        ear = self._run.table.ear
        heard = recognised(ear.tones) if ear is not None else []
        return next((s.name.lower() for s, at_us in reversed(heard) if at_us >= self._run.hands_us), "none")

    def _screen(self, place: str, wanted: str) -> Verdict:
        """The words that the screen was given, on all pages that take turns, if its panel really shows one of them."""
        screen = self._run.config.screen(place)
        assert screen is not None, "checked before the run"
        told = self._run.appliance.screens.picture(screen.place)
        shown = self._run.table.image(screen.place)
        if told is None or told.tobytes() != shown.tobytes():
            return False, wanted, "a panel that does not show what it was told"
        words = " ".join(self._run.appliance.words(place).split())
        return wanted.casefold() in words.casefold(), wanted, words
