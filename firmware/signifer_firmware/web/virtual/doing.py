"""What hands do at a virtual table: those of all people at one screen, or of who sits at a device of their own.

Nobody moves what is a robot's; who has a device of their own moves what is theirs, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from signifer_core.layout import PAD, SIDES, Side, Zone, is_side

from signifer_firmware.simulation.piles import HAND, Pile
from signifer_firmware.web.play import WATCH, CannotError, Chair
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.vocabulary import place

from .live import Live
from .practice import robots_alone

DICE = "dice"
NOT_YOURS = "not-yours"


class Doing:
    """Deeds of hands at the table of ``live``: of who sits in ``chair``, or of all people at one screen. ``whose`` are
    the fingers that stay on buttons."""

    def __init__(self, live: Live, chair: Chair | None, whose: str) -> None:
        self.live, self._chair, self._whose = live, chair, whose

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides whose hands these are."""
        return self.live.people if self._chair is None else self._chair.sides

    @property
    def _pupil(self) -> str:
        """As whom the tutor knows them."""
        return self.live.viewer if self._chair is None else self._chair.player

    def do(self, deed: msg.Seated) -> None:
        """Do it; CannotError says what these hands cannot."""
        live, mine = self.live, frozenset(self.sides)
        match deed:
            case msg.Grip():
                live.grip(self._whose)
            case msg.Button(name=name, down=down):
                self._button(name, down=down)
            case msg.Hold(names=names):
                self._hold(names)
            case msg.Undo():
                self.undo()
            case msg.Helping(on=on):
                live.helped = live.helped | mine if on else live.helped - mine
            case msg.Tutor(on=on):
                live.tutor.allow(self._pupil, on=on)
            case msg.Advise():
                live.tutor.ask(self._pupil)
                # Who asks may have a card in the fingers in the next moment.
                live.stir()
            case msg.Opened(players=players, passed=passed):
                live.tutor.opened(players, passed)
            case msg.Keep(player=player, cards=cards):
                if self._chair is not None:
                    self._of(player)
                live.play.keep(player, cards)
            case msg.Speak(players=players, language=language):
                self._speak([side for side in players if self._is_first(side)], language)
            case _:
                self._move(deed)

    def _is_first(self, side: str) -> bool:
        """Whether the page of these hands has the language of that side's screens: of several there the first one's."""
        chairs = (chair for chair in self.live.chairs if side in chair.sides)
        return self._chair is None or self._chair == next(chairs, None)

    def _speak(self, sides: Iterable[Side], language: str) -> None:
        for side in sides if self.live.power else ():
            self.live.speak(side, language)

    # Fingers

    def _button(self, name: str, *, down: bool) -> None:
        if down:
            self._may(name)
        self.live.stir()
        self.live.hands.button(name, down=down, whose=self._whose)

    def _may(self, name: str) -> None:
        """Robots' buttons are theirs, and those of a side are for who sits there."""
        live, chair, side = self.live, self._chair, name.split(" ")[-1]
        if any(name.endswith(f" {robot}") for robot in live.robots) or live.choice.mode == WATCH:
            raise CannotError("robots")
        if chair is not None and is_side(side) and not self._reaches(chair, side):
            raise CannotError(NOT_YOURS)
        live.play.may_press(name)

    def _reaches(self, chair: Chair, side: str) -> bool:
        keeper = self.live.run.appliance.keeper
        bundle = self.live.run.bundle
        table = keeper.table if keeper.bundle.name == bundle.name else None
        return side in chair.sides and self.live.page.is_up(bundle, table, chair)

    def _hold(self, names: tuple[str, ...]) -> None:
        """Fingers hold a button or two, as long as it takes. To both `ok` a robot lends its own; people who sit at
        devices of their own hold them when all have said so."""
        live = self.live
        live.stir()
        both_ok = set(names) == {f"ok {player}" for player in SIDES}
        if both_ok and self._chair is not None:
            for name in names:
                live.play.may_press(name)
            if not any(self._reaches(self._chair, side) for side in self._chair.sides):
                raise CannotError(NOT_YOURS)
            # While other fingers are at work, the wish stands, and is said once more.
            if live.agrees(self._chair):
                live.hands.hold(names)
                live.agreed()
            return
        lends = both_ok and len(live.people) == 1
        for name in names:
            if not (lends and name == f"ok {live.robots[0]}"):
                self._may(name)
        live.hands.hold(names)

    @property
    def undoes(self) -> bool:
        """Whether undo takes back something that these hands have done, not a robot on the same side."""
        live, table = self.live, self.live.run.appliance.keeper.table
        if any(self._spare(player) for player in self.sides):
            return True
        if table is None:
            return False
        if live.run.bundle.procedure.taken_back(table.held) is not None:
            # The name of what is entered ends with the side that entered it.
            said = table.held.entered[-1:]
            by_robot = any(name.split(" ")[-1] in live.robots for name, _ in said)
            return not by_robot and not robots_alone(live, table.state)
        last = table.past[-1] if table.past else None
        return last is not None and last.player in self.sides and not robots_alone(live, last.state)

    def undo(self) -> None:
        """What only the page knows of is taken back by the page, all else by the table."""
        live = self.live
        self._may(DICE)
        spare = [drawn for player in self.sides for drawn in self._spare(player)]
        if spare:
            live.hands.put_back(spare)
        else:
            live.hands.hold((DICE,))

    def _spare(self, player: str) -> list[tuple[str, str]]:
        """What ``player`` drew unasked, as far as it is for these hands to put back."""
        hands, chair = self.live.hands, self._chair
        spare = hands.spare(player)
        if chair is None:
            return [*spare]
        mine = (*chair.piles, *chair.sides)
        return [drawn for drawn in spare if self.live.page.holder(drawn[0], hands.piles) in mine]

    # Cards

    def _move(self, deed: msg.Seated) -> None:
        """Deeds that move cards; none where robots play alone, and not the robot's."""
        live, hands = self.live, self.live.hands
        if live.choice.mode == WATCH:
            raise CannotError("robots")
        live.stir()
        match deed:
            case msg.Move(card=card, to=to):
                self._own(card)
                hands.check_open(card)
                hands.move(card, self._goal(card, to))
            case msg.Draw(player=player, to=to):
                self._of(player)
                hands.draw(player, self._goal("", to))
            case msg.Swap(away=away, instead=instead):
                self._own(away)
                self._own(instead)
                hands.check_open(instead)
                hands.swap(away, instead)
            case msg.Bump(card=card):
                if self._chair is not None:
                    self._own(card)
                hands.bump(card)
            case msg.Shuffle(player=player):
                self._of(player)
                hands.shuffle(player)
            case msg.PutBack(player=player):
                self._of(player)
                spare = self._spare(player)
                if hands.spare(player) and not spare:
                    raise CannotError(NOT_YOURS)
                hands.put_back(spare)
            case msg.AsTold():
                live.wishes |= {
                    side for side in self.sides if self._chair is None or self._reaches(self._chair, side)
                }
        if isinstance(deed, msg.Move | msg.Draw | msg.Swap):
            live.laid(self._whose)

    def _own(self, card: str) -> None:
        """A robot's cards that nobody sees are its own; those that lie in columns anybody may bump or lift, who sits at
        this screen."""
        live = self.live
        if self._chair is not None:
            self._at_hand(card, self._chair)
        elif not live.state or card not in live.run.bundle.lying(live.state):
            self._of(live.page.holder(card, live.hands.piles))

    def _at_hand(self, card: str, chair: Chair) -> None:
        """At a device of one's own one's own cards are, and what lies within reach and is nobody's. What may be hidden
        anywhere is refused alike wherever it is: a refusal tells nobody where that is."""
        live, piles = self.live, self.live.hands.piles
        holder = live.page.holder(card, piles)
        where = piles.where(card) if card in live.run.bundle.cards else None
        if isinstance(where, Zone) and not holder:
            self._within_reach(where)
        elif isinstance(where, Zone) or where is None or not live.page.is_anybodys(card):
            self._of(holder)
        elif where not in [(pile, HAND) for pile in chair.piles]:
            raise CannotError(NOT_YOURS)

    def _goal(self, card: str, to: str) -> Zone | Pile:
        """Where a card is to come; one that is nobody's does not come to robots."""
        goal = place(to)
        if isinstance(goal, Zone):
            self._within_reach(goal)
        elif self._chair is not None or not self.live.page.whose(card):
            self._of(goal[0])
        return goal

    def _within_reach(self, zone: Zone) -> None:
        """Pads that lie open to all are at everybody's hand."""
        chair, is_shared = self._chair, zone.place == PAD and self.live.page.open_pads
        if chair is not None and not is_shared and not self._reaches(chair, zone.side):
            raise CannotError(NOT_YOURS)

    def _of(self, player: str) -> None:
        """Robots' piles are theirs, and those of others."""
        if player in self.live.robots:
            raise CannotError("robots")
        chair = self._chair
        if chair is not None and player and player not in (*chair.piles, *chair.sides):
            raise CannotError(NOT_YOURS)
