"""Thermopyles on the page: the team's hands move all cards and hide nothing from each other; there are two decks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from signifer_core.counted import Cards
from signifer_core.games.thermopyles.actions import Action
from signifer_core.games.thermopyles.deck import PERSIAN, SPARTAN, Deck, kind_of
from signifer_core.games.thermopyles.rules.combat import due_pile
from signifer_core.games.thermopyles.state import PERSIANS, ROW, SEATS, SPARTANS, State
from signifer_core.games.thermopyles.table import procedure as at
from signifer_core.layout import SIDES, Zone
from signifer_core.procedure import Table

from signifer_firmware.games.thermopyles.core import ThermopylesBundle
from signifer_firmware.games.thermopyles.texts.words import ended_by
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, STOCK, Pile, Piles
from signifer_firmware.web.game import PageGame, View
from signifer_firmware.web.play import WATCH, CannotError, Chair, Choice, Play
from signifer_firmware.web.view.glance import World
from signifer_firmware.web.view.viewers import BOTH, sees

from .odds import combats
from .play import MODES, ThermopylesPlay
from .results import ended, told

SPARTAN_DECK, PERSIAN_DECK = (SPARTANS, DECK), (PERSIANS, DECK)
DISCARDS, SUPPORTS = (SPARTANS, DISCARD), (SPARTANS, STOCK)


class ThermopylesPage(PageGame[Deck, State, Action]):
    """One to four players, all on red's side; the Persians on blue's are moved by whoever plays."""

    modes: Mapping[str, tuple[str, ...]] = {**dict.fromkeys(MODES, ()), WATCH: SIDES}
    numbers: Mapping[str, int] = MODES
    piles: tuple[Pile, ...] = (
        *((seat, HAND) for seat in SEATS),
        *(SPARTAN_DECK, PERSIAN_DECK, DISCARDS, SUPPORTS, (PERSIANS, OUT)),
    )

    def play(self, bundle: ThermopylesBundle, choice: Choice, rng: Random) -> Play[State]:
        return ThermopylesPlay(bundle.deck, choice, rng)

    decisive = frozenset({"engage", "rolled"})

    def parties(self, mode: str) -> tuple[str, ...]:
        """The team."""
        return (SPARTANS,)

    def chairs(self, mode: str) -> tuple[Chair, ...]:
        """A team, in which everybody sees and moves everything."""
        seats = SEATS[: MODES.get(mode, 0)]
        team = (*SIDES, *seats)
        return tuple(Chair(seat, BOTH, team, SIDES) for seat in seats) if len(seats) > 1 else ()

    # Hands

    def whose(self, card: str) -> str:
        """All are the team's to move."""
        return SPARTANS if kind_of.known(card) else ""

    def asked(self, card: str, zone: Zone) -> str:
        return SPARTANS

    def pile_for(self, bundle: ThermopylesBundle, card: str, to: Pile) -> Pile:
        """Spartans into hands, on their deck and their discards; Persians on theirs; supports where they lay."""
        goes = {SPARTAN: to[1] == HAND or to in (SPARTAN_DECK, DISCARDS), PERSIAN: to == PERSIAN_DECK}
        if goes.get(kind_of.known(card), to in (SUPPORTS, DISCARDS)):
            return to
        raise CannotError("wrong-pile")

    def home(self, bundle: ThermopylesBundle, table: Table[State] | None, card: str) -> Pile:
        """A Spartan or support that was used is discarded; else the hand of who plays, the deck, the other supports."""
        state = State() if table is None else table.state
        kind = kind_of.known(card)
        if kind == PERSIAN:
            return PERSIAN_DECK
        if kind != SPARTAN:
            return SUPPORTS if card in state.supports else DISCARDS
        return DISCARDS if state.known_place(card) == "discard" else (state.receiver or state.active, HAND)

    def owed(self, bundle: ThermopylesBundle, table: Table[State], piles: Piles, player: str) -> int:
        """Red has Spartans to draw for hands, blue's Persians are still to come into the row."""
        state = table.state
        if player == SPARTANS:
            return len(piles.cards(*SPARTAN_DECK)) - state.pile.number
        if state.step != "replenish":
            return 0
        coming = {card for zone in (at.FIRST, at.SECOND) for card in piles.layout[zone]} - set(state.row)
        return ROW - len(state.row) - len(coming)

    def chore(
        self, bundle: ThermopylesBundle, table: Table[State], piles: Piles, player: str
    ) -> tuple[str, Zone | Pile] | None:
        """The second Persian moves up, a defeated one goes to its pile, the row is refilled, Spartans are drawn: one
        after the other, as the table takes it in."""
        if player != SPARTANS:
            return None
        state, layout = table.state, piles.layout
        if state.first is not None and state.first in layout[at.SECOND]:
            return state.first, at.FIRST
        if state.step == "result":
            pile = Zone(at.PLACES[due_pile(bundle.deck, state)], PERSIANS)
            lies = any(state.met in layout[zone] for zone in (at.FIRST, at.SECOND))
            return (state.met, pile) if state.met and lies else None
        if self.owed(bundle, table, piles, PERSIANS) > 0 and piles.cards(*PERSIAN_DECK):
            zone = at.FIRST if state.first is None else at.SECOND
            return None if layout[zone] else (piles.top(PERSIANS), zone)
        if self.owed(bundle, table, piles, SPARTANS) > 0:
            return piles.top(SPARTANS), (_short(state, piles), HAND)
        return None

    def known(
        self, bundle: ThermopylesBundle, table: Table[State], piles: Piles, player: str
    ) -> State | None:
        state = table.state
        hand = piles.cards(player, HAND)
        if player not in state.seats or len(hand) != state.hand(player).number:
            return None
        state = state.with_hand(player, Cards(len(hand), hand))
        return bundle.procedure.rules.view(state, player)

    # Telling

    def position(self, bundle: ThermopylesBundle, table: Table[State], viewer: str) -> View:
        """All but the cards in hands and piles, which only the world knows."""
        state = table.state
        return {
            **self.moment(bundle, table),
            "why": ended_by(state) if state.winner else "",
            "seat": state.active,
            "receiver": state.receiver,
            "hands": [hand.number for hand in state.hands],
            "marker": state.marker,
            "row": [state.first, state.second],
            "met": state.met if state.step == "result" else None,
            "fight": None if state.fight is None else told(state.fight),
            "last": None if state.result is None else told(state.result),
            "laid": bundle.lead(table, int(at.COMBAT.place), SPARTANS) if state.fight is None else None,
            "total": bundle.total(table, int(at.COMBAT.place), SPARTANS),
            "supports": sorted(state.supports),
            "cemetery": state.cemetery.number,
            "repelled": state.repelled.number,
            "spartans": state.pile.number,
            "persians": state.persians.number,
        }

    def result(self, bundle: ThermopylesBundle, table: Table[State]) -> View | None:
        """The last combat, from its last die until the next Spartan is laid, or the turn after it has ended."""
        found, state = ended(bundle, table.state), table.state
        laid = bundle.lead(table, int(at.COMBAT.place), SPARTANS) if state.fight is None else None
        if found is None or laid is not None or state.step == "over" or state.turn > found.turn + 1:
            return None
        return told(found)

    def outcome(self, bundle: ThermopylesBundle, table: Table[State]) -> View | None:
        found = ended(bundle, table.state)
        return None if found is None else told(found)

    def counted(self, table: Table[State] | None) -> Mapping[Pile, list[str] | int]:
        state = State() if table is None else table.state
        discard = state.discard
        return {
            **{(seat, HAND): state.hand(seat).number for seat in state.seats},
            SPARTAN_DECK: state.pile.number,
            PERSIAN_DECK: state.persians.number,
            DISCARDS: discard.number if discard.unnamed else sorted(discard.named),
            SUPPORTS: sorted(state.supports),
        }

    def is_open(self, world: World, pile: Pile, viewer: str) -> bool:
        """Hands are open to the team, decks to nobody, what was used to everybody."""
        return sees(viewer, SPARTANS) if pile[1] == HAND else pile[1] != DECK

    # Answers

    def places(self, card: str, side: str) -> tuple[Zone, ...]:
        """Where a card of that kind may ever be laid."""
        piles = (Zone(at.REPELLED, PERSIANS), Zone(at.CEMETERY, PERSIANS))
        return (at.FIRST, at.SECOND, *piles) if kind_of.known(card) == PERSIAN else (at.COMBAT, at.TEAM_PAD)

    def odds(self, bundle: ThermopylesBundle, table: Table[State] | None, viewer: str, piles: Piles) -> View:
        return {"combats": [] if table is None else combats(bundle, table, piles)}


def _short(state: State, piles: Piles) -> str:
    """The player who lacks most cards of what the table counts in their hand; the active one may have laid some."""
    lying = {card for _, card in piles.layout.items() if kind_of.known(card) == SPARTAN} - state.discard.named

    def missing(seat: str) -> int:
        laid = len(lying) if seat == state.active and state.fight is None else 0
        return state.hand(seat).number - len(piles.cards(seat, HAND)) - laid

    return max(state.seats, key=missing)


PAGE: ThermopylesPage = ThermopylesPage()
