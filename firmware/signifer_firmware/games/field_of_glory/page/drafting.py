"""A set-up by hand: who plays here drafts an army from cards turned up by fours, and lays terrain as it is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from signifer_core.games.field_of_glory.rules.draft import KEPT, OFFERED
from signifer_core.games.field_of_glory.state import HAND_SIZE

from signifer_firmware.simulation.piles import DECK, HAND, OUT, Piles
from signifer_firmware.web.play import CannotError


@dataclass(frozen=True)
class Stand:
    """A draft as a page is told of it: how many of its rounds are over, the four cards turned up, and those kept."""

    round: int
    rounds: int
    offer: tuple[str, ...]
    kept: tuple[str, ...]


@dataclass(frozen=True)
class Setting:
    """A set-up by hand as it stands: the ``drafts`` that are not over, by player; the ``terrain`` card turned up."""

    drafts: tuple[tuple[str, Stand], ...]
    terrain: str | None


@dataclass
class Draft:
    """One army's draft (FG-S2): of each four ``cards``, in their order, two are kept."""

    player: str
    cards: tuple[str, ...]
    kept: list[str] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.cards) // OFFERED

    @property
    def round(self) -> int:
        """How many rounds are over."""
        return len(self.kept) // KEPT

    @property
    def offer(self) -> tuple[str, ...]:
        """The four cards that are turned up; none when all is chosen."""
        return self.cards[self.round * OFFERED : (self.round + 1) * OFFERED]

    @property
    def done(self) -> bool:
        """Whether the army is complete."""
        return self.round == self.rounds

    def keep(self, cards: Iterable[str]) -> None:
        """Keep two of the four; CannotError for other cards, or another number of them."""
        chosen = tuple(dict.fromkeys(cards))
        if len(chosen) != KEPT or not set(chosen) <= set(self.offer):
            raise CannotError("keep-two")
        self.kept += chosen


class SetUp:
    """The set-up of a game that people lay out themselves. ``terrain`` are the terrain cards as they are drawn."""

    def __init__(
        self,
        piles: Piles,
        armies: dict[str, tuple[str, ...]],
        terrain: tuple[str, ...],
        rng: random.Random,
    ) -> None:
        self.terrain = terrain
        self._listed = [card for army in armies.values() for card in army]
        self._piles, self._rng = piles, rng
        self.drafts = {player: Draft(player, self._shuffled(army)) for player, army in armies.items()}
        for draft in self.drafts.values():
            for card in draft.cards:
                piles.take(card, (draft.player, OUT))

    def _shuffled(self, cards: Iterable[str]) -> tuple[str, ...]:
        mixed = sorted(cards)
        self._rng.shuffle(mixed)
        return tuple(mixed)

    def keep(self, player: str, cards: Iterable[str]) -> None:
        """``player`` keeps two cards; none named: chance chooses for them to the end. CannotError as of
        `Draft.keep`."""
        draft = self.drafts.get(player)
        if draft is None or draft.done:
            raise CannotError("keep-two")
        if chosen := tuple(cards):
            draft.keep(chosen)
        else:
            for _ in range(draft.round, draft.rounds):
                draft.keep(self._rng.sample(draft.offer, KEPT))
        if draft.round == draft.rounds:
            self._deal(draft)

    def _deal(self, draft: Draft) -> None:
        """The army is shuffled; nine cards are drawn."""
        for card in self._shuffled(draft.kept):
            self._piles.take(card, (draft.player, DECK))
        for _ in range(HAND_SIZE):
            self._piles.take(self._piles.top(draft.player), (draft.player, HAND))

    def taken_up(self) -> None:
        """The cards lie as they lay when the game was left: who has an army has chosen it; another draft begins
        again."""
        for draft in self.drafts.values():
            out = self._piles.cards(draft.player, OUT)
            mine = [card for card in draft.cards if card not in out]
            draft.kept = mine if len(mine) == draft.rounds * KEPT else []

    def drafting(self, player: str) -> bool:
        """Whether ``player`` has still to choose."""
        draft = self.drafts.get(player)
        return draft is not None and not draft.done

    def setting(self, terrain: str | None) -> Setting:
        """How it stands, in values that do not change any more; ``terrain`` is turned up to be laid."""
        on = {player: draft for player, draft in self.drafts.items() if not draft.done}
        return Setting(tuple((player, self._stand(draft)) for player, draft in on.items()), terrain)

    def _stand(self, draft: Draft) -> Stand:
        kept = sorted(draft.kept, key=self._listed.index)
        return Stand(draft.round, draft.rounds, draft.offer, tuple(kept))

    def drawn(self, used: Iterable[str]) -> str | None:
        """The terrain card that is turned up: the first that was not used."""
        gone = set(used)
        return next((card for card in self.terrain if card not in gone), None)
