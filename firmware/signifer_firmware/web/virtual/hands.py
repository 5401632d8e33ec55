"""Hands at a virtual table: they move real cards, in the world's fields and in piles that no reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from signifer_core.layout import Zone
from signifer_core.presses import Press, PressKind
from signifer_core.procedure import Correction, Table
from signifer_core.rules import Verb

from signifer_firmware.game_api.game import AnyState
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, Pile, Piles
from signifer_firmware.simulation.robots.gestures import Gesture, Put, Reshuffle, Take
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.web.game import BOX
from signifer_firmware.web.play import CannotError

if TYPE_CHECKING:
    from signifer_firmware.web.game import AnyPage

SWAP_US = 50_000
BUMP_US = 90_000
WAIT_US = 360_000  # so long a hand that was seen to hold is there still, and any other that leaves at most


class Hands:
    """The hands at the table of ``run``; ``piles`` says where every card is, ``page`` whose it is."""

    def __init__(self, run: ScriptRun, piles: Piles, page: AnyPage) -> None:
        self.run = run
        self.piles = piles
        self.page = page
        # The buttons that are down, each with whose fingers are on it.
        self._down: dict[str, set[str]] = {}
        # Cards that hands have drawn, each with its deck, in the order in which they left it.
        self._drawn: list[tuple[str, str]] = []

    # Cards

    def move(self, card: str, to: Zone | Pile) -> None:
        """Take ``card`` from wherever it is and lay it there; `CannotError` for a card that is not in this box, or a
        pile to which it does not go."""
        self._check(card)
        if isinstance(to, Zone):
            if to not in self.run.table.world.fields:
                raise CannotError("no-such-place")
            self.piles.put(card, to)
            self.run.table.world.put(card, to)
            return
        if to != BOX and to not in self.page.piles:
            raise CannotError("no-such-place")
        goal = self.page.pile_for(self.run.bundle, card, to)
        self.run.table.world.take(card)
        self.piles.take(card, goal)

    def check_open(self, card: str) -> None:
        """`CannotError` for a card that no hand can pick out: in a deck it lies face down, and what was rejected in the
        draft is out of the game."""
        where = self.piles.where(card) if card in self.run.bundle.cards else None
        if isinstance(where, Zone) or where is None:
            return
        if where[1] in (DECK, OUT):
            raise CannotError("in-deck" if where[1] == DECK else "out")

    def draw(self, player: str, to: Zone | Pile) -> None:
        """The top card of a deck goes there; `CannotError` if there is none."""
        if not self.piles.cards(player, DECK):
            raise CannotError("no-deck")
        card = self.piles.top(player)
        self.move(card, to)
        self._drawn = [drawn for drawn in self._drawn if drawn[0] != card]
        self._drawn.append((card, player))

    def swap(self, away: str, instead: str) -> None:
        """Take ``away`` to its owner's hand and lay ``instead`` in its place, at once."""
        zone = self.piles.where(away)
        self._check(instead)
        if not isinstance(zone, Zone) or away == instead:
            raise CannotError("not-there")
        home = self.home(away)
        if home is None or isinstance(home, Zone):
            raise CannotError("wrong-pile")
        self.piles.take(away, home)
        self.piles.put(instead, zone)
        world, rng = self.run.table.world, self.run.rng
        self._later(rng.randrange(SWAP_US), away, None)
        self._later(rng.randrange(SWAP_US), instead, zone)
        assert world.busy

    def bump(self, card: str) -> None:
        """Lift a lying card for a moment."""
        zone = self.piles.where(card)
        if not isinstance(zone, Zone):
            raise CannotError("not-there")
        self.run.table.world.take(card)
        self._later(BUMP_US, card, zone)

    def spare(self, player: str) -> tuple[tuple[str, str], ...]:
        """The cards in hands that ``player`` moves which were drawn though nothing asked for them, each with the deck
        on which it belongs, the first one to be put back first; fewer than are owed where those have gone elsewhere."""
        held: dict[str, list[tuple[str, str]]] = {}
        for drawn in self._drawn:
            if self._is_held(drawn[0], player):
                held.setdefault(self.page.holder(drawn[0], self.piles), []).append(drawn)
        # What one of them has drawn too many, nobody else on that side has.
        owed = {holder: self.owed(holder) for holder in held}
        found = {drawn for holder in held if owed[holder] < 0 for drawn in held[holder][owed[holder] :]}
        return tuple(drawn for drawn in reversed(self._drawn) if drawn in found)

    def _is_held(self, card: str, player: str) -> bool:
        where = self.piles.where(card)
        in_hand = not isinstance(where, Zone) and where is not None and where[1] == HAND
        return in_hand and self.page.side(self.page.holder(card, self.piles)) == player

    def put_back(self, spare: Sequence[tuple[str, str]]) -> None:
        """The first of these, which were drawn though nothing asked for them, goes back on top of its deck; CannotError
        without one."""
        if not spare:
            raise CannotError("nothing-spare")
        card, deck = spare[0]
        self.piles.take(card, (deck, DECK))

    def shuffle(self, player: str) -> None:
        """The discards go, shuffled, under what is left of the deck."""
        if not self.run.bundle.game.traits.shuffles or not self.piles.cards(player, DISCARD):
            raise CannotError("no-discards")
        self.piles.shuffle(player)

    def _check(self, card: str) -> None:
        if card not in self.run.bundle.cards:
            raise CannotError("no-such-card")

    def _later(self, after_us: int, card: str, zone: Zone | None) -> None:
        """A hand is under way: the card lies there only in a moment, if nobody has moved it meanwhile."""
        world, at_us = self.run.table.world, self.run.now_us + after_us

        def arrive() -> None:
            where = self.piles.where(card)
            if zone is None and not isinstance(where, Zone):
                world.take(card)
            elif zone is not None and where == zone:
                world.put(card, zone)

        world.at(at_us, arrive)
        self.run.scheduler.wake(world, at_us)

    # Fingers

    def button(self, name: str, *, down: bool, whose: str = "") -> None:
        """A finger goes down on a button, or up; nothing if it is there already, or somebody else's is. CannotError
        where the table has no such button."""
        buttons = {button.name for button in self.run.config.buttons}
        if name not in buttons:
            raise CannotError("no-such-button")
        there = self._down.setdefault(name, set())
        was_down = bool(there)
        (there.add if down else there.discard)(whose)
        if not there:
            del self._down[name]
        if was_down == bool(there):
            return
        fingers = self.run.table.fingers
        (fingers.down if down else fingers.up)(name)
        self.run.scheduler.wake(fingers, self.run.now_us)

    def let_go(self, whose: str) -> None:
        """Somebody has gone: no finger of theirs stays on a button."""
        for name in [name for name, there in self._down.items() if whose in there]:
            self.button(name, down=False, whose=whose)

    def hold(self, names: tuple[str, ...]) -> None:
        """Fingers hold these buttons, several of them together, for as long as the table wants it, once those that are
        leaving are off; CannotError if one stays down, or another hold is not seen yet: what it brings, nobody who
        wants this one knows."""
        if not {button.name for button in self.run.config.buttons}.issuperset(names):
            raise CannotError("no-such-button")
        fingers = self.run.table.fingers
        wait_us = max(0, fingers.free_us - self.run.now_us)
        if self._down.keys() & set(names) or wait_us > WAIT_US:
            raise CannotError("is-down")
        fingers.hold(*names, delay_us=wait_us)
        self.run.scheduler.wake(fingers, self.run.now_us)

    def press(self, press: Press) -> None:
        """A finger does what ``press`` says, for as long as the table wants it."""
        words = (press.button, press.column, press.player)
        name = " ".join(str(word) for word in words if word is not None)
        fingers = self.run.table.fingers
        (fingers.hold if press.kind == PressKind.HOLD else fingers.press)(name)
        self.run.scheduler.wake(fingers, self.run.now_us)

    def do(self, gesture: Gesture, away: Pile | None = None) -> None:
        """One gesture of a robot; a card that it lifts goes ``away``, or where it belongs. Which button chooses a card,
        as in a `Select`, only its game knows: nothing is done then."""
        match gesture:
            case Put(card=card, zone=zone):
                self.move(card, zone)
            case Take(card=card):
                self.move(card, away or self.home(card) or BOX)
            case Reshuffle(player=player):
                self.piles.shuffle(player)
            case Press():
                self.press(gesture)

    @property
    def held(self) -> frozenset[str]:
        """The buttons on which fingers are."""
        return frozenset(self._down)

    # As told

    def home(self, card: str) -> Zone | Pile | None:
        """Where ``card`` belongs, as far as the table's record tells; None if whoever moves it chooses."""
        bundle = self.run.bundle
        return self.page.home(bundle, self._table, card) if card in bundle.cards else BOX

    @property
    def _table(self) -> Table[AnyState] | None:
        """The table of the game whose cards these are."""
        keeper = self.run.appliance.keeper
        return keeper.table if keeper.bundle.name == self.run.bundle.name else None

    def owed(self, player: str) -> int:
        """How many cards ``player`` has still to draw, by the table's count; below zero if they drew too many."""
        table, bundle = self._table, self.run.bundle
        return 0 if table is None else self.page.owed(bundle, table, self.piles, player)

    def to_lay(self, player: str) -> int:
        """How many cards of a hand ``player`` has to choose for the discards (`PageGame.to_lay`)."""
        table, bundle = self._table, self.run.bundle
        return 0 if table is None else self.page.to_lay(bundle, table, self.piles, player)

    def chore(self, player: str) -> tuple[str, Zone | Pile] | None:
        """What ``player`` has to do next beside the table's corrections (`PageGame.chore`)."""
        return (
            None if self._table is None else self.page.chore(self.run.bundle, self._table, self.piles, player)
        )

    def astray(self, player: str) -> tuple[tuple[str, Pile], ...]:
        """The cards in piles of ``player`` that belong in another one; not those of which the table itself speaks."""
        if self._table is None:
            return ()
        told = {fix.card for fix in self.run.appliance.keeper.outlook.corrections}
        found = self.page.astray(self._table, self.piles, player)
        return tuple((card, pile) for card, pile in found if card not in told)

    def shuffles(self, player: str) -> bool:
        """Whether ``player`` has to shuffle their discards into the deck."""
        return self._table is not None and self.page.shuffles(self._table, self.piles, player)

    def corrections(self, player: str) -> tuple[Correction, ...]:
        """What the table asks to be done with the cards of ``player``, each by its name in the world."""
        told = self.run.appliance.keeper.outlook.corrections
        return tuple(fix for fix in told if self.page.asked(fix.card, fix.zone) == player)

    def goal(self, fix: Correction) -> Zone | Pile | None:
        """Where hands bring the card of a correction; None if it is there, is none of the box, or may be chosen."""
        where = self.piles.where(fix.card) if fix.card in self.run.bundle.cards else None
        match fix.verb:
            case Verb.PUT if where is not None and where != fix.zone:
                return fix.zone
            case Verb.TAKE if isinstance(where, Zone):
                home = self.home(fix.card)
                return None if home == where else home
        return None

    def as_told(self, player: str) -> bool:
        """One step of what ``player`` is asked for; whether there was one that can be done."""
        for fix in self.corrections(player):
            goal = self.goal(fix)
            if goal is not None:
                self.move(fix.card, goal)
                return True
        if self.shuffles(player):
            self.piles.shuffle(player)
            return True
        for card, pile in self.astray(player):
            self.move(card, pile)
            return True
        chore = self.chore(player)
        if chore is not None:
            self.move(*chore)
        elif spare := self.spare(player):
            self.put_back(spare)
        else:
            return False
        return True
