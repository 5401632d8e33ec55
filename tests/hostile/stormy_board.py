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
from signifer_firmware.session.events import News
from signifer_firmware.session.questions import UNSEEN
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.gestures import HOLD_DICE
from signifer_firmware.simulation.robots.wire import WireBoard, enrol

from .moves import Answer, Move, PutAgain, TakeAgain, button, in_any_order
from .stormy_run import StormRun
from .truths import Fault, cards, truths, untrue
from .undisturbed import shown_otherwise
from .weather import Weather, together

# After the last thing was mended, readers may take so long to be back, and to have counted what they missed.
SETTLE_US, STEP_US = 12_000_000, 500_000
# How often all is mended one after the other, and not at once: each takes the table seconds.
ONE_BY_ONE = 0.2
# How often parts are away as the table is switched on.
LACKS = 0.3
# How often the plug is pulled once more, or while the table starts: after so many microseconds, up to three times.
AGAIN = 0.3
STARTING_US = (5_000, 700_000)
# How often it is pulled while the table asks whether cards were lifted.
ASKED = 0.1
MOMENTS = ("write", "commit", "copy", "done")
# After so much weather it stays fine, so that every evening comes to its end in a few minutes.
MOST_GUSTS = 200
# Within so long after a stall a press is answered that was made in it.
ANSWER_US = 200_000
# What the table says to a press of which it cannot know what it means.
UNREAD = {"pad-unknown", "column-unknown"}
# What it says of a card that bad air hid for a moment after it was used up: to the table it was laid again.
LAID_AGAIN = "card-elsewhere"


class StormError(AssertionError):
    """The table is wrong: ``fault`` says about what."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class StormyBoard(WireBoard):
    """A `Board` on which weather comes and goes, drawn by ``rng``. Hands wait after each move until the table has taken
    it in, or make several within 50 ms; where the weather hides from the table what they did, it is put right first.

    ``acts`` is all that happened, ``lifted_early`` the cards that are taken already when hands mean to take them.
    """

    run: StormRun

    def __init__(
        self, game: str, table: str, folder: Path, seed: int, rng: random.Random, *, air: bool = False
    ) -> None:
        self.head = f"game {game}\ntable {table}\nseed {seed}\n"
        script = parse_script(self.head, file="storm")
        twins = partial(VirtualTable, air=air)
        self.run = StormRun(script, load_table(table), folder, self._hear, table=twins)
        self.acts: list[st.Statement] = []
        strangers = robot(game).strangers
        # A card of this game, terrain, is no stranger whose passing means nothing: its going confirms where it lay.
        passing = [card for card in strangers if card not in self.run.bundle.cards]
        self.weather = Weather(self.run.config, self.run.bundle.cards, rng, self._laid, self._wanted, passing)
        self.did: Counter[str] = Counter()
        self._luck = rng
        self._pending: list[Move] = []
        self._presses: list[Press] = []
        self._moved: set[str] = set()
        self._unseen: set[str] = set()
        self._used: set[str] = set()
        self._used_at = 0
        self.lifted_early: set[str] = set()
        self._told: tuple[tuple[Prompt, ...], tuple[Refusal, ...]] = ((), ())
        self._shown: list[Prompt] = []
        self._gusts, self._cuts = rng.choice((0.02, 0.06, 0.15)), rng.choice((0.0, 0.005, 0.02))
        self._haste, self._lacks = rng.choice((0.1, 0.5, 0.9)), rng.random() < LACKS
        self._stalls = rng.choice((0.0, 0.02, 0.1))
        for card in self.run.bundle.cards:
            self.run.table.world.tag(card)
        enrol(self.run, sorted(card for card in strangers if not card.startswith("tag/")))
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

    def _hear(self, news: News) -> None:
        """What people are told stands on their screens for a while, however short."""
        prompt = news.what.get("prompt")
        if isinstance(prompt, Prompt):
            self._shown.append(prompt)

    # What hands do

    def put(self, card: str, zone: Zone) -> None:
        # A card that is pushed is not lifted first: to lift it may mean something.
        self._pending = [move for move in self._pending if move != st.Take(card)]
        self._pending.append(st.Put(card, zone))

    def take(self, card: str) -> None:
        if card not in self.lifted_early:
            self._pending.append(st.Take(card))
        self.lifted_early.discard(card)

    def brush(self, card: str, zone: Zone) -> None:
        """A hand with a card passes over a zone."""
        self._pending.append(st.Brush(card, zone, self.weather.brush_us()))

    def press(self, press: Press) -> None:
        self._presses.append(press)

    def rest(self) -> None:
        """Weather may change, then hands do what they were told to, then weather may change again."""
        self._told = ((), ())
        moved = {move.card for move in self._pending}
        if self._in_question or not self.agrees:
            moved |= self._moved  # of which the record may know nothing yet
        self._moved = moved
        self._unseen.clear()
        cuts, before = self.run.cuts, self._rough - (not self.weather.is_calm)
        if self._cut_comes():
            self.do(st.PowerCutAt(self._luck.choice(MOMENTS)))
        gust = self.weather.gust() if self._blows() else []
        if gust and self._luck.random() < 0.5:
            self._all_at_once(gust)
        else:
            self._blow(gust)
            self._hands()
        presses = self._taken_presses()
        if self.run.cuts > cuts:
            # What was moved as the plug was pulled, nobody may have seen.
            self._unseen |= moved
            self.calm()
        if self._rough > before:
            self._show(moved)
        if presses:
            self._plug(moved)
        for press in presses:
            self._press(press)
        self._meanwhile()
        self._plug(moved)
        if not self.agrees or self._is_asked or (not self.weather.is_calm and self._luck.random() < 0.3):
            self.calm()
        if self._rough > before:
            self._show(moved)

    @property
    def _rough(self) -> int:
        """How much weather there has been, and how often the plug was pulled."""
        return self.weather.drawn.total() + self.run.cuts

    def _show(self, moved: set[str]) -> None:
        """Cards that hands took from a pile in bad weather, or as the plug was pulled, and that the table takes for
        covered ones, are laid back, and taken again."""
        world = self.run.table.world
        for name, zone in self.run.appliance.keeper.sight.covered:
            card = self._named(name)
            lies = world.where(card)
            if card not in moved or lies == zone:
                continue
            self.calm()
            self.did["moved again"] += 1
            self.do(PutAgain(card, zone))
            self.do(TakeAgain(card) if lies is None else PutAgain(card, lies))

    def _all_at_once(self, gust: list[st.Statement]) -> None:
        """Hands move while it begins."""
        moves, later = in_any_order({move.card: move for move in self._pending}.values())
        self._pending.clear()
        self._blow(gust, moves)
        self._put_right(moves)
        for move in later:
            self.do(move)

    def _blows(self) -> bool:
        """Whether weather comes now."""
        return self._luck.random() < self._gusts and self.weather.drawn.total() < MOST_GUSTS

    def _blow(self, gust: Iterable[st.Statement], moves: Iterable[st.Statement] = ()) -> None:
        """It begins, with these moves of hands."""
        statements = [*gust, *moves]
        # Between two things that fall on buttons it would leave one alone, which nobody can tell from a finger.
        falls = any(isinstance(each, st.Fault) and each.part == "button" for each in statements)
        if moves and self._cut_comes() and not falls:
            statements.append(st.PowerCut())
        for each in together(statements):
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
        moves, later = in_any_order(self._pending)
        self._pending.clear()
        if len(moves) != 1 and self._luck.random() <= self._haste:
            # What is done to one card twice within so short a time happens in either order.
            self._blow((), moves)
            self._put_right(moves)
        else:
            later = [*moves, *later]
        for move in later:
            self.do(move)

    def _put_right(self, moves: Iterable[Move]) -> None:
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
        """Nobody presses before the screens show what lies there, nor before it is answered what bad air had the table
        ask, nor while a card is to be taken away over a reader that is named: silence is taken for the answer there.
        Who is told that a zone is unknown, or nothing, waits, and presses again."""
        asked = SIDES if press.button == Button.DICE else [press.player] if press.button == Button.OK else []
        named = {part for part, _ in self.run.appliance.keeper.outlook.faults}
        deaf = any(f"reader {zone}" in named for zone in self._wanted())
        if not self.agrees or self._is_asked or deaf or any(map(self._is_squared, asked)):
            self.calm()
        self._reach(press)
        rough, before = not self.weather.is_calm and not self._in_question, self.table.state
        used, self._used = self._used if self._rough > self._used_at else set[str](), set()
        self._push(press)
        unread = UNREAD & {each.key for each in self.said} or UNREAD & {each.code for each in self.refusals}
        if rough and not self.refusals and self.table.state == before:
            # Pressed as the program got no processor, it is answered a moment later.
            self.do(st.Wait(ANSWER_US))
            self._told = (*self.said, *self._shown), self.refusals
        # What bad air had the table believe for a moment was answered, and not what lies there.
        if unread or (rough and self._is_unheard(press, before)):
            self.calm()
            self._push(press)
        elif again := used & {each.card or "" for each in self.refusals if each.code == LAID_AGAIN}:
            self._lift_first(sorted(again))
            self._push(press)
        self._used, self._used_at = {card for card, _ in self.table.leaving}, self._rough

    def _lift_first(self, cards: list[str]) -> None:
        """They are taken as told before that is pressed again, and not once more later."""
        for card in map(self._named, cards):
            self.did["taken first"] += 1
            self.do(st.Take(card))
            self.lifted_early.add(card)
        self.calm()

    def _is_unheard(self, press: Press, before: Any) -> bool:
        return press.button == Button.OK and not self.refusals and self.table.state == before

    def _reach(self, press: Press) -> None:
        """What lies on buttons is taken away, or is in the way of none that is pressed; once the table knows of it, the
        others say what they say."""
        held = self.weather.held
        if not held:
            return
        name = str(button(press))
        # Half a pair says nothing beside what lies on the other half.
        is_half = press.kind == PressKind.HOLD and any(name in pair and held & {*pair} for pair in PAIRS)
        if is_half or name in held or self._luck.random() < 0.5:
            for mend in together(self.weather.freed()):
                self.do(mend)
        else:
            self.do(st.Wait(STUCK_US))

    def _push(self, press: Press) -> None:
        """Who was told nothing as the plug was pulled presses again, unless the screens show that it has been done."""
        pressed = button(press)
        said = st.Hold((pressed,)) if press.kind == PressKind.HOLD else st.Press(pressed)
        for _ in range(2):
            self._told = ((), ())
            self._shown.clear()
            cuts, before = self.run.cuts, self.table
            stalled = self.weather.stall() if self._luck.random() < self._stalls else []
            for each in together([*stalled, said]):
                self.do(each)
            if self.run.cuts == cuts:
                break
            if self.table != before:
                self._shown += [Prompt("red", "", "undone")] if press == HOLD_DICE else []
                break
            self.calm()
        self._told = (*self.said, *self._shown), self.refusals

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
        if self._cut_comes():
            self._unseen |= set() if self.agrees else moved
            again = self._luck.random() < AGAIN
            times = self._luck.randint(1, 3) if again else 0
            self.do(st.PowerCut(tuple(self._luck.randrange(*STARTING_US) for _ in range(times))))
            if again and self._luck.random() < 0.5:
                self.do(st.PowerCut())

    def _cut_comes(self) -> bool:
        return self._luck.random() < self._cuts

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
            asked = self._asked_of(player)
            if asked and all(world.where(self._named(card)) != zone for card, zone in asked):
                self.did["answered"] += 1
                cuts = self.run.cuts
                self.do(Answer(st.Button("ok", player, None)))
                if self.run.cuts > cuts:
                    # That they were lifted may not be in the record either.
                    self._unseen |= {self._named(card) for card, _ in asked}

    def calm(self) -> None:
        """All is mended, and the readers have time to settle: belief and world have to agree."""
        mends = self.weather.mends()
        for mend in mends if self._luck.random() < ONE_BY_ONE else together(mends):
            self.do(mend)
        waited_us = 0
        while (fault := untrue(self.run, truths(self.run)) or shown_otherwise(self.run)) is not None:
            if waited_us >= SETTLE_US:
                raise StormError(fault)
            self.do(st.Wait(STEP_US))
            waited_us += STEP_US
        held = [part for part, _ in self.run.appliance.keeper.outlook.faults if part.startswith("button ")]
        if held:
            raise StormError(Fault("button", "", f"{held} are free, and said to be held down"))
        self.did["calm"] += 1
        asked = {self._named(card) for card, _ in self.run.appliance.keeper.sight.in_question}
        if asked and self._luck.random() < ASKED and self._cuts:
            self._unseen |= asked
            self.do(st.PowerCut())
            self.calm()
            return
        self._answer()
        if self._unseen:
            self._move_again()

    @property
    def _in_question(self) -> bool:
        """Whether people are asked whether cards were lifted: a press answers that, and does nothing else."""
        return bool(self.run.appliance.keeper.sight.in_question)

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
        world = self.run.table.world
        return any(world.where(self._named(card)) == zone for card, zone in self._asked_of(player))

    def _asked_of(self, player: str | None) -> list[tuple[str, Zone]]:
        """The cards about which this player is asked, on whichever side they lie."""
        questions = self.run.appliance.keeper.sight.questions
        return [place for asked, places in questions if asked == player for place in places]

    @property
    def agrees(self) -> bool:
        """Whether the table believes what lies there."""
        return untrue(self.run, cards(self.run)) is None

    def do(self, statement: st.Statement) -> None:
        """One statement of the evening."""
        self.acts.append(statement)
        cuts = self.run.cuts
        self.run.run(statement)
        self.did["plug"] += self.run.cuts - cuts
        if self.run.lost is not None:
            raise StormError(self.run.lost)
