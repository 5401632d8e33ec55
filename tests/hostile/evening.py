"""One hostile evening: what is meant goes wrong before, during and after, and then hands do what the table says, and
nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from signifer_core.errors import SigniferError
from signifer_core.layout import PAD, ZONES, Layout, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Verb
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Select

from . import acts, oracle
from .guests import FaultError, Guests

RATE = 0.25
# A way back to an agreed table has no more presses than this.
MOST_PRESSES = 2
SHARE_OF_HANDS, SHARE_OF_SLIPS = 0.55, 0.15
MOST_DECISIONS = 250
LAZY, HURRY = 0.1, 0.1


@dataclass
class Account:
    """What hands did. ``hostile`` counts hostile acts by kind; ``ways`` the ways back to an agreed table, each with its
    presses and moves of cards. ``undone`` is how often something was, ``taken`` how many presses were taken for what
    they said, ``forfeited`` how often a rule kept what had been paid in part; ``lied`` is 1 if the evening
    ended with a number that was pressed by mistake, and that the table cannot know to be false."""

    decisions: int = 0
    gestures: int = 0
    hostile: Counter[str] = field(default_factory=Counter)
    ways: Counter[tuple[int, int]] = field(default_factory=Counter)
    undone: int = 0
    taken: int = 0
    forfeited: int = 0
    lied: int = 0


@dataclass(frozen=True)
class Before:
    """The table before something went wrong; ``waiting`` as of `Guests.waiting`."""

    state: Any
    waiting: Any
    layout: Layout


class Evening:
    """``guests`` play, and at each point at which something could go wrong, chance decides by ``seed`` and the point's
    number alone; at the points ``spared`` nothing does. ``patient`` hands wait for the table after each move, as those
    of a table script; the evening is over after ``most`` decisions."""

    def __init__(
        self,
        guests: Guests,
        seed: int,
        *,
        spared: Iterable[int] = (),
        rate: float = RATE,
        patient: bool = False,
        most: int = MOST_DECISIONS,
    ) -> None:
        self.guests, self.board, self.match = guests, guests.board, guests.match
        self.account = Account()
        self.pressed: Press | None = None
        self.hostile_points: list[int] = []
        self._seed, self._spared, self._rate = seed, frozenset(spared), rate
        self._point = 0
        self._lazy = False
        self._most, self.board.patient = most, patient

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones of this table."""
        return tuple(zone for zone in ZONES if self.guests.pads or zone.place != PAD)

    @property
    def acts(self) -> list[str]:
        """What was done, as statements of a table script, with comments."""
        return self.board.said_done

    def play(self) -> None:
        """To the end of the game, or of the evening."""
        self.rest()
        while not self.match.over and self.account.decisions < self._most:
            try:
                self._decide()
            except (SigniferError, AssertionError) as error:
                raise error if isinstance(error, FaultError) else FaultError(str(error)) from error

    # What is meant

    def _decide(self) -> None:
        """One decision, unless what goes wrong meanwhile has made another one of it."""
        decision = self.guests.intent()
        self.account.decisions += 1
        self._says(f"# meant: {decision}")
        self.guests.done.clear()
        for gesture in self.guests.gestures(decision):
            if not self._lives_through(gesture):
                self._think_again()
                return
            self._do(gesture)
        self.rest()
        alike = self.guests.alike
        done = Counter(map(alike, self.guests.done))
        for action in self.guests.meant(decision):
            done.subtract((alike(action),))
            if done[alike(action)] < 0:
                raise FaultError(
                    f"{action} was meant, done with hands, and not taken in: {self.board.refusals}"
                )
        self._lazy = self._chance(LAZY)
        if not self._lazy:
            self.obey()
        if not self.match.over and not self._lives_through(None):
            self._think_again()

    def _do(self, gesture: Gesture) -> None:
        self.account.gestures += 1
        if isinstance(gesture, Press):
            self.press(gesture)
            return
        if isinstance(gesture, Put):
            gesture = Put(gesture.card, self.guests.zone(gesture.card, gesture.zone))
        self.match.do(gesture, rest=False)
        if isinstance(gesture, Select) or not self._chance(HURRY):
            self.rest()

    def _think_again(self) -> None:
        """Cards that were laid for what is no longer meant are taken up again."""
        for card in self.guests.second_thoughts():
            self.match.take(card)
        self.rest()
        self.obey()
        for card, zone in sorted(self.board.table.held.lifted):
            if card not in self.match.piles.layout[zone]:
                self.match.put(card, zone)
        self.rest()
        self.obey()

    # What goes wrong

    def _lives_through(self, gesture: Gesture | None) -> bool:
        """Perhaps something goes wrong, and is put right as told; whether all is as it was before."""
        self._point += 1
        rng = random.Random(f"{self._seed}/{self._point}")
        if self._point in self._spared or rng.random() >= self._rate:
            return True
        self.rest()
        self.obey()
        before = Before(self.board.table.state, self.guests.waiting(), self.match.piles.layout)
        held = self.board.table.held
        kind, name = self._goes_wrong(rng, gesture)
        if not name:
            return True
        self.hostile_points.append(self._point)
        self.account.hostile[name] += 1
        self._says(f"# point {self._point}: {name}; as told:")
        self.rest()
        self._put_right(rng, before, kind)
        self._says("# agreed")
        layout, table = self.match.piles.layout, self.board.table
        # Of two equal cards, what is meant next may mean the one that lies elsewhere by now.
        lies_so = set(layout.items()) == set(before.layout.items())
        return lies_so and (table.state, table.held) == (before.state, held)

    def _goes_wrong(self, rng: random.Random, gesture: Gesture | None) -> tuple[str, str]:
        """Do the first act that can be done just now; whether it was hands or fingers, and what it is called."""
        share = rng.random()
        if share < SHARE_OF_SLIPS and self.guests.slips and gesture is not None and not self.match.over:
            clumsy = self.guests.clumsy(rng)
            for slip in rng.sample(self.guests.slips, len(self.guests.slips)):
                if not clumsy.blind(self.match) and slip(clumsy, self.match, gesture):
                    return "hands", slip.__name__.strip("_")
        kind, kinds = (
            ("hands", acts.HANDS) if share < SHARE_OF_HANDS + SHARE_OF_SLIPS else ("fingers", acts.FINGERS)
        )
        for act in rng.sample(kinds, len(kinds)):
            if act(self, rng, gesture):
                return kind, act.__name__
        return kind, ""

    def _put_right(self, rng: random.Random, before: Before, kind: str) -> None:
        """As told; then, if a game was moved that nobody meant to move, by hand and by undo."""
        presses, moves = self.obey(rng)
        unmeant = kind == "hands"
        if unmeant and rng.random() < 0.5:
            moves += self._lay_back(before)
        back = unmeant or rng.random() < 0.5
        while back and not self._is_as(before) and presses < MOST_PRESSES:
            self.press(acts.UNDO)
            presses += 1
            if not any(prompt.key == "undone" for prompt in self.board.said):
                if unmeant and not self.match.over:
                    raise FaultError(f"no way back: {[prompt.key for prompt in self.board.said]}")
                break
            self.account.undone += 1
            more, moved = self.obey(rng)
            presses, moves = presses + more, moves + moved
        unmeant = unmeant and not self.match.over  # a card that ends the game has said so
        if unmeant and not self._is_as(before):
            moves += self._lay_back(before)
        if unmeant and self.guests.forfeited(self.board.table.state, before.state):
            self.account.forfeited += 1
        elif unmeant and not self._is_as(before):
            differs = self.guests.differing(self.board.table.state, before.state)
            raise FaultError(f"after {presses} presses the game is not where it was: {differs}")
        self.account.taken += not self._is_as(before)
        self.account.ways[presses, moves] += 1
        if presses > MOST_PRESSES:
            raise FaultError(f"{presses} presses were needed")
        oracle.agreed(self.guests)

    def _is_as(self, before: Before) -> bool:
        same = self.guests.same(self.board.table.state, before.state)
        return same and self.guests.waiting() == before.waiting

    def _lay_back(self, before: Before) -> int:
        """Hands remember how it lay, and lay it so again; how many moves that takes."""
        moves = 0
        if self._is_as(before):
            return moves
        for card, _ in self._otherwise(self.match.piles.layout, before.layout):
            self.match.take(card)
            moves += 1
        self.rest()
        for card, zone in self._otherwise(before.layout, self.match.piles.layout):
            self.match.put(card, zone)
            self.rest()
            moves += 1
        return moves + self.obey()[1]

    def _otherwise(self, layout: Layout, wanted: Layout) -> list[tuple[str, Zone]]:
        """The cards of ``layout`` that do not lie so in ``wanted``, and none equal to them instead."""
        alike = self.guests.alike
        left = Counter((alike(card), zone) for zone, card in wanted.beyond(layout))
        found = []
        for zone, card in layout.beyond(wanted):
            if left[alike(card), zone]:
                left[alike(card), zone] -= 1
            else:
                found.append((card, zone))
        return found

    # As told

    def obey(self, rng: random.Random | None = None) -> tuple[int, int]:
        """Do what the table asks until it asks nothing more; how many presses and moves of cards that took."""
        presses, moves = 0, 0
        rng = rng or random.Random(0)
        oracle.advice(self.guests)
        allowed = 4 + 2 * (len(self.match.wrong()) + len(self.board.asked))
        while self.board.corrections or self.board.asked:
            if presses + moves >= allowed:
                raise FaultError(f"stuck: {self.board.corrections}, {self.board.asked}")
            asked = sorted({zone.side for _, zone in self.board.asked})
            if asked and (not self.board.corrections or rng.random() < 0.5):
                self.press(Press(PressKind.PRESS, Button.OK, rng.choice(asked)))
                presses += 1
            else:
                told = rng.choice(self.board.corrections)
                card = self.board.named(told.card)
                card = self.guests.another(rng, card, told.zone, laid=told.verb == Verb.PUT)
                if told.verb == Verb.PUT:
                    self.match.put(card, told.zone)
                else:
                    if (card, told.zone) in self.board.doubted:
                        self.match.put(card, told.zone)
                        self.rest()
                    self.match.take(card)
                moves += 1
            self.rest()
            oracle.advice(self.guests)
        return presses, moves

    # Hands and fingers

    def press(self, press: Press) -> None:
        """Press a button, and let the table take it in."""
        self.pressed = press
        self.match.press(press)
        self.rest()

    def put(self, card: str, zone: Zone) -> None:
        """Lay a card."""
        self.match.put(card, self.guests.zone(card, zone))

    def grab(self, cards: list[str]) -> None:
        """Lift ``cards`` at once."""
        for card in cards:
            self.match.piles.take(card, self.match.home(card))
        self.board.grab(cards)

    def rest(self) -> None:
        """Wait until the table has taken everything in; what it made of it is judged."""
        self.board.rest()
        for episode in self.board.take_episodes():
            self._hear(episode)

    def _hear(self, episode: Any) -> None:
        oracle.judge(self.guests, episode)
        self.guests.hear(episode)

    def beside(self, rng: random.Random, zone: Zone) -> Zone:
        """One column off, on the other's side, or on the pad."""
        number = zone.column or rng.choice((1, 2, 3, 4, 5))
        columns = [Zone(str(near), zone.side) for near in (number - 1, number + 1) if 1 <= near <= 5]
        across = [] if self.guests.shared else [Zone(zone.place, "blue" if zone.side == "red" else "red")]
        found = [*columns, *columns, *across, Zone(PAD, zone.side)]
        return rng.choice([place for place in found if place in self.zones and place != zone])

    def _chance(self, share: float) -> bool:
        """Whether hands are lazy or hasty now: by seed and point, too."""
        return random.Random(f"{self._seed}/{self._point}/{self.account.gestures}").random() < share

    def _says(self, text: str) -> None:
        self.board.said_done.append(text)
