"""Positions, hands and invariants that the tests of Field of Glory share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player, standard_deck
from signifer_core.games.field_of_glory.position import Counts, Setup, begin
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import HAND_SIZE, STEPS, TERRAINS, UNITS_A_COLUMN, State
from signifer_core.games.field_of_glory.table.procedure import FieldOfGloryProcedure
from signifer_core.layout import COLUMNS, SIDES
from signifer_core.procedure import Table
from signifer_core.rules import Fix, Refusal

from tests.core.hands import HandsAt

DECK = standard_deck()
RULES = FieldOfGlory(DECK)
PROCEDURE = FieldOfGloryProcedure(DECK)
ARMY_CARDS = (*DECK.army("red"), *DECK.army("blue"))

ONE_CARD = (
    *(act.TakeBack, act.Discard, act.Restore, act.Pay, act.PlayReserves, act.DiscardToDraw, act.DiscardDown),
    *(act.ChooseLead, act.PlayOverlap, act.Retreat, act.Drawn, act.Keep),
)
OF_A_PLAYER = (act.BonusFromHand, act.Rampage)
DOMAIN: tuple[act.Action, ...] = (
    *(act.Place(card, column) for card in ARMY_CARDS for column in COLUMNS),
    *(kind(card) for kind in ONE_CARD for card in ARMY_CARDS),
    *(act.Shuffle(player) for player in SIDES),
    *(act.Settle(), act.EndActions(), act.DrawThree(), act.Advance(), act.EndFlank(), act.EndRetreat()),
    *(kind(column) for kind in (act.DeclareAttack, act.FlankAttack) for column in COLUMNS),
    *(kind(player, card) for kind in OF_A_PLAYER for player in SIDES for card in (None, *ARMY_CARDS)),
    *(kind(player) for kind in (act.BonusFromDeck, act.NoBonus, act.Ready, act.First) for player in SIDES),
    *(act.LayTerrain(card, column) for card in DECK.terrain_cards for column in COLUMNS),
    *(act.Reveal(red, blue) for red in (None, "red/pike-1") for blue in (None, "blue/pike-1", "red/pike-2")),
)


def position(
    *,
    units: dict[str, str] | None = None,
    terrain: str = "plain plain plain plain plain",
    first: str = "red",
    control: dict[int, str] | None = None,
    step: str | None = "actions",
    red: Counts | None = None,
    blue: Counts | None = None,
) -> State:
    """A position; ``units`` maps "3 red" to kinds with numbers, "spear-1 spear-2"; ``step`` None starts the turn."""
    lying = tuple(
        (int(at[0]), at[2:], tuple(f"{at[2:]}/{card}" for card in cards.split()))
        for at, cards in (units or {}).items()
    )
    setup = Setup(
        terrain=tuple(terrain.split()),
        first=first,
        units=lying,
        control=tuple((control or {}).items()),
        red=red or Counts(),
        blue=blue or Counts(),
        step=step,
    )
    return begin(RULES, setup)


def after(state: State, *actions: act.Action) -> State:
    """The state after legal actions."""
    for action in actions:
        state = RULES.apply(state, action)
    return state


def passed(state: State) -> State:
    """The state after everything that happens by itself at a table."""
    while due := PROCEDURE.passes(Table(state)).actions:
        state = after(state, *due)
    return state


def told(refusals: tuple[Refusal, ...]) -> list[tuple[str, str]]:
    """Codes with rulings, in the order given."""
    return [(refusal.code, refusal.ruling) for refusal in refusals]


def codes(refusals: tuple[Refusal, ...]) -> list[str]:
    return [refusal.code for refusal in refusals]


def whole(
    refusals: tuple[Refusal, ...],
) -> list[tuple[str, str, str, dict[str, int | str], Fix, str | None]]:
    """Everything that each refusal says."""
    return [(r.code, r.player, r.ruling, dict(r.figures), r.fix, r.card) for r in refusals]


def belongings(state: State, player: Player) -> int:
    """All cards of a player that the table counts; the same number whatever happens."""
    side = state.side(player)
    unpaid = {placement.card for placement in state.unpaid}
    lying = [card for column in state.columns for card in column.units(player) if card not in unpaid]
    beside = 0
    if state.attack is not None:
        held = (state.attack.bonus if player == state.active else state.attack.defending_bonus,)
        beside = sum(bonus is not None and bonus.origin != "none" for bonus in held)
        beside += len(state.attack.overlaps) if player == state.active else 0
    off = side.hand + side.deck + side.discard + len(side.lost) + side.lost_unseen
    beside += state.drawing is not None and (state.drawing.player, bool(state.drawing.played)) == (
        player,
        True,
    )
    return off + len(lying) + beside


def unordered(state: State) -> Any:
    """The state as a value in which the order of units in columns, placements and discards means nothing."""
    columns = tuple(
        (column.terrain, column.control, frozenset(column.red), frozenset(column.blue))
        for column in state.columns
    )
    unpaid = frozenset(state.unpaid)
    cleared = frozenset((card, column) for card, column, _ in state.cleared)
    return columns, unpaid, cleared, replace(state, columns=(), unpaid=(), cleared=())


def check_deciders(refusals: tuple[Refusal, ...], state: Any, deciders: frozenset[str]) -> None:
    """A press of who has nothing to decide names who has: by whose turn it is, or by what is to be decided."""
    for reason in refusals:
        if reason.code == "not-your-turn" and reason.ruling.startswith("FG"):
            assert reason.figure("active") in deciders, reason
            assert reason.figure("asked") in (None, state.step), reason
            assert reason.figure("asked") or reason.figure("active") == state.active, reason
            owned = state.step in ("advance", "flank", "actions", "draw")
            assert owned == (reason.figure("asked") is None), reason


class Hands(HandsAt):
    """Hands at a table of Field of Glory."""

    procedure = PROCEDURE

    @property
    def state(self) -> State:
        found: State = self.table.state
        return found

    def check_pressed(self, refusals: tuple[Refusal, ...], state: State) -> None:
        super().check_pressed(refusals, state)
        check_deciders(refusals, state, self.procedure.deciders(state))


def walk(state: State, rng: random.Random, steps: int) -> list[tuple[act.Action, State]]:
    """Random legal actions, kinds of actions equally likely, each with the state after it."""
    path: list[tuple[act.Action, State]] = []
    for _ in range(steps):
        legal = RULES.legal_actions(state)
        if not legal:
            break
        kind = rng.choice(sorted({type(action) for action in legal}, key=lambda found: found.__name__))
        action = rng.choice([action for action in legal if type(action) is kind])
        state = RULES.apply(state, action)
        path.append((action, state))
    return path


TURNS = 400  # a game that is not over then is given up


def played(rng: random.Random, state: State | None = None) -> Iterator[tuple[act.Action | None, State]]:
    """A random game from before set-up to its end or the bound of turns; kinds of actions equally likely."""
    state = state or RULES.new_game()
    yield None, state
    while RULES.outcome(state) is None and state.turn <= TURNS:
        legal = RULES.chance(state) or RULES.legal_actions(state)
        kind = rng.choice(sorted({type(action) for action in legal}, key=lambda found: found.__name__))
        action = rng.choice([action for action in legal if type(action) is kind])
        state = RULES.apply(state, action)
        yield action, state


def everywhere(state: State, player: Player) -> list[str]:
    """With full knowledge: every card of an army, wherever it is."""
    side, attack = state.side(player), state.attack
    cards = [*side.hand_cards, *side.deck_cards, *side.discards, *side.lost, *side.out, *side.offered]
    cards += [card for column in state.columns for card in column.units(player)]
    if attack is not None:
        bonus = attack.bonus if player == state.active else attack.defending_bonus
        cards += [bonus.card] if bonus is not None and bonus.card else []
        cards += attack.overlaps if player == state.active else ()
    if state.drawing is not None and state.drawing.played and state.drawing.player == player:
        cards.append(state.drawing.played)
    return cards


def somewhere(rng: random.Random) -> State:
    """A random position: units, terrain, control and counts as they may come."""
    units: dict[str, str] = {}
    for player in SIDES:
        free = [card.partition("/")[2] for card in DECK.army(player) if DECK.unit(card)]
        rng.shuffle(free)
        for column in rng.sample(COLUMNS, rng.randrange(6)):
            first = free.pop()
            kind = first.rpartition("-")[0]
            second = [card for card in free if card.rpartition("-")[0] == kind][: rng.randrange(2)]
            for card in second:
                free.remove(card)
            units[f"{column} {player}"] = " ".join([first, *second])
    counts = [
        Counts(
            hand=rng.randrange(12),
            deck=rng.choice([0, 1, 2, 5, None]),
            discard=rng.randrange(4),
            shuffle=rng.randrange(3),
        )
        for _ in SIDES
    ]
    control: dict[int, str] = {column: rng.choice(SIDES) for column in rng.sample(COLUMNS, rng.randrange(4))}
    return position(
        units=units,
        terrain=" ".join(rng.choice(TERRAINS) for _ in COLUMNS),
        first=rng.choice(SIDES),
        control=control,
        step=rng.choice([None, "advance", "flank", "actions", "actions", "draw"]),
        red=counts[0],
        blue=counts[1],
    )


def check_position(state: State) -> None:
    lying = [card for column in state.columns for player in SIDES for card in column.units(player)]
    assert len(lying) == len(set(lying))
    for player in SIDES:
        side = state.side(player)
        assert min(side.hand, side.deck, side.discard) >= 0
        assert len(side.discards) <= side.discard
        assert not side.discards & set(lying)
        assert 0 <= side.shuffles <= 2
    for column in state.columns:
        for player in SIDES:
            units = column.units(player)
            assert len(units) <= UNITS_A_COLUMN
            assert all(card.startswith(player) for card in units)
    assert state.step in STEPS
    assert (state.step == "over") == (state.winner is not None)
    assert {placement.card for placement in state.unpaid} <= set(lying)
    assert len(state.unpaid) <= state.side(state.active).hand
    assert state.paid >= 0
    if state.step != "actions":
        assert (state.unpaid, state.paid, state.cleared) == ((), 0, ())
    if state.step == "draw" and state.drawn:
        assert state.side(state.active).hand > HAND_SIZE
    if state.step != "bonus":
        assert (state.step == "shuffle") == (state.drawing is not None)
