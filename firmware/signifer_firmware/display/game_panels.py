"""Parts of panels that every game has: what is asked, refused and to be done, and what a column's reader lacks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic

from signifer_core.layout import COLUMNS, SIDES, Side, Zone
from signifer_core.procedure import Correction, Prompt, Table, step_of
from signifer_core.rules import Refusal

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import Deck, State
from signifer_firmware.i18n.words import Words, readers_of
from signifer_firmware.session.outlook import Outlook, readers_failing
from signifer_firmware.session.questions import UNSEEN
from signifer_firmware.session.settings import REFEREE
from signifer_firmware.texts.decisions import OLD_TAG, OTHER_DECK, SHORT_REFUSALS
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.menus import AGREEMENT_BUTTONS
from signifer_firmware.texts.sentences import (
    absent_deck,
    clock_text,
    correction_text,
    fix_of,
    note_text,
    notice_text,
    offered_text,
    pad_text,
    prompt_text,
    refusal_text,
)
from signifer_firmware.texts.terms import step_name

from .agreement_panels import menu_panels
from .panels import ColumnPanel, Panel, Panels, PlayerPanel, RefusalPanel, SidePanel


def _failing(outlook: Outlook, number: int, side: str) -> tuple[str, ...]:
    """The failing readers of a side of a column: its own, or those for both sides."""
    return readers_failing(outlook, f"{number} {side}") or readers_failing(outlook, str(number))


def is_unread(outlook: Outlook, number: int, side: str) -> bool:
    """Whether nobody knows what lies there, because its reader does not answer."""
    return bool(_failing(outlook, number, side))


def column_fault(outlook: Outlook, number: int, side: str, words: Words) -> str:
    """What ails the reader of a side of a column, in words; "" if nothing does."""
    part = next(iter(_failing(outlook, number, side)), "")
    return fault_text(part, dict(outlook.faults)[part], words) if part else ""


def refusal_panel(reasons: tuple[Refusal, ...], reason: int, words: Words) -> RefusalPanel | None:
    """The refusal of number ``reason``, counted round, with what mends it; nothing where none stands."""
    if not reasons:
        return None
    index = reason % len(reasons)
    shown = reasons[index]
    message, fix = refusal_text(shown, words), fix_of(shown, words)
    return RefusalPanel(message, shown.ruling, fix, index + 1, len(reasons))


@dataclass(frozen=True)
class GamePanels(ABC, Generic[Deck, State]):
    """The panels of one moment, each in the words of who reads it (``readers``, by side; English without them).

    Of several refusals that stand against a player, their panel has number ``reason``, counted round. In the columns
    ``turned``, control has just changed, and with it the way that their terrain card lies. A game says what lies on a
    side of a column, and adds to what is here what else it has to tell.
    """

    deck: Deck
    table: Table[State]
    outlook: Outlook
    reason: int = 0
    turned: frozenset[int] = frozenset()
    readers: Mapping[str, Words] = field(default_factory=lambda: readers_of({}))
    # What both players read in the same words is put into words once.
    _sides: dict[tuple[int, Side, str, int], SidePanel] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def drawn(
        cls,
        deck: Deck,
        table: Table[State],
        outlook: Outlook,
        reason: int,
        turned: frozenset[int],
        readers: Mapping[str, Words],
    ) -> Panels:
        """All panels, as a `Draw` gives them."""
        return cls(deck, table, outlook, reason, turned, readers).all()

    def all(self) -> Panels:
        """The ten column screens and the two players' screens, by place, each made when it is looked at."""
        makers: dict[str, Callable[[], Panel]] = {
            f"{number} {player}": partial(self.column, number, player)
            for number in COLUMNS
            for player in SIDES
        }
        if self.outlook.agreement is not None:
            menus = menu_panels(self.outlook.agreement, self.readers, self.deck.catalogue.game)
            return Panels.over(menus, {place: make for place, make in makers.items() if place not in menus})
        return Panels(makers | {player: partial(self.player, player) for player in SIDES})

    @property
    def state(self) -> State:
        """The position, as the table believes."""
        return self.table.state

    # Columns

    def column(self, number: int, facing: Side) -> ColumnPanel:
        """A column as ``facing`` reads it: its cards, and what hands are to do there."""
        words = self.readers[facing]
        notice, fix = self.notice(number, facing)
        own, enemy = sorted(SIDES, key=lambda side: side != facing)
        return ColumnPanel(
            column=number,
            facing=facing,
            terrain="",
            terrain_name="",
            own=self._side(number, own, words),
            enemy=self._side(number, enemy, words),
            notice=notice,
            fix=fix,
            fault=column_fault(self.outlook, number, facing, words),
        )

    def _side(self, number: int, player: Side, words: Words) -> SidePanel:
        key = (number, player, words.language, id(words.cards))
        if key not in self._sides:
            self._sides[key] = self.side(number, player, words)
        return self._sides[key]

    @abstractmethod
    def side(self, number: int, player: Side, words: Words) -> SidePanel:
        """What lies on the side of ``player`` in a column."""

    def notice(self, number: int, facing: Side) -> tuple[str, str]:
        """The first thing that is wrong on this side of the column, and what hands do about it; while people overrule
        the table, what the column's buttons do."""
        words, zone = self.readers[facing], Zone(str(number), facing)
        if self.outlook.agreement is not None:
            return words.say(AGREEMENT_BUTTONS[number]), ""
        here = [fix for fix in self.outlook.corrections if fix.zone == zone]
        cards = {fix.card for fix in here}
        told = (_notice(refusal) for refusal in self.outlook.refusals if self.is_about(refusal, zone, cards))
        return words.say(next(told, "")), self.correction(here[0], words) if here else ""

    def is_about(self, refusal: Refusal, zone: Zone, cards: set[str]) -> bool:
        """Whether a refusal concerns a zone, in which something is to be done with ``cards``."""
        return refusal.card in cards

    def correction(self, fix: Correction, words: Words) -> str:
        """What hands have to do, in words; where all sit on one side of the table, both pads lie before them."""
        names_pads = registry.game(self.deck.catalogue.game).traits.one_side
        return correction_text(fix, words, names_pads=names_pads)

    def tells(self, fix: Correction, player: Side) -> bool:
        """Whether it stands on the screen of ``player``: on that of the side where it is done."""
        return fix.zone.side == player

    # Players

    def player(self, player: Side) -> PlayerPanel:
        """A player's own screen: the step, what is asked or was answered, a refusal, what to do."""
        outlook, words = self.outlook, self.readers[player]
        headline, info = self.headline(player)
        return PlayerPanel(
            player=player,
            title=step_name(step_of(self.state), words),
            active=any(prompt.key not in ("wait", "over") for prompt in self.asked(player)),
            headline=headline,
            refusal=refusal_panel(outlook.refusals_of(player), self.reason, words),
            corrections=tuple(
                self.correction(fix, words) for fix in outlook.corrections if self.tells(fix, player)
            ),
            faults=tuple(fault_text(part, cause, words) for part, cause in outlook.faults),
            dice=tuple(roll.value for roll in outlook.rolls if roll.player == player and roll.value),
            info=info,
            notes=(*self.noticed(player), *(note_text(note, words) for note in outlook.notes)),
            clock=clock_text(outlook.minutes, player, words),
        )

    def asked(self, player: Side) -> list[Prompt]:
        """What a player is asked."""
        return [prompt for prompt in self.outlook.prompts if prompt.player == player]

    def answered(self, player: Side) -> list[Prompt]:
        """What the table has answered to a player's press."""
        return [prompt for prompt in self.outlook.said if prompt.player == player]

    def speaks_first(self, player: Side) -> bool:
        """Whether the headline is the table's own, and no game puts its words there: an answer to a press of
        ``player``, or the question about cards that it does not see."""
        return bool(self.answered(player)) or any(each.key == UNSEEN for each in self.asked(player))

    def offered(self, player: Side) -> tuple[str, ...]:
        """What `ok` would do with what lies on their pad; only how many cards, where it would do nothing with them."""
        words = self.readers[player]
        said = tuple(pad_text(each, words) for each in self.outlook.pads if each.player == player)
        cards = dict(self.outlook.offers).get(player, 0)
        return said or (offered_text(cards, words),) * bool(cards)

    def noticed(self, player: Side) -> tuple[str, ...]:
        """What the game tells a player beside what it asks."""
        words, game = self.readers[player], self.deck.catalogue.game
        return tuple(notice_text(each, words, game) for each in self.outlook.notices if each.player == player)

    def headline(self, player: Side) -> tuple[str, str]:
        """What is next, in three words, and what else there is to say about it."""
        words, game = self.readers[player], self.deck.catalogue.game
        answered, asked = self.answered(player), self.asked(player)
        question = prompt_text(asked[0], words, game) if asked else ""
        if answered:
            answer = prompt_text(answered[0], words, game)
            return answer, question if question != answer else ""
        return question, self.hint(asked[0]) if asked else ""

    def hint(self, asked: Prompt) -> str:
        """What comes with the question."""
        del asked
        return ""

    def is_advised(self, player: Side) -> bool:
        """Whether a player wants to be told what else is possible, and what threatens."""
        return self.outlook.settings.help[player] != REFEREE


def _notice(refusal: Refusal) -> str:
    """A refusal in two or three words of English; "" without any."""
    if refusal.figure("was") is not None:
        return OLD_TAG
    return OTHER_DECK if absent_deck(refusal) else SHORT_REFUSALS.get(refusal.code, "")
