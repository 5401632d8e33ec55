"""One game at the virtual table in paced time: the firmware on its twins, hands above it, perhaps robots."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from signifer_core.games.field_of_glory import setting_up
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import TERRAIN
from signifer_core.layout import COLUMNS, PLAYERS, ZONES, Zone
from signifer_drivers.virtual.piles import DECK, DISCARD, HAND, OUT, PILES, Piles

from signifer_firmware.config import TableConfig
from signifer_firmware.games.field_of_glory.robots.deals import Deal, deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import STRANGERS, FieldOfGloryClumsy
from signifer_firmware.news import GAME, Outlook
from signifer_firmware.robots.wire import WireBoard, enrol
from signifer_firmware.script_language import parse_script
from signifer_firmware.script_runner import ScriptRun

from .drafting import SetUp
from .drawer import Drawer
from .glance import MOST_TONES, Draft, Glance, Privacy, Told, World, packed, sound_of
from .hands import BOX, Hands
from .opponent import Opponent

TWO, ROBOT, WATCH = "two", "robot", "watch"
ROBOTS: dict[str, tuple[str, ...]] = {TWO: (), ROBOT: ("blue",), WATCH: PLAYERS}
# How long somebody looks at what has changed before a hand does what the table asks for.
LOOK_US = 900_000
MOST_MOMENTS = 2_000

Pump = Callable[[Callable[[], bool]], None]


@dataclass(frozen=True)
class Choice:
    """What a game is begun with: who plays (TWO, ROBOT, WATCH), whether people draft and lay the terrain themselves,
    each player's language, the seed of all chance.

    ``position`` are statements of a table script's set-up, in place of a fresh game's: for pictures and tests.
    """

    mode: str = ROBOT
    by_hand: bool = False
    languages: tuple[tuple[str, str], ...] = (("red", "en"), ("blue", "en"))
    seed: int = 0
    position: tuple[str, ...] = ()


class PacedBoard(WireBoard):
    """Robots' board at a table that others look at: to rest is to let real time pass."""

    def __init__(self, run: ScriptRun, seed: int, pump: Pump) -> None:
        self.run = run
        self._rng = random.Random(seed)
        self._move_us = 0
        self._pump = pump

    def rest(self) -> None:
        """Let time pass until the table is at rest."""
        rest(self.run, self._pump)


def rest(run: ScriptRun, pump: Pump) -> None:
    """As `ScriptRun.rest`, in paced time."""
    pump(lambda: not (run.table.world.busy or run.table.fingers.busy))
    since_us = run.now_us
    pump(lambda: run.appliance.rested_since(since_us, run.table.unsteady()))


class Live:
    """The table, its hands and its robots. ``pump`` lets time pass until something holds; close it after the game."""

    def __init__(self, config: TableConfig, folder: Path, choice: Choice, pump: Pump) -> None:
        self.choice = choice
        self.deck = standard_deck()
        self.helping = True
        # Somebody wants done what is told, though helping hands are off or something is refused.
        self.wish = False
        self.power = True
        self.past: list[tuple[int, Glance]] = []
        # After the game was decided somebody has looked at what was hidden until then.
        self.looked = False
        self.told = Told()
        self._pump = pump
        self._rng = random.Random(choice.seed)
        self._rested_us = 0
        game = deal(FieldOfGlory(self.deck), self._rng)
        script = parse_script(_script(choice, game, self._rng), file="page")
        self.run = ScriptRun(script, config, folder, self.told.hear)
        self._order = {card: number for number, card in enumerate(self.run.bundle.cards)}
        self._privacy = Privacy()
        self._pixels: dict[str, tuple[Image.Image, str]] = {}
        if choice.mode == WATCH:
            enrol(self.run, STRANGERS)
        self.run.begin()
        if choice.position:
            self._stated(game.piles)
        self.hands = Hands(self.run, game.piles)
        self.drawer = Drawer(self.run.table)
        self._robots: tuple[Opponent, ...] = ()
        self.setup: SetUp | None = None
        if choice.by_hand and choice.mode != WATCH:
            armies = {player: self.deck.army(player) for player in self.people}
            terrain = tuple(laid.card for laid in game.terrain)
            self.setup = SetUp(game.piles, armies, terrain, self._rng)
        self.match: FieldOfGloryMatch | None = None
        if choice.mode == WATCH:
            self._match(game)
        else:
            seeds = [self._rng.getrandbits(64) for _ in PLAYERS]
            self._robots = tuple(
                Opponent(self.hands, player, self.deck, random.Random(seed), self._rest, self.pause)
                for player, seed in zip(ROBOTS[choice.mode], seeds, strict=False)
            )

    def _stated(self, piles: Piles) -> None:
        """Cards where the stated position has them: those that lie by name, the others by their numbers."""
        for zone in ZONES:
            for card in self.run.table.world.lying(zone):
                piles.put(card, zone)
        for player in PLAYERS:
            side = self.state.side(player)
            numbers = {HAND: side.hand, DECK: side.deck, DISCARD: side.discard}
            cards = [card for card in self.deck.army(player) if not isinstance(piles.where(card), Zone)]
            self._rng.shuffle(cards)
            for pile in (pile for pile, number in numbers.items() for _ in range(number)):
                piles.take(cards.pop(), (player, pile))
            for card in cards:
                piles.take(card, (player, OUT))

    def _match(self, game: Deal) -> None:
        board = PacedBoard(self.run, self.choice.seed, self._pump)
        clumsy = FieldOfGloryClumsy(random.Random(self._rng.getrandbits(64)))
        self.match = FieldOfGloryMatch(
            board, game, self.deck, self._rng, slips=clumsy, watch=lambda match, text: self.pause(LOOK_US)
        )

    @property
    def robots(self) -> tuple[str, ...]:
        """The players whose cards robots move."""
        return ROBOTS[self.choice.mode]

    @property
    def people(self) -> tuple[str, ...]:
        """The players whose cards people move."""
        return tuple(player for player in PLAYERS if player not in self.robots)

    @property
    def viewer(self) -> str:
        """What people at this screen may see: one's own side; all of it where two sit there, or watch robots."""
        return self.people[0] if len(self.people) == 1 else "both"

    @property
    def state(self) -> Any:
        """What the table believes of the game; None without one."""
        table = self.run.appliance.keeper.table
        return None if table is None else table.state

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        state = self.state
        return state is not None and self.run.bundle.procedure.rules.outcome(state) is not None

    def stamp(self) -> tuple[Any, ...]:
        """All on which a view depends: two moments with equal stamps look alike."""
        keeper, ear = self.run.appliance.keeper, self.run.table.ear
        heard = (0, True) if ear is None else (ear.heard, ear.silent)
        images = [self.run.table.image(place) for place in self.run.table.screens]
        return (
            *(keeper.table, keeper.outlook, self.told.count, heard, images),
            *(self.hands.held, self.helping, self.hands.piles.everything, self._private()),
            *(self.power, tuple(self.drawer.broken.items()), self.terrain_drawn, self._drafts()),
            *(self.looked, self._answer, self.run.appliance.sounds.heard),
        )

    @property
    def _answer(self) -> str:
        """What the robot has said to a wish to overrule the table."""
        return next((robot.answer for robot in self._robots if robot.answer), "")

    @property
    def terrain_drawn(self) -> str | None:
        """The terrain card that is turned up to be laid."""
        state = self.state
        if self.setup is None or state is None or state.step != TERRAIN:
            return None
        used = [card for card, _ in state.laid]
        return self.setup.drawn(used + [card for _, card in self.hands.piles.layout.items()])

    def _drafts(self) -> dict[str, Draft] | None:
        """The armies still to be chosen by hand; None where nobody has chosen any."""
        if self.setup is None:
            return None
        return {
            player: Draft(draft.round, draft.rounds, draft.offer, tuple(sorted(draft.kept, key=self.order)))
            for player, draft in self.setup.drafts.items()
            if not draft.done
        }

    def remember(self) -> None:
        """Keep this moment, to look back to: the first one after each line of the record."""
        if not self.power or (self.past and self.past[-1][0] == self.told.count):
            return
        glance = dataclasses.replace(self.glance(), lines=(), tones=(), pixels={})
        self.past.append((self.told.count, glance))
        del self.past[:-MOST_MOMENTS]

    def moment(self, number: int) -> tuple[int, Glance] | None:
        """The moment after line ``number``, or the next one that is known, with its number."""
        return next((moment for moment in self.past if moment[0] >= number), None)

    def _homes(self) -> dict[str, str]:
        """Where cards belong that are to be taken away."""
        told = self.run.appliance.keeper.outlook.corrections
        fixes = [fix for fix in told if fix.verb == "take" and not fix.secret]
        return {fix.card: " ".join(reversed(self.hands.home(fix.card))) for fix in fixes}

    def _private(self) -> frozenset[str]:
        appliance = self.run.appliance
        return self._privacy.players(
            appliance.keeper.outlook, self.run.now_us, appliance.screens.rested_since
        )

    def glance(self) -> Glance:
        """This moment, for views."""
        keeper, ear, piles = self.run.appliance.keeper, self.run.table.ear, self.hands.piles
        tones = (
            [] if ear is None else list(enumerate(ear.tones, ear.heard - len(ear.tones) + 1))[-MOST_TONES:]
        )
        world = World(
            mode=self.choice.mode,
            people=self.people,
            helping=self.helping,
            held=self.hands.held,
            owed={player: self.hands.owed(player) for player in PLAYERS},
            piles={
                (player, pile): tuple(sorted(piles.cards(player, pile), key=self.order))
                for player in PLAYERS
                for pile in PILES
            },
            power=self.power,
            parts=self.drawer.parts,
            broken=tuple((part, place, kind) for (part, place), kind in self.drawer.broken.items()),
            homes=self._homes(),
            drafts=self._drafts(),
            drawn=self.terrain_drawn,
            answer=self._answer,
        )
        return Glance(
            config=self.run.config,
            bundle=keeper.bundle,
            table=keeper.table,
            # A table without power says nothing; its cards lie as they lay.
            outlook=keeper.outlook if self.power else Outlook(),
            seen=keeper.seen,
            lying=piles.layout,
            lines=self.told.lines,
            tones=tuple(tones),
            pixels={place: self.pixels(place) for place in self.run.table.screens},
            private=self._private(),
            world=world,
            past=(self.past[0][0], self.past[-1][0]) if self.past else None,
            sound=sound_of(self.run.appliance.sounds.heard),
            opened=self.looked and not self.over,
        )

    def order(self, card: str) -> int:
        """The place of ``card`` in a hand that is sorted: as the catalogue lists the cards."""
        return self._order.get(card, len(self._order))

    def pixels(self, place: str) -> str:
        """What a screen's panel shows, from its chip's memory (`packed`); worked out once a picture."""
        image = self.run.table.image(place)
        before = self._pixels.get(place)
        if before is None or before[0] is not image:
            before = (image, packed(image))
            self._pixels[place] = before
        return before[1]

    def _rest(self) -> None:
        rest(self.run, self._pump)

    def pause(self, for_us: int) -> None:
        """Let people look."""
        until_us = self.run.now_us + for_us
        self._pump(lambda: self.run.now_us >= until_us)

    def step(self) -> None:
        """What robots and helping hands do by themselves, if it is time."""
        if not self.power:
            return
        if self.match is not None:
            if not self.match.over:
                self.match.step()
            return
        keeper = self.run.appliance.keeper
        if keeper.outlook.phase != GAME or not self.run.appliance.rested_since(self._rested_us):
            return
        if self._helped() or (self.helping and self._tidied()):
            return
        for robot in self._robots:
            if robot.step():
                self._rested_us = self.run.now_us
                return

    def _helped(self) -> bool:
        """Whether something was done for people just now: before robots move on."""
        keeper = self.run.appliance.keeper
        if self.wish:
            self.wish = False
            return self.as_told()
        if not self.helping or keeper.outlook.refusals or not self._owed():
            return False
        self.pause(LOOK_US)
        return not self.run.appliance.keeper.outlook.refusals and self.as_told()

    def _tidied(self) -> bool:
        """Whether a terrain card that is confirmed was just moved from its zone to the middle."""
        for card, zone in sorted(setting_up.free(self.state)):
            if card in self.hands.piles.layout[zone]:
                self.pause(LOOK_US)
                self.hands.move(card, BOX)
                self._rest()
                return True
        return False

    def _owed(self) -> bool:
        """Whether people are asked for something that helping hands can do: never what is to be laid."""
        return any(
            self.hands.owed(player) > 0 or any(fix.verb == "take" for fix in self.hands.told(player))
            for player in self.people
        )

    def as_told(self) -> bool:
        """Do for people all that the table asks for, one after the other; whether there was anything."""
        did = False
        for player in self.people:
            for _ in range(2 * len(COLUMNS) * len(PLAYERS)):
                if not self.hands.as_told(player):
                    break
                did = True
                self.pause(120_000)
        self._rest()
        self._rested_us = self.run.now_us
        return did

    def switch(self, *, on: bool) -> None:
        """Pull the table's plug, or put it back; nothing if it is so already."""
        if on == self.power:
            return
        self.power = on
        (self.run.power_on if on else self.run.power_off)()

    def close(self) -> None:
        """Let go of pins and files."""
        if self.power:
            self.run.close()


def _script(choice: Choice, game: Deal, rng: random.Random) -> str:
    """How the table begins, in the words of scripts: drafted, with its terrain; for robots to watch, empty."""
    first = rng.choice(PLAYERS) if choice.mode == TWO else "red"
    lines = ["game field-of-glory", f"seed {choice.seed}"]
    lines += [f"language {player} {language}" for player, language in choice.languages]
    if choice.mode == WATCH or choice.by_hand:
        return "\n".join(lines) + "\n"
    columns = {laid.column: laid.card.rpartition("/")[2].rpartition("-")[0] for laid in game.terrain}
    fresh = {"terrain": " ".join(columns[number] for number in COLUMNS), "first": first}
    stated = {line.split(" ")[0] for line in choice.position}
    lines += [f"{word} {value}" for word, value in fresh.items() if word not in stated]
    lines += choice.position
    return "\n".join(lines) + "\n"
