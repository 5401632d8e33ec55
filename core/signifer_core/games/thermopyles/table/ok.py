"""The buttons, step by step: `ok` of the team, and the column buttons, which say a number."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import PAD, Side, Zone
from signifer_core.presses import Press, PressKind
from signifer_core.procedure import READY, Answer, Prompt, Table
from signifer_core.rules import Figure, Figures, Fix, Refusal, Verb
from signifer_core.twins import Same

from ..actions import Action, Charge, Decline, Discard, Draw, Engage, Players, Retreat, Support
from ..rules import Thermopyles
from ..state import HAND_LIMIT, SEATS, SPARTANS, State, Step

# In these steps column buttons say a number.
NUMBERED: tuple[Step, ...] = ("players", "draw")
COMBAT = "combat"  # what a die is rolled for
# Where the Spartan fights, and what goes with him lies.
LAID, TEAM_PAD = Zone("1", SPARTANS), Zone(PAD, SPARTANS)


def column(rules: Thermopyles, state: State, press: Press) -> Answer[Action]:
    """A column button says how many play, or who is given a card; it may be pressed on either side."""
    number = press.column
    assert number is not None
    if state.step not in NUMBERED:
        return _out_of_step(state, "draw" if state.turn else "players", "TH-2" if state.turn else "TH-1")
    most = len(SEATS) if state.step == "players" else len(state.seats)
    if number > most:
        fix = Fix(Verb.PRESS, place="column", number=most)
        ruling = "TH-1" if state.step == "players" else "TH-2"
        return _refused("no-such-player", ruling, fix, number=number, limit=most)
    return Answer((Players(number) if state.step == "players" else Draw(str(number)),))


def offered(table: Table[State], player: Side, cards: tuple[str, ...]) -> Prompt:
    """What `ok` would do with ``cards`` on the pad: supports go with a Spartan who is laid, one card is discarded."""
    state, step, number = table.state, table.state.step, len(cards)
    figures: Figures = (("cards", number),)
    if step == "discard" or (step == "act" and table.held.laid - table.returning):
        key, most = ("ok-discards", 1) if step == "discard" else ("ok-supports", len(state.supports))
        over = (*figures, ("over", number - most))
        return Prompt(player, step, key if number <= most else "pad-too-many", over)
    without = step == "act" and state.hand(state.active).number
    return Prompt(player, step, "pad-without-spartan" if without else "pad-unasked", figures)


def forgotten_ok(table: Table[State], cards: tuple[str, ...], answer: Answer[Action]) -> Answer[Action]:
    """The answer to a column button while ``cards`` wait on the pad for their `ok`."""
    if not cards or not offered(table, SPARTANS, cards).key.startswith(READY):
        return answer
    fix = Fix(Verb.PRESS, place="ok for the pad")
    said = (replace(why, fix=fix) if why.code == "wrong-phase" else why for why in answer.refusals)
    return replace(answer, refusals=tuple(said))


def ok(rules: Thermopyles, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[Action]:
    """`ok` of the team, ``cards`` lying on their pad."""
    state = table.state
    if state.step == "act":
        return _act(rules, table, press, cards)
    if state.step == "draw":
        return _draw(state, press)
    if state.step == "discard":
        return _discard(state, cards)
    if state.step == "players":
        return Answer(prompts=(Prompt(SPARTANS, state.step, "say-players", (("limit", len(SEATS)),)),))
    return _out_of_step(state)


def _out_of_step(state: State, wanted: Step = "act", ruling: str = "TH-1") -> Answer[Action]:
    """Against a button that means something in the step ``wanted`` alone."""
    if state.step == "over":
        return _refused("game-over", "TH-10", Fix(Verb.HOLD, place="both"), winner=state.winner or "")
    fix = Fix(Verb.PRESS, place="dice") if state.step == "dice" else Fix(Verb.WAIT)
    return _refused("wrong-phase", ruling, fix, step=state.step, wanted=wanted)


def _refused(code: str, ruling: str, fix: Fix, **figures: Figure) -> Answer[Action]:
    return Answer(refusals=(Refusal.of(code, SPARTANS, ruling, fix, **figures),))


def _act(rules: Thermopyles, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[Action]:
    """`ok`: the Spartan laid charges, with supports on the pad. Held, a retreat: nothing is laid then (TH-1). Neither
    while one is asked away who has not fought: else a combat that was taken back would lie there in the next turn."""
    state, laid = table.state, [card for card, _ in table.held.laid - table.returning]
    held, able = press.kind == PressKind.HOLD, state.hand(state.active).number
    away = [card for card, zone in sorted(table.leaving) if zone == LAID and card in rules.deck.spartans]
    fought = state.result.spartan if state.result else ""  # agreement leaves the discards no names
    left = [card for card in away if card != fought and state.known_place(card) != "discard"]
    wrong = [Fix(Verb.TAKE, card, LAID.place) for card in left]
    if held or not able:
        wrong += [Fix(Verb.TAKE, card, LAID.place) for card in laid]
        wrong += [Fix(Verb.TAKE, card, str(TEAM_PAD)) for card in cards]
    if wrong:
        said = ("laid-for-combat", SPARTANS, "TH-1")
        told = (Refusal.of(*said, fix, fix.card, left=int(fix.card in left)) for fix in wrong)
        return Answer(refusals=tuple(told))
    if held:
        return Answer((Retreat(),))
    if laid:
        if len(cards) > (some := len(state.supports)):
            last, fix = cards[-1], Fix(Verb.TAKE, cards[-1], str(TEAM_PAD))
            return Answer(refusals=(Refusal.of("support-spent", SPARTANS, "TH-3", fix, last, left=some),))
        used = tuple((card, TEAM_PAD) for card in cards)
        others = (card for card in cards if card not in state.supports)  # where only their number is known
        same = map(Same, sorted(state.supports - {*cards}), others)
        return Answer((Charge(laid[0]), *same, *map(Support, cards), Engage()), used=used)
    if cards:
        return _refused("no-spartan", "TH-3", Fix(Verb.PUT, place="1"), cards=len(cards))
    return Answer(prompts=(Prompt(SPARTANS, state.step, "hold-to-retreat"),))


def _draw(state: State, press: Press) -> Answer[Action]:
    """`ok` draws where only one can have the card; held, it leaves the card."""
    if press.kind == PressKind.HOLD:
        return Answer((Decline(),))
    if len(state.seats) == 1:
        return Answer((Draw(SEATS[0]),))
    return Answer(prompts=(Prompt(SPARTANS, state.step, "say-who-draws", (("limit", len(state.seats)),)),))


def _discard(state: State, cards: tuple[str, ...]) -> Answer[Action]:
    """Down to five: one Spartan on the pad (TH-2)."""
    if len(cards) == 1:
        return Answer((Discard(cards[0]),), used=((cards[0], TEAM_PAD),))
    one = Fix(Verb.LAY, place=PAD, number=1)
    fix = Fix(Verb.TAKE, place=str(TEAM_PAD), number=len(cards) - 1) if cards else one
    return _refused("hand-limit", "TH-2", fix, limit=HAND_LIMIT, excess=1, cards=len(cards))
