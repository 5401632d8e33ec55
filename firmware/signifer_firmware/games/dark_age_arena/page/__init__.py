"""Dark Age Arena on the page: two decks, hands and stocks, three places a side, fighters, the card that is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from signifer_core.games.dark_age_arena.actions import Action, Bid, Bluff, Muster, Rolled
from signifer_core.games.dark_age_arena.deck import Deck, side_of_card, sort_of
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import State
from signifer_core.games.dark_age_arena.table.spots import home as spot_of
from signifer_core.layout import SIDES, ZONES, Zone, is_side, other, side_of
from signifer_core.procedure import Table

from signifer_firmware.games.dark_age_arena.core import DarkAgeArenaBundle
from signifer_firmware.games.dark_age_arena.robots.match import UNDER
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.simulation.piles import BOTTOM, DECK, DISCARD, HAND, OUT, STOCK, VICTORY, Pile, Piles
from signifer_firmware.texts.terms import step_name
from signifer_firmware.web.game import PageGame, View
from signifer_firmware.web.play import WATCH, CannotError, Choice, Play
from signifer_firmware.web.view.glance import World
from signifer_firmware.web.view.viewers import BOTH, PHONES

from .cards import told
from .drawing import drawn, known_by, lacks
from .odds import chances
from .play import DarkAgeArenaPlay
from .position import position, told_combat

# Where robots that are watched have what people lay under a stock, and what has scored.
_ROBOTS_PILES = (UNDER, OUT)
# Where a card belongs of which everybody knows that it has gone there.
_PILE_OF = {"discards": DISCARD, "out": VICTORY, "under": DECK}


class DarkAgeArenaPage(PageGame[Deck, State, Action]):
    """Artifacts lie open beside the table before the game, cards that have scored after it in a pile of their own."""

    piles: tuple[Pile, ...] = tuple(
        (side, pile) for side in SIDES for pile in (HAND, DECK, DISCARD, STOCK, VICTORY, *_ROBOTS_PILES)
    )

    whispers = frozenset({"bid", "bid-too-high", "contest"})

    def printed(self, bundle: DarkAgeArenaBundle) -> View:
        """Nothing: which cards a deck has not everybody may know."""
        return {}

    def sight(
        self, bundle: DarkAgeArenaBundle, table: Table[State] | None, open_cards: Iterable[str], viewer: str
    ) -> View:
        """One's own deck, and of the other the cards that lie open, or that all know to be somewhere."""
        rules, shown = DarkAgeArena(bundle.deck), frozenset(open_cards)
        state = None if table is None else rules.view(table.state, "")
        whole = [side for side in SIDES if viewer in (side, BOTH, PHONES[side])]

        def known(card: str) -> bool:
            return card in shown or (state is not None and state.known_place(card) is not None)

        return told(bundle.deck, known, whole)

    def play(self, bundle: DarkAgeArenaBundle, choice: Choice, rng: Random) -> Play[State]:
        return DarkAgeArenaPlay(bundle.deck, choice, rng)

    # Hands

    def known(
        self, bundle: DarkAgeArenaBundle, table: Table[State], piles: Piles, player: str
    ) -> State | None:
        return known_by(DarkAgeArena(bundle.deck), table.state, piles, side_of(player))

    def pile_for(self, bundle: DarkAgeArenaBundle, card: str, to: Pile) -> Pile:
        """Artifacts lie beside the table, all other cards in the other piles; what goes to a stock goes under it."""
        if to[0] != self.whose(card) or (to[1] == STOCK) != _is_artifact(bundle.deck, card):
            raise CannotError("wrong-pile")
        return (to[0], BOTTOM) if to[1] == DECK else to

    def home(self, bundle: DarkAgeArenaBundle, table: Table[State] | None, card: str) -> Zone | Pile | None:
        """Where the rules have it: in its zone, or in a pile. A card of which nobody knows anything is its owner's."""
        if table is None or card not in bundle.deck:
            return super().home(bundle, table, card)
        side, place = side_of_card(card), spot_of(table.state, card)
        if _is_artifact(bundle.deck, card):
            return place or (side, STOCK)
        return place or (side, _PILE_OF.get(table.state.known_place(card) or "", HAND))

    def chore(
        self, bundle: DarkAgeArenaBundle, table: Table[State], piles: Piles, player: str
    ) -> tuple[str, Zone | Pile] | None:
        """Cards are drawn into the hand."""
        card = drawn(bundle.deck, table.state, piles, side_of(player))
        return None if card is None else (card, (player, HAND))

    def owed(self, bundle: DarkAgeArenaBundle, table: Table[State], piles: Piles, player: str) -> int:
        """How many cards a player has still to draw, as far as there are any."""
        side = side_of(player)
        return min(lacks(bundle.deck, table.state, piles, side), len(piles.cards(side, DECK)))

    # Telling

    def position(self, bundle: DarkAgeArenaBundle, table: Table[State], viewer: str) -> View:
        title: View = {language: step_name(table.state.step, words_of(language)) for language in LANGUAGES}
        return {**self.moment(bundle, table), "title": title, **position(bundle.deck, table, viewer)}

    def result(self, bundle: DarkAgeArenaBundle, table: Table[State]) -> View | None:
        """The combat that is over, until another one is prepared or the turn ends."""
        state = DarkAgeArena(bundle.deck).view(table.state, "")
        over = state.step in ("spoils", "home") or (state.combat is None and state.fought)
        fought = state.latest_combat if over else None
        return None if fought is None else told_combat(fought)

    def counted(self, table: Table[State] | None) -> Mapping[Pile, list[str] | int]:
        """Hands and stocks by their numbers; discards by name where all are known."""
        state = State() if table is None else table.state
        found: dict[Pile, list[str] | int] = {}
        for side, player in state.players:
            found[side, HAND], found[side, DECK] = player.hand.number, player.left
            for pile, cards in ((DISCARD, player.discards), (VICTORY, player.out)):
                found[side, pile] = cards.number if cards.unnamed else sorted(cards.named)
            found[side, STOCK] = 0
        return found

    def heaps(
        self, table: Table[State] | None, world: World | None, viewer: str
    ) -> Mapping[str, list[str] | int]:
        """What robots have laid apart is in its pile all the same."""
        found = dict(super().heaps(table, world, viewer))
        if world is None or not world.piles or world.mode != WATCH:
            return found
        for side in SIDES:
            found[f"{DECK} {side}"] = len(world.piles[side, DECK]) + len(world.piles[side, UNDER])
            found[f"{VICTORY} {side}"] = list(world.piles[side, OUT])
        return found

    def is_open(self, world: World, pile: Pile, viewer: str) -> bool:
        """Discards, artifacts and what has scored lie open; a hand to its player, a stock to nobody."""
        return pile[1] != DECK and (pile[1] != HAND or viewer in (pile[0], BOTH))

    def hidden(self, action: Action) -> str:
        """The card that is laid face down."""
        return action.card or "" if isinstance(action, Bluff) else ""

    def secrets(self, actions: Sequence[Action], state: State) -> Mapping[int, tuple[str, str]]:
        """A bid, too, until both are in."""
        found = dict(super().secrets(actions, state))
        for side in SIDES:
            bid, theirs = state.player(side).bid, state.player(other(side)).bid
            said = [at for at, each in enumerate(actions) if isinstance(each, Bid) and each.player == side]
            if bid is not None and theirs is None and said:
                found[said[-1]] = (side, str(bid))
        return found

    def told(self, action: Action) -> View:
        """What a muster does not say as figures; of a bid nothing, for its figure stands in the roll for it."""
        match action:
            case Bid():
                return {"log": None}
            case Bluff(card=card):
                return {"number": 0 if card is None else 1}
            case Muster(cards=cards):
                return {"cards": list(cards or ())}
            case Rolled(first=first, second=second):
                return {"dice": [first] if second is None else [first, second]}
            case _:
                return {}

    # Answers

    def places(self, card: str, side: str) -> tuple[Zone, ...]:
        """Columns of that side, and its pad."""
        if not is_side(side):
            return ()
        return tuple(zone for zone in ZONES if zone.side == side)

    def odds(self, bundle: DarkAgeArenaBundle, table: Table[State] | None, viewer: str, piles: Piles) -> View:
        return {} if table is None else chances(bundle.deck, table.state)


def _is_artifact(deck: Deck, card: str) -> bool:
    return card in deck and sort_of(deck.printed(card)) == "artifact"


PAGE: DarkAgeArenaPage = DarkAgeArenaPage()
