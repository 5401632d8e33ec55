"""A position to begin from, with a table's knowledge: as scripts give it, and as the journal keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from signifer_core.frozen import replace
from signifer_core.position_fields import Misstatement
from signifer_core.positions import Positions, Supply

from ..actions import Players
from ..deck import KINDS, Deck, kind_of
from ..rules import CallToGlory
from ..rules.scoring import round_over
from ..state import DEAL, DRAW, MISSION_STEP, PADS, PLAY, SCORE, STOCKS, Cards, CardSet, Hand, State, Step
from .fields import FIELDS, SLOTS, STEPS
from .limits import relations
from .setup import EMPTY, NONE
from .setup import Setup as Setup


class CallToGloryPositions(Positions[Deck, Setup, State]):
    """Between two actions of a round, before a deal, or at the end of a round."""

    setup = Setup
    fields = FIELDS
    steps = STEPS
    hints: Mapping[str, str] = {
        MISSION_STEP: "leave somebody the mission of this round",
        SCORE: "write letters without those of this round",
    }
    slots = SLOTS

    def filled(self, setup: Setup) -> Setup:
        """Nothing but an empty table where nobody says who plays."""
        return Setup() if setup.players is None else setup

    def state(self, deck: Deck, setup: Setup) -> State:
        rules = CallToGlory(deck)
        state = rules.table_game()
        if setup.players is None:
            return state
        state = rules.apply(state, Players(setup.players, setup.variant))
        state = replace(
            state,
            round=setup.round,
            starter=setup.started_by,
            active=setup.turn_of,
            figures=tuple(map(setup.figures_of, setup.seats)),
            fresh=tuple(map(setup.fresh_of, setup.seats)),
            scores=tuple(map(setup.scored, setup.seats)),
        )
        if setup.with_missions:
            letters = tuple(map(setup.letters_of, setup.seats))
            missions = tuple(Cards(setup.missions_of(seat)) for seat in setup.seats)
            state = replace(state, letters=letters, missions=missions, revealed=frozenset(setup.revealed))
        if setup.at == DEAL:
            return state
        state = _dealt(deck, setup, state)
        return round_over(deck, state) if setup.at in (MISSION_STEP, SCORE) else state

    def supplies(self, deck: Deck, setup: Setup) -> Iterator[Supply]:
        stated = [number for number in (setup.left, setup.right) if number is not None]
        about = ("hand", "discard", "setup", "count")
        elsewhere = 0 if setup.at == DEAL else setup.elsewhere
        yield Supply("characters", len(deck.characters), elsewhere, sum(stated), about)

    def relations(self, deck: Deck, setup: Setup) -> Iterator[Misstatement]:
        if setup.players is None:
            return
        found = tuple(relations(deck, setup))
        yield from found or self._other_than_said(deck, setup)

    def _other_than_said(self, deck: Deck, setup: Setup) -> Iterator[Misstatement]:
        """What the rules tell at the end of a round, and somebody says otherwise."""
        if setup.at not in (MISSION_STEP, SCORE) or tuple(self.counted(deck, setup)):
            return
        state = self.state(deck, setup)
        if setup.active not in (None, state.active):
            wrong = f"{state.active} is the next to reveal a mission (CG-7)"
            yield Misstatement(wrong, f"write first {state.active}, or leave it out", ("first",))
        for seat, played, points in setup.scores:
            scored = state.scores[seat - 1]
            if state.step == SCORE and played == setup.round and scored[-1] != points:
                wrong = f"what {seat} has laid scores {scored[-1]}, not {points} (CG-6)"
                yield Misstatement(wrong, f"write {scored[-1]}, or leave it out", (f"score {seat} {played}",))

    def plain(self, state: State) -> State:
        """Without the number of its turn, which piles were drawn from once that is over, in which order the sets were
        laid, and how equal cards came upon each other in a pile."""
        by_kind = sorted(state.sets, key=lambda each: KINDS.index(each.kind))
        state = replace(state, turn=0, sets=tuple(by_kind))
        for pad in PADS:
            state = state.with_layers(pad, tuple(_joined(state.layers(pad))))
        return state if state.step == DRAW else replace(state, drawn=())


def _dealt(deck: Deck, setup: Setup, state: State) -> State:
    """A round is under way: sets and discards lie, and the rest is in hands and face-down piles."""
    rest = len(deck.characters) - setup.elsewhere
    step: Step = DRAW if setup.at == DRAW else PLAY
    hands = tuple(_hand(setup, seat) for seat in setup.seats)
    return replace(
        state,
        step=step,
        turn=1,
        dealt=True,
        hands=hands,
        sets=tuple(_sets(setup)),
        discards=tuple(tuple(_layers(setup, pad)) for pad in PADS),
        stock=Cards(rest),
        piles=setup.piles(rest),
        empty=EMPTY[setup.empty or NONE] if rest else frozenset(STOCKS),
        bonus=tuple(map(setup.bonus_of, setup.seats)),
    )


def _hand(setup: Setup, seat: str) -> Hand:
    seen = frozenset(setup.seen_in(seat))
    return Hand(Cards(setup.hand(seat), seen), seen)


def _sets(setup: Setup) -> Iterator[CardSet]:
    for kind in KINDS:
        lying = setup.cards_of(kind)
        if size := setup.size(kind):
            named = frozenset(card for card, _, _ in lying)
            columns = frozenset((card, column) for card, column, _ in lying)
            yield CardSet(kind, setup.owner(kind) or "", Cards(size, named), columns)


def _layers(setup: Setup, pad: str) -> Iterator[Cards]:
    """Equal cards upon each other are one layer, as those of a displaced set are; what nobody knows lies below."""
    known = setup.pile(pad)
    if unknown := setup.on_pad(pad) - len(known):
        yield Cards(unknown)
    for _, equal in groupby(known, key=kind_of):
        named = frozenset(equal)
        yield Cards(len(named), named)


def _joined(layers: tuple[Cards, ...]) -> Iterator[Cards]:
    for kind, equal in groupby(layers, key=lambda layer: {kind_of(card) for card in layer.named}):
        several = tuple(equal)
        if len(kind) < 2 and all(layer.unnamed in (0, layer.number) for layer in several):
            named = frozenset[str]().union(*(layer.named for layer in several))
            yield Cards(sum(layer.number for layer in several), named)
        else:
            yield from several


POSITIONS = CallToGloryPositions()
begin = POSITIONS.begin_by
