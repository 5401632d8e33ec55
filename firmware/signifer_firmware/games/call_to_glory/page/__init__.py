"""Call to Glory on the page: up to four hands, two face-down piles, discards on the pads, everybody for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from signifer_core.games.call_to_glory.actions import Action, Lay, Strike
from signifer_core.games.call_to_glory.deck import KINDS, MISSION_KINDS, Deck, kind_of
from signifer_core.games.call_to_glory.rules import CallToGlory
from signifer_core.games.call_to_glory.rules.reasons import open_pads
from signifer_core.games.call_to_glory.state import (
    DISPLACE,
    PADS,
    SCORE,
    SEATS,
    SIDE_OF,
    STOCKS,
    VARIANTS,
    State,
)
from signifer_core.games.call_to_glory.table.spots import columns_of, side_of, targets_in
from signifer_core.layout import PAD, Zone, is_side
from signifer_core.procedure import Table

from signifer_firmware.games.call_to_glory.core import CallToGloryBundle
from signifer_firmware.games.call_to_glory.robots.match import deal
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.simulation.piles import DECK, HAND, Pile, Piles
from signifer_firmware.texts.terms import step_name
from signifer_firmware.web.game import BOX, PageGame, View
from signifer_firmware.web.play import WATCH, CannotError, Chair, Choice, Play
from signifer_firmware.web.view.glance import World
from signifer_firmware.web.view.viewers import BOTH, sees
from signifer_firmware.web.virtual.watched import Watched

from .cards import printed
from .drawing import characters, drawn, known_by, lacks
from .odds import chances
from .play import MODES, PLAYERS, CallToGloryPlay
from .position import position


class CallToGloryPage(PageGame[Deck, State, Action]):
    """One person at seat 1 against robots, or two to four at one screen. A character is whoever's hand holds it."""

    modes: Mapping[str, tuple[str, ...]] = MODES
    numbers: Mapping[str, int] = PLAYERS
    piles: tuple[Pile, ...] = (
        *((seat, HAND) for seat in SEATS),
        *((stock, DECK) for stock in STOCKS),
    )
    variants = VARIANTS
    open_pads = True

    def printed(self, bundle: CallToGloryBundle) -> View:
        return printed(bundle.deck)

    def begin(self, bundle: CallToGloryBundle, choice: Choice, rng: Random) -> Play[State]:
        """Robots that are watched play with the variant that was chosen, if one was."""
        if choice.mode != WATCH or not choice.variant:
            return super().begin(bundle, choice, rng)
        return Watched(
            bundle.unnamed, choice, rng, deal(CallToGlory(bundle.deck), rng, variant=choice.variant)
        )

    def play(self, bundle: CallToGloryBundle, choice: Choice, rng: Random) -> Play[State]:
        return CallToGloryPlay(bundle.deck, choice, rng)

    def parties(self, mode: str) -> tuple[str, ...]:
        return SEATS[: PLAYERS[mode]] if mode in PLAYERS else ()

    def chairs(self, mode: str) -> tuple[Chair, ...]:
        """Everybody for themselves, two to four; both face-down piles are for all."""
        seats = () if self.modes[mode] else SEATS[: PLAYERS[mode]]
        return tuple(Chair(seat, seat, (seat, *STOCKS), (side_of(seat),)) for seat in seats)

    def is_up(self, bundle: CallToGloryBundle, table: Table[State] | None, chair: Chair) -> bool:
        """Unless only somebody else on that side is asked for something."""
        up = frozenset() if table is None else _asked(bundle, table)
        beside = {seat for seat in up if side_of(seat) in chair.sides}
        return not beside or chair.player in beside

    # Hands

    def whose(self, card: str) -> str:
        """No card is a side's."""
        return ""

    def holder(self, card: str, piles: Piles) -> str:
        """The player in whose hand it is."""
        where = piles.where(card)
        return "" if where is None or isinstance(where, Zone) else where[0]

    def is_anybodys(self, card: str) -> bool:
        """Each is: any character, or mission."""
        return True

    def side(self, player: str) -> str:
        return SIDE_OF.get(player, player)

    def pile_for(self, bundle: CallToGloryBundle, card: str, to: Pile) -> Pile:
        """Into hands; characters on the face-down piles, too, and all else out of the game."""
        wanted = to[1] == DECK if kind_of.known(card) in KINDS else to == BOX
        if to[1] == HAND or wanted:
            return to
        raise CannotError("wrong-pile")

    def home(self, bundle: CallToGloryBundle, table: Table[State] | None, card: str) -> Zone | Pile | None:
        """A displaced card belongs to the pad that its owner chooses, a mission that was revealed to the box; all else
        to the hand of who has it, or plays."""
        if table is not None and _is_displaced(table.state, card):
            pads = {zone.side for _, zone in table.held.laid} or set(open_pads(table.state))
            return Zone(PAD, min(pads)) if len(pads) == 1 else None
        state = State() if table is None else table.state
        known = (state.known_place(card) or "").removeprefix("hand ")
        seat = known if known in state.seats else state.active
        if kind_of.known(card) in MISSION_KINDS:
            return BOX if card in state.revealed else (seat, HAND)
        return (seat, HAND)

    def owed(self, bundle: CallToGloryBundle, table: Table[State], piles: Piles, player: str) -> int:
        """How many cards a player has still to draw, or the players on that side."""
        seats = (seat for seat in table.state.seats if player in (seat, side_of(seat)))
        return sum(lacks(table.state, piles, seat) for seat in seats)

    def chore(
        self, bundle: CallToGloryBundle, table: Table[State], piles: Piles, player: str
    ) -> tuple[str, Zone | Pile] | None:
        """Hands are dealt, and cards drawn into them."""
        for seat in table.state.seats:
            card = drawn(table.state, piles, seat) if side_of(seat) == player else None
            if card is not None:
                return card, (seat, HAND)
        return None

    def known(
        self, bundle: CallToGloryBundle, table: Table[State], piles: Piles, player: str
    ) -> State | None:
        state = table.state
        if player not in state.seats or len(characters(piles, player)) != state.hand(player).number:
            return None
        return bundle.procedure.rules.view(known_by(state, piles, player), player)

    # Telling

    def position(self, bundle: CallToGloryBundle, table: Table[State], viewer: str) -> View:
        title: View = {language: step_name(table.state.step, words_of(language)) for language in LANGUAGES}
        return {**self.moment(bundle, table), "title": title, **position(bundle.deck, table)}

    def result(self, bundle: CallToGloryBundle, table: Table[State]) -> View | None:
        """The points of the round that has just ended, until its scores were read."""
        state = table.state
        if state.step != SCORE:
            return None
        points = {seat: rounds[-1] for seat, rounds in zip(state.seats, state.scores, strict=True)}
        return {"round": state.round, "points": points}

    def counted(self, table: Table[State] | None) -> Mapping[Pile, list[str] | int]:
        state = State() if table is None else table.state
        missions = {seat: held.number for seat, held in zip(state.seats, state.missions, strict=False)}
        found: dict[Pile, list[str] | int] = {
            (seat, HAND): state.hand(seat).number + missions.get(seat, 0) for seat in state.seats
        }
        return found | {(stock, DECK): number for stock, number in zip(STOCKS, state.piles, strict=True)}

    def heaps(
        self, table: Table[State] | None, world: World | None, viewer: str
    ) -> Mapping[str, list[str] | int]:
        """Where robots play among themselves both face-down piles are one in the world: the table tells of them."""
        found = super().heaps(table, world, viewer)
        if world is None or world.mode != WATCH:
            return found
        counts = self.counted(table).items()
        return {**found, **{f"{DECK} {pile[0]}": number for pile, number in counts if pile[1] == DECK}}

    def is_open(self, world: World, pile: Pile, viewer: str) -> bool:
        """The hands and missions of all who sit at this screen, and once it is over of all who played; against robots,
        or at a device, one's own alone."""
        if viewer in SEATS:
            return pile == (viewer, HAND)
        if pile[1] == DECK or not sees(viewer, side_of(pile[0])):
            return False
        return viewer == BOTH or pile[0] not in self.modes[world.mode]

    def told(self, action: Action) -> View:
        """Of which kind a set is, and its size."""
        if isinstance(action, Strike):
            return {"of": action.kind}
        return {"of": kind_of(action.cards[0]), "size": len(action.cards)} if isinstance(action, Lay) else {}

    # Answers

    def places(self, card: str, side: str) -> tuple[Zone, ...]:
        """Columns of that side, and both pads for characters."""
        if not is_side(side):
            return ()
        pads = tuple(Zone(PAD, pad) for pad in PADS) if kind_of.known(card) in KINDS else ()
        return (*columns_of(side), *pads)

    def odds(self, bundle: CallToGloryBundle, table: Table[State] | None, viewer: str, piles: Piles) -> View:
        return {"kinds": [] if table is None else chances(bundle, table)}


def _asked(bundle: CallToGloryBundle, table: Table[State]) -> frozenset[str]:
    """Who has something to do, with who is asked for a card of a set that a figure strikes, and who may return figures
    while a set of somebody else is on its way (CG-8)."""
    state, column = table.state, table.held.named
    owners = () if column is None else (each.owner for each in targets_in(state, column))
    striker = (state.active,) if state.step == DISPLACE else ()
    return bundle.procedure.rules.actors(state).union(owners, striker)


def _is_displaced(state: State, card: str) -> bool:
    return state.displaced is not None and card in state.displaced.cards.named


PAGE: CallToGloryPage = CallToGloryPage()
