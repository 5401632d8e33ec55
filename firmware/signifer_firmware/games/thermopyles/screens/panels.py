"""Panels of Thermopyles: pure functions from what the table believes to panels.

The team reads red's screen, and all that is wrong stands there; blue's screen is the whole table at a glance.
"""

from __future__ import annotations

from dataclasses import replace

from signifer_core.games.thermopyles import Deck, State
from signifer_core.games.thermopyles.state import PERSIANS, SPARTANS
from signifer_core.layout import Side
from signifer_core.procedure import Prompt

from signifer_firmware.display.bands import CountBand
from signifer_firmware.display.game_panels import GamePanels, is_unread, refusal_panel
from signifer_firmware.display.panels import ColumnPanel, Labels, PlayerPanel, Shown, SidePanel, Sketch
from signifer_firmware.games.thermopyles.texts import combat
from signifer_firmware.games.thermopyles.texts import words as phrases
from signifer_firmware.i18n.words import Words
from signifer_firmware.texts.terms import card_name, player_name, seat_label, step_name

from .bands import Board, CemeteryBand, CombatBand, PersianBand, SupportBand, TeamFoot

SECOND, PILES, REPELLED, CEMETERY = 2, 3, 4, 5


class Panels(GamePanels[Deck, State]):
    """The panels of one moment of Thermopyles."""

    # Columns

    def column(self, number: int, facing: Side) -> ColumnPanel:
        """A column as ``facing`` reads it."""
        words = self.readers[facing]
        fight = combat.shown_fight(self.table) if number == combat.COMBAT_COLUMN else None
        shows_result = fight is not None and self.state.fight is None and self.outlook.agreement is None
        return replace(
            super().column(number, facing),
            terrain_name=words.say(phrases.COLUMN_NAMES[number]),
            note=self._note(number, words),
            result=phrases.result_text(fight, words) if fight is not None and shows_result else "",
            remark=self._remark(number, words),
        )

    def _row_card(self, number: int) -> str | None:
        return {combat.COMBAT_COLUMN: self.state.first, SECOND: self.state.second}.get(number)

    def _remark(self, number: int, words: Words) -> str:
        card = self._row_card(number)
        return words.say(phrases.ASSUMED_HERE) if card is not None and self.deck.is_assumed(card) else ""

    def side(self, number: int, player: Side, words: Words) -> SidePanel:
        unknown = is_unread(self.outlook, number, player)
        drawn = self._persians(number, words) if player == PERSIANS else self._spartans(number, words)
        return SidePanel(player, unknown=unknown, sketch=drawn)

    def _persians(self, number: int, words: Words) -> Sketch | None:
        state, card = self.state, self._row_card(number)
        if number in (combat.COMBAT_COLUMN, SECOND):
            return PersianBand(self.deck.persian(card), self.deck.is_assumed(card)) if card else None
        if number == CEMETERY:
            return CemeteryBand(state.cemetery.number)
        pile = state.persians if number == PILES else state.repelled
        return CountBand(words.say(phrases.PILES["persians"]), pile.number)

    def _spartans(self, number: int, words: Words) -> Sketch | None:
        if number == PILES:
            return SupportBand(len(self.state.supports), words.say(phrases.SUPPORTS))
        fight = combat.fight_of(self.deck, self.table, number)
        return None if fight is None else CombatBand(fight, card_name(fight.spartan, words))

    def _note(self, number: int, words: Words) -> str:
        """What goes on in the column."""
        state = self.state
        if self.outlook.agreement is not None:
            return ""
        if combat.due_column(self.deck, state) == number:
            return words.say(phrases.LAY_HERE)
        if number == combat.COMBAT_COLUMN and combat.laid(self.table) is not None:
            return phrases.place_text(state, words)
        fight, card = state.fight, self._row_card(number)
        if fight is not None and card is not None and card == state.met:
            return phrases.missing_text(fight.total, self.deck, card, words)
        return phrases.column_note(state, number, words)

    # The team, and the other side

    def player(self, player: Side) -> PlayerPanel:
        return self.team() if player == SPARTANS else self.other()

    def team(self) -> PlayerPanel:
        """Red's screen: what is next for everybody, the total, all that is wrong, the marker, and the hands."""
        outlook, state, words = self.outlook, self.state, self.readers[SPARTANS]
        fight = state.fight if state.step in ("dice", "result") else None
        value = self.deck.persian(state.met).battle if fight is not None and state.met else None
        shown = super().player(SPARTANS)
        return replace(
            shown,
            title=self._title(words),
            active=state.step != "over",
            due=fight.total if fight is not None else None,
            paid=value,
            refusal=refusal_panel(outlook.refusals, self.reason, words),
            corrections=tuple(self.correction(fix, words) for fix in outlook.corrections),
            dice=() if fight is not None else tuple(roll.value for roll in outlook.rolls if roll.value),
            shown=tuple(Shown("red", text) for text in self.offered(SPARTANS)),
            notes=(*self._notes(words), *shown.notes),
            banners=phrases.banners(state, words, advice=self.is_advised(SPARTANS)),
            labels=Labels(due=words.say(phrases.TOTAL), paid=words.say(phrases.VALUE)),
            foot=self._foot(words),
        )

    def other(self) -> PlayerPanel:
        """Blue's screen: nobody sits there, and everybody may look."""
        words, shown, answered = self.readers[PERSIANS], super().player(PERSIANS), self.answered(PERSIANS)
        return PlayerPanel(
            player="blue",
            title=(shown.info if answered else shown.headline) or shown.title,
            headline=shown.headline if answered else "",
            refusal=shown.refusal,
            corrections=shown.corrections,
            foot=self._foot(words),
            board=self._board(words),
        )

    def _title(self, words: Words) -> str:
        """The step; whose it is, where several play and not all of them are asked, beside a clock in two letters."""
        state = self.state
        step = step_name(state.step, words)
        if len(state.hands) < 2 or state.step in ("draw", "over"):
            return step
        seat = state.receiver or state.active
        player = seat_label(seat, words) if self.outlook.minutes else player_name(seat, words)
        return words.say("{player}: {step}", player=player, step=step)

    def hint(self, asked: Prompt) -> str:
        """What else is possible; at the end, by what the game was won."""
        words = self.readers[asked.player]
        if asked.key == "over":
            return phrases.won_text(self.state, words)
        hint = phrases.hint_text(asked.key, words, several=len(self.state.hands) > 1)
        return hint if self.is_advised(asked.player) else ""

    def _notes(self, words: Words) -> tuple[str, ...]:
        """At the beginning, that the figures are not those of the cards."""
        begins = self.state.step == "players"
        assumed = begins and any(self.deck.is_assumed(card) for card in self.deck.persians)
        return (words.say(phrases.ASSUMED_CARDS),) if assumed else ()

    def _foot(self, words: Words) -> TeamFoot:
        state = self.state
        several, seats = len(state.seats) > 1, state.seats
        labels = tuple(seat_label(seat, words) if several else words.say(phrases.HAND) for seat in seats)
        hands = tuple(hand.number for hand in state.hands)
        turn = state.receiver or state.active
        active = seats.index(turn) if several and state.step != "over" else None
        return TeamFoot(state.marker, labels, hands, active)

    def _board(self, words: Words) -> Board:
        state = self.state
        piles = (state.pile, state.persians, state.discard, state.repelled)
        named = zip(phrases.PILES.values(), piles, strict=True)
        counted = tuple(CountBand(words.say(name), pile.number) for name, pile in named)
        return Board(state.marker, state.cemetery.number, len(state.supports), counted)
