"""Hands at a table of any game: what they do is judged as the keeper would; random ones, and what must hold then."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from signifer_core.judgement import Judgement
from signifer_core.layout import COLUMNS, PAD, SIDES, Layout, Side, Zone, side_of, zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Correction, Prompt, Table
from signifer_core.referee import Referee
from signifer_core.rules import Refusal, Verb


def check_sense(refusals: tuple[Refusal, ...]) -> None:
    """No refusal contradicts itself: none names the step that it is in as another one, nobody waits for themselves."""
    for reason in refusals:
        if reason.code == "wrong-phase":
            assert reason.figure("step") != reason.figure("wanted"), reason
        if reason.code == "not-your-turn":
            assert reason.figure("active") != reason.player, reason


class HandsAt:
    """A table of any game with hands at it, as the keeper would run it: seen layout, judged; presses answered."""

    procedure: Any

    def __init__(self, state: Any) -> None:
        self.referee: Referee[Any, Any] = Referee(self.procedure)
        self.seen = Layout()
        for at, card in self.procedure.due(Table(state)).must.items():
            self.seen = self.seen.laid(card, at)
        self.start, self.judged = state, self.seen
        self.done: list[Any] = []
        self.table: Table[Any] = Table(state)
        self.refusals: tuple[Refusal, ...] = ()
        self.corrections: tuple[Correction, ...] = ()
        self.asked: tuple[
            Correction, ...
        ] = ()  # as people read them: until hands have settled, those of before
        self.prompts: tuple[Prompt, ...] = ()
        self.unsettled = self.rolled = False
        self.dice = [1, 2, 3, 4, 5, 6] * 100  # what the dice will show
        self._keep(self.referee.begin(self.table, self.seen))

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def lying(self) -> list[str]:
        """What is seen anywhere."""
        return [card for _, card in self.seen.items()]

    def _keep(self, judgement: Judgement[Any, Any]) -> Judgement[Any, Any]:
        self.table = judgement.table
        for actions in judgement.undone:
            del self.done[-actions:]
        self.done += [done.action for done in judgement.actions]
        return judgement

    def check_pressed(self, refusals: tuple[Refusal, ...], state: Any) -> None:
        """What holds of what a press earned in ``state``."""
        check_sense(refusals)

    def judge(self, *, settled: bool = True) -> Self:
        judged = self.referee.judge(
            self.table,
            self.seen,
            settled=settled,
            asked=self.asked,
            before=self.judged,
        )
        judgement = self._keep(judged)
        self.refusals, self.corrections = judgement.refusals, judgement.corrections
        check_sense(self.refusals)
        self.unsettled = judgement.unsettled
        if not judgement.unsettled:
            self.asked, self.judged = judgement.corrections, self.seen
        return self

    def lay(self, card: str, at: str | Zone, *, settled: bool | None = True) -> Self:
        """Lay a card, or leave it to a later judgement (``settled`` None)."""
        self.seen = self.seen.laid(card, zone(at) if isinstance(at, str) else at)
        return self if settled is None else self.judge(settled=settled)

    def lift(self, card: str, *, settled: bool | None = True) -> Self:
        """Lift a card from wherever it lies."""
        for at in self.seen.zones_of(card):
            self.seen = self.seen.lifted(card, at)
        return self if settled is None else self.judge(settled=settled)

    def press(self, what: str) -> tuple[Refusal, ...]:
        """ "press ok red", "hold ok red", "press column 3 red", "press dice"; the refusals that it earned."""
        kind, button, *rest = what.split()
        player = rest[-1] if rest else None
        column = int(rest[0]) if button == "column" else None
        self.judge()
        state = self.state
        judgement = self.referee.press(
            self.table,
            Press(PressKind(kind), Button(button), side_of(player) if player else None, column),
            self.seen,
        )
        self.check_pressed(judgement.refusals, state)
        self._keep(judgement)
        self.prompts, self.rolled = judgement.prompts, bool(judgement.rolls)
        if judgement.rolls:
            fallen = tuple(replace(roll, value=self.dice.pop(0)) for roll in judgement.rolls)
            judgement = self._keep(self.referee.rolled(self.table, fallen, self.seen))
            self.prompts = judgement.prompts
        self.judge()
        return judgement.refusals

    def pad(self, player: Side) -> tuple[str, ...]:
        return self.seen[Zone(PAD, player)]

    def corrections_told(self) -> list[str]:
        return [f"{fix.verb} {fix.card} {fix.zone}" for fix in self.corrections]

    def obey(self, told: Correction) -> None:
        """One step of what is told; nothing is judged yet."""
        change = self.seen.lifted if told.verb == Verb.TAKE else self.seen.laid
        self.seen = change(told.card, told.zone)

    def follow(self) -> int:
        """Do as told until nothing is told any more; how many steps it took (at most 100)."""
        for step in range(100):
            if not self.corrections:
                return step
            self.obey(self.corrections[0])
            self.judge()
        raise AssertionError(f"corrections without end: {self.corrections_told()}")

    def agrees(self) -> bool:
        """Whether exactly what is due lies in the columns."""
        must = self.procedure.due(self.table).must
        columns = [Zone(str(number), player) for number in COLUMNS for player in SIDES]
        return all(Counter(self.seen[at]) == Counter(must[at]) for at in columns)

    def replayed(self) -> Any:
        state = self.start
        for action in self.done:
            state = self.procedure.rules.apply(state, action)
        return state


def fumble(
    hands: HandsAt,
    rng: random.Random,
    cards: Sequence[str],
    likely_zone: Callable[[str], Zone],
    buttons: Callable[[float], object],
    bounds: tuple[float, float, float] = (0.45, 0.65, 0.8),
) -> None:
    """One thing that random hands do, judged settled or not, or not at all. A number up to 1 says what: up to the first
    of ``bounds`` one of ``cards`` is laid, up to the second one is lifted, up to the third what is told is done, if
    anything is; else ``buttons`` gets the number."""
    settled, what, lying = rng.choice([None, False, True]), rng.random(), hands.lying
    if what < bounds[0]:
        card = rng.choice(cards)
        if rng.random() < 0.9:
            hands.lift(card, settled=None)  # else it is read in two zones
        hands.lay(card, likely_zone(card), settled=settled)
    elif what < bounds[1] and lying:
        hands.lift(rng.choice(lying), settled=settled)
    elif what < bounds[2] and hands.corrections:
        hands.obey(rng.choice(hands.corrections))
    else:
        buttons(what)


def check_judged_again(hands: HandsAt) -> None:
    """Judged again nothing new comes out; nothing is told twice, and what is told is wrong."""
    hands.judge()
    told = (hands.table, hands.refusals, hands.corrections, len(hands.done))
    hands.judge()
    assert (hands.table, hands.refusals, hands.corrections, len(hands.done)) == told
    assert not hands.unsettled
    for fix in hands.corrections:
        assert (fix.card in hands.seen[fix.zone]) == (fix.verb == Verb.TAKE)
    assert len(set(hands.corrections)) == len(hands.corrections)
    assert len(set(hands.refusals)) == len(hands.refusals)
