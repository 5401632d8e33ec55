"""Answers to pages that ask: hints, odds, how it was, the record; as much as its viewer may know."""

from __future__ import annotations

from collections.abc import Callable

from signifer_core.errors import SigniferError
from signifer_core.layout import SIDES, Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee
from signifer_core.rules import Refusal

from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.session.settings import REFEREE
from signifer_firmware.texts.sentences import fix_of, refusal_text
from signifer_firmware.web.game import View
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.view.asides import open_odds, own_pad
from signifer_firmware.web.view.glance import Glance, in_all
from signifer_firmware.web.view.view import past
from signifer_firmware.web.view.viewers import BOTH, LOOK_ON, PHONES, SPECTATOR, sees

from .live import Live


def answer(live: Live, viewer: str, question: msg.Question) -> View:
    """The answer to ``viewer``; CannotError if there is none for them."""
    return seen_for(live, viewer, question)()


def seen_for(live: Live, viewer: str, question: msg.Question) -> Callable[[], View]:
    """What has to be seen of the table at this moment, by its own thread, for the answer to ``viewer``; what is given
    makes the answer of it, which may take a while, in any thread. Both raise CannotError if there is none for them."""
    if live.over and isinstance(question, msg.Look | msg.Export | msg.Why):
        live.sight.looked = True
    match question:
        case msg.Look(at=at):
            return _then(live, viewer, at)
        case msg.Export():
            return _record(live, viewer)
        case msg.Odds() if viewer == SPECTATOR:
            glance = live.sight.glance()
            return lambda: _open_chances(glance)
    told = _told(live, viewer, question)
    return lambda: told


def _told(live: Live, viewer: str, question: msg.Question) -> View:
    """What only the table's thread can tell: it is short, or for those who play."""
    match question:
        case msg.Why():
            return reason_of_robot(live, viewer)
        case msg.Hint(card=card):
            return {"card": card, "places": hints(live, viewer, card)}
        case msg.Pad():
            pad = own_pad(live.sight.glance(), viewer) if viewer in PHONES.values() else None
            if pad is None:
                raise CannotError("spectator")
            return {"pad": pad}
        case msg.Odds():
            return chances(live, viewer)
        case _:
            raise CannotError("no-such-moment")


def _then(live: Live, viewer: str, at: int) -> Callable[[], View]:
    """How it was after line ``at``."""
    moment = live.sight.moment(at)
    if moment is None:
        raise CannotError("no-such-moment")
    (number, glance), over = moment, live.over
    around = live.sight.near(number)
    return lambda: {"at": number, **past(glance, viewer, around, over=over)}


def reason_of_robot(live: Live, viewer: str) -> View:
    """Why a robot did what it did last; CannotError while it would tell of a hand, and always for who looks on."""
    if viewer in LOOK_ON or not live.sight.why:
        raise CannotError("no-such-moment")
    return {"why": live.sight.why}


# What would come of it


def hints(live: Live, viewer: str, card: str) -> View:
    """By place, what the table would say if ``card`` lay there: what is due then, and what is refused. Empty for whom
    the table helps with nothing but answers; CannotError for a card that the viewer does not hold."""
    holder = live.page.holder(card, live.hands.piles)
    side = live.page.side(holder)
    table = live.run.appliance.keeper.table
    known = card in live.run.bundle.cards and holder not in live.robots
    if not known or side not in live.people or not (sees(viewer, side) or viewer == holder):
        raise CannotError("no-such-card")
    settings = live.run.appliance.keeper.settings
    if table is None or not live.power or settings.help[side] == REFEREE:
        return {}
    there = {zone for reader in live.run.config.readers for zone in reader.zones}
    places = [place for place in live.page.places(card, side) if place in there]
    return {str(place): _hint(live, table, card, place) for place in places}


def _hint(live: Live, table: Table[AnyState], card: str, place: Zone) -> View:
    """What the referee would make of the layout with the card there."""
    keeper = live.run.appliance.keeper
    seen, asked = keeper.seen, keeper.outlook.corrections
    for zone in seen.zones_of(card):
        seen = seen.lifted(card, zone)
    referee: Referee[AnyState, object] = Referee(live.run.bundle.procedure)
    before = referee.judge(table, seen, settled=True, asked=asked)
    after = referee.judge(table, seen.laid(card, place), settled=True, asked=asked)
    new = [refusal for refusal in after.refusals if refusal not in before.refusals]
    against = [refusal for refusal in new if refusal.card in (card, None)]
    told: View = {
        "cost": live.page.cost(before.table.state, after.table.state),
        "does": bool(after.actions),
    }
    return {**told, "refusal": _reason(live.run.bundle, against[0])} if against else told


def _reason(bundle: AnyBundle, refusal: Refusal) -> View:
    return {
        "code": refusal.code,
        "ruling": refusal.ruling,
        "message": in_all(lambda words: refusal_text(refusal, words), bundle),
        "fix": in_all(lambda words: fix_of(refusal, words), bundle),
    }


# Odds


def _open_chances(glance: Glance) -> View:
    """What both players allow all to see; CannotError where they do not."""
    odds = open_odds(glance)
    if odds is None:
        raise CannotError("spectator")
    return {"open": odds}


def chances(live: Live, viewer: str) -> View:
    """The odds of what is under way, or could be begun now; none while the table has no game or no power. CannotError
    for who looks on, and for people at devices of their own, unless both players allow odds in their menus."""
    keeper = live.run.appliance.keeper
    if viewer in (SPECTATOR, *PHONES.values()):
        raise CannotError("spectator")
    if live.chairs and not keeper.settings.odds:
        raise CannotError("odds-off")
    if keeper.table is None or not live.power or keeper.bundle.name != live.run.bundle.name:
        return live.page.odds(live.run.bundle, None, viewer, live.hands.piles)
    return live.page.odds(live.run.bundle, keeper.table, viewer, live.hands.piles)


# The record


def record_for(live: Live, viewer: str) -> str:
    """The game as `open_record` has it: who shares the screen with the other knows neither's discards."""
    return str(_record(live, viewer)()["text"])


def _record(live: Live, viewer: str) -> Callable[[], View]:
    known = frozenset(player for player in SIDES if viewer == player or (viewer == BOTH and not live.people))
    appliance, records = live.run.appliance, live.sight.records
    journal = appliance.keeper.session.state.journal
    # A disk may take later what was done while it was full.
    stands = (live.power, len(journal), journal[-1:], appliance.record_behind)
    of_game = (live.run.store, live.run.bundle, appliance.game_number, known)

    def read() -> View:
        try:
            return {"text": records.of(stands, *of_game)}
        except SigniferError:
            raise CannotError("no-record") from None

    return read
