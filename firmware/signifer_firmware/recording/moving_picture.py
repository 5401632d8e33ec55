"""A game as text, as a moving picture: the table from above, cards and screens, a picture for each gesture."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Generic

from PIL import Image, ImageDraw
from signifer_core.errors import ConfigError
from signifer_core.layout import COLUMNS, SIDES, Due, Layout, Side, Zone, side_of
from signifer_core.procedure import Roll, Table

from signifer_firmware.display.font import font
from signifer_firmware.display.highlights import Recent
from signifer_firmware.display.panels import Panel
from signifer_firmware.display.render import pages, render
from signifer_firmware.game_api.game import Action, Bundle, Deck, State
from signifer_firmware.i18n.words import Words, readers_of
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.settings import Settings
from signifer_firmware.texts.decisions import decision_text
from signifer_firmware.texts.sentences import prompt_text
from signifer_firmware.texts.spoken import came_text
from signifer_firmware.texts.terms import card_name, outcome_name, player_name

from .game_text import AGREED, ROLL, GameRecord, positions

SCREEN_W, SCREEN_H, CARD_H, GAP = 128, 64, 18, 12
HEAD_H, FOOT_H = 30, 30
ON_PAD = 6
# Words of the record: a card that lies face down, and that such cards are shown.
HIDDEN, SHOWN = "?", "reveal"
UNITS = 3  # rows of cards: two units, and a third while one is placed or overlaps
WIDE = len(COLUMNS) * (SCREEN_W + GAP) + GAP
SIDE_H = UNITS * (CARD_H + 4) + SCREEN_H + GAP
HIGH = HEAD_H + 2 * SIDE_H + 2 * (SCREEN_H + GAP) + FOOT_H + 2 * GAP
STEP_MS, END_MS = 1_400, 5_000
# The colours of the picture, by their number.
TABLE, FRAME, DARK, LIT, PAPER, RED, BLUE, FIELD = range(8)
PALETTE = (
    *(0x2B, 0x24, 0x1E, 0x15, 0x11, 0x0E, 0x00, 0x05, 0x0A, 0xD8, 0xEC, 0xFF),
    *(0xF2, 0xE6, 0xCC, 0x9C, 0x2B, 0x23, 0x2C, 0x4A, 0x8C, 0x3A, 0x33, 0x28),
)
COLOURS = {"red": RED, "blue": BLUE}


@dataclass(frozen=True)
class Step(Generic[State]):
    """What stands after a gesture and all that followed from it; ``said`` is what was done and what came of it, in
    words, and ``named`` are the words of the record in which it is told."""

    table: Table[State]
    said: str
    rolls: tuple[Roll, ...] = ()
    player: str = ""
    named: tuple[str, ...] = ()


def steps(
    bundle: Bundle[Deck, State, Action],
    record: GameRecord,
    words: Words,
    hidden: Mapping[int, str] = MappingProxyType({}),
) -> Iterator[Step[State]]:
    """The beginning, and what each gesture, die and agreement of the game led to. ``hidden`` are the words that are
    not to be told, by the place of their line."""
    tables = [table for _, table in positions(bundle, record)]
    yield Step(tables[0], bundle.game.title)
    rolls: tuple[Roll, ...] = ()
    last = before = tables[0]
    said = player = ""
    named: tuple[str, ...] = ()
    for at, ((kind, text), table) in enumerate(zip(record.lines, tables[1:], strict=True)):
        if kind != "action" and said:
            yield Step(before, _with_result(bundle, last, before, said, words), rolls, player, named)
            last, said, named = before, "", ()
        secret = hidden.get(at, "")
        named += tuple(word for word in text.split() if word != secret)
        if kind == ROLL:
            rolls = tuple(_die(die) for die in text.split(", "))
            said = ", ".join(f"{player_name(roll.player, words)} {roll.value}" for roll in rolls)
        elif kind in ("gesture", AGREED):
            told = bundle.procedure.said(before.state, text)
            said, player = decision_text(told, words, bundle.name), bundle.active(before.state)
            said = said.replace(card_name(secret, words), HIDDEN) if secret else said
        before = table
    said = _with_result(bundle, last, before, said or bundle.game.title, words)
    yield Step(before, said, rolls, player, named)


def _with_result(
    bundle: Bundle[Deck, State, Action], last: Table[State], table: Table[State], said: str, words: Words
) -> str:
    came = came_text(bundle, last, table, words)
    return f"{said}. {came}" if came else said


def _die(text: str) -> Roll:
    player, value, purpose = text.split(" ", 2)
    return Roll(side_of(player), purpose, int(value))


class Pictures(Generic[Deck, State, Action]):
    """Draws the steps of one game, each as the screens would show it after the one before."""

    def __init__(self, bundle: Bundle[Deck, State, Action], language: str) -> None:
        self._bundle = bundle
        self._settings = Settings(language=dict.fromkeys(SIDES, language))
        self.readers = readers_of(self._settings.language, bundle.names)
        self._words = self.readers[SIDES[0]]
        self._recent = Recent[State]()
        self._due = Layout()
        self._free: frozenset[tuple[str, Zone]] = frozenset()
        self._hiding: set[str] = set()

    def drawn(self, step: Step[State], number: int, count: int) -> list[Image.Image]:
        """The pictures of one step, in the colours of PALETTE: more than one where a screen has more to say."""
        panels = self._panels(step)
        before, due = self._due, self._lying(step.table)
        pads: dict[str, Sequence[str]] = {player: self._pad(step, player, (before, due)) for player in SIDES}
        turns = max(pages(panel) for panel in panels.values())
        text = f"{number} / {count}"
        return [
            self._picture(
                step, text, {p: render(panel, turn).image for p, panel in panels.items()}, due, pads
            )
            for turn in range(turns)
        ]

    def _picture(
        self,
        step: Step[State],
        text: str,
        screens: Mapping[str, Image.Image],
        due: Layout,
        pads: Mapping[str, Sequence[str]],
    ) -> Image.Image:
        sheet = Image.new("P", (WIDE, HIGH), TABLE)
        sheet.putpalette(PALETTE)
        pen = ImageDraw.Draw(sheet)
        y = GAP
        self._write(sheet, text, GAP, y, PAPER)
        y += HEAD_H - GAP
        for player in reversed(SIDES):
            if player == SIDES[-1]:
                self._own_screen(sheet, pen, screens, player, y)
                self._own_pad(sheet, pen, pads[player], player, y)
                y += SCREEN_H + GAP
            self._side(sheet, pen, screens, due, player, y)
            y += SIDE_H + GAP
        self._own_screen(sheet, pen, screens, SIDES[0], y)
        self._own_pad(sheet, pen, pads[SIDES[0]], SIDES[0], y)
        colour = COLOURS.get(step.player, FRAME)
        pen.rectangle((0, HIGH - FOOT_H, WIDE, HIGH), fill=colour)
        said = font("text").shortened(step.said, WIDE - 2 * GAP)
        self._write(sheet, said, GAP, HIGH - FOOT_H + 7, PAPER, "text")
        return sheet

    def _lying(self, table: Table[State]) -> Layout:
        """What lies there; after the game, when nothing is due, what lay there at its end."""
        procedure = self._bundle.procedure
        if procedure.rules.outcome(table.state) is None:
            self._due = self._with_free(procedure.due(table))
        lying = self._bundle.lying(table.state)
        gone = [
            (card, zone)
            for zone, card in self._due.items()
            if card not in lying and (card, zone) not in self._free
        ]
        for card, zone in gone if lying else ():
            self._due = self._due.lifted(card, zone)
        return self._due

    def _with_free(self, due: Due) -> Layout:
        """What has to lie there, and what lies there freely, such as piles: the card laid last is the last one."""
        side = self._bundle.procedure.side
        free = {(card, zone) for card, zone in due.free if zone.side == side(card)}
        lying, self._free = due.must, due.free
        before = [(card, zone) for zone, card in self._due.items() if (card, zone) in free]
        for card, zone in (*before, *sorted(free.difference(before))):
            lying = lying.laid(card, zone)
        return lying

    def _pad(self, step: Step[State], player: str, lying: Sequence[Layout]) -> list[str]:
        """What lies, or has just lain, on a pad: cards that were named and are in no column, and hidden ones."""
        if (player, HIDDEN) in itertools.pairwise(step.named):
            self._hiding.add(player)
        if SHOWN in step.named:
            self._hiding.clear()
        side = self._bundle.procedure.side
        named = [
            word
            for word in dict.fromkeys(step.named)
            if side(word) == player and not any(there.zones_of(word) for there in lying)
        ]
        return named + [HIDDEN] * (player in self._hiding)

    def _panels(self, step: Step[State]) -> Mapping[str, Panel]:
        """What each screen of the standard table shows."""
        procedure = self._bundle.procedure
        outlook = Outlook(
            prompts=procedure.prompts(step.table),
            notices=procedure.notices(step.table, Layout()),
            rolls=step.rolls,
            settings=self._settings,
        )
        outlook = self._recent.look(self._bundle, step.table, outlook)
        return self._bundle.panels(step.table, outlook, 0, self._recent.turned, readers=self.readers)

    def _side(
        self,
        sheet: Image.Image,
        pen: ImageDraw.ImageDraw,
        screens: Mapping[str, Image.Image],
        due: Layout,
        player: Side,
        y: int,
    ) -> None:
        """One player's half of the columns: their cards farther from the middle than their screens."""
        above = player == SIDES[-1]
        for column in COLUMNS:
            x = GAP + (column - 1) * (SCREEN_W + GAP)
            pen.rectangle((x - 4, y, x + SCREEN_W + 3, y + SIDE_H), fill=FIELD)
            cards_y = y + 4 if above else y + SCREEN_H + GAP + 4
            screen_y = y + SIDE_H - SCREEN_H - 4 if above else y + 4
            self._screen(sheet, pen, screens.get(f"{column} {player}"), x, screen_y)
            cards = due[Zone(str(column), player)]
            shown = cards if len(cards) <= UNITS else cards[1 - UNITS :]
            for row, card in enumerate(shown):
                at = UNITS - 1 - row if above else row
                self._card(sheet, pen, card, player, x, cards_y + at * (CARD_H + 4))
            if len(cards) > len(shown):
                at = 0 if above else UNITS - 1
                self._write(sheet, f"+{len(cards) - len(shown)}", x, cards_y + at * (CARD_H + 4) + 5, PAPER)

    def _card(
        self, sheet: Image.Image, pen: ImageDraw.ImageDraw, card: str, player: str, x: int, y: int
    ) -> None:
        colour = FRAME if card == HIDDEN else COLOURS[player]
        pen.rounded_rectangle((x, y, x + SCREEN_W - 1, y + CARD_H), 4, fill=colour, outline=PAPER)
        said = card if card == HIDDEN else card_name(card, self._words)
        name = font("small").shortened(said, SCREEN_W - 10)
        self._write(sheet, name, x + 5, y + 5, PAPER, "small")

    def _own_pad(
        self, sheet: Image.Image, pen: ImageDraw.ImageDraw, cards: Sequence[str], player: str, y: int
    ) -> None:
        """A player's pad, to the right of their screen; what does not fit is counted."""
        left = (WIDE + SCREEN_W) // 2 + GAP
        pen.rectangle((left, y - 2, WIDE - GAP, y + SCREEN_H + 1), fill=FIELD)
        for place, card in enumerate(cards[:ON_PAD]):
            x = left + 4 + place % 2 * (SCREEN_W + 4)
            self._card(sheet, pen, card, player, x, y + place // 2 * (CARD_H + 3))
        if len(cards) > ON_PAD:
            self._write(sheet, f"+{len(cards) - ON_PAD}", left - GAP - 4, y, PAPER)

    def _own_screen(
        self,
        sheet: Image.Image,
        pen: ImageDraw.ImageDraw,
        screens: Mapping[str, Image.Image],
        player: Side,
        y: int,
    ) -> None:
        x = (WIDE - SCREEN_W) // 2
        self._screen(sheet, pen, screens.get(player), x, y)
        name = player_name(player, self._words)
        self._write(sheet, name, x - font("text").width(name) - GAP, y + SCREEN_H // 2 - 6, PAPER, "text")

    def _screen(
        self, sheet: Image.Image, pen: ImageDraw.ImageDraw, image: Image.Image | None, x: int, y: int
    ) -> None:
        pen.rectangle((x - 2, y - 2, x + SCREEN_W + 1, y + SCREEN_H + 1), fill=FRAME)
        pen.rectangle((x, y, x + SCREEN_W - 1, y + SCREEN_H - 1), fill=DARK)
        if image is not None:
            sheet.paste(LIT, (x, y), image.convert("1"))

    def _write(self, sheet: Image.Image, text: str, x: int, y: int, colour: int, face: str = "small") -> None:
        letters = font(face)
        mask = Image.new("1", (letters.width(text) + 1, letters.height))
        letters.draw(mask, 0, letters.ascent, text)
        sheet.paste(colour, (x, y), mask)


def scenes(
    bundle: Bundle[Deck, State, Action],
    record: GameRecord,
    language: str,
    hidden: Mapping[int, str] = MappingProxyType({}),
) -> Iterator[tuple[str, list[Image.Image]]]:
    """Each step in words, with its pictures, the last one with the result. ``hidden`` as in `steps`."""
    draw = Pictures(bundle, language)
    words = draw.readers[SIDES[0]]
    found = list(steps(bundle, record, words, hidden))
    if won := won_text(bundle, found[-1].table, words):
        found[-1] = replace(found[-1], said=f"{found[-1].said}  -  {won}")
    for number, step in enumerate(found):
        yield step.said, draw.drawn(step, number, len(found) - 1)


def pictures(
    bundle: Bundle[Deck, State, Action],
    record: GameRecord,
    language: str,
    hidden: Mapping[int, str] = MappingProxyType({}),
) -> list[Image.Image]:
    """The pictures of all steps. ``hidden`` as in `steps`."""
    return [picture for _, drawn in scenes(bundle, record, language, hidden) for picture in drawn]


def won_text(bundle: Bundle[Deck, State, Action], table: Table[State], words: Words) -> str:
    """Who has won, as the table tells it; "" while the game goes on."""
    outcome = bundle.procedure.rules.outcome(table.state)
    if outcome is None:
        return ""
    told = (prompt for prompt in bundle.procedure.prompts(table) if prompt.key == "over")
    said = (prompt_text(prompt, words, bundle.name) for prompt in told)
    return next(said, outcome_name(outcome, words, bundle.name))


def save(images: Iterable[Image.Image], file: Path | BinaryIO, *, speed: float = 1.0) -> int:
    """Write the pictures as one GIF that begins again at its end; ``speed`` 2 is twice as fast. How many there are.
    ConfigError if it cannot be written, or is to stand still."""
    first, *others = images
    if speed <= 0:
        raise ConfigError([f"--speed {speed:g}: a picture that moves needs more than 0"])
    times = [max(20, round(STEP_MS / speed))] * len(others) + [max(20, round(END_MS / speed))]
    first.save(
        file, format="GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False
    )
    return 1 + len(others)
