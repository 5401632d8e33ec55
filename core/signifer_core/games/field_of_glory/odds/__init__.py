"""The odds of an attack, as far as a viewer may know: exact fractions, and the assumptions behind them.

Nothing hidden is used: what is counted is `knowledge.view` of the state. Of a discard pile, which its owner
alone may look through, the others know the size; so its cards are unseen for them (`unseen`), though they
went there openly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations

from signifer_core.errors import RulesError
from signifer_core.frozen import replace

from .. import actions as act
from ..battle import NONE, Attack, Line
from ..deck import Deck, Player
from ..knowledge import view
from ..rules import FieldOfGlory
from ..rules.attack import leads, may_retreat, retreat
from ..rules.combat import attacking_lines, decide, defending_lines
from ..state import ARMY_SIZE, State, other
from .unseen import Draw, bonus_draws, unseen

ANYONE = "anyone"

EXCHANGEABLE = "unseen-cards-exchangeable"
BEST_CARD = "best-card-of-the-hand"
NO_RETREAT = "no-further-retreat"


@dataclass(frozen=True, slots=True)
class Assumption:
    """What the figures take for granted: a key, and the numbers that belong to it.

    "unseen-cards-exchangeable": of ``army`` cards each player kept ``kept``; of either side's so many are
    ``unseen`` (the viewer cannot name their place), of which so many were kept. "best-card-of-the-hand": a
    card from the hand is the best of so many cards there. "no-further-retreat": in a summary (`Odds.best`)
    none of so many units that may retreat does.
    """

    key: str
    figures: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """The attacker's chances to win, tie and lose, and that all defenders have retreated (FG-C1): 1 in all.

    ``attacking`` and ``defending`` tell where the bonus cards come from: "deck", "hand" (the best card) or
    "none".
    """

    attacking: str
    defending: str
    win: Fraction
    tie: Fraction
    lose: Fraction
    retreat: Fraction = Fraction(0)

    @property
    def margin(self) -> Fraction:
        """By how much a win is likelier than a defeat; a tie is worth the same to both."""
        return self.win - self.lose


@dataclass(frozen=True, slots=True)
class Pairing:
    """One lead against another, after the ``retreated`` units have gone that have not gone yet.

    ``source`` is the column of the attacking ``lead``; ``defending_lead`` is None if all have retreated. The
    lines are those of FG-C3 without the bonus cards. There is a chance for each origin of either bonus card.
    """

    lead: str
    source: int
    retreated: tuple[str, ...]
    defending_lead: str | None
    attacking: tuple[Line, ...]
    defending: tuple[Line, ...]
    chances: tuple[Chance, ...]

    def of(self, attacking: str, defending: str) -> Chance:
        """The chance with bonus cards of these origins, "deck" or "hand"; who has no such choice (any more)
        does what is left to them."""
        return max(self.chances, key=lambda c: (c.attacking == attacking) + (c.defending == defending))


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one attack for a viewer: every pairing that may still come, and what the figures assume."""

    viewer: str
    attacker: Player
    column: int
    flank: bool
    pairings: tuple[Pairing, ...]
    assumptions: tuple[Assumption, ...]

    def best(self, attacking: str, defending: str) -> Pairing:
        """The summary: the lead that is best for the attacker, against the reply to it that is best for the
        defender, if nobody retreats any more, with bonus cards of these origins (`Pairing.of`). Best is the
        greatest `margin`.

        What either knows of bonus cards when they name a lead does not matter: leads shift totals by whole
        points, so of two replies the one with more points (of equal ones the spear) is no worse whatever the
        bonus cards are.
        """
        replies: dict[str, Pairing] = {}
        for pairing in self.pairings:
            if not pairing.retreated:
                worst = replies.setdefault(pairing.lead, pairing)
                if pairing.of(attacking, defending).margin < worst.of(attacking, defending).margin:
                    replies[pairing.lead] = pairing
        return max(replies.values(), key=lambda reply: reply.of(attacking, defending).margin)


def odds(
    deck: Deck,
    state: State,
    *,
    viewer: str = ANYONE,
    attack: act.DeclareAttack | act.FlankAttack | None = None,
) -> Odds:
    """The odds of ``attack`` if it were declared now, else of the attack under way, for "red", "blue" or
    anyone.

    RulesError if there is no such attack, if it is refused or its cards are shown already, or if the counts
    of a side cannot be right.
    """
    state = view(state, viewer)
    if attack is not None:
        state = _declared(deck, state, attack)
    if state.attack is None:
        raise RulesError("no attack is under way that odds could be told of")
    if state.attack.revealed:
        raise RulesError("the bonus cards are shown: the attack is decided")
    draws, answers = (bonus_draws(deck, state, player) for player in (state.active, other(state.active)))
    pairings = tuple(
        pairing
        for lead, source in _leads(state, state.attack)
        for pairing in _replies(deck, _led(state, lead, source), draws, answers)
    )
    assumed = _assumed(deck, state, pairings, {"attacker": draws, "defender": answers})
    return Odds(viewer, state.active, state.attack.column, state.attack.flank, pairings, assumed)


def _declared(deck: Deck, state: State, action: act.DeclareAttack | act.FlankAttack) -> State:
    """The view after the declaration; what it names of units discarded before placing (FG-P3) stays known."""
    seen = state.side(state.active).discards | {card for card, _, _ in state.cleared}
    return FieldOfGlory(deck).apply(state.with_side(state.active, discards=seen), action)


def _leads(state: State, attack: Attack) -> tuple[tuple[str, int], ...]:
    """The attacking leads that may still come, each with its column."""
    return leads(state) if attack.lead is None else ((attack.lead, attack.source),)


def _led(state: State, lead: str, source: int) -> State:
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, lead=lead, source=source))


def _replies(
    deck: Deck, state: State, draws: tuple[Draw, ...], answers: tuple[Draw, ...]
) -> Iterator[Pairing]:
    """Every way the defender may answer the attacking lead: who retreats, and who leads."""
    attack, defender = state.attack, other(state.active)
    assert attack is not None
    units = state.column(attack.column).units(defender)
    able = () if attack.retreat_ended else tuple(card for card in units if may_retreat(deck, state, card))
    for gone in chain.from_iterable(combinations(able, number) for number in range(len(able) + 1)):
        after = state
        for card in gone:
            after = retreat(deck, after, act.Retreat(card))
        left = after.column(attack.column).units(defender)
        if not left:
            yield _all_retreated(attack, gone, draws)
            continue
        # Who retreats joins the discards, and with an empty deck the bonus card is drawn from these.
        drawn = bonus_draws(deck, after, defender) if gone else answers
        for lead in (attack.defending_lead,) if attack.defending_lead else left:
            yield _pairing(deck, after, replace(attack, defending_lead=lead), gone, (draws, drawn))


def _all_retreated(attack: Attack, gone: tuple[str, ...], draws: tuple[Draw, ...]) -> Pairing:
    never, surely = Fraction(0), Fraction(1)
    chances = tuple(Chance(draw.origin, NONE, never, never, never, surely) for draw in draws)
    assert attack.lead is not None
    return Pairing(attack.lead, attack.source, gone, None, (), (), chances)


def _pairing(
    deck: Deck,
    state: State,
    attack: Attack,
    gone: tuple[str, ...],
    draws: tuple[tuple[Draw, ...], tuple[Draw, ...]],
) -> Pairing:
    assert attack.lead is not None
    assert attack.defending_lead is not None
    drawing, answering = draws
    ours = {
        points: attacking_lines(deck, state, attack, _card(deck, state.active, points))
        for points in _values(drawing)
    }
    theirs = {
        points: defending_lines(deck, state, attack, _card(deck, other(state.active), points))
        for points in _values(answering)
    }
    won = {
        (mine, yours): decide(deck, attack.defending_lead, attacking, defending)[1]
        for mine, attacking in ours.items()
        for yours, defending in theirs.items()
    }
    return Pairing(
        attack.lead,
        attack.source,
        gone,
        attack.defending_lead,
        attacking_lines(deck, state, attack, None),
        defending_lines(deck, state, attack, None),
        tuple(_chance(draw, answer, won) for draw in drawing for answer in answering),
    )


def _values(draws: tuple[Draw, ...]) -> set[int | None]:
    return {points for draw in draws for points, _ in draw.ways}


def _card(deck: Deck, player: Player, points: int | None) -> str | None:
    """Some card of the army with these command points: nothing else of a bonus card counts."""
    if points is None:
        return None
    return next(card for card in deck.army(player) if deck.command_points(card) == points)


def _chance(draw: Draw, answer: Draw, won: dict[tuple[int | None, int | None], bool | None]) -> Chance:
    ways: dict[bool | None, int] = {True: 0, None: 0, False: 0}
    for mine, often in draw.ways:
        for yours, as_often in answer.ways:
            ways[won[mine, yours]] += often * as_often
    win, tie, lose = (Fraction(number, draw.total * answer.total) for number in ways.values())
    return Chance(draw.origin, answer.origin, win, tie, lose)


def _assumed(
    deck: Deck, state: State, pairings: tuple[Pairing, ...], draws: dict[str, tuple[Draw, ...]]
) -> tuple[Assumption, ...]:
    """What these pairings take for granted; nothing that does not bear on them."""
    players = {"attacker": state.active, "defender": other(state.active)}
    found: list[Assumption] = []
    fought = any(pairing.defending_lead for pairing in pairings)
    if fought and any(len(draw.ways) > 1 for side in draws.values() for draw in side):
        figures = [("army", len(deck.army(state.active))), ("kept", ARMY_SIZE)]
        for side, player in players.items():
            cards = unseen(deck, state, player)
            figures += [(f"{side}-unseen", cards.cards), (f"{side}-unseen-kept", cards.kept)]
        found.append(Assumption(EXCHANGEABLE, tuple(figures)))
    best_of = {side: max(draw.best_of for draw in draws[side]) for side in draws}
    if fought and (hands := tuple((f"{side}-hand", cards) for side, cards in best_of.items() if cards > 1)):
        found.append(Assumption(BEST_CARD, hands))
    if retreating := len({card for pairing in pairings for card in pairing.retreated}):
        found.append(Assumption(NO_RETREAT, (("may-retreat", retreating),)))
    return tuple(found)
