"""What the players agree to overrule the table with, entry by entry and in words; and what it does to a state.

They are no actions of the rules: no rule allows or refuses them. Whatever is said, the game can go on from the state
after it, or is over. The stock has what no other pile has; where it has too little, discards give way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from signifer_core.agreement import DONE, NOBODY, WORD, chosen, entry, taken_as_it_lies, words_of
from signifer_core.frozen import replace
from signifer_core.layout import PAD, SIDES, Layout, Side, side_of
from signifer_core.procedure import POSITION, Override
from signifer_core.rules import Figure

from .. import actions as act
from ..deck import Deck, side_of_card
from ..deck.printed import Character, Equipment
from ..rolls import Fallen
from ..rules.advance import advanced
from ..rules.effects import life
from ..rules.prepare import attach_refusals
from ..rules.turn import next_attack, ready
from ..state import (
    LAST_OF_ESCALATION,
    MARKERS,
    MOST,
    OPEN_STEPS,
    PLACES,
    Player,
    Standing,
    State,
    Step,
)
from .as_it_lies import found, taken
from .settled import gone, settled, taken_out, without_gear

COM, LOG, POINTS, LEFT, HAND, STOCK, DISCARDS = (
    "com",
    "log",
    "points",
    "markers",
    "hand",
    "stock",
    "discards",
)
PLACE, WOUNDS, BEARER, PILLAGED = "place", "wounds", "bearer", "pillaged"
CLASSES, INITIATIVE, TURN, STEP, END = "classes", "initiative", "turn", "step", "over"
DRAW = "draw"
COMBAT_COLUMN = 4  # where fighters are read
# More than a game has.
MOST_POINTS, MOST_TURNS = 40, 60
YES, NO = "yes", "no"
STEPS: tuple[Step, ...] = ("stock", "draft", "prepare", "bid", "declare", "supply")


def overrides(deck: Deck, state: State, seen: Layout) -> tuple[Override, ...]:
    """Every entry, while ``seen`` lies on the table. The one that ends the game comes last. What lies on a pad or face
    down is in none: not even their number may tell which card it is (DA-25)."""
    lying = {card for zone, card in seen.items() if zone.place != PAD}
    open_gear = (card for card in deck.catalogue if card in lying and deck.is_a(Equipment, card))
    gear = [card for card in open_gear if state.known_place(card) != "face-down"]
    return (_as_it_lies(deck, state, seen), *_entries(deck, state, gear))


def _as_it_lies(deck: Deck, state: State, seen: Layout) -> Override:
    """The one choice is to take characters, supply and artifacts as they lie at the places; none in a combat, or if
    they do."""
    if not _places_count(state):
        return taken_as_it_lies()
    words, refusals = found(deck, state, seen)
    changes = (" ".join((WORD, POSITION, *words)),) if words else ()
    return taken_as_it_lies(len(words), changes, refusals)


def _places_count(state: State) -> bool:
    """Whether all characters are at places: a combat that is only to be declared has no fighter yet."""
    return state.turn > 0 and (state.step in OPEN_STEPS or state.step == "declare")


def _entries(deck: Deck, state: State, gear: Iterable[str]) -> Iterator[Override]:
    """All entries but the one that takes what lies there; ``gear`` are weapons and skills that are read."""
    for side in SIDES:
        yield from _of_player(state, side)
    for each in state.characters:
        yield from _of_character(deck, state, each)
    borne = [card for each in state.characters for card in each.gear]
    for card in dict.fromkeys((*borne, *gear)):
        yield from _of_gear(deck, state, card)
    if _has_classes(deck):
        yield entry(CLASSES, CLASSES, YES if state.classes else NO, (NO, YES))
    if state.turn and state.step != "over":
        yield from _of_turn(state)
    yield entry(END, END, state.winner or NOBODY, (*SIDES, DRAW))


def _has_classes(deck: Deck) -> bool:
    """Whether anybody in these decks is of a class: without one there is nothing to play with (DA-42)."""
    return any(deck.is_a(Character, card) and deck.character(card).klass for card in deck.catalogue)


def _of_player(state: State, side: Side) -> Iterator[Override]:
    player = state.player(side)
    hand, stock, discards = player.hand.number, player.stock.number, player.discards.number
    yield entry(COM, side, player.com, range(MOST + 1), player=side)
    yield entry(LOG, side, player.log, range(MOST + 1), player=side)
    yield entry(POINTS, side, player.points, range(MOST_POINTS + 1), player=side)
    yield entry(LEFT, side, player.markers, range(MARKERS + 1), player=side)
    yield entry(HAND, side, hand, range(hand + stock + 1), player=side)
    yield entry(STOCK, side, stock, range(stock + discards + 1), player=side)
    yield entry(DISCARDS, side, discards, range(discards + stock + 1), player=side)
    for place, spot in zip(PLACES, player.spots, strict=True):
        yield entry(PILLAGED, side, YES if spot.pillaged else NO, (NO, YES), player=side, place=place)
        if spot.supply is not None:
            free = [at for at in PLACES if _takes_supply(player, at) or at == place]
            yield entry(PLACE, spot.supply, place, (*free, NOBODY), card=spot.supply)


def _takes_supply(player: Player, place: int) -> bool:
    return player.spot(place).supply is None and not player.spot(place).pillaged


def _of_character(deck: Deck, state: State, each: Standing) -> Iterator[Override]:
    """A fighter's place is where it fights, until the combat is over or called off."""
    alone = state.combat.alone if state.combat is not None else None
    if each.place and each.card != alone:
        yield entry(PLACE, each.card, each.place, (*PLACES, NOBODY), card=each.card)
    most = max(life(deck, state, each.card), each.wounds + 1)
    wounds = entry(WOUNDS, each.card, each.wounds, range(most), card=each.card)
    # Of equal characters it is told where they stand.
    yield replace(wounds, figures=(*wounds.figures, ("place", str(each.place or COMBAT_COLUMN))))


def _of_gear(deck: Deck, state: State, card: str) -> Iterator[Override]:
    """Those who have room for it, or nobody."""
    bearer = state.bearer(card)
    # Without it whoever bears it has room for it.
    loose = without_gear(state, card)
    able = [
        each.card for each in loose.of_side(side_of_card(card)) if _has_room(deck, loose, card, each.card)
    ]
    now = bearer.card if bearer is not None else NOBODY
    if able:
        yield entry(BEARER, card, now, (*able, NOBODY), card=card)


def _has_room(deck: Deck, state: State, card: str, bearer: str) -> bool:
    against = attach_refusals(deck, state, act.Attach(card, bearer))
    return not any(each.code in ("no-room", "same-equipment") for each in against)


def _of_turn(state: State) -> Iterator[Override]:
    if state.turn > LAST_OF_ESCALATION:
        yield entry(INITIATIVE, "turn", state.initiative or NOBODY, SIDES)
    yield entry(TURN, "turn", state.turn, range(1, MOST_TURNS + 1))
    wanted = {"bid": state.turn > LAST_OF_ESCALATION, "declare": state.initiative is not None}
    steps = [step for step in STEPS if wanted.get(step, True)]
    yield entry(STEP, "turn", state.step, steps)


# What is said


def overrule(deck: Deck, state: State, text: str) -> State:
    """The state after what the words say; RulesError if they are none of `overrides`, for whatever lies there. What
    follows waits until people have done."""
    if text == DONE:
        return _followed(deck, state)
    key, *said = words_of(text)
    if key == POSITION and said and _places_count(state):
        return advanced(deck, taken(deck, state, said))
    gear = [card for card in said[:1] if key == BEARER and card in deck and deck.is_a(Equipment, card)]
    of, value = chosen(_entries(deck, state, gear), text)
    after = _set(state, of, value)
    begins = after.step == "supply" and (state.step != "supply" or state.unfilled)
    return replace(advanced(deck, after), unfilled=begins and not state.agreed_bare)


def _followed(deck: Deck, state: State) -> State:
    """In the first turns resources come without bids and attacks (DA-17); hands are filled as they begin (DA-20)."""
    if state.agreed_bare:
        return state
    before = DONE if state.unfilled else None
    if state.turn <= LAST_OF_ESCALATION and state.step in ("bid", "declare"):
        before, state = DONE, ready(settled(state), "supply")
    return advanced(deck, replace(state, unfilled=False), before)


def _set(state: State, of: Override, value: Figure) -> State:
    if of.key == END:
        return replace(settled(state), step="over", winner=str(value), tasks=())
    if of.key == CLASSES:
        return replace(state, classes=value == YES)
    if state.step == "over":
        state = ready(replace(state, winner=None), "supply" if state.turn else "assemble")
    about = dict(of.figures)
    match of.key:
        case "place":
            return _placed(state, str(about["card"]), value)
        case "wounds":
            each = state.standing(str(about["card"]))
            assert each is not None
            return state.with_standing(replace(each, wounds=int(value)))
        case "bearer":
            return _borne(state, str(about["card"]), str(value))
        case "initiative" | "turn" | "step":
            return _at_turn(state, of.key, value)
        case _:
            side = side_of(str(about["player"]))
            return state.with_player(side, _counted(state.player(side), of.key, about, value))


def _counted(player: Player, key: str, about: dict[str, Figure], value: Figure) -> Player:
    """What a player has; the stock takes and gives the cards of a hand, discards take and give those of the stock."""
    if key == PILLAGED:
        spot = player.spot(int(about["place"]))
        if value == YES and spot.supply is not None:
            player = player.discards_card(spot.supply)
            spot = replace(spot, supply=None)
        return player.with_spot(int(about["place"]), replace(spot, pillaged=value == YES))
    number = int(value)
    if key == HAND:
        stock = player.stock.number + player.hand.number - number
        return replace(player, hand=player.hand.counted(number), stock=player.stock.counted(stock))
    if key in (STOCK, DISCARDS):
        both = player.stock.number + player.discards.number
        stock = number if key == STOCK else both - number
        discards = player.discards.counted(both - stock)
        return replace(player, stock=player.stock.counted(stock), discards=discards)
    com = number if key == COM else player.com
    log = number if key == LOG else player.log
    points = number if key == POINTS else player.points
    markers = number if key == LEFT else player.markers
    return replace(player, com=com, log=log, points=points, markers=markers)


def _placed(state: State, card: str, value: Figure) -> State:
    """At another place, or discarded."""
    side = side_of_card(card)
    player = state.player(side)
    if value == NOBODY:
        return gone(state, card)
    each = state.standing(card)
    if each is not None:
        return state.with_standing(replace(each, place=int(value)))
    player = _without_supply(player, card)
    spot = replace(player.spot(int(value)), supply=card)
    return state.with_player(side, player.with_spot(int(value), spot))


def _without_supply(player: Player, card: str) -> Player:
    for place in PLACES:
        if player.spot(place).supply == card:
            player = player.with_spot(place, replace(player.spot(place), supply=None))
    return player


def _borne(state: State, card: str, bearer: str) -> State:
    """With another bearer, or none: then it is discarded. One that was nowhere in play comes out of its pile."""
    if bearer == NOBODY:
        return gone(state, card)
    state = without_gear(state, card) if state.bearer(card) is not None else taken_out(state, card)
    each = state.standing(bearer)
    assert each is not None
    return state.with_standing(replace(each, gear=(*each.gear, card)))


def _led(state: State) -> State:
    """Nobody bids for what is agreed already, and its holder may attack first (DA-19)."""
    if state.step == "bid":
        return next_attack(ready(state, "bid"))
    if state.step == "declare" and state.attackers == (state.active,) and not state.agreed_bare:
        return replace(next_attack(replace(state, attackers=())), tasks=state.tasks)
    return state


def _again(fallen: Fallen, step: str) -> bool:
    """Whether it is rolled again from that step on."""
    return fallen.attacker is not None or (fallen.due.purpose == "initiative" and step != "declare")


def _at_turn(state: State, key: str, value: Figure) -> State:
    """Another step calls off what is under way."""
    if key == INITIATIVE:
        return _led(replace(state, initiative=side_of(str(value))))
    if key == TURN:
        rolls = state.rolls
        if state.combat is not None:
            # What has fallen in the turn of a combat that goes on has fallen in that.
            rolls = tuple(replace(each, turn=each.turn + int(value) - state.turn) for each in rolls)
        return replace(state, turn=int(value), rolls=rolls)
    state = settled(state)
    if value != "supply":
        # Of what comes again in this turn nothing is told that has fallen before; a draft does not.
        rolls = tuple(each for each in state.rolls if each.turn != state.turn or not _again(each, str(value)))
        ended = state.ended if rolls == state.rolls else None
        state = replace(state, attackers=(), rolls=rolls, ended=ended)
    if value == "declare":
        return next_attack(state)
    return ready(state, next(each for each in STEPS if each == value))
