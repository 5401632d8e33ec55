"""What it means that a card lies where it is not due: it waits for `ok`, goes somewhere, is asked away, or is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from signifer_core.layout import PAD, Zone
from signifer_core.procedure import Answer, Table
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.twins import Same

from .. import actions as act
from ..deck import side_of_card, sort_of
from ..rules import DarkAgeArena
from ..rules.attack import to_go
from ..rules.reasons import Reasons, in_all, not_held, not_now, reason
from ..state import ZONE, State
from . import whom
from .pads import of_the_other, unpadded
from .said import in_play, number, target, with_laid
from .spots import COMBAT_ZONE, PLACE_COLUMNS, PLAYED, column_of, home, spots, waiting

# Where cards go that nobody sees: they are asked away while they are read.
GONE = ("discards", "out", "under")


def addressed(reasons: Reasons, card: str, zone: Zone) -> Reasons:
    """Reasons of the rules as the table says them against ``card`` in ``zone``: told on the side where it lies; whoever
    is to wait, or to put it elsewhere, takes the card back meanwhile."""
    found = []
    for each in reasons:
        fix = each.fix
        if fix.place is None:
            fix = Fix(Verb.TAKE, card, zone.place)
        found.append(replace(each, player=zone.side, fix=fix, card=each.card or card))
    return tuple(found)


def refused(reasons: Reasons, card: str, zone: Zone) -> Answer[act.Action]:
    return Answer(refusals=addressed(reasons, card, zone))


def laid(rules: DarkAgeArena, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """``card`` lies in ``zone``, where the rules do not have it."""
    state, side = table.state, zone.side
    if state.known_place(card) in GONE:
        # No refusal: it is to be taken away, unless hands mean an equal card by it.
        return _as_its_twin(rules, table, card, zone) or Answer()
    if side_of_card(card) != side:
        if zone.place == PAD:
            return Answer(refusals=of_the_other(state, card, side, "DA-4"))
        fix = Fix(Verb.TAKE, card, zone.place)
        return Answer(refusals=reason("wrong-side", side, "DA-4", fix, card, card=card))
    place = home(state, card)
    fights_or_moves = state.standing(card) is not None and zone.place not in (PAD, PLAYED)
    if place is not None and not fights_or_moves:
        return Answer(refusals=(_elsewhere(state, card, zone, place),))
    if zone.place == PAD:
        return Answer(refusals=unpadded(state, side))
    if zone.place == PLAYED:
        return _in_column_5(rules, table, card, zone)
    if zone.place == COMBAT_ZONE:
        return _as_fighter(rules, table, card, zone)
    return _at_place(rules, table, card, zone)


def _as_its_twin(
    rules: DarkAgeArena, table: Table[State], card: str, zone: Zone
) -> Answer[act.Action] | None:
    """Of two equal cards hands took the one away that the table meant to stay, or put it under the stock: what is done
    with the other is done by the one that is still there. None if that could not be done either."""
    state = table.state
    for twin in rules.deck.twins(card):
        in_hand = state.known_place(card) == "under" and state.known_place(twin) not in GONE
        is_there = state.standing(twin) is not None and (twin, zone) not in spots(state) | table.held.laid
        if (is_there or in_hand) and laid(rules, table, twin, zone).explains:
            return Answer((Same(twin, card),))
    return None


def _elsewhere(state: State, card: str, zone: Zone, place: Zone) -> Refusal:
    """Against a card that the table knows to lie elsewhere: it goes back there."""
    fix = _goes(state, card, place.place)
    return Refusal.of("card-elsewhere", zone.side, "DA-4", fix, card, card=card, pile=place.place)


def _goes(state: State, card: str, place: str) -> Fix:
    """Where a card in play is to lie: where it was, or, if it has to go from there now, where it may go."""
    if card in to_go(state):
        return Fix(Verb.PUT, card, "another" if state.step == "yield" else "column")
    return Fix(Verb.PUT, card, place)


def _waits(table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    return Answer(held=with_laid(table.held, card, zone))


# Column 5


def _in_column_5(rules: DarkAgeArena, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """The one card that is being played: a weapon, a skill, an instant."""
    state, side = table.state, zone.side
    sort = sort_of(rules.deck.printed(card))
    match sort:
        case "weapon" | "skill":
            found = not_now(state, side, "DA-14", "prepare") + not_held(state, card, "DA-14")
        case "instant":
            reasons = rules.refusals(state, act.Play(card, target(table.held, side)))
            found = tuple(each for each in reasons if each.code != "no-target")
        case "character" | "supply" | "artifact" | "victory":
            found = _not_there(state, card, zone, sort)
        case never:
            assert_never(never)
    there = in_play(table, side)
    if not found and there is not None:
        fix = Fix(Verb.TAKE, card, PLAYED)
        found = reason("column-full", side, "DA-14", fix, card, column=int(PLAYED), there=there)
    return refused(found, card, zone) if found else _waits(table, card, zone)


# Where a card of each sort is laid, in which step, and by which ruling.
_COLUMN_OF: dict[str, tuple[str, str, str]] = {
    "character": ("1", "draft", "DA-9"),
    "supply": ("1", "prepare", "DA-15"),
    "artifact": ("1", "assemble", "DA-3"),
    "weapon": (PLAYED, "prepare", "DA-14"),
    "skill": (PLAYED, "prepare", "DA-14"),
    "instant": (PLAYED, "", "DA-16"),
    "victory": (PAD, "bluff", "DA-25"),
}


def _not_there(state: State, card: str, zone: Zone, sort: str) -> Reasons:
    """Against a card of a sort that is never laid there: where it goes, or that it is another step."""
    place, step, ruling = _COLUMN_OF[sort]
    if sort == "character" and state.step in ("muster", "defend"):
        place, step, ruling = COMBAT_ZONE, state.step, "DA-22"
    if step and state.step != step:
        fix = Fix(Verb.TAKE, card, zone.place)
        return reason("wrong-phase", zone.side, ruling, fix, card, step=state.step, wanted=step)
    fix = Fix(Verb.PUT, card, "column" if place == PLACE_COLUMNS[0] else place)
    return reason("wrong-column", zone.side, ruling, fix, card, column=zone.place, wanted=place)


# The combat zone


def _as_fighter(rules: DarkAgeArena, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A fighter of whoever musters waits for `ok`: all of them together have to be paid."""
    state, side = table.state, zone.side
    there = [each for each, _ in waiting(table, side, COMBAT_ZONE)]
    standing = state.standing(card)
    sort = sort_of(rules.deck.printed(card))
    if standing is not None and not _musters(state, zone):
        if side == state.active and state.step == "declare":
            fix = Fix(Verb.PRESS, card, "column")
            return Answer(
                refusals=reason("wrong-phase", side, "DA-22", fix, card, step=state.step, wanted="muster")
            )
        return Answer(refusals=cannot_move(state, card, zone))
    if sort != "character" and state.step not in ("muster", "defend"):
        return refused(_not_there(state, card, zone, sort), card, zone)
    trying = int(state.combat is not None and state.combat.alone is not None)
    if _musters(state, zone) and (trying or is_solitary(table, zone)):
        found = tuple(
            each for each in rules.refusals(state, act.Alone(card)) if each.code != "solitary-alone"
        )
        if not found and (number_there := trying or len(there)):
            figures = {"number": number_there + 1}
            found = reason("solitary-alone", side, "DA-23", Fix(Verb.TAKE, card), card, **figures)
        return refused(found, card, zone) if found else _waits(table, card, zone)
    found = rules.refusals(state, act.Muster(side, (*there, card)))
    # What stands against those who wait already was told of them, or is at `ok`; there somebody else may do as well.
    dear = (replace(each, card=card, fix=Fix(Verb.TAKE, card)) for each in found if each.code == "not-enough")
    found = tuple(each for each in found if each.card in (None, card)) or tuple(dear)[:1]
    return refused(found, card, zone) if found else _waits(table, card, zone)


def _musters(state: State, zone: Zone) -> bool:
    return state.step in ("muster", "defend") and zone.side == state.active


def is_solitary(table: Table[State], zone: Zone) -> bool:
    """Whether the player of that side sends one alone."""
    state = table.state
    if state.combat is None or zone.side != state.active:
        return False
    if state.step == "muster":
        return state.combat.start == ZONE
    return state.step == "defend" and bool(number(table.held, "alone", zone.side))


def cannot_move(state: State, card: str, zone: Zone) -> Reasons:
    """Against a character that is read where it cannot have gone."""
    standing = state.standing(card)
    place = column_of(standing.place) if standing is not None else zone.place
    fix, figures = _goes(state, card, place), {"card": card, "place": place}
    if card in to_go(state):
        return reason("cannot-move", zone.side, "DA-27", fix, card, **figures, step=state.step)
    ruling = "DA-41" if state.combat is not None else "DA-20"
    return reason("cannot-move", zone.side, ruling, fix, card, **figures)


# Places


def _at_place(rules: DarkAgeArena, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A card at one of its owner's places."""
    state = table.state
    place = int(zone.place)
    sort = sort_of(rules.deck.printed(card))
    if state.standing(card) is not None:
        return _moved(rules, table, card, zone)
    action: act.Action
    match sort:
        case "character":
            action = act.Enlist(card, place)
        case "supply":
            action = act.Lay(card, place)
        case "artifact":
            action = act.Artifact(card, place)
        case "weapon" | "skill" | "instant" | "victory":
            return refused(_not_there(state, card, zone, sort), card, zone)
        case never:
            assert_never(never)
    after = with_waiting(rules, table, zone)
    found = in_all(rules.refusals(after, action), state, after)
    if sort == "character" and not found and (rivals := _drafting(table, zone)):
        fix = Fix(Verb.TAKE, card, zone.place)
        found = reason("one-draft", zone.side, "DA-9", fix, card, there=rivals[0])
    return refused(found, card, zone) if found else _waits(table, card, zone)


def _drafting(table: Table[State], zone: Zone) -> list[str]:
    """Who waits for a draft on a side."""
    return (
        [card for card, _ in waiting(table, zone.side, "1", "2", "3")] if table.state.step == "draft" else []
    )


def _moved(rules: DarkAgeArena, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A character in play is read at another place."""
    state, place = table.state, int(zone.place)
    if state.step in ("yield", "home") and zone.side == state.active:
        action = act.Assign(card, place)
        found = rules.refusals(state, action)
        if any(each.code == "cannot-move" for each in found):
            found = cannot_move(state, card, zone)
        return refused(found, card, zone) if found else Answer((action,))
    if state.step == "supply":
        after, buy = with_waiting(rules, table, zone), act.Buy(zone.side)
        if number(table.held, "buy", zone.side) and not rules.refusals(after, buy):
            after = rules.effect(after, buy)
        found = in_all(rules.refusals(after, act.Move(card, place)), state, after)
        return refused(found, card, zone) if found else _waits(table, card, zone)
    return Answer(refusals=cannot_move(state, card, zone))


# What waits


def actions_waiting(rules: DarkAgeArena, table: Table[State], zone: Zone) -> list[act.Action]:
    """What `ok` of a side would do with what lies at its places, in the order laid, and then in column 5."""
    state, side = table.state, zone.side
    found: list[act.Action] = []
    for card, at in waiting(table, side, "1", "2", "3"):
        place = int(at.place)
        match sort_of(rules.deck.printed(card)):
            case "artifact":
                found.append(act.Artifact(card, place))
            case "supply":
                found.append(act.Lay(card, place))
            case _ if state.standing(card) is not None:
                found.append(act.Move(card, place))
            case _:
                found.append(act.Enlist(card, place))
    card_played = in_play(table, side)
    if (
        card_played is not None
        and (use := whom.use(rules, card_played, target(table.held, side))) is not None
    ):
        found.append(use)
    return found


def with_waiting(rules: DarkAgeArena, table: Table[State], zone: Zone) -> State:
    """The state as it would be once what waits at a side's places was done: what comes beside it has to be paid, too.
    A draft has a roll after it; there only one may wait."""
    return table.state if table.state.step == "draft" else before_played(rules, table, zone)


def before_played(rules: DarkAgeArena, table: Table[State], zone: Zone) -> State:
    """The state as it would be once `ok` of a side has done all that waits, but for the card in column 5."""
    state = table.state
    for action in actions_waiting(rules, table, zone):
        if not isinstance(action, (act.Play, act.Attach)) and not rules.refusals(state, action):
            state = rules.effect(state, action)
    return state
