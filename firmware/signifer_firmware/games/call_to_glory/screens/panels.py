"""Panels of Call to Glory: pure functions from what the table believes to panels.

A column's screen has the sets that lie there. A player's screen is that of the one or two seats on that side of the
table; whoever waits sees all nine kinds as well, and everybody the scores at the end of a round.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from signifer_core.games.call_to_glory.deck import KINDS, Deck, kind_of
from signifer_core.games.call_to_glory.rules.reasons import open_pads
from signifer_core.games.call_to_glory.rules.scoring import points
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS, needed, round_ends, sources
from signifer_core.games.call_to_glory.state import (
    BOTH,
    DEAL,
    DISPLACE,
    DRAW,
    KINDS_TO_END,
    MISSION_STEP,
    MISSIONS,
    OVER,
    PLAYERS_STEP,
    SCORE,
    STOCKS,
    State,
)
from signifer_core.games.call_to_glory.table.buttons import READ, asked_back, entered, second_of_one_pad
from signifer_core.games.call_to_glory.table.spots import (
    STOCK_AT,
    answerer_at,
    lying,
    may_be_empty,
    sets_in,
    side_of,
    targets_in,
    too_much,
)
from signifer_core.layout import PAD, SIDES, Side, Zone
from signifer_core.procedure import Correction, Prompt

from signifer_firmware.display.bands import NoteFoot
from signifer_firmware.display.font import NO_BREAK, font
from signifer_firmware.display.game_panels import GamePanels, is_unread
from signifer_firmware.display.panels import ColumnPanel, Labels, PlayerPanel, SidePanel
from signifer_firmware.games.call_to_glory.texts import words as phrases
from signifer_firmware.i18n.words import Words
from signifer_firmware.texts.sentences import PROMPTS, correction_text
from signifer_firmware.texts.terms import kind_label, seat_label, step_name

from .bands import TIMES, SetMark, bands
from .boards import FootLabels, KindMark, KindsBoard, RollFoot, ScoreBoard, ScoreLine, SeatLine, SeatsFoot

SAY_STARTER = "say-starter"
# Pixels of a head beside four page dots; and beside two and a clock.
HEAD_BESIDE_DOTS, HEAD_BESIDE_CLOCK = 83, 60
_BEFORE_NUMBER = re.compile(r" (?=\d)")


def _bound(text: str) -> str:
    """With every number on one line with the word before it."""
    return _BEFORE_NUMBER.sub(NO_BREAK, text)


def _counted(corrections: tuple[str, ...]) -> tuple[str, ...]:
    """Each correction once, with how many cards it is about: cards of a kind are equal."""
    counts = Counter(corrections)
    return tuple(f"{number}{TIMES} {said}" if number > 1 else said for said, number in counts.items())


class Panels(GamePanels[Deck, State]):
    """The panels of one moment of Call to Glory."""

    # Columns

    def column(self, number: int, facing: Side) -> ColumnPanel:
        """A column as ``facing`` reads it."""
        words, pile = self.readers[facing], self._pile(number)
        return replace(
            super().column(number, facing),
            terrain_name="" if pile is None else words.say(phrases.PILE),
            remark="" if pile is None else self._left(pile, words),
            note=self._note(number, facing, words),
        )

    def _pile(self, number: int) -> str | None:
        """The face-down pile beside the column, while cards are dealt."""
        return STOCK_AT.get(number) if self.state.step in ROUND_STEPS else None

    def _left(self, pile: str, words: Words) -> str:
        if pile in self.state.empty:
            return words.say(phrases.PILE_EMPTY)
        # An estimate: of a pile with "about 0 cards" nobody has told that it is empty (CG-0).
        return words.say(phrases.PILE_LEFT, number=self.state.piles[STOCKS.index(pile)])

    def _note(self, number: int, facing: Side, words: Words) -> str:
        """What the column's button says, or what is to be taken from here."""
        state = self.state
        if self.outlook.agreement is not None:
            return ""
        if number in self._struck():
            either = may_be_empty(state, number) if number == self.table.held.named else None
            return words.say(phrases.FIGURE_OR_PILE if either else phrases.FIGURE_HERE)
        begun = self.table.held.lifted or state.drawn
        may_draw = state.step == DRAW and begun and facing == side_of(state.active)
        if may_draw and STOCK_AT.get(number) in [*sources(state)]:
            return words.say(phrases.DRAW_HERE)
        return phrases.column_note(state, number, words)

    def _struck(self) -> set[int]:
        """The columns from which a ninja figure takes a card."""
        if self.table.held.named is not None:
            return {self.table.held.named}
        struck = self.state.set_of(self.state.struck) if self.state.struck else None
        return {int(zone.place) for _, zone in lying(struck)} if struck is not None else set()

    def side(self, number: int, player: Side, words: Words) -> SidePanel:
        """The sets that lie there, first what comes or goes."""
        drawn = bands([*self._marks(Zone(str(number), player), words)])
        unknown = is_unread(self.outlook, number, player)
        return SidePanel(player, unknown=unknown, sketch=drawn[0] if drawn else None, further=drawn[1:])

    def _marks(self, zone: Zone, words: Words) -> Iterator[SetMark]:
        state, laid = self.state, self._laid()
        if any(at == zone for _, at in self.table.held.laid - self.table.returning):
            asked = needed(self.deck, state, kind_of(laid[0]))
            more = "" if too_much(self.table) else phrases.more_text(asked - len(laid), words)
            mark = self._mark(kind_of(laid[0]), len(laid), state.active, words)
            yield replace(mark, needed=asked, remark=more)
        leaving = state.displaced
        if leaving is not None and any(at == zone for _, at in lying(leaving)):
            left = leaving.size - len(self.table.held.laid)
            mark = self._mark(leaving.kind, left, leaving.owner, words)
            yield replace(mark, leaves=True, remark=words.say(phrases.TO_PAD))
        for each in sets_in(state, zone):
            mark = self._mark(each.kind, each.size, each.owner, words)
            yield mark if each.columns else replace(mark, remark=words.say(phrases.ANYWHERE))

    def _laid(self) -> list[str]:
        """The cards that are being laid as a set, but for those that are asked back."""
        return [card for card, at in self.table.held.laid - self.table.returning if at.place != PAD]

    def _mark(self, kind: str, size: int, owner: str, words: Words) -> SetMark:
        """A set as it lies. Nobody can beat it where too few cards of its kind are left."""
        beaten_by = needed(self.deck, self.state, kind)
        enough = len(self.deck.of_kind(kind)) - size >= beaten_by
        return SetMark(
            self.deck.value(kind),
            kind_label(kind, words),
            size,
            beaten_by if enough else 0,
            seat_label(owner, words) if self._several else "",
            remark=words.say(phrases.BEAT_IT if enough else phrases.UNBEATABLE),
        )

    def correction(self, fix: Correction, words: Words) -> str:
        """What hands have to do; the pads are both everybody's, so it is said which."""
        return correction_text(fix, words, names_pads=True)

    def tells(self, fix: Correction, player: Side) -> bool:
        """Both pads are everybody's: who is told why reads it, too, else who draws, discards or lays a set away."""
        told = (why.player for why in self.outlook.refusals if why.card == fix.card and fix.zone.place == PAD)
        return super().tells(fix, player) or next(told, answerer_at(self.state, fix.zone)) == player

    # Players

    def player(self, player: Side) -> PlayerPanel:
        """The screen of the seats of a side."""
        shown = self._step(player)
        return replace(
            shown,
            headline=_bound(shown.headline),
            corrections=tuple(map(_bound, shown.corrections)),
            info=_bound(shown.info),
            notes=tuple(map(_bound, shown.notes)),
        )

    def _step(self, player: Side) -> PlayerPanel:
        """What the step has to tell."""
        state, words = self.state, self.readers[player]
        shown = super().player(player)
        shown = replace(
            shown,
            title=self._title(words),
            corrections=_counted(shown.corrections),
            foot=self._foot(player, words) if state.hands else None,
        )
        if state.step == PLAYERS_STEP:
            return self._seating(shown, words)
        if state.step == DEAL:
            return self._dealing(shown, words)
        if state.step == SCORE:
            return self._read(shown, words)
        if state.step == OVER:
            board = self._rounds(words) if state.hands else None
            return replace(shown, foot=NoteFoot(words.say(phrases.REMATCH)), board=board)
        if state.step == MISSION_STEP:
            return replace(shown, board=self._scores(words))
        return self._round(shown, words)

    def _title(self, words: Words) -> str:
        """Whose turn it is or who has to lay cards on a pad, and the step; in two letters, or the step alone, where
        room is scarce."""
        state = self.state
        step = step_name(state.step, words)
        if state.step in (PLAYERS_STEP, OVER):
            return step
        if state.step in (DEAL, SCORE):
            return phrases.round_text(state, words)
        seat = self._owing() if state.step == DISPLACE else state.active
        room = HEAD_BESIDE_CLOCK if self.outlook.minutes else HEAD_BESIDE_DOTS
        names = (phrases.seat_name(state, seat, words), self._label(seat, words))
        said = (words.say("{player}: {step}", player=name, step=step) for name in names)
        return next((title for title in said if font("small").width(title) <= room), step)

    def _owing(self) -> str:
        """Whose set has still to go to a pad, or loses a card."""
        state = self.state
        owing = state.displaced or state.set_of(state.struck or "")
        return owing.owner if owing is not None else state.active

    def hint(self, asked: Prompt) -> str:
        """What else is possible; at the end, why the game was won."""
        words = self.readers[asked.player]
        if asked.key == OVER:
            return phrases.won_text(self.state, words)
        if self.state.step == DRAW and (asked_back(self.table) or second_of_one_pad(self.table)):
            return ""  # nothing is drawn before these are back
        lifted = {zone.side for _, zone in self.table.held.lifted}
        piles = [pile for pile in sources(self.state) if pile not in lifted] if self.state.hands else []
        limit = len(self.state.hands)
        told = self.is_advised(asked.player)
        return phrases.hint_text(asked.key, words, piles, limit=limit) if told else ""

    def _seating(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """How many play, and with which variant, before they say so."""
        number, variant = entered(self.table)
        said = words.say(phrases.SEATED, number=number) if number else shown.headline
        assumed = any(self.deck.is_assumed(card) for card in self.deck.missions)
        told = assumed and variant in (MISSIONS, BOTH)
        notes = (words.say(phrases.ASSUMED_CARDS),) if told else (shown.info,) if not number else ()
        return replace(
            shown,
            headline=shown.headline if self.speaks_first(shown.player) else said,
            info=phrases.variant_text(variant, words),
            notes=(*notes, *shown.notes),
            counted=False,
            foot=None,
        )

    def _dealing(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """Who starts, or the dice that say so."""
        state = self.state
        shown = replace(shown, counted=False, foot=None)
        if state.rollers:
            fallen = (*state.rolls, *(0,) * len(state.rollers))
            labels = (self._label(seat, words) for seat in state.rollers)
            rolls = tuple(zip(labels, fallen, strict=False))
            return replace(shown, dice=(), foot=RollFoot(rolls), counted=True)
        if state.starter is None:
            asks = not state.dealt and self.is_advised(shown.player)
            return replace(shown, notes=(*self._start(words), *shown.notes)) if asks else shown
        return replace(shown, info=phrases.starter_text(state, state.starter, words))

    def _start(self, words: Words) -> tuple[str, ...]:
        """That it is still open who starts, and how that is said."""
        asked = words.say(PROMPTS[SAY_STARTER])
        return (f"{asked} {phrases.hint_text(SAY_STARTER, words, limit=len(self.state.hands))}",)

    def _label(self, seat: str, words: Words) -> str:
        """A player beside figures."""
        name = phrases.seat_name(self.state, seat, words)
        return seat_label(seat, words) if self._several else name

    @property
    def _several(self) -> bool:
        """Whether more play than there are sides, so that a side does not tell who it is."""
        return len(self.state.seats) > len(SIDES)

    def _read(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """The scores of the round, until both sides have read them."""
        has_read = (f"{READ} {shown.player}", 1) in self.table.held.entered
        answered = self.answered(shown.player)
        asked = shown.info if answered else shown.headline
        return replace(
            shown,
            title=phrases.round_text(self.state, words) if has_read else asked,
            headline=shown.headline if answered else "",
            active=not has_read,
            info="",
            board=self._scores(words),
        )

    def _round(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """In a turn: what is laid and needed, what goes where, and for who waits the nine kinds."""
        state, held = self.state, self.table.held
        keys = {prompt.key for prompt in self.asked(shown.player)}
        if keys & {"laying", "laid"} and self._laid():
            shown = self._laying(shown, words)
        if "displace" in keys and not self.speaks_first(shown.player):
            shown = self._displacing(shown, words)
        if held.named is not None and not self.answered(shown.player):
            shown = self._figured(shown, held.named, words)
        if round_ends(state):
            shown = replace(shown, banners=(*shown.banners, words.say(phrases.LAST_TURN)))
        return shown if shown.active else replace(shown, board=self._kinds(words))

    def _figured(self, shown: PlayerPanel, column: int, words: Words) -> PlayerPanel:
        """A side where an owner of sets in that column, or of one that leaves, sits: `ok` takes a figure back there."""
        if shown.active:
            return replace(shown, banners=(*shown.banners, *phrases.own_figure(self.state, column, words)))
        if shown.player not in {side_of(each.owner) for each in targets_in(self.state, column)}:
            return shown
        asked = words.say(phrases.FIGURE_ASKS, column=column)
        return replace(shown, headline=asked, info=words.say(phrases.FIGURE_BACK), active=True)

    def _laying(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """How many cards of a set are read, and how many it takes; in words only beside what is to be put right."""
        laid = self._laid()
        if shown.corrections or self.speaks_first(shown.player):
            return shown
        kind, labels = kind_of(laid[0]), Labels(due=words.say(phrases.NEEDED), paid=words.say(phrases.LAID))
        asked = needed(self.deck, self.state, kind)
        more = phrases.more_text(asked - len(laid), words)
        headline = kind_label(kind, words)
        return replace(shown, due=asked, paid=len(laid), labels=labels, headline=headline, info=more)

    def _displacing(self, shown: PlayerPanel, words: Words) -> PlayerPanel:
        """How many cards go to which pad, and how many lie there."""
        state, laid = self.state, self.table.held.laid
        pads = tuple({zone.side for _, zone in laid}) or open_pads(state)
        owing = state.displaced or state.set_of(state.struck or "")
        number = state.displaced.size if state.displaced is not None else 1
        said = phrases.on_pad_text(pads, len(laid), number, words)
        kind = kind_label(owing.kind, words) if owing is not None else ""
        return replace(shown, headline=said, info="" if shown.corrections else kind)

    def _foot(self, side: Side, words: Words) -> SeatsFoot:
        state = self.state
        now = points(self.deck, state)
        lines = tuple(
            SeatLine(
                seat_label(seat, words),
                state.totals()[place],
                now[place],
                len(state.kinds(seat)),
                KINDS_TO_END[len(state.seats)],
                state.figures[place] if state.with_figures else None,
                active=state.step != DEAL and seat == state.active,
            )
            for place, seat in enumerate(state.seats)
            if side_of(seat) == side
        )
        labels = FootLabels(
            words.say(phrases.TOTAL),
            words.say(phrases.ROUND),
            words.say(phrases.KINDS_LAID),
        )
        return SeatsFoot(lines, state.piles if state.step in ROUND_STEPS else (), labels, bool(state.empty))

    def _kinds(self, words: Words) -> KindsBoard:
        """All kinds, and whose they are."""
        state = self.state
        found = []
        for kind in KINDS:
            value, there = self.deck.value(kind), state.set_of(kind)
            if there is None:
                found.append(KindMark(value))
                continue
            seat = seat_label(there.owner, words) if self._several else ""
            found.append(KindMark(value, there.size, side_of(there.owner), seat))
        return KindsBoard(tuple(found))

    def _scores(self, words: Words) -> ScoreBoard:
        """A table of all seats: this round, the missions' part of it, and the total with it."""
        state = self.state
        headings = (phrases.ROUND, *(phrases.MISSION_POINTS,) * state.with_missions, phrases.TOTAL)
        now, lines = points(self.deck, state), []
        for place, seat in enumerate(state.seats):
            missions = (f"+{state.bonus[place]}",) * state.with_missions
            total = state.totals()[place] + (now[place] if state.step == MISSION_STEP else 0)
            figures = (str(now[place]), *missions, str(total))
            lines.append(ScoreLine(side_of(seat), self._label(seat, words), figures))
        return ScoreBoard(tuple(map(words.say, headings)), tuple(lines))

    def _rounds(self, words: Words) -> ScoreBoard:
        """A table of all seats, round by round, with the total; who has won is lit."""
        state, winners = self.state, (self.state.winner or "").split()
        headings = (*(str(number + 1) for number in range(state.rounds)), words.say(phrases.TOTAL))
        lines = []
        for seat, total, played in zip(state.seats, state.totals(), state.scores, strict=True):
            figures = (*map(str, played), *("",) * (state.rounds - len(played)), str(total))
            # Of two players the shape says enough where room is scarce.
            label = seat_label(seat, words) if self._several else ""
            lines.append(ScoreLine(side_of(seat), label, figures, seat in winners))
        return ScoreBoard(headings, tuple(lines))
