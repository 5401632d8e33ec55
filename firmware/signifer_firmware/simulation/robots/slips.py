"""Clumsy hands at any table: what goes wrong, and how people put it right by doing what the table tells them."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypedDict, TypeVar

from signifer_core.layout import COLUMNS, PAD, ZONES, Layout, Side, Zone
from signifer_core.presses import Press
from signifer_core.procedure import step_of
from signifer_core.rules import Verb

from signifer_firmware.game_api.game import AnyState

from .board import HandsError
from .gestures import HOLD_DICE, Gesture
from .match import Match

HURRY = 0.3
MOST_UNDONE = 100

# How often a slip is one that belongs to the step: some steps are short.
FITTING = 0.4
# How often a card laid by mistake has no business there at all.
STRANGE = 0.1

# Tags that nobody knows.
TAGS = tuple(f"tag/{number}" for number in range(1, 33))

# The matches at which hands are clumsy.
Its = TypeVar("Its", bound=Match, contravariant=True)
# What goes wrong before a gesture in a match; False if it cannot, just now. It is a function of a class of hands, for
# their own matches: which, its type cannot say.
Slip = Callable[[Any, Any, Gesture], bool]


class How(TypedDict, total=False):
    """How clumsy hands are; see `Clumsy`."""

    rate: float
    mess: int
    lazy: float
    regret: float
    kinds: tuple[Slip, ...] | None


@dataclass(frozen=True)
class Before:
    """What lay there rightly before a slip, and what the table believed; ``chosen`` is a card selected by buttons,
    ``lifted`` are cards that hands hold, each with its zone, ``past`` is how many gestures undo could take back."""

    state: AnyState
    layout: Layout
    chosen: str | None = None
    lifted: frozenset[tuple[str, Zone]] = frozenset()
    past: int = 0


class Clumsy(ABC, Generic[Its]):
    """Slips before one gesture in ``1 / rate``, each with at most ``mess`` cards; ``lazy`` and ``regret`` are how often
    what is told is left for later, and how often a decision is undone and made again. ``kinds`` are the slips of the
    game, all of them if None.

    ``slips`` counts what was done, ``codes`` the reasons that the table gave against what was wrong on purpose.
    ``worst`` is the most cards that lay wrongly at once, with the steps that it took.
    """

    # Cards of other games, and tags of none (``tag/3``), that hands take for the game's.
    strangers: ClassVar[tuple[str, ...]] = ()
    # The slips of a step, which come more often there.
    of_step: ClassVar[Mapping[str, tuple[Slip, ...]]] = {}

    def __init__(
        self,
        rng: random.Random,
        *,
        rate: float = 0.1,
        mess: int = 6,
        lazy: float = 0.1,
        regret: float = 0.05,
        kinds: tuple[Slip, ...] | None = None,
    ) -> None:
        self._rng = rng
        self._rate = rate
        self._most = mess
        self._lazy = lazy
        self._regret = regret
        self._kinds = self.every if kinds is None else kinds
        self.slips: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.worst = (0, 0)

    def lazy(self) -> bool:
        """Whether hands leave for later what the table asks for."""
        return self._rng.random() < self._lazy

    def hurries(self) -> bool:
        """Whether hands do not wait for the table."""
        return self._rng.random() < self._rate

    def regrets(self) -> bool:
        """Whether a player wants to take back what they have done."""
        return self._rng.random() < self._regret

    # What the game knows

    @abstractmethod
    def spare(self, match: Its) -> tuple[str, Side]:
        """A card that somebody might lay by mistake, and the side of the table on which they would."""

    def pick(self, match: Its) -> Slip:
        """Which slip comes now, if it can."""
        fitting = [
            slip for slip in self.of_step.get(step_of(match.board.table.state), ()) if slip in self._kinds
        ]
        return self._rng.choice(fitting if fitting and self._rng.random() < FITTING else self._kinds)

    def blind(self, match: Its) -> bool:
        """Whether nothing goes wrong now: the game is over."""
        return step_of(match.board.table.state) == "over"

    def setting_up(self, match: Its, gesture: Gesture) -> bool:
        """Whether the game is set up, and has gone wrong, or not, in its own way."""
        return False

    def harmless(self, before: Before) -> bool:
        """Whether a card that is lifted and laid back changes nothing in any case."""
        return True

    def told_only(self, slip: Slip) -> bool:
        """Whether a slip is mended by doing as told, and nothing else."""
        return False

    def chosen(self, match: Its) -> str | None:
        """The card that buttons have selected."""
        return None

    def same(self, one: AnyState, other: AnyState) -> bool:
        """Whether two states differ in nothing that means anything."""
        return one == other

    # Before each gesture

    def before(self, match: Its, gesture: Gesture) -> None:
        """Perhaps do something else first, and put it right."""
        if self._rng.random() >= self._rate or self.blind(match) or self.setting_up(match, gesture):
            return
        slip = self.pick(match)
        before = self._before(match)
        if not slip(self, match, gesture):
            return
        self.slips[slip.__name__.strip("_")] += 1
        match.board.rest()
        match.watch(match, f"(a slip: {slip.__name__.strip('_').replace('_', ' ')})")
        laid_back = slip is Clumsy._bump and self.harmless(before)
        if laid_back and match.board.table.state != before.state:
            raise HandsError(f"a card that was laid back changed something: {before.state}")
        if self.told_only(slip):
            match.follow()
        else:
            self.mend(match, before)

    def _before(self, match: Its) -> Before:
        """What lies there rightly: cards that are to be lifted are no loss, and what may lie somewhere may stay."""
        table, layout = match.board.table, match.due()
        for card, zone in sorted(match.free()):
            if card in match.piles.layout[zone]:
                layout = layout.laid(card, zone)
        for card, zone in match.board.doubted:
            layout = layout.lifted(card, zone)
        for zone, card in match.piles.layout.items():
            if zone.place == PAD and (card, zone) not in table.leaving:
                layout = layout.laid(card, zone)
        return Before(table.state, layout, self.chosen(match), table.held.lifted, len(table.past))

    # Putting right

    def mend(self, match: Its, before: Before) -> None:
        """First as told, then what the table has taken for a move: by hand or by undo."""
        self._follow(match)
        # A card laid back where it was lifted took a gesture back: no undo does that again, but the same hand.
        took_back = len(match.board.table.past) < before.past
        if self._rng.random() < 0.5 or took_back or self._twin_lies(match, before):
            self._by_hand(match, before)
        calm, undone = True, 0
        while not self.same(match.board.table.state, before.state):
            undone += 1
            if undone > MOST_UNDONE:
                raise HandsError(f"undone {MOST_UNDONE} times, and not as before: {match.board.corrections}")
            match.board.press(HOLD_DICE)
            match.board.rest()
            self.slips["undone"] += 1
            if not any(prompt.key == "undone" for prompt in match.board.said):
                raise HandsError(f"cannot be undone: {match.board.said}")
            match.watch(match, "hold dice")
            if calm and self._rng.random() < self._rate:
                calm = False  # else who makes more of a mess than they undo would never come to an end
                self._mess(match, HOLD_DICE)  # while cards are asked back
                match.board.rest()
            self._lay_the_other(match, before)
            self._follow(match)
        self._by_hand(match, before)
        if before.chosen is not None:
            match.select(before.chosen)
        is_same = self.same(match.board.table.state, before.state)
        if not is_same or match.piles.layout.beyond(before.layout):
            raise HandsError(f"not as before: {match.piles.layout}, {match.board.corrections}")

    def _lay_the_other(self, match: Its, before: Before) -> None:
        """Where a card is asked back instead of its twin, which lay there before and is beside the table now, the twin
        is laid: so each is called by its own name again."""
        asked = [(fix.card, fix.zone) for fix in match.board.corrections if fix.verb == Verb.PUT]
        for card, zone in asked:
            for twin in self.off_table(match, match.deck.twins(card)):
                if twin in before.layout[zone] and not before.layout.zones_of(card):
                    match.put(twin, zone)
                    match.board.rest()

    def _twin_lies(self, match: Its, before: Before) -> bool:
        """Whether a card lies where its twin lay, or was lifted: they may count as exchanged, which is no gesture to be
        undone."""
        return any(
            twin in before.layout[zone] or (twin, zone) in before.lifted
            for zone, card in match.piles.layout.beyond(before.layout)
            for twin in match.deck.twins(card)
        )

    def _follow(self, match: Its) -> None:
        wrong = len(match.wrong())
        self.worst = max(self.worst, (wrong, match.follow(self._rng)))

    def _by_hand(self, match: Its, before: Before) -> None:
        """Lay everything as it lay before; then as told, if the table does not like that."""
        self._change_back(match, before)
        for _, card in match.piles.layout.beyond(before.layout):
            match.take(card)
            match.board.rest()
        for zone, card in before.layout.beyond(match.piles.layout):
            match.put(card, zone)
            match.board.rest()
        for card, zone in sorted(before.lifted):
            # Its twin counts as lifted in its place: it is itself again once it has lain there.
            if before.state != match.board.table.state and card not in match.piles.layout[zone]:
                match.put(card, zone)
                match.board.rest()
                match.take(card)
                match.board.rest()
        self._follow(match)

    def _change_back(self, match: Its, before: Before) -> None:
        """Equal cards of which each lies where the other lay change places once more, at once: the record calls each
        by the other's name, and to lift both may be a gesture."""
        wrong = {card: zone for zone, card in match.piles.layout.beyond(before.layout)}
        for zone, card in before.layout.beyond(match.piles.layout):
            if (at := wrong.pop(card, None)) is None:
                continue
            twins = match.deck.twins(card)
            changed = [twin for twin in twins if wrong.get(twin) == zone and twin in before.layout[at]]
            for twin in changed[:1]:
                match.put(card, zone)
                match.put(twin, at)
                match.board.rest()
                del wrong[twin]

    # What goes wrong; False if it cannot, just now

    def _lying(self, match: Its) -> list[tuple[str, Zone]]:
        return [(card, zone) for zone, card in match.piles.layout.items()]

    def _wrong_card(self, match: Its, gesture: Gesture) -> bool:
        """Any card on its own side of any column."""
        card, side = self.spare(match)
        match.put(card, Zone(str(self._rng.choice(COLUMNS)), side))
        return True

    def _anywhere(self, match: Its, gesture: Gesture) -> bool:
        """Any card in any zone."""
        card, _ = self.spare(match)
        match.put(card, self._rng.choice(ZONES))
        return True

    def _bump(self, match: Its, gesture: Gesture) -> bool:
        """A card is lifted and laid back, before the table has settled or after."""
        lying = self._lying(match)
        if not lying:
            return False
        card, zone = self._rng.choice(lying)
        match.take(card)
        if self._rng.random() < 0.5:
            match.board.rest()
        match.put(card, zone)
        return True

    def _lift(self, match: Its, gesture: Gesture) -> bool:
        lying = self._lying(match)
        if lying:
            match.take(self._rng.choice(lying)[0])
        return bool(lying)

    def _lift_two(self, match: Its, gesture: Gesture) -> bool:
        """Two cards at once."""
        lying = self._lying(match)
        if len(lying) < 2:
            return False
        for card, _ in self._rng.sample(lying, 2):
            match.take(card)
        return True

    def _slide(self, match: Its, gesture: Gesture) -> bool:
        """A card is pushed to the next column, or to the other side of its own."""
        units = [(card, zone) for card, zone in self._lying(match) if zone.column is not None]
        if not units:
            return False
        card, zone = self._rng.choice(units)
        column = (zone.column or 0) + self._rng.choice((-1, 1))
        if column in COLUMNS and self._rng.random() < 0.8:
            match.put(card, Zone(str(column), zone.side))
        else:
            match.put(card, Zone(zone.place, "blue" if zone.side == "red" else "red"))
        return True

    def _swap(self, match: Its, gesture: Gesture) -> bool:
        """Two cards change places."""
        lying = self._lying(match)
        if len(lying) < 2:
            return False
        (first, here), (second, there) = self._rng.sample(lying, 2)
        match.take(first)
        match.put(second, here)
        match.put(first, there)
        return True

    def _mess(self, match: Its, gesture: Gesture) -> bool:
        """Whatever comes: laid, lifted, pushed, seen by the table now and then."""
        for _ in range(self._rng.randint(2, self._most)):
            change = self._rng.choice((self._wrong_card, self._anywhere, self._lift, self._slide))
            change(match, gesture)
            if self._rng.random() < HURRY:
                match.board.rest()
        return True

    # What the table has to refuse

    def off_table(self, match: Its, cards: Iterable[str]) -> list[str]:
        """Those of ``cards`` that do not lie on the table."""
        return [card for card in cards if not isinstance(match.piles.where(card), Zone)]

    def own_or_strange(self, match: Its, cards: Sequence[str]) -> str:
        """One of ``cards``; now and then, and where there is none, one that has no business there."""
        if not cards or self._rng.random() < STRANGE:
            cards = self.off_table(match, self.strangers)
        return self._rng.choice(cards)

    def misplaced(self, match: Its, cards: Sequence[str], zones: Zone | Sequence[Zone]) -> bool:
        """One of ``cards``, if there is any, in one of ``zones``, where it is refused."""
        if not cards:
            return False
        card = self._rng.choice(cards)
        return self.refused(match, card, zones if isinstance(zones, Zone) else self._rng.choice(zones))

    def refused(self, match: Its, card: str, zone: Zone) -> bool:
        """``card`` is laid where it must not lie: the table says why, and to take it away, or back to its place."""
        stays = card in {card for _, card in match.due().items()}
        match.put(card, zone)
        match.board.rest()
        told = [(fix.verb, fix.card, fix.zone) for fix in match.board.corrections]
        against = [reason for reason in match.board.refusals if reason.card in (card, None)]
        if (Verb.TAKE, card, zone) not in told or not (against or stays):
            raise HandsError(f"{card} lies in {zone}, and nothing is told: {told}, {match.board.refusals}")
        self.codes.update(reason.code for reason in against)
        return True

    def asked_back(self, match: Its, lying: Sequence[tuple[str, Zone]]) -> bool:
        """One of the cards ``lying``, if there is any, is lifted: the table wants it back."""
        if not lying:
            return False
        card, zone = self._rng.choice(lying)
        match.take(card)
        match.board.rest()
        told = match.board.corrections
        if (Verb.PUT, card, zone) not in [(fix.verb, fix.card, fix.zone) for fix in told]:
            raise HandsError(f"{card} was lifted from {zone}, and is not asked back: {told}")
        self.codes.update(reason.code for reason in match.board.refusals)
        return True

    def denied(self, match: Its, press: Press) -> bool:
        """A button that says nothing here: the table says why not, or what it wants."""
        believed = match.board.table.state
        match.board.press(press)
        match.board.rest()
        if not (match.board.refusals or match.board.said) or match.board.table.state != believed:
            raise HandsError(f"{press} in {step_of(believed)}, and nothing is said")
        self.codes.update(reason.code for reason in match.board.refusals)
        self.codes.update(prompt.key for prompt in match.board.said)
        return True

    # All slips of a game; hands choose among them. Here those that any game knows.
    every: ClassVar[tuple[Slip, ...]] = (_wrong_card, _anywhere, _bump, _lift, _lift_two, _slide, _swap)
