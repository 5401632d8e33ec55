"""Field of Glory on the page: its piles, whose hands move what, and how a position is told."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.actions import Action
from signifer_core.games.field_of_glory.deck import Deck, owner_of
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import Holdings, State
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.games.field_of_glory.table.totals import read_result
from signifer_core.layout import COLUMNS, PAD, SIDES, Zone, side_of
from signifer_core.procedure import Table

from signifer_firmware.games.field_of_glory.core import FieldOfGloryBundle
from signifer_firmware.games.field_of_glory.texts.why import last_result
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, PILES, VICTORY, Pile, Piles
from signifer_firmware.web.game import BOX, PageGame, View
from signifer_firmware.web.play import CannotError, Choice, Play
from signifer_firmware.web.view.glance import World
from signifer_firmware.web.view.viewers import sees

from .cards import printed
from .drafting import Setting
from .drawing import astray, known_by, owed, to_shuffle
from .odds import attacks
from .play import FieldOfGloryPlay
from .results import told, told_in_full
from .unseen import goal_of_top, to_lay

# The piles that are shown, of each player.
SHOWN = (HAND, DISCARD, VICTORY, DECK)
# Cards that go from a hand to its discard pile, which its owner alone may look through.
DISCARDED = (act.Pay, act.DiscardDown, act.DiscardToDraw)


class FieldOfGloryPage(PageGame[Deck, State, Action]):
    """Two armies, each with its hand and its piles; hands, pads and discards are hidden from the other player."""

    piles: tuple[Pile, ...] = tuple((player, pile) for player in SIDES for pile in PILES)
    asks_to_draw = frozenset({"draw-now"})
    decisive = frozenset({"reveal"})

    def printed(self, bundle: FieldOfGloryBundle) -> View:
        return printed(bundle.deck)

    def play(self, bundle: FieldOfGloryBundle, choice: Choice, rng: Random) -> Play[State]:
        return FieldOfGloryPlay(bundle.deck, choice, rng)

    # Hands

    def pile_for(self, bundle: FieldOfGloryBundle, card: str, to: Pile) -> Pile:
        """A pile of the same army; terrain goes to the box."""
        owner = self.whose(card)
        if owner and owner != to[0]:
            raise CannotError("other-army")
        return to if owner else BOX

    def home(self, bundle: FieldOfGloryBundle, table: Table[State] | None, card: str) -> Pile:
        """The pile where the record has it, else the hand."""
        owner = self.whose(card)
        if not owner:
            return BOX
        known = None if table is None else whereabouts(table.state, card)
        return owner, {"discard": DISCARD, "victory": VICTORY, "out": OUT}.get(known or "", HAND)

    def owed(self, bundle: FieldOfGloryBundle, table: Table[State], piles: Piles, player: str) -> int:
        return owed(table.state, piles, side_of(player))

    def astray(self, table: Table[State], piles: Piles, player: str) -> tuple[tuple[str, Pile], ...]:
        """Reserves among them, which was kept beside the hand while cards were drawn for it."""
        return astray(table.state, piles, side_of(player))

    def shuffles(self, table: Table[State], piles: Piles, player: str) -> bool:
        return to_shuffle(table.state, piles, side_of(player))

    def chore(
        self, bundle: FieldOfGloryBundle, table: Table[State], piles: Piles, player: str
    ) -> tuple[str, Zone | Pile] | None:
        """A card that is to be drawn."""
        if self.owed(bundle, table, piles, player) <= 0:
            return None
        state = table.state
        goal = goal_of_top(state, piles, side_of(player)) if state.unseen else (player, HAND)
        return piles.top(player), goal

    def to_lay(self, bundle: FieldOfGloryBundle, table: Table[State], piles: Piles, player: str) -> int:
        """Without pads what was paid and discarded: nobody sees which cards those are."""
        if not table.state.unseen or table.state.step in SET_UP:
            return 0
        owed = self.owed(bundle, table, piles, player)
        return to_lay(table.state, piles, side_of(player), owed)

    def known(
        self, bundle: FieldOfGloryBundle, table: Table[State], piles: Piles, player: str
    ) -> State | None:
        found = known_by(table.state, piles, side_of(player))
        return None if found is None else bundle.procedure.rules.view(found, player)

    # Telling

    def setup(self, world: World, viewer: str) -> View:
        """Each one's draft, whose cards they alone see; and the terrain card that is turned up."""
        setting = world.setting
        assert isinstance(setting, Setting)
        found: dict[str, View] = {}
        for player, draft in setting.drafts:
            told: View = (
                {"offer": list(draft.offer), "kept": list(draft.kept)} if sees(viewer, player) else {}
            )
            found[player] = {"round": draft.round, "of": draft.rounds, **told}
        return {"draft": found, "terrain": setting.terrain}

    def position(self, bundle: FieldOfGloryBundle, table: Table[State], viewer: str) -> View:
        rules = bundle.procedure.rules
        state = rules.view(table.state, viewer)
        columns: list[View] = [
            {
                "terrain": column.terrain,
                "control": column.control,
                "totals": {player: bundle.total(table, number, player) for player in SIDES},
                "leads": {player: bundle.lead(table, number, player) for player in SIDES},
            }
            for number, column in enumerate(state.columns, 1)
        ]
        return {
            "step": state.step,
            "turn": state.turn,
            "active": state.active,
            "actors": sorted(rules.actors(table.state)),
            "due": state.due,
            "winner": state.winner,
            "attack": None if state.attack is None else state.attack.column,
            "open": [column for column, _ in state.vulnerable],
            "unpaid": [placement.card for placement in state.unpaid],
            "columns": columns,
            "sides": {player: _side(state.side(player), state.terrains(player)) for player in SIDES},
        }

    def fits(self, state: State, *, pads: bool) -> bool:
        """Without pads nobody knows which cards are in a pile."""
        return state.unseen == (not pads)

    def result(self, bundle: FieldOfGloryBundle, table: Table[State]) -> View | None:
        result = read_result(table)
        return None if result is None else told_in_full(bundle.deck, table.state, result)

    def outcome(self, bundle: FieldOfGloryBundle, table: Table[State]) -> View | None:
        result = last_result(table.state)
        return None if result is None else told(bundle.deck, result)

    def counted(self, table: Table[State] | None) -> Mapping[Pile, list[str] | int]:
        found: dict[Pile, list[str] | int] = {}
        if table is None:
            return dict.fromkeys(((player, pile) for player in SIDES for pile in SHOWN), 0)
        for player in SIDES:
            side = table.state.side(player)
            lost = len(side.lost) + side.lost_unseen if side.lost_unseen else sorted(side.lost)
            found |= {(player, HAND): side.hand, (player, DISCARD): side.discard, (player, VICTORY): lost}
            found[player, DECK] = side.deck
        return found

    def is_open(self, world: World, pile: Pile, viewer: str) -> bool:
        """In a victory pile lie its owner's cards: they were captured, and lie open before both. No deck is open."""
        player, kind = pile
        return kind == VICTORY or (kind != DECK and sees(viewer, player))

    def hidden(self, action: Action) -> str:
        return action.card if isinstance(action, DISCARDED) else ""

    # Answers

    def places(self, card: str, side: str) -> tuple[Zone, ...]:
        """The columns of its side, and the pad."""
        player = owner_of(card)
        return (*(Zone(str(column), player) for column in COLUMNS), Zone(PAD, player))

    def cost(self, before: State, after: State) -> int:
        """What more is to be paid."""
        return after.due - before.due

    def odds(self, bundle: FieldOfGloryBundle, table: Table[State] | None, viewer: str, piles: Piles) -> View:
        return {"attacks": [] if table is None else attacks(bundle.deck, table, viewer, piles)}


def _side(side: Holdings, terrains: int) -> View:
    """The public counts of one player."""
    return {
        "hand": side.hand,
        "deck": side.deck,
        "discard": side.discard,
        "points": side.points,
        "shuffles": side.shuffles,
        "terrains": terrains,
    }


PAGE: FieldOfGloryPage = FieldOfGloryPage()
