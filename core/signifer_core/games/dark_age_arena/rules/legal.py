"""Every legal action of a state, written apart from the refusals: what is built here is never asked there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side, other

from .. import actions as act
from ..combat import Combat
from ..deck import Deck
from ..deck.effects import Gain
from ..deck.printed import Character, Equipment, Instant, Supply
from ..state import COMBAT_STEPS, PLACES, ZONE, State
from .combat import free, to_pair, unaimed
from .dice import due, faces
from .effects import (
    control,
    enlist_cost,
    equipment_cost,
    recruitment,
    solitary_cost,
    standard_cost,
    supply_cost,
)

OPEN = ("assemble", "stock", "draft", "prepare", "supply")


def legal_actions(deck: Deck, state: State) -> tuple[act.Action, ...]:
    return tuple(_actions(deck, state))


def generated(deck: Deck, state: State, action: act.Action) -> act.Action:
    """Fighters in the order of their decks; any other action as it is."""
    if isinstance(action, act.Muster) and action.cards:
        return replace(action, cards=tuple(deck.in_order(action.cards)))
    return action


def draws(deck: Deck, state: State) -> tuple[act.Action, ...]:
    """The cards that may come to whoever draws next."""
    side = state.owed[0]
    player = state.player(side)
    if not player.stock.number:
        return tuple(act.Drawn(card) for card in player.under[:1])
    named = player.stock.named
    unnamed = player.stock.number > len(named)
    unseen = _unseen(deck, state, side) if unnamed else frozenset()
    return tuple(act.Drawn(card) for card in deck.stock(side) if card in named or card in unseen)


def _unseen(deck: Deck, state: State, side: Side) -> frozenset[str]:
    """A side's cards that lie nowhere in sight, nor are known to be anywhere."""
    player, combat = state.player(side), state.combat
    seen = {each for standing in state.characters for each in (standing.card, *standing.gear)}
    seen |= {card for spot in player.spots for card in (spot.supply, spot.artifact) if card}
    seen |= player.discards.named | player.out.named | player.face_down.named | player.hand.named
    seen |= player.stock.named | frozenset(player.under)
    if player.draft is not None:
        seen.add(player.draft.card)
    if combat is not None and combat.alone is not None:
        seen.add(combat.alone)
    return frozenset(deck.cards(side)) - seen


def hand(deck: Deck, state: State, side: Side) -> list[str]:
    """The cards that may be in a hand, in the order of the deck."""
    cards = state.player(side).hand
    unseen = _unseen(deck, state, side) if cards.number > len(cards.named) else frozenset()
    return [card for card in deck.cards(side) if card in cards.named or card in unseen]


def _actions(deck: Deck, state: State) -> Iterator[act.Action]:
    if state.step == "over":
        return
    if state.owed:
        yield from draws(deck, state)
        return
    for side in SIDES:
        yield from _at_any_time(deck, state, side)
    if wanted := due(deck, state):
        yield from faces(wanted.dice)
    if any(task.passed is None for task in state.tasks):
        return
    for side in SIDES:
        yield from _instants(deck, state, side)
        if state.step in OPEN or state.step in ("bid", "contest"):
            yield from _open(deck, state, side)
    if state.combat is not None:
        yield from _in_combat(deck, state, state.combat)


# What anybody may do at many times


def _at_any_time(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    if player.com < 6 and state.spare_log(side) >= 2 and not _loses_log(deck, state, side):
        yield act.Exchange(side)
    if player.markers and not player.marked:
        if player.com < 6:
            yield act.Marker(side, "com")
        if player.log < 6:
            yield act.Marker(side, "log")


def _loses_log(deck: Deck, state: State, side: Side) -> bool:
    """Whether the card whose task is due takes LOG of this player (DA-6)."""
    for task in state.tasks:
        if task.passed is None:
            if task.source not in deck or not isinstance(deck.printed(task.source), Instant):
                return False
            loser = {None: task.owner, "mine": task.owner, "theirs": other(task.owner)}
            taking = [
                effect
                for effect in deck.printed(task.source).effects
                if isinstance(effect.what, Gain) and effect.what.what == "log" and effect.what.amount < 0
            ]
            return any(loser.get(effect.who) == side for effect in taking)
    return False


def _instants(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    now = {"any", state.step} | ({"combat"} if state.step in COMBAT_STEPS else set())
    for card in hand(deck, state, side):
        printed = deck.printed(card)
        if not isinstance(printed, Instant) or not now.intersection(printed.at):
            continue
        if printed.com > player.com or printed.log > state.spare_log(side):
            continue
        if printed.target is None:
            yield act.Play(card)
        else:
            whose = side if printed.target == "own" else other(side)
            yield from (act.Play(card, each.card) for each in state.of_side(whose))


# Steps in which both act


def _open(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    match state.step:
        case "assemble":
            yield from _assembling(deck, state, side)
        case "stock" if not player.done:
            yield act.Done(side)
            if player.discarded < 2:
                yield from (act.Discard(card) for card in hand(deck, state, side))
        case "draft":
            yield from _drafting(deck, state, side)
        case "bid" | "contest" if player.bid is None:
            yield from (act.Bid(side, log) for log in range(min(player.log, player.hand.number) + 1))
        case "prepare":
            yield from _preparing(deck, state, side)
        case "supply":
            yield from _supplying(state, side)


def _assembling(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    laid = {spot.artifact for spot in player.spots}
    for card, place in product(deck.of_sort(side, "artifact"), PLACES):
        if card not in laid and player.spots[place - 1].artifact is None:
            yield act.Artifact(card, place)
    if not player.done:
        yield act.Keep(side)
        if player.hand.number >= 8:
            yield act.Reject(side)


def _drafting(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    drafted = player.draft
    if drafted is None:
        if not player.done:
            yield act.Done(side)
        if player.enlisted is None:
            yield from _enlisting(deck, state, side)
    elif drafted.die is not None:
        yield act.GiveUp(side)
        if player.markers and not player.marked:
            yield act.Marker(side, "roll")
        score = drafted.die + drafted.plus
        short = control(deck, state, drafted.card) - score
        if score > 1 and short <= min(player.com, recruitment(deck, state, side)):
            yield act.Pay(side)


def _enlisting(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    new = state.player(other(side)).enlisted
    there = {deck.character(each.card).kind for each in state.characters if each.card != new}
    for card in hand(deck, state, side):
        printed = deck.printed(card)
        if isinstance(printed, Character) and not (printed.unique and printed.kind in there):
            for place in PLACES:
                if enlist_cost(deck, state, side, place) <= state.player(side).com:
                    yield act.Enlist(card, place)


def _preparing(deck: Deck, state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    if not player.done:
        yield act.Done(side)
    for card in hand(deck, state, side):
        printed = deck.printed(card)
        if isinstance(printed, Equipment):
            for each in state.of_side(side):
                com, log = equipment_cost(deck, state, card, each.card)
                if com <= player.com and log <= player.log and _fits(deck, printed, each.card, each.gear):
                    yield act.Attach(card, each.card)
        elif isinstance(printed, Supply):
            com, log = supply_cost(deck, state, card, printed.com, printed.log)
            for place, spot in zip(PLACES, player.spots, strict=True):
                if spot.supply is None and not spot.pillaged and com <= player.com and log <= player.log:
                    yield act.Lay(card, place)


def _fits(deck: Deck, card: Equipment, bearer: str, gear: tuple[str, ...]) -> bool:
    """Room for this sort, and nothing of its kind or family there (DA-14)."""
    printed = deck.character(bearer)
    room = {"weapon": printed.weapons, "skill": printed.skills}[card.sort]
    borne = [each for each in map(deck.printed, gear) if isinstance(each, Equipment)]
    alike = [each for each in borne if each.kind == card.kind or (each.family and each.family == card.family)]
    return not alike and len([each for each in borne if each.sort == card.sort]) < room


def _supplying(state: State, side: Side) -> Iterator[act.Action]:
    player = state.player(side)
    if not player.done:
        yield act.Done(side)
    if player.log >= 2:
        for each in state.of_side(side):
            yield from (act.Move(each.card, place) for place in PLACES if place != each.place)
    if player.log >= 4 and player.stock.number + len(player.under):
        yield act.Buy(side)


# Combat


def _in_combat(deck: Deck, state: State, combat: Combat) -> Iterator[act.Action]:
    if state.step in ("declare", "muster", "defend"):
        yield from _involving(deck, state, combat)
    elif state.step in ("aim", "pair", "assist"):
        yield from _facing(deck, state, combat)
    else:
        yield from _around(deck, state, combat)


def _involving(deck: Deck, state: State, combat: Combat) -> Iterator[act.Action]:
    """Who is to fight."""
    side = state.active
    if combat.alone is not None:
        if combat.die is not None:
            yield act.GiveUp(side)
            if solitary_cost(deck, state, combat.alone, combat.die) <= state.player(side).com:
                yield act.Pay(side)
        return
    if state.step != "defend":
        yield from _declaring(state, side)
    if state.step == "defend" or (state.step == "muster" and combat.start):
        yield from _mustering(deck, state, combat.start or 0 if side == combat.attacker else combat.target)
    elif state.step == "muster":
        yield act.Muster(side, None)
    if state.step == "defend" or combat.start == 0:
        yield from _alone(deck, state)


def _facing(deck: Deck, state: State, combat: Combat) -> Iterator[act.Action]:
    """Who faces whom."""
    side = state.active
    match state.step:
        case "aim":
            enemies = state.fighters(other(side))
            yield from (act.Aim(*two) for two in product(unaimed(deck, state, side), enemies))
        case "pair":
            yield from (act.Pair(*two) for two in product(to_pair(state, side), to_pair(state, other(side))))
        case "assist":
            numbers = range(1, len(combat.confrontations) + 1)
            yield from (act.Assist(*two) for two in product(free(state, side), numbers))


def _around(deck: Deck, state: State, combat: Combat) -> Iterator[act.Action]:
    """What comes before the rounds and after them."""
    side = state.active
    match state.step:
        case "bluff":
            yield act.Bluff(side, None)
            yield from (act.Bluff(side, card) for card in hand(deck, state, side))
        case "target":
            yield from (act.Target(place) for place in PLACES)
        case "react":
            yield act.Done(side)
        case "yield":
            places = [place for place in PLACES if place != combat.target]
            for each in state.at(side, combat.target):
                yield from (act.Assign(each.card, place) for place in places)
        case "spoils" if combat.asked:
            for who in SIDES:
                if who not in combat.answers:
                    yield from (act.Judge(who, "yes"), act.Judge(who, "no"))
        case "home":
            home = [each.card for each in state.at(side, ZONE)]
            yield from (act.Assign(*two) for two in product(home, PLACES))


def _declaring(state: State, side: Side) -> Iterator[act.Action]:
    yield act.Declare(side, "none")
    yield act.Declare(side, "solitary")
    if state.of_side(side):
        yield from (act.Declare(side, way) for way in ("1", "2", "3"))


def _mustering(deck: Deck, state: State, near: int) -> Iterator[act.Action]:
    """Nobody, and every group that can be paid."""
    side = state.active
    yield act.Muster(side, None)
    costs = {each.card: standard_cost(deck, state, each.card, near) for each in state.of_side(side)}
    cards = deck.in_order(costs)

    def groups(chosen: tuple[str, ...], left: list[str], com: int) -> Iterator[tuple[str, ...]]:
        for at, card in enumerate(left):
            if costs[card] <= com:
                yield (*chosen, card)
                yield from groups((*chosen, card), left[at + 1 :], com - costs[card])

    yield from (act.Muster(side, group) for group in groups((), cards, state.player(side).com))


def _alone(deck: Deck, state: State) -> Iterator[act.Action]:
    side = state.active
    yield from (act.Alone(each.card) for each in state.of_side(side))
    there = {deck.character(each.card).kind for each in state.characters}
    for card in hand(deck, state, side):
        printed = deck.printed(card)
        if isinstance(printed, Character) and not (printed.unique and printed.kind in there):
            yield act.Alone(card)
