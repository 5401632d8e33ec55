"""What the lines of cards add up to: to a fighter's lists and rolls, to a character's figures, to a player's costs.

Places' lines hold in a combat for them, instants' as long as they say, others while their card is in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from signifer_core.frozen import latest
from signifer_core.layout import Side

from ..combat import Combat
from ..deck import Deck, side_of_card
from ..deck.effects import Bonus, Cost, Figure, Modifier, Priced, Sign, Trait, Value
from ..deck.printed import Character, Equipment
from ..deck.sources import Lines, Source, leader_name
from ..deck.sources import place_name as place_name
from ..rolls import Added, total
from ..state import State

CLASS = "class"  # what adds to a roll against an enemy class (DA-42)


def _standing(deck: Deck, state: State) -> list[Source]:
    """Every line of what is in play, whether its condition holds or not."""
    written, found = deck.sources, list[Source]()
    for side, player in state.players:
        found += written.get(leader_name(side), ())
        for spot in player.spots:
            for card in (spot.supply, spot.artifact):
                if card is not None:
                    found += written.get(card, ())
    for each in state.characters:
        found += written.get(each.card, ())
        for card in each.gear:
            if card in written:
                found += deck.sources_on(each.card, card)
    combat = state.combat
    if combat is not None and combat.target:
        owner = combat.defender
        found += written.get(place_name(owner, combat.target), ())
    return found


def role_of(combat: Combat | None, side: Side) -> str | None:
    """Whether a player attacks or defends now; None without a combat."""
    if combat is None:
        return None
    return "attacking" if side == combat.attacker else "defending"


@latest
def in_force(deck: Deck, state: State) -> tuple[Source, ...]:
    """The lines that hold now, but for "direct", which depends on the fighter."""
    found = _standing(deck, state)
    if any(source.effect.task for source in found):
        passed = {(task.source, task.line) for task in state.tasks if task.passed}
        found = [each for each in found if not each.effect.task or (each.name, each.line) in passed]
    return (*found, *of_instants(state))


def of_instants(state: State) -> list[Source]:
    """The lines of instants that still hold."""
    return [
        Source(lasting.owner, lasting.card, line, lasting.effect, lasting.chosen)
        for line, lasting in enumerate(state.lasting)
    ]


def _holding(deck: Deck, state: State) -> Iterator[Source]:
    for source in in_force(deck, state):
        role = source.effect.role
        if role is None or role == role_of(state.combat, source.owner):
            yield source


@latest
def _of_fighters(deck: Deck, state: State) -> tuple[Source, ...]:
    """The lines of characters that hold now, whomever they reach."""
    return tuple(source for source in _holding(deck, state) if source.effect.of_fighters)


def for_character(deck: Deck, state: State, card: str) -> Iterator[Source]:
    """The lines that hold for a character now."""
    for source in _of_fighters(deck, state):
        if source.reaches(card) and (not source.effect.direct or _is_direct(state, card)):
            yield source


def _is_direct(state: State, card: str) -> bool:
    return state.combat is not None and state.combat.fights_directly(card)


def _brought(deck: Deck, state: State, card: str, lines: Lines | None) -> Iterable[Source]:
    """The ``lines`` that hold for a character, found here where the caller does not bring them."""
    return for_character(deck, state, card) if lines is None else lines


def values(deck: Deck, state: State, card: str, sign: Sign, lines: Lines | None = None) -> tuple[int, ...]:
    """A fighter's list: what is printed, and what is added. Several armours are one list (DA-32)."""
    added = [
        source.effect.what.value
        for source in _brought(deck, state, card, lines)
        if isinstance(source.effect.what, Value) and source.effect.what.sign == sign
    ]
    return tuple(sorted((*deck.character(card).values(sign), *added)))


def modifiers(
    deck: Deck, state: State, card: str, sign: Sign, lines: Lines | None = None
) -> tuple[Added, ...]:
    """What is added to a fighter's roll, and by what."""
    added = [
        (source.name, source.effect.what.amount)
        for source in _brought(deck, state, card, lines)
        if isinstance(source.effect.what, Modifier) and source.effect.what.sign == sign
    ]
    if sign in ("[]", "<>") and _faces_an_enemy_class(deck, state, card):
        added.append((CLASS, 1))
    return tuple(added)


def _faces_an_enemy_class(deck: Deck, state: State, card: str) -> bool:
    """DA-42: against a direct opponent of an enemy class."""
    foe = state.combat.opponent(card) if state.combat else None
    if foe is None or not state.classes:
        return False
    return frozenset({deck.character(card).klass, deck.character(foe).klass}) in deck.enemies


def has_trait(deck: Deck, state: State, card: str, trait: str, lines: Lines | None = None) -> bool:
    """Whether a character has frenzy or strikes unblockable hits, by itself or by a line."""
    printed = deck.character(card)
    if printed.frenzy if trait == "frenzy" else printed.unblockable:
        return True
    return any(
        isinstance(source.effect.what, Trait) and source.effect.what.trait == trait
        for source in _brought(deck, state, card, lines)
    )


def life(deck: Deck, state: State, card: str, lines: Lines | None = None) -> int:
    """At least 1."""
    return max(1, deck.character(card).life + _added(_brought(deck, state, card, lines), "life"))


def control(deck: Deck, state: State, card: str) -> int:
    """At least 1. Lines about all of a player's characters hold for a card of the hand, too: its control is looked at
    as it is drafted, or sent to fight alone."""
    return max(1, deck.character(card).control + _added(for_character(deck, state, card), "control"))


def _added(lines: Iterable[Source], figure: str) -> int:
    return sum(
        source.effect.what.amount
        for source in lines
        if isinstance(source.effect.what, Figure) and source.effect.what.figure == figure
    )


def bonus(deck: Deck, state: State, side: Side, what: str) -> tuple[Added, ...]:
    """What is added to a player's recruitment, or roll for initiative, and by what."""
    return tuple(
        (source.name, source.effect.what.amount)
        for source in _holding(deck, state)
        if isinstance(source.effect.what, Bonus) and source.effect.what.what == what and source.is_for(side)
    )


def dearer(deck: Deck, state: State, side: Side, of: Priced) -> int:
    """By how much something costs a player more, or less (below 0)."""
    return sum(
        source.effect.what.amount
        for source in _holding(deck, state)
        if isinstance(source.effect.what, Cost) and source.effect.what.of == of and source.is_for(side)
    )


def recruitment(deck: Deck, state: State, side: Side) -> int:
    """How many COM a player may add to a draft roll (DA-10)."""
    return max(0, deck.leader(side).recruitment + total(bonus(deck, state, side, "recruit")))


def enlist_cost(deck: Deck, state: State, side: Side, place: int) -> int:
    """As much COM as characters are assigned to the place (DA-9)."""
    return max(0, len(state.at(side, place)) + dearer(deck, state, side, "recruit"))


def equipment_cost(deck: Deck, state: State, card: str, bearer: str) -> tuple[int, int]:
    """COM and LOG of a weapon or skill. What makes it cheaper takes of each resource printed, as in DA-42; what makes
    it dearer adds to each."""
    printed = deck.as_a(Equipment, card)
    more = dearer(deck, state, side_of_card(card), printed.sort)
    if state.classes and printed.klass and printed.klass == deck.character(bearer).klass:
        more -= 1
    com, log = (max(0, price + more) if price else 0 for price in (printed.com, printed.log))
    return com, log


def supply_cost(deck: Deck, state: State, card: str, com: int, log: int) -> tuple[int, int]:
    more = dearer(deck, state, side_of_card(card), "supply")
    first, second = (max(0, price + more) if price else 0 for price in (com, log))
    return first, second


def standard_cost(deck: Deck, state: State, card: str, near: int) -> int:
    """COM for a fighter of the standard way (DA-22, DA-27): 1 at the place ``near``, else control minus the leader's
    attack or defence; never below 1."""
    side, standing = side_of_card(card), state.standing(card)
    leader = deck.leader(side)
    figure = leader.attack if role_of(state.combat, side) == "attacking" else leader.defence
    at_place = standing is not None and standing.place == near
    cost = 1 if at_place else control(deck, state, card) - figure
    return max(1, cost + dearer(deck, state, side, "standard"))


def solitary_cost(deck: Deck, state: State, card: str, die: int) -> int:
    """COM for a solitary fighter: control minus the die, at least 0 (DA-23)."""
    more = dearer(deck, state, side_of_card(card), "solitary")
    return max(0, control(deck, state, card) - die + more)


def is_unique_in_play(deck: Deck, state: State, card: str, but: str | None = None) -> bool:
    """Whether a character of this unique kind is in play on either side, but for the card ``but`` (DA-13)."""
    printed = deck.character(card)
    return printed.unique and any(
        deck.character(each.card).kind == printed.kind
        for each in state.characters
        if each.card != but and isinstance(deck.printed(each.card), Character)
    )
