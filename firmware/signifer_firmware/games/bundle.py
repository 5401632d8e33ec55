"""A game as the appliance knows it: one registered bundle of rules, procedure, words and panels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from signifer_core.procedure import Procedure, Table

if TYPE_CHECKING:
    from signifer_firmware.screens.panels import Panel
    from signifer_firmware.session.outlook import Outlook
    from signifer_firmware.words import Called, Words


class Bundle(Protocol):
    """What every game brings along. State and actions are the game's own."""

    @property
    def name(self) -> str: ...

    @property
    def needs_pads(self) -> bool:
        """Whether it cannot be played at a table without pads."""
        ...

    @property
    def one_side(self) -> bool:
        """Whether everybody plays on the same side of the table: then nobody changes sides in a rematch."""
        ...

    @property
    def procedure(self) -> Procedure[Any, Any]: ...

    @property
    def corrections(self) -> str:
        """The text of the owner's corrections of the cards, "" without any; the journal keeps it with the game."""
        ...

    def corrected(self, corrections: str) -> Bundle:
        """The same game with other corrections."""
        ...

    @property
    def called(self) -> Mapping[str, Called]:
        """What each card is called by people, by the figures with which the game is played."""
        ...

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of all cards in the game's box."""
        ...

    def begin(self, setup: Mapping[str, Any]) -> Any:
        """The state that a set-up in plain values describes."""
        ...

    def fresh(self, *, pads: bool) -> Mapping[str, Any]:
        """The set-up in plain values with which people begin a game at the empty table, with or without pads."""
        ...

    def notation(self, action: Any) -> str: ...

    def parse(self, text: str) -> Any: ...

    def active(self, state: Any) -> str:
        """The active player."""
        ...

    def lying(self, state: Any) -> frozenset[str]:
        """The cards that lie on the battlefield."""
        ...

    def account(self, state: Any) -> Mapping[str, str]:
        """Where every card is, as far as it was seen, and how many are where it was not: an English text for each
        player's."""
        ...

    def total(self, table: Table[Any], column: int, player: str) -> int | None:
        """The total that a column's screens show for ``player``; None if there is nothing to add up."""
        ...

    def lead(self, table: Table[Any], column: int, player: str) -> str | None:
        """The unit of ``player`` in ``column`` that leads or is selected to lead, or None."""
        ...

    def help(self, table: Table[Any], player: str, words: Words) -> tuple[str, ...]:
        """What ``player`` may do in this step, explained in paragraphs."""
        ...

    def why(self, table: Table[Any], player: str, words: Words) -> tuple[str, ...]:
        """How the last result came about, in paragraphs; none without one."""
        ...

    def discards(self, table: Table[Any], player: str, words: Words) -> tuple[str, ...]:
        """What the table knows of ``player``'s discards, in paragraphs, for him alone."""
        ...

    def odds_column(self, table: Table[Any]) -> int | None:
        """The column of which odds can be told now; None if there is none."""
        ...

    def odds(self, table: Table[Any], words: Words, viewer: str = "") -> tuple[str, ...]:
        """The odds there, a title and paragraphs, the same for both players: from nothing that either hides. Of a
        player as ``viewer``: from what the table knows that he may know, too."""
        ...

    def turned(self, before: Any, after: Any) -> frozenset[int]:
        """The columns whose control differs between two states: there a terrain card is to be turned."""
        ...

    def panels(
        self,
        table: Table[Any],
        outlook: Outlook,
        reason: int = 0,
        turned: frozenset[int] = frozenset(),
        *,
        readers: Mapping[str, Words],
    ) -> dict[str, Panel]:
        """What each screen of the standard table shows, by its place: "3 red", "red"; to each player in his words.

        Of several refusals that stand against a player, his panel has number ``reason``, counted round. In the columns
        ``turned``, control has just changed.
        """
        ...
