"""Cards of which a table knows how many there are, and some by name: a hand, a deck, any pile."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cards:
    """A number of cards, and the names of those that are known to be among them."""

    number: int = 0
    named: frozenset[str] = frozenset()

    @property
    def unnamed(self) -> int:
        return self.number - len(self.named)

    def gains(self, card: str | None) -> Cards:
        """With one more card, named or not."""
        return Cards(self.number + 1, self.named if card is None else self.named | {card})

    def loses(self, card: str | None) -> Cards:
        """With one card less."""
        return Cards(self.number - 1, self.named if card is None else self.named - {card})

    def counted(self, number: int) -> Cards:
        """So many cards; their names only if none of them can have gone."""
        return Cards(number, self.named if number >= self.number else frozenset())

    @property
    def covered(self) -> Cards:
        """The same number of cards, without their names."""
        return Cards(self.number)


NO_CARDS = Cards()
