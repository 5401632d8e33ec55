"""Panels of Dark Age Arena: pure functions from what the table believes to panels.

A column's screen has a place of each side, the combat zone or the card that is being played; in the rounds of a combat
a fighter or a confrontation. A player's screen says what is asked and the one roll that is due, and what came of the
last one; whoever waits sees what both have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from signifer_core.games.dark_age_arena import DarkAgeArena, Deck
from signifer_core.games.dark_age_arena.rolls import TWO_DICE, Due, Fallen
from signifer_core.games.dark_age_arena.rules.combat import SIGN_OF
from signifer_core.games.dark_age_arena.rules.dice import due
from signifer_core.games.dark_age_arena.state import ROUND_STEPS, State
from signifer_core.games.dark_age_arena.table import facing as choosing
from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Prompt

from signifer_firmware.display.bands import NoteFoot
from signifer_firmware.display.font import font
from signifer_firmware.display.game_panels import GamePanels, is_unread
from signifer_firmware.display.panels import ColumnPanel, Labels, PlayerPanel, Shown, SidePanel, Sketch
from signifer_firmware.games.dark_age_arena.texts import screens as phrases
from signifer_firmware.games.dark_age_arena.texts.words import hint_text
from signifer_firmware.i18n.words import Words
from signifer_firmware.texts.sentences import notice_text
from signifer_firmware.texts.terms import card_name, player_name, step_name

from . import results, rounds
from .bands import FAR_LEFT, LEFT, NINE, RowsBand, bands
from .boards import BothBoard, Count, CountsFoot, PlayerLine
from .places import Places
from .rounds import LAST, Rounds
from .strips import Strip, StripLine

NEAR_TEN = "near-ten"
ROLLS = "roll-"
# Pixels of a head beside four page dots; and beside two and a clock.
HEAD_BESIDE_DOTS, HEAD_BESIDE_CLOCK = 83, 60


class Panels(GamePanels[Deck, State]):
    """The panels of one moment of Dark Age Arena."""

    @cached_property
    def _last(self) -> Fallen | None:
        """The roll whose dice are shown."""
        return results.fallen(self.state, self.outlook.rolls)

    @cached_property
    def _ended(self) -> tuple[Fallen, ...]:
        """The throws of the round that has just ended."""
        return results.ended(self.state, self._last)

    @cached_property
    def _due(self) -> Due | None:
        return due(self.deck, self.state)

    @cached_property
    def _acting(self) -> str | None:
        """For whom somebody is chosen."""
        if self.state.step not in choosing.STEPS or self._due is not None:
            return None
        return choosing.acting(DarkAgeArena(self.deck), self.table)

    # Columns

    def column(self, number: int, facing: Side) -> ColumnPanel:
        """A column as ``facing`` reads it."""
        middle: Strip | None = None
        if self.outlook.agreement is None:
            middle = self._strip(number, facing, self.readers[facing])
        return replace(super().column(number, facing), middle=middle)

    def side(self, number: int, player: Side, words: Words) -> SidePanel:
        """What lies there; in a combat a fighter or a confrontation."""
        # In a round a column shows who does not lie there.
        unknown = is_unread(self.outlook, number, player) and self._rounds(words) is None
        first, *further = self._sketches(number, player, words) or (None,)
        return SidePanel(player, unknown=unknown, sketch=first, further=tuple(filter(None, further)))

    def _sketches(self, number: int, player: Side, words: Words) -> tuple[Sketch, ...]:
        shown = self._rounds(words)
        return drawn(shown or Places(self.deck, self.table, words), number, player)

    def _rounds(self, words: Words) -> Rounds | None:
        """The round that goes on; as long as it is read, and nobody has to choose, the one that has just ended."""
        if self._ended and self._acting is None:
            return rounds.over(self.deck, self.state, words, self._ended)
        if self.state.step in ROUND_STEPS:
            return rounds.under_way(self.deck, self.table, words, self._acting)
        return None

    def _strip(self, number: int, facing: Side, words: Words) -> Strip:
        shown = self._rounds(words)
        if shown is None:
            return Places(self.deck, self.table, words).strip(number, facing, self._mustered())
        if not shown.numbers(number):
            return Strip(StripLine(), StripLine())
        upper = StripLine(words.say(phrases.ROUNDS[shown.round]))
        if (wanted := shown.rolling(number, self._due)) is not None:
            doing = phrases.doing_text(wanted.purpose, str(wanted.card), words)
            return Strip(upper, StripLine(doing, lit=True))
        return Strip(upper, self._choice(number, facing, words))

    def _choice(self, number: int, facing: Side, words: Words) -> StripLine:
        """What the column's button says to whoever chooses."""
        state = self.state
        if self._acting is None or facing != state.active:
            return StripLine()
        last = max(choosing.possible(state), default=0)
        chosen = choosing.facing(self.table)
        if chosen is not None and min(chosen, LAST) == number:
            card = card_name(choosing.shown(state)[chosen - 1], words)
            more = f"{chosen} {card}" if last > number == LAST else ""
            return StripLine(more or words.say(phrases.CHOSEN), lit=True)
        if number in {min(each, LAST) for each in choosing.possible(state)}:
            return StripLine(words.say(phrases.CHOOSE[state.step]))
        return StripLine()

    def _mustered(self) -> int:
        """What all cost who wait in the combat zone."""
        costs = (
            prompt.figure("cost") for prompt in self.outlook.prompts if prompt.key in ("muster", "defend")
        )
        return sum(cost for cost in costs if isinstance(cost, int))

    # Players

    def player(self, player: Side) -> PlayerPanel:
        """A player's own screen."""
        state, words = self.state, self.readers[player]
        shown = super().player(player)
        shown = replace(
            shown,
            title=self._title(words),
            small_dice=True,
            active=self._decides(player, shown),
            shown=(
                *self._results(player, words),
                *self._next_roll(player, words),
                *(Shown(player, text) for text in self.offered(player)),
            ),
            banners=self._banners(player, words),
            foot=self._foot(player, words),
        )
        if self._last is not None and self._last.what in SIGN_OF:
            # Throws come one after another, and both want to see them.
            shown = replace(shown, dice=(), foot=self._foot(player, words, self._last.dice))
        if state.step == "over":
            return replace(
                shown, board=self._board(words), foot=NoteFoot(words.say(phrases.REMATCH)), banners=()
            )
        waits = not (shown.active or self._due or self.answered(player))
        if waits or (state.step in ("bid", "contest") and not self._due):
            shown = replace(shown, board=self._board(words))
        return self._boxed(shown, words)

    def _title(self, words: Words) -> str:
        """The turn and the step; where room is scarce, the turn's number alone, or the step."""
        state, step = self.state, step_name(self.state.step, words)
        if not state.turn or state.step == "over":
            return step
        long, short = phrases.turn_text(state.turn, step, words), f"{state.turn}. {step}"
        room = HEAD_BESIDE_CLOCK if self.outlook.minutes else HEAD_BESIDE_DOTS
        if font("bold").width(long) <= room:
            return long
        return short if font("small").width(short) <= room else step

    def _decides(self, player: Side, shown: PlayerPanel) -> bool:
        """Whether it is up to a player: a roll is to whose it is."""
        if any(prompt.key == "done" for prompt in self.asked(player)):
            return False
        if not self._rolls(player) or self._due is None:
            return shown.active
        return self._due.purpose == "initiative" or self._due.player == player

    def _rolls(self, player: Side) -> bool:
        """Whether a player is told of the roll that is due, and not of a card that they play."""
        asked = self.asked(player)
        return self._due is not None and bool(asked) and asked[0].key.startswith(ROLLS)

    def headline(self, player: Side) -> tuple[str, str]:
        """What is next; beside what came of the last roll the next one is told once (`_next_roll`)."""
        follows = self._rolls(player) and self._last is not None and not self.answered(player)
        return ("", "") if follows else super().headline(player)

    def hint(self, asked: Prompt) -> str:
        """What the roll that is due must reach; to who wants hints, what else they may do."""
        words = self.readers[asked.player]
        if asked.key.startswith(ROLLS) or self.is_advised(asked.player):
            return hint_text(asked, words)
        return ""

    def _next_roll(self, player: Side, words: Words) -> Iterator[Shown]:
        """Whose roll is due, and what it must reach, while the last one is read."""
        if self._rolls(player) and self._due is not None and self.headline(player) == ("", ""):
            yield Shown(self._due.player, hint_text(self.asked(player)[0], words))

    def _results(self, player: Side, words: Words) -> Iterator[Shown]:
        """What came of the last roll."""
        last = self._last
        if last is not None and last.what == "draft" and self.state.player(player).draft is not None:
            last = None  # the question has it
        yield from (Shown(side, said) for side, said in results.told(self.state, last, words))

    def noticed(self, player: Side) -> tuple[str, ...]:
        """As in any game, but for who may win soon: that takes turns with what they have."""
        words, game = self.readers[player], self.deck.catalogue.game
        own = (each for each in self.outlook.notices if each.player == player and each.key != NEAR_TEN)
        return tuple(notice_text(each, words, game) for each in own)

    def _banners(self, player: Side, words: Words) -> tuple[str, ...]:
        """Who may win soon."""
        game = self.deck.catalogue.game
        near = (each for each in self.outlook.notices if each.player == player and each.key == NEAR_TEN)
        return tuple(notice_text(each, words, game) for each in near)

    def _boxed(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """With what one die must reach or stay below, or a cost that it lessens, in large figures, unless there is much
        else to read."""
        wanted = self._due
        if wanted is None or wanted.purpose in TWO_DICE or self.answered(shown.player):
            return shown
        if not self._rolls(shown.player) or shown.shown or shown.corrections:
            return shown
        label, figure = phrases.REACH, next(iter(wanted.reach), 0)
        if wanted.below:
            label, figure = phrases.BELOW, wanted.below
        elif wanted.purpose == "solitary":
            label, figure = phrases.COSTS, wanted.cost
        return replace(shown, labels=Labels(due=words.say(label)), due=figure)

    # What they have

    def _counts(self, side: Side, words: Words) -> tuple[Count, ...]:
        player = self.state.player(side)
        markers = f"{player.markers}*" if player.marked else str(player.markers)
        names = phrases.COUNTS
        return (
            Count(words.say(phrases.COM), str(player.com)),
            Count(words.say(phrases.LOG), str(player.log)),
            Count(words.say(names["points"]), str(player.score)),
            Count(words.say(names["markers"]), markers),
            Count(words.say(names["hand"]), str(player.hand.number)),
            Count(words.say(names["stock"]), str(player.left)),
        )

    def _foot(self, side: Side, words: Words, dice: tuple[int, ...] = ()) -> CountsFoot:
        """What a player has; beside dice what may matter in a combat."""
        counts = self._counts(side, words)
        return CountsFoot(counts[:3] + counts[4:5] if dice else counts, dice)

    def _board(self, words: Words) -> BothBoard:
        """What both have, and who has the initiative; at the end who has won."""
        state = self.state
        ahead = state.winner if state.winner is not None else state.initiative
        lines = tuple(PlayerLine(side, self._counts(side, words), side == ahead) for side in SIDES)
        note = ""
        if state.initiative is not None and state.winner is None:
            player = player_name(state.initiative, words)
            note = words.say(phrases.INITIATIVE, player=player)
        return BothBoard(lines, note)


def drawn(shown: Places | Rounds, number: int, player: Side) -> tuple[RowsBand, ...]:
    """A side of a column on as many bands as it takes; more than nine leave room for their number."""
    for left in (LEFT, FAR_LEFT):
        entries, figure = replace(shown, left=left).entries(number, player)
        found = bands(entries, figure, left)
        if len(found) <= NINE:
            break
    return found
