"""The menu of what players may overrule at the table, entry by entry: what holds now, what it may be set to, and what
that says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from signifer_core.agreement import NOBODY, entry, taken_as_it_lies
from signifer_core.layout import COLUMNS, PAD, SIDES, Layout, Zone
from signifer_core.procedure import Choice, Override, foreign
from signifer_core.rules import Figure, Figures, Fix, Refusal, Verb

from ..actions import Place
from ..deck import Deck, Player, army_of, kind_of, owner_of
from ..rules import draft
from ..rules.placing import stacking
from ..state import OVER, TERRAINS, State
from ..state import TERRAIN as TERRAIN_STEP
from .changes import AgreedCount, AgreedStep, AgreedUnits, Change, notation
from .effects import COUNTS, DRAW_GAME, SET_STEPS, Count, bounds, fitting

TURN, TERRAIN, CONTROL, END = "turn", "terrain", "control", "end"


def overrides(deck: Deck, state: State, seen: Layout) -> tuple[Override, ...]:
    """Every entry, in the order in which a game under way is taken over; the one that ends the game comes last."""
    return (
        _position(deck, state, seen),
        *_turn(state),
        *_ground(state),
        *(_count(deck, state, player, what) for player in SIDES for what in COUNTS),
        _over(state),
    )


def _choice(value: Figure, *changes: Change) -> Choice:
    return Choice(value, tuple(map(notation, changes)))


def _turn(state: State) -> Iterator[Override]:
    yield entry("active", TURN, state.active, SIDES)
    # To set the step that it is again ends what is under way in it.
    steps = tuple(_choice(step, AgreedStep(step)) for step in SET_STEPS)
    yield Override("step", TURN, state.step, steps)


def _ground(state: State) -> Iterator[Override]:
    for number in COLUMNS:
        yield entry("terrain", TERRAIN, state.column(number).terrain, TERRAINS, column=number)
    for number in COLUMNS:
        held = state.column(number).control or NOBODY
        yield entry("control", CONTROL, held, (NOBODY, *SIDES), column=number)


def _count(deck: Deck, state: State, player: Player, what: Count) -> Override:
    side = state.side(player)
    now: int = side.shuffles if what == "shuffle" else getattr(side, what)
    least, most = bounds(deck, state, player, what)
    numbers = sorted({*range(least, most + 1), now})
    choices = (Choice(number) if number == now else _number(player, what, number) for number in numbers)
    return Override(what, player, now, tuple(choices), (("player", player),))


@cache
def _number(player: Player, what: Count, number: int) -> Choice:
    """Kept, since a menu has some hundreds of them, whatever the state."""
    return _choice(number, AgreedCount(player, what, number))


def _over(state: State) -> Override:
    return entry("over", END, state.winner or NOBODY, (*SIDES, DRAW_GAME))


# The position as it lies


def _position(deck: Deck, state: State, seen: Layout) -> Override:
    """The one choice is to take the units as they lie; its value is how many columns' sides differ. No choice if none
    does, or after the end, when the cards may be cleared away."""
    if state.step == OVER:
        return taken_as_it_lies()
    changes, refusals = as_it_lies(deck, state, seen)
    return taken_as_it_lies(len(changes), tuple(map(notation, changes)), refusals)


def as_it_lies(deck: Deck, state: State, seen: Layout) -> tuple[tuple[AgreedUnits, ...], tuple[Refusal, ...]]:
    """The units of each side of a column that differ from the state's, as far as they may lie there; and against each
    card that cannot be taken, why."""
    changes: list[AgreedUnits] = []
    refusals: list[Refusal] = []
    for number in COLUMNS:
        for player in SIDES:
            zone = Zone(str(number), player)
            known = state.column(number).units(player)
            lying = [card for card in seen[zone] if not _means_nothing(deck, state, card, zone)]
            lying.sort(key=lambda card: known.index(card) if card in known else len(known))
            wrong = {card: why for card in lying if (why := _misplaced(deck, state, seen, card, zone))}
            taken = fitting(deck, player, tuple(card for card in lying if card not in wrong))
            too_many = [card for card in lying if card not in wrong and card not in taken]
            refusals += [*wrong.values(), *_against(deck, state, number, player, taken, too_many)]
            if set(taken) != set(known):
                changes.append(AgreedUnits(number, player, taken))
    return (() if _are_equal(deck, state, changes) else tuple(changes)), tuple(refusals)


def _are_equal(deck: Deck, state: State, changes: list[AgreedUnits]) -> bool:
    """Whether in each of the columns' sides lies what the state has there but for equal cards, to whose exchange nobody
    need agree."""

    def figures(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
        return sorted(tuple(sorted((card, *deck.twins(card)))) for card in cards)

    known = [(state.column(change.column).units(change.player), change.cards) for change in changes]
    return all(figures(units) == figures(cards) for units, cards in known)


def _means_nothing(deck: Deck, state: State, card: str, zone: Zone) -> bool:
    """A terrain card while terrain is laid, or on its way to the middle; or Overlap beside its attack."""
    if state.step == TERRAIN_STEP and card in deck.terrain_cards:
        return True
    beside = state.attack is not None and card in state.attack.overlaps
    return beside or (card, zone) in draft.free(state)


def _misplaced(deck: Deck, state: State, seen: Layout, card: str, zone: Zone) -> Refusal | None:
    """Why the card cannot be a unit of this side, whatever lies beside it; None if nothing is against it."""
    fix = Fix(Verb.TAKE, card, zone.place)
    if card not in deck:
        return foreign(card, zone, "FG-P1")
    if not army_of(card):
        figures: Figures = (("step", state.step), ("wanted", "terrain"))
        return Refusal("wrong-phase", zone.side, "FG-S1", fix, figures, card)
    if army_of(card) != zone.side:
        figures = (("card", card), ("side", zone.side))
        return Refusal("wrong-side", owner_of(card), "FG-P1", fix, figures, card)
    if deck.unit(card) is None:
        return Refusal("not-a-unit", zone.side, "FG-P4", fix, (("kind", kind_of(card)),), card)
    own = [other for other in seen.zones_of(card) if other.place != PAD and other.side == zone.side]
    first = next((other for other in own if other.column == state.where(card)), own[0])
    if first != zone:
        figures = (("card", card), ("pile", first.place))
        return Refusal("card-elsewhere", zone.side, "FG-P1", fix, figures, card)
    return None


def _against(
    deck: Deck, state: State, number: int, player: Player, taken: tuple[str, ...], cards: list[str]
) -> Iterator[Refusal]:
    """Why none of ``cards`` may lie beside those that are taken (FG-P2)."""
    state = state.with_units(number, player, taken)
    for card in cards:
        yield from stacking(deck, state, Place(card, number), Fix(Verb.TAKE, card, str(number)))
