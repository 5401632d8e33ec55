"""Panels of Field of Glory: pure functions from what the table believes to panels."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.games.field_of_glory.battle import BY_TOTAL, Result
from signifer_core.games.field_of_glory.deck import Deck, Player, kind_of, owner_of
from signifer_core.games.field_of_glory.piles import SHUFFLES_TO_END
from signifer_core.games.field_of_glory.rules import attack, placing
from signifer_core.games.field_of_glory.rules.turn import TERRAINS_TO_WIN
from signifer_core.games.field_of_glory.state import (
    BONUS,
    FLANK,
    OVER,
    RAMPAGE,
    RETREAT,
    SHUFFLE,
    State,
    other,
)
from signifer_core.games.field_of_glory.table import attack as attacking
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.games.field_of_glory.table.totals import read_result, shown_cards, shown_lines, shown_total
from signifer_core.layout import SIDES, Side, Zone, is_side
from signifer_core.procedure import Correction, Prompt
from signifer_core.rules import Refusal, Verb

from signifer_firmware.display.game_panels import GamePanels, is_unread
from signifer_firmware.display.panels import (
    ColumnPanel,
    Labels,
    Lead,
    PlayerPanel,
    Shown,
    SidePanel,
    UnitMark,
)
from signifer_firmware.games.field_of_glory.texts import words as phrases
from signifer_firmware.i18n.words import Words
from signifer_firmware.texts.sentences import correction_text, prompt_text
from signifer_firmware.texts.terms import kind_label

# What does not wait for anything: the last result is more worth reading.
RESULT_BEFORE = ("act", "flank", "wait")
# A deck this small may run out in the next draw.
DECK_RUNS_OUT = 3


class Panels(GamePanels[Deck, State]):
    """The panels of one moment of Field of Glory."""

    # Columns

    def column(self, number: int, facing: Side) -> ColumnPanel:
        """A column as ``facing`` reads it."""
        words, state = self.readers[facing], self.state
        column = state.column(number)
        placed = [laid for laid in state.unpaid if laid.column == number]
        terrain = column.terrain or self._waiting_terrain(number)
        return replace(
            super().column(number, facing),
            terrain=terrain,
            terrain_name=phrases.terrain_name(terrain, words),
            control=column.control,
            cost=placed[-1].cost if placed and facing == state.active else None,
            cost_label=words.say("cost"),
            note=self._note(number, words),
            result=self._result(number, words),
            turn=self._turn(number, words),
        )

    def _waiting_terrain(self, number: int) -> str:
        """The kind of the terrain card that lies in the column and waits to be confirmed, or ""."""
        laid = self.table.held.laid if self.state.step in SET_UP else frozenset()
        return next((kind_of(card) for card, zone in laid if zone.column == number), "")

    def side(self, number: int, player: Side, words: Words) -> SidePanel:
        state = self.state
        laid = {placement.card for placement in state.unpaid}
        units = tuple(
            UnitMark(kind_of(card), kind_label(kind_of(card), words), card in laid, self._lead(card))
            for card in state.column(number).units(player)
        )
        unknown = is_unread(self.outlook, number, player)
        total = shown_total(self.deck, self.table, number, player)
        lines = shown_lines(self.deck, self.table, number, player)
        terrain = state.column(number).terrain
        said = tuple(phrases.line_text(line.name, line.figure, terrain, words) for line in lines)
        return SidePanel(player, units, total, unknown, said)

    def _lead(self, card: str) -> Lead:
        """Whether the unit leads in the attack under way, and whether that stands."""
        fight = self.state.attack
        if fight is None:
            return ""
        if card in (fight.lead, fight.defending_lead):
            return "confirmed"
        return "selected" if card == attacking.chosen_lead(self.table) else ""

    def _note(self, number: int, words: Words) -> str:
        """What goes on in the column."""
        state = self.state
        if state.attack is not None:
            here = state.attack.column == number and not state.attack.revealed
            return phrases.attack_text(state.active, words, flank=state.attack.flank) if here else ""
        if state.step == FLANK and number in dict(state.vulnerable):
            return words.say(phrases.VULNERABLE)
        waiting = self._waiting_terrain(number) and state.step in SET_UP
        return words.say(phrases.CONFIRM) if waiting else ""

    def _turn(self, number: int, words: Words) -> str:
        """Which way the terrain card is to be turned, with the result that turned it also after a power cut."""
        result = self._result_in(number)
        turned = number in self.turned or (result is not None and result.held != result.holds)
        shown = turned and self.outlook.agreement is None
        return phrases.turn_text(self.state.column(number).control, words) if shown else ""

    def _result(self, number: int, words: Words) -> str:
        result = self._result_in(number)
        return result_text(result, words) if result is not None else ""

    def _result_in(self, number: int) -> Result | None:
        """The last attack's result as long as it is read, if the attack was on this column."""
        result = read_result(self.table) if self.outlook.agreement is None else None
        return result if result is not None and result.column == number else None

    def notice(self, number: int, facing: Side) -> tuple[str, str]:
        """As in any game, unless it would cover the ground that people overrule the table about."""
        agreement = self.outlook.agreement
        if agreement is not None and "column" in dict(agreement.entry.figures):
            return "", ""
        return super().notice(number, facing)

    def is_about(self, refusal: Refusal, zone: Zone, cards: set[str]) -> bool:
        """Also the place that is still to be filled before another card may leave."""
        open_place = refusal.code == "discard-needs-placement" and str(refusal.figure("column")) == zone.place
        return super().is_about(refusal, zone, cards) or (open_place and refusal.player == zone.side)

    def correction(self, fix: Correction, words: Words) -> str:
        """In words; of a card that the enemy has won, to whom it goes."""
        army = fix.card.partition("/")[0]
        known = is_side(army) and fix.verb == Verb.TAKE
        lost = known and placing.whereabouts(self.state, fix.card) == "victory"
        return correction_text(fix, words, other(army) if is_side(army) and lost else "")

    # Players

    def player(self, player: Player) -> PlayerPanel:
        """A player's own screen."""
        state, words = self.state, self.readers[player]
        side = state.side(player)
        due = state.due if player == state.active and state.unpaid else None
        return replace(
            super().player(player),
            hand=side.hand,
            deck=side.deck,
            discard=side.discard,
            points=side.points,
            shuffles=side.shuffles,
            due=due,
            paid=state.paid if due is not None else None,
            shown=self._bonus_cards(player),
            banners=banners(state, player, words, advice=self.is_advised(player)),
            labels=labels(words),
        )

    def headline(self, player: Side) -> tuple[str, str]:
        """What is next, in three words, and what else there is to say about it.

        As long as a result is read it comes first, unless there is something to choose before the attack is over, or a
        shuffle card to be turned, of which nothing else tells.
        """
        words, asked = self.readers[player], self.asked(player)
        if self.answered(player):
            answer, question = super().headline(player)
            if not asked or asked[0].key == "wait":
                return answer, ""
            told = self.hint(asked[0]) if asked[0].key == "shuffle" else ""
            return answer, ". ".join(part for part in (question, told) if part)
        result = read_result(self.table)
        over = self.state.attack is None
        if result is not None and over and asked and asked[0].key in RESULT_BEFORE:
            busy = any(fix.zone.side == player for fix in self.outlook.corrections)
            return result_text(result, words), "" if busy else prompt_text(asked[0], words)
        question, hint = super().headline(player)
        if result is None or not asked or asked[0].key == "shuffle":
            return question, hint
        return question, result_text(result, words)

    def hint(self, asked: Prompt) -> str:
        """What comes with the question; and to who wants hints, what else they may do."""
        state, player, key = self.state, asked.player, asked.key
        words = self.readers[player]
        if key == "over":
            return won_text(state, words)
        if state.step == SHUFFLE and key == "shuffle" and state.drawing is not None:
            drawing = state.drawing
            # A bonus card, and what a rampage takes, goes from the deck to the pad: it is laid, not drawn.
            side, reserves = state.side(player), drawing.played is not None
            left = 0 if drawing.then in (BONUS, RAMPAGE) else min(drawing.left, side.discard)
            return phrases.shuffle_hint(side.shuffles, left, words, reserves=reserves)
        if not self.is_advised(player) and not (key == "retreat" and self.table.held.lifted):
            return ""
        if state.step == RETREAT and key == "retreat" and state.attack is not None:
            units = state.column(state.attack.column).units(player)
            able = tuple(kind_of(card) for card in units if attack.may_retreat(self.deck, state, card))
            return phrases.may_retreat_text(able, len(self.table.held.lifted), words)
        if key == "bonus":
            draws = state.side(player).deck or state.side(player).discard
            key = ("bonus-attacking" if player == state.active else key) + ("" if draws else "-without-deck")
        if key == "bonus-from-deck" and attack.promised(state):
            key = "bonus-promised"
        if key == "act" and any(column.red and column.blue for column in state.columns):
            key = "act-or-attack"
        if state.unseen and f"{key}-unseen" in phrases.HINT_KEYS:
            key = f"{key}-unseen"
        column = asked.figure("column")
        return phrases.hint_text(key, words, other(player), column if isinstance(column, int) else 0)

    def _bonus_cards(self, player: Player) -> tuple[Shown, ...]:
        """What lies on their pad, in an attack by number alone; after it, both bonus cards (FG-C1)."""
        words = self.readers[player]
        if not attacking.hides(self.state):
            revealed = shown_cards(self.deck, self.table)
            shown = tuple(Shown(owner_of(card), phrases.shown_text(card, cp, words)) for card, cp in revealed)
            return (*self._offered(player), *shown)
        if self.table.held.offers(player) is not None:
            return (Shown(player, phrases.confirmed_text(words)),)
        return self._offered(player)

    def _offered(self, player: Player) -> tuple[Shown, ...]:
        return tuple(Shown(player, text) for text in self.offered(player))


def labels(words: Words) -> Labels:
    """What stands beside a player's figures."""
    return Labels(
        hand=words.say("Hand"),
        deck=words.say("Deck"),
        discard=words.say("Discard"),
        points=words.say("Points"),
        due=words.say("due"),
        paid=words.say("paid"),
    )


def result_text(result: Result, words: Words) -> str:
    """How an attack ended, in words."""
    margin = abs(result.attacking_total - result.defending_total) if result.by == BY_TOTAL else 0
    return phrases.result_text(result.by, result.winner, margin, words)


def banners(state: State, reader: str, words: Words, *, advice: bool = True) -> tuple[str, ...]:
    """What ``reader`` is warned of: how the game may end, at the other's next victory check or with a last turn; after
    it, what comes next. The last turn itself is told without ``advice``, too."""
    if state.step == OVER:
        return (words.say(phrases.REMATCH),)
    if state.step in SET_UP:
        return ()
    if phrases.last_turn(state):
        return (words.say(phrases.LAST_TURN),)
    if not advice:
        return ()
    found = []
    holder = other(state.active)
    if state.terrains(holder) >= TERRAINS_TO_WIN:
        found.append(phrases.threat_text(holder, state.terrains(holder), reader, words))
    for player in SIDES:
        side = state.side(player)
        out = state.side(other(player)).shuffles >= SHUFFLES_TO_END
        if out and side.shuffles == SHUFFLES_TO_END - 1 and side.deck < DECK_RUNS_OUT:
            found.append(phrases.last_shuffle_text(player, reader, words))
    return tuple(found)


def won_text(state: State, words: Words) -> str:
    """By what the game was won (FG-V1, FG-E1); an end that people agreed on is told by its figures.

    The check is won by whose turn has begun; who gives up in the turn of an enemy with three terrains looks alike.
    """
    winner = "red" if state.winner not in SIDES else state.winner
    terrains = (state.terrains(winner), state.terrains(other(winner)))
    points = (state.side(winner).points, state.side(other(winner)).points)
    if state.winner not in SIDES:
        by = "draw"
    elif not phrases.last_turn(state):
        by = "check" if winner == state.active and terrains[0] >= TERRAINS_TO_WIN else "agreed"
    else:
        by = "terrain" if terrains[0] != terrains[1] else "points"
    return phrases.won_text(by, terrains, points, words)
