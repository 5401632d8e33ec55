"""A table in a storm, under robots' hands: all that happens there is a statement of a table script, and is kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from signifer_core.layout import SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Prompt
from signifer_core.rules import Refusal, Verb
from signifer_drivers.io.buttons import PAIRS, STUCK_US
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.questions import UNSEEN
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.wire import WireBoard, enrol
from signifer_firmware.simulation.table_run import ScriptRun

from .truths import Fault, cards, truths, untrue
from .weather import Weather, together

# After the last thing was mended, readers may take so long to be back, and to have counted what they missed.
SETTLE_US, STEP_US = 12_000_000, 500_000
# How often all is mended one after the other, and not at once: each takes the table seconds.
ONE_BY_ONE = 0.2
# How often parts are away as the table is switched on.
LACKS = 0.3
# How often the plug is pulled once more.
AGAIN = 0.3
# After so much weather it stays fine, so that every evening comes to its end in a few minutes.
MOST_GUSTS = 200
# What the table says to a press of which it cannot know what it means.
UNREAD = {"pad-unknown", "column-unknown"}


# What hands do only because of what the weather did: in calm weather they would not.


class Answer(st.Press):
    """That a card was lifted, which no reader could tell."""


class PutAgain(st.Put):
    """A card that was moved unseen is laid again."""


class TakeAgain(st.Take):
    """A card that was moved unseen is lifted again."""


class StormError(AssertionError):
    """The table is wrong: ``fault`` says about what."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class StormRun(ScriptRun):
    """A run of a script that looks whether all that was believed as the plug was pulled is there again."""

    lost: Fault | None = None

    def power_on(self) -> None:
        before = self._believed
        super().power_on()
        table = self.appliance.keeper.table
        if before is not None and table != before and self.lost is None:
            self.lost = Fault("lost", "", f"{before}\nwas believed, and after the power cut\n{table}")

    def power_off(self) -> None:
        self._believed: Any = self.appliance.keeper.table
        super().power_off()


class StormyBoard(WireBoard):
    """A `Board` on which weather comes and goes, drawn by ``rng``. Hands wait after each move until the table has taken
    it in, or make several within 50 ms; where the weather hides from the table what they did, it is put right first.

    ``acts`` is all that happened.
    """

    run: StormRun

    def __init__(
        self, game: str, table: str, folder: Path, seed: int, rng: random.Random, *, air: bool = False
    ) -> None:
        self.head = f"game {game}\ntable {table}\nseed {seed}\n"
        script = parse_script(self.head, file="storm")
        twins = partial(VirtualTable, air=air)
        self.run = StormRun(script, load_table(table), folder, lambda news: None, table=twins)
        self.acts: list[st.Statement] = []
        self.weather = Weather(self.run.config, self.run.bundle.cards, rng, self._laid, self._wanted)
        self.did: Counter[str] = Counter()
        self._luck = rng
        self._pending: list[st.Put | st.Take] = []
        self._presses: list[Press] = []
        self._unseen: set[str] = set()
        self._told: tuple[tuple[Prompt, ...], tuple[Refusal, ...]] = ((), ())
        self._gusts, self._cuts = rng.choice((0.02, 0.06, 0.15)), rng.choice((0.0, 0.005, 0.02))
        self._haste, self._lacks = rng.choice((0.1, 0.5, 0.9)), rng.random() < LACKS
        for card in self.run.bundle.cards:
            self.run.table.world.tag(card)
        enrol(self.run, sorted(card for card in robot(game).strangers if not card.startswith("tag/")))
        self.run.begin()

    def start(self) -> None:
        """The table is switched on, perhaps without some of its parts."""
        if self._lacks:
            self._blow(self.weather.away())
            self.do(st.PowerCut())

    @property
    def ceremony(self) -> bool:
        """Its dice come of a secret that no seed tells."""
        return False

    # What screens said to the last press, before the weather had them say something else

    @property
    def said(self) -> tuple[Prompt, ...]:
        return tuple(dict.fromkeys((*super().said, *self._told[0])))

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return tuple(dict.fromkeys((*super().refusals, *self._told[1])))

    # What hands do

    def put(self, card: str, zone: Zone) -> None:
        # A card that is pushed is not lifted first: to lift it may mean something.
        self._pending = [move for move in self._pending if move != st.Take(card)]
        self._pending.append(st.Put(card, zone))

    def take(self, card: str) -> None:
        self._pending.append(st.Take(card))

    def press(self, press: Press) -> None:
        self._presses.append(press)

    def rest(self) -> None:
        """Weather may change, then hands do what they were told to, then weather may change again."""
        self._told = ((), ())
        moved = {move.card for move in self._pending}
        self._unseen.clear()
        gust = self.weather.gust() if self._blows() else []
        if gust and self._luck.random() < 0.5:
            self._all_at_once(gust)
        else:
            self._blow(gust)
            self._hands()
        presses = self._taken_presses()
        if presses:
            self._plug(moved)
        for press in presses:
            self._press(press)
        self._meanwhile()
        self._plug(moved)
        if not self.agrees or self._is_asked or (not self.weather.is_calm and self._luck.random() < 0.3):
            self.calm()

    def _all_at_once(self, gust: list[st.Fault]) -> None:
        """Hands move while it begins."""
        moves, later = _in_any_order({move.card: move for move in self._pending}.values())
        self._pending.clear()
        self._blow(gust, moves)
        self._put_right(moves)
        for move in later:
            self.do(move)

    def _blows(self) -> bool:
        """Whether weather comes now."""
        return self._luck.random() < self._gusts and self.weather.drawn.total() < MOST_GUSTS

    def _blow(self, gust: Iterable[st.Fault], moves: Iterable[st.Statement] = ()) -> None:
        """It begins, with these moves of hands."""
        for each in together([*gust, *moves]):
            self.do(each)

    def _laid(self) -> list[str]:
        """The readers on which cards lie, once for each card."""
        world = self.run.table.world
        return [str(zone) for zone in world.fields for _ in world.lying(zone)]

    def _wanted(self) -> list[str]:
        """The readers from which the table has cards taken."""
        fixes = self.run.appliance.keeper.outlook.corrections
        return [str(fix.zone) for fix in fixes if fix.verb == Verb.TAKE]

    def _hands(self) -> None:
        moves, later = _in_any_order(self._pending)
        self._pending.clear()
        if len(moves) != 1 and self._luck.random() <= self._haste:
            # What is done to one card twice within so short a time happens in either order.
            for each in together(moves):
                self.do(each)
            self._put_right(moves)
        else:
            later = [*moves, *later]
        for move in later:
            self.do(move)

    def _put_right(self, moves: Iterable[st.Put | st.Take]) -> None:
        for card, move in {move.card: move for move in moves}.items():
            lies, wanted = self.run.table.world.where(card), move.zone if isinstance(move, st.Put) else None
            if lies == wanted:
                continue
            if wanted is None and lies is not None:
                self.do(st.Put(card, lies))  # so that a reader of the script sees it lying, too
            self.do(move)

    def _taken_presses(self) -> list[Press]:
        presses = [*self._presses]
        self._presses.clear()
        return presses

    def _press(self, press: Press) -> None:
        """Nobody presses before the screens show what lies there; who is told that a zone is unknown waits, and
        presses again."""
        asked = SIDES if press.button == Button.DICE else [press.player] if press.button == Button.OK else []
        if not self.agrees or any(map(self._is_squared, asked)):
            self.calm()
        self._reach(press)
        self._push(press)
        if UNREAD & {prompt.key for prompt in self.said} or UNREAD & {each.code for each in self.refusals}:
            self.calm()
            self._push(press)

    def _reach(self, press: Press) -> None:
        """What lies on buttons is taken away, or is in the way of none that is pressed; once the table knows of it, the
        others say what they say."""
        held = self.weather.held
        if not held:
            return
        name = str(_button(press))
        # Half a pair says nothing beside what lies on the other half.
        is_half = press.kind == PressKind.HOLD and any(name in pair and held & {*pair} for pair in PAIRS)
        if is_half or name in held or self._luck.random() < 0.5:
            for mend in together(self.weather.freed()):
                self.do(mend)
        else:
            self.do(st.Wait(STUCK_US))

    def _push(self, press: Press) -> None:
        button = _button(press)
        self._told = ((), ())
        self.do(st.Hold((button,)) if press.kind == PressKind.HOLD else st.Press(button))
        self._told = self.said, self.refusals

    # What the weather does

    def _meanwhile(self) -> None:
        while self._blows():
            self._blow(self.weather.gust())
            if self._luck.random() < 0.5:
                self.do(st.Wait(self._luck.randrange(100_000, 3_000_000)))
            if self._luck.random() < 0.3:
                for each in together(self.weather.mends(some=True)):
                    self.do(each)

    def _plug(self, moved: set[str]) -> None:
        """Now and then the plug is pulled, perhaps before the table has seen the cards that were ``moved``."""
        if self._luck.random() < self._cuts:
            self.did["plug"] += 1
            self._unseen |= set() if self.agrees else moved
            self.do(st.PowerCut())
            if self._luck.random() < AGAIN:
                self.did["plug"] += 1
                self.do(st.PowerCut())

    def _move_again(self) -> None:
        """Cards that hands moved unseen before the plug was pulled are laid back as the table asks, and moved again."""
        world, fixes = self.run.table.world, [fix for fix in self.corrections if fix.card in self._unseen]
        self._unseen.clear()
        wanted = {fix.card: world.where(fix.card) for fix in fixes}
        for fix in sorted(fixes, key=lambda fix: fix.verb, reverse=True):
            if fix.verb == Verb.PUT or world.where(fix.card) is not None:
                self.do(PutAgain(fix.card, fix.zone) if fix.verb == Verb.PUT else TakeAgain(fix.card))
        for card, zone in wanted.items():
            self.did["moved again"] += 1
            lies = world.where(card)
            if lies != zone:
                self.do(TakeAgain(card) if zone is None else PutAgain(card, zone))
        self.calm()

    def _answer(self) -> None:
        """Who is asked whether cards were lifted says so, if they were."""
        world, keeper = self.run.table.world, self.run.appliance.keeper
        for player in dict.fromkeys(each.player for each in keeper.outlook.prompts if each.key == UNSEEN):
            asked = [(card, zone) for card, zone in keeper.sight.in_question if zone.side == player]
            if asked and all(world.where(self._named(card)) != zone for card, zone in asked):
                self.did["answered"] += 1
                self.do(Answer(st.Button("ok", player, None)))

    def calm(self) -> None:
        """All is mended, and the readers have time to settle: belief and world have to agree."""
        mends = self.weather.mends()
        for mend in mends if self._luck.random() < ONE_BY_ONE else together(mends):
            self.do(mend)
        waited_us = 0
        while (fault := untrue(self.run, truths(self.run))) is not None:
            if waited_us >= SETTLE_US:
                raise StormError(fault)
            self.do(st.Wait(STEP_US))
            waited_us += STEP_US
        held = [part for part, _ in self.run.appliance.keeper.outlook.faults if part.startswith("button ")]
        if held:
            raise StormError(Fault("button", "", f"{held} are free, and said to be held down"))
        self.did["calm"] += 1
        self._answer()
        if self._unseen:
            self._move_again()

    @property
    def _is_asked(self) -> bool:
        """Whether bad air alone had the table ask whether cards were lifted, or they were of a zone whose cards were
        squared up: robots know no such question."""
        sight, world = self.run.appliance.keeper.sight, self.run.table.world
        squared = {place for (_, place), kinds in self.weather.wrong.items() if "stack" in kinds}
        away = {str(zone) for card, zone in sight.in_question if world.where(self._named(card)) != zone}
        return sight.in_question != sight.stacked or not squared.isdisjoint(away)

    def _is_squared(self, player: str | None) -> bool:
        """Whether this player is asked whether cards were lifted that lie there: they are laid apart, and heard."""
        world, sight = self.run.table.world, self.run.appliance.keeper.sight
        asked = [(card, zone) for card, zone in sight.in_question if zone.side == player]
        return any(world.where(self._named(card)) == zone for card, zone in asked)

    @property
    def agrees(self) -> bool:
        """Whether the table believes what lies there."""
        return untrue(self.run, cards(self.run)) is None

    def do(self, statement: st.Statement) -> None:
        """One statement of the evening."""
        self.acts.append(statement)
        self.run.run(statement)
        if self.run.lost is not None:
            raise StormError(self.run.lost)


def _button(press: Press) -> st.Button:
    return st.Button(str(press.button), press.player, press.column)


def _in_any_order(moves: Iterable[st.Put | st.Take]) -> tuple[list[st.Put | st.Take], list[st.Put | st.Take]]:
    """The first of these moves, which may happen in any order, and those after them: which card lies uppermost on a pad
    counts."""
    first, pads = [], set()
    left = list(moves)
    while left:
        move = left[0]
        if isinstance(move, st.Put) and move.zone.column is None:
            if move.zone in pads:
                break
            pads.add(move.zone)
        first.append(left.pop(0))
    return first, left
