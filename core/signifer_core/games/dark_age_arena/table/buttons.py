"""What `ok`, `dice` and held buttons mean in Dark Age Arena, step by step."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import SIDES, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import FREE, Answer, Prompt, Roll, Table
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..deck import Deck, side_of_card, sort_of
from ..deck.printed import Instant, Sort
from ..rolls import Due
from ..rules import DarkAgeArena, draft
from ..rules.prepare import may_be_played, takes_log
from ..rules.reasons import Reasons, in_all, reason
from ..state import OPEN_STEPS, State
from . import columns, facing, whom
from .laying import actions_waiting, is_solitary
from .pads import STEPS, too_many
from .said import Word, in_play, number, with_number
from .spots import COMBAT_ZONE, PLACE_COLUMNS, PLAYED, combat_zone, pad, played_zone, waiting

# By which ruling a roll of a combat is due, if not by DA-31: by what it is for; a task by what it is printed on.
_RULING: dict[str, str] = {
    "solitary": "DA-23",
    "shoot": "DA-28",
    "control": "DA-40",
    "instant": "DA-16",
    "place": "DA-26",
    "victory": "DA-39",
    "character": "DA-28",
    "weapon": "DA-28",
    "skill": "DA-28",
}
# What is chosen with buttons, and said by `ok` alone.
_CHOSEN: tuple[Word, ...] = ("bid", "place", "facing", "buy")
# What a held column button means beside the odds (4): 2 LOG to 1 COM, and a marker's three uses.
_MARKER: dict[int, act.Use] = {2: "com", 3: "log", 5: "roll"}


def pressed(rules: DarkAgeArena, table: Table[State], press: Press, offers: Layout) -> Answer[act.Action]:
    """A button is pressed or held."""
    side, is_held = press.player, press.kind == PressKind.HOLD
    if press.button == Button.DICE and not is_held:
        return _dice(rules, table.state)
    if side is None or table.state.step == "over":
        return nothing(table.state)
    if press.column is not None:
        if is_held:
            return _held_column(rules, table, side, press.column)
        return columns.pressed(rules, table, side, press.column)
    if press.button == Button.OK:
        if is_held:
            return _held_ok(rules, table, side)
        return _ok(rules, table, side, offers)
    return nothing(table.state)


def spoken_of(deck: Deck, table: Table[State], press: Press, offers: Layout) -> frozenset[Zone]:
    """`ok` speaks of the cards on the pad and of what waits on its side, or of what was said there with buttons or is
    asked; if nothing is, of wherever something could wait: unheard, it would be passed over as if nobody had laid it.
    What can be played in this step alone is waited for in each case, as the step may end. Held, it means the same
    whatever lies there. The set-up is no such step: nobody could agree on another one there while a reader fails."""
    side, state = press.player, table.state
    if press.button != Button.OK or side is None:
        return frozenset()
    zones = {zone for _, zone in waiting(table, side)}
    on_pad = {pad(side)} if state.step in STEPS else set[Zone]()
    laid = zones or any(offers[each] for each in on_pad)
    if press.kind == PressKind.HOLD:
        return frozenset(zones | on_pad)
    if not (laid or _answers(table, side)):
        zones |= {Zone(column, side) for column in _open_columns(deck, state, side)}
    elif _may_be_late(deck, state, side):
        zones.add(played_zone(side))
    return frozenset(zones | on_pad)


def _answers(table: Table[State], side: Side) -> bool:
    """Whether `ok` says what a side has chosen with buttons, or pays what a roll has left to pay, or answers what both
    are asked."""
    state, combat = table.state, table.state.combat
    if any(number(table.held, word, side) for word in _CHOSEN) or draft.pending(state, side) is not None:
        return True
    if combat is None or (side != state.active and combat.asked is None):
        return False
    only_one = state.step in facing.STEPS and facing.facing(table) is not None
    return only_one or combat.asked is not None or (combat.alone is not None and combat.die is not None)


def _open_columns(deck: Deck, state: State, side: Side) -> tuple[str, ...]:
    """Where a card of a side could wait for `ok` now."""
    player, combat = state.player(side), state.combat
    played = (PLAYED,) if _may_play(deck, state, side) else ()
    match state.step:
        case "draft" if player.draft is None and player.enlisted is None and player.hand.number:
            return (*PLACE_COLUMNS, *played)
        case "prepare" if player.hand.number:
            return (*PLACE_COLUMNS, *played)
        case "supply" if state.of_side(side):
            return (*PLACE_COLUMNS, *played)
        case "muster" | "defend" if side == state.active and combat is not None and combat.alone is None:
            return (COMBAT_ZONE, *played)
        case _:
            return played


def _may_play(deck: Deck, state: State, side: Side) -> bool:
    """Whether a card that a side may have could be played in column 5 now."""
    sorts: tuple[Sort, ...] = ("weapon", "skill") if state.step == "prepare" and state.of_side(side) else ()
    cards = [card for sort in sorts for card in deck.of_sort(side, sort)]
    if state.step != "assemble":
        instants = deck.of_sort(side, "instant")
        cards += [card for card in instants if may_be_played(state, deck.as_a(Instant, card))]
    return any(state.may_hold(side, card) for card in cards)


def _may_be_late(deck: Deck, state: State, side: Side) -> bool:
    """Whether an instant that a side may have can be played in this step, and not in the next one."""
    instants = [(card, deck.as_a(Instant, card)) for card in deck.of_sort(side, "instant")]
    longer = {"any", "combat"}
    return any(
        state.may_hold(side, card) and may_be_played(state, told) and not longer.intersection(told.at)
        for card, told in instants
    )


def nothing(state: State, side: Side | None = None) -> Answer[act.Action]:
    """A gesture that means nothing now."""
    sides = SIDES if side is None else (side,)
    return Answer(prompts=tuple(Prompt(each, state.step, "no-such-gesture") for each in sides))


def tried(rules: DarkAgeArena, state: State, side: Side, *actions: act.Action) -> Answer[act.Action]:
    """These actions one after another, or the reasons against the first that is refused, told to who pressed."""
    before = state
    for action in actions:
        if reasons := rules.refusals(state, action):
            return Answer(refusals=told(in_all(reasons, before, state), side))
        state = rules.effect(state, action)
    return Answer(actions)


def told(reasons: Reasons, side: Side) -> Reasons:
    """Reasons that answer a button, told to whoever pressed it."""
    return tuple(replace(each, player=side) for each in reasons)


# Dice


def _dice(rules: DarkAgeArena, state: State) -> Answer[act.Action]:
    """The roll that is due, one or two dice; for initiative red's and blue's. Else a free die."""
    due = rules.due(state)
    if due is None:
        side = min(map(str, rules.actors(state)), default=SIDES[0])
        return Answer(rolls=(Roll("blue" if side == "blue" else "red", FREE),))
    sides = SIDES if due.purpose == "initiative" else (due.player,) * due.dice
    return Answer(rolls=tuple(Roll(each, due.purpose) for each in sides))


def fallen(rules: DarkAgeArena, state: State, rolls: tuple[Roll, ...]) -> Answer[act.Action]:
    """The dice of the roll that is due have fallen; a free one means nothing."""
    due = rules.due(state)
    values = [roll.value for roll in rolls if roll.value and due is not None and roll.purpose == due.purpose]
    if due is None or len(values) != due.dice:
        return Answer()
    return Answer((act.Rolled(*values),))


def _roll_first(state: State, side: Side, ruling: str) -> Answer[act.Action]:
    """Against `ok` while dice are due."""
    fix = Fix(Verb.PRESS, place="dice")
    return Answer(refusals=reason("wrong-phase", side, ruling, fix, step=state.step, wanted="dice"))


# `ok`


def _ok(rules: DarkAgeArena, table: Table[State], side: Side, offers: Layout) -> Answer[act.Action]:
    """What lies there and waits holds; if nothing does, the side is done, or answers what it is asked."""
    state = table.state
    if lacking := whom.unchosen(rules, table, side):
        return Answer(refusals=lacking)
    found = actions_waiting(rules, table, played_zone(side))
    if state.step == "assemble":
        # Who plays a card alone has not said yet that the hand is kept.
        keeps = not found or any(isinstance(each, act.Artifact) for each in found)
        return tried(rules, state, side, *found, *((act.Keep(side),) if keeps else ()))
    if found:
        return whom.mended(rules, table, side, tried(rules, state, side, *found))
    if state.step in OPEN_STEPS:
        return _ok_of_both(rules, table, side, offers)
    if state.combat is not None and state.combat.asked is not None:
        return tried(rules, state, side, act.Judge(side, "yes"))
    if due := rules.due(state):
        return _roll_first(state, side, _ruling(rules, due))
    if side != state.active:
        return Answer(refusals=not_theirs(state, side))
    return _ok_in_combat(rules, table, side, offers)


def _ruling(rules: DarkAgeArena, due: Due) -> str:
    what: str = due.purpose
    if due.card is not None and what == "task":
        what = sort_of(rules.deck.printed(due.card)) if due.card in rules.deck else "place"
    return _RULING.get(what, "DA-31")


def not_theirs(state: State, side: Side) -> Reasons:
    """Against a button of who has nothing to decide."""
    return reason("not-your-turn", side, "DA-19", Fix(Verb.WAIT), step=state.step, active=state.active)


def _ok_of_both(rules: DarkAgeArena, table: Table[State], side: Side, offers: Layout) -> Answer[act.Action]:
    """In the steps in which both act."""
    state, player = table.state, table.state.player(side)
    match state.step:
        case "stock":
            cards = offers[pad(side)]
            if reasons := too_many(table, side, cards):
                return Answer(refusals=reasons)
            answer = tried(rules, state, side, *map(act.Discard, cards), act.Done(side))
            return replace(answer, used=tuple((card, pad(side)) for card in cards))
        case "draft" if player.draft is not None:
            if player.draft.die is None:
                return _roll_first(state, side, "DA-10")
            return tried(rules, state, side, act.Pay(side))
        case "bid" | "contest":
            if rules.due(state):
                return _roll_first(state, side, "DA-18")
            return tried(rules, state, side, act.Bid(side, number(table.held, "bid", side) or 0))
        case "supply" if number(table.held, "buy", side):
            answer = tried(rules, state, side, act.Buy(side))
            # `ok` speaks of that card as long as its button is not pressed again.
            without = tuple(replace(each, fix=Fix(Verb.PRESS, place="without")) for each in answer.refusals)
            return replace(answer, refusals=without)
        case _:
            return tried(rules, state, side, act.Done(side))


def _ok_in_combat(rules: DarkAgeArena, table: Table[State], side: Side, offers: Layout) -> Answer[act.Action]:
    """Of whoever decides in a combat."""
    state = table.state
    match state.step:
        case "declare":
            return Answer(refusals=_no_column(state, side, "DA-19"))
        case "muster" | "defend":
            return _mustered(rules, table, side)
        case "bluff":
            cards = offers[pad(side)]
            if reasons := too_many(table, side, cards):
                return Answer(refusals=reasons)
            answer = tried(rules, state, side, act.Bluff(side, cards[0] if cards else None))
            return replace(answer, used=tuple((card, pad(side)) for card in cards))
        case "target":
            place = number(table.held, "place", side)
            if place is None:
                return Answer(refusals=_no_column(state, side, "DA-26"))
            return tried(rules, state, side, act.Target(place))
        case "react":
            return tried(rules, state, side, act.Done(side))
        case "yield" | "home":
            return Answer(refusals=_no_column(state, side, "DA-27" if state.step == "yield" else "DA-41"))
        case step if step in facing.STEPS:
            return facing.confirmed(rules, table, side)
        case _:
            return nothing(state, side)


def _no_column(state: State, side: Side, ruling: str) -> Reasons:
    """Against `ok` where a column has to be chosen first."""
    return reason("no-target", side, ruling, Fix(Verb.PRESS, place="column"), step=state.step)


def _mustered(rules: DarkAgeArena, table: Table[State], side: Side) -> Answer[act.Action]:
    """All who lie in the combat zone; a solitary fighter's COM, once the die has fallen. The defender's `ok` without
    anybody is nobody; an attacker says so by holding it."""
    state, combat = table.state, table.state.combat
    assert combat is not None
    if combat.alone is not None:
        return tried(rules, state, side, act.Pay(side))
    cards = tuple(card for card, _ in waiting(table, side, COMBAT_ZONE))
    if not cards and side == combat.attacker:
        fix = Fix(Verb.LAY, place=COMBAT_ZONE)
        return Answer(refusals=reason("no-fighter", side, "DA-24", fix, step=state.step))
    if is_solitary(table, combat_zone(side)) and len(cards) == 1:
        return tried(rules, state, side, act.Alone(cards[0]))
    if is_solitary(table, combat_zone(side)) and cards:
        # Only who came before the way was changed can be one too many.
        fix = Fix(Verb.TAKE, cards[-1], COMBAT_ZONE)
        return Answer(refusals=reason("solitary-alone", side, "DA-23", fix, cards[-1], number=len(cards)))
    return tried(rules, state, side, act.Muster(side, cards or None))


# Held


def _held_column(rules: DarkAgeArena, table: Table[State], side: Side, column: int) -> Answer[act.Action]:
    """2 LOG become 1 COM, or a marker is used. Nobody saves LOG from a card that lies there already (DA-6)."""
    state = table.state
    if column == 1:
        for card in filter(None, (in_play(table, each) for each in SIDES)):
            if takes_log(rules.deck, card, side):
                figures = {"step": state.step, "wanted": "card"}
                if (owner := side_of_card(card)) != side:
                    figures |= {"active": owner, "asked": "card"}  # whose card it is, is waited for
                return Answer(refusals=reason("wrong-phase", side, "DA-6", Fix(Verb.WAIT), card, **figures))
        return tried(rules, state, side, act.Exchange(side))
    if column in _MARKER:
        return tried(rules, state, side, act.Marker(side, _MARKER[column]))
    return nothing(state, side)


def _held_ok(rules: DarkAgeArena, table: Table[State], side: Side) -> Answer[act.Action]:
    """Another hand, no payment, no attack, no; a bid is cleared; another of the attacker's is paired first."""
    state, combat = table.state, table.state.combat
    match state.step:
        case "assemble":
            found = actions_waiting(rules, table, played_zone(side))
            return tried(rules, state, side, *found, act.Reject(side))
        case "draft":
            return tried(rules, state, side, act.GiveUp(side))
        case "bid" | "contest":
            if rules.due(state):
                return _roll_first(state, side, "DA-18")
            if said_already := rules.refusals(state, act.Bid(side, 0)):
                return Answer(refusals=told(said_already, side))
            return Answer(held=with_number(table.held, "bid", side, None))
        case "spoils" if combat is not None and combat.asked is not None:
            return tried(rules, state, side, act.Judge(side, "no"))
        case "muster" | "defend" | "declare" if side == state.active:
            if combat is not None and combat.alone is not None:
                return tried(rules, state, side, act.GiveUp(side))
            if state.step == "defend":
                return nothing(state, side)
            return tried(rules, state, side, act.Declare(side, "none"))
        case "pair" if side == state.active:
            return facing.another_first(rules, table, side)
        case "declare" | "muster" | "defend" | "pair":
            return Answer(refusals=not_theirs(state, side))
        case _:
            return nothing(state, side)
