"""A game as the page needs it: who may play it, where its cards are, whose hands move them, and how it is told.

Each game has it in its own package (``games/<game>/page/``, `PAGE`), and beside the page modules of its own that draw
it (``static/<game>/``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Generic, TypeVar

from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.json_values import Json
from signifer_core.layout import PAD, SIDES, ZONES, Zone, side_of
from signifer_core.procedure import Table, step_of
from signifer_core.seats import Seated

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import Action, AnyBundle, AnyState, Bundle, Deck, State
from signifer_firmware.game_api.needs import lacks
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.simulation.piles import HAND, Pile, Piles
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.texts.decisions import done_words
from signifer_firmware.texts.terms import kind_label, step_name

from .play import ROBOT, TWO, WATCH, CannotError, Chair, Choice, Play

if TYPE_CHECKING:
    from signifer_firmware.web.view.glance import World

BOX: Pile = ("", "box")

View = Mapping[str, Json]
Asked = TypeVar("Asked")


def _in_all(said: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Messages by their keys, in every language."""
    return {
        key: {language: words_of(language).say(message) for language in LANGUAGES}
        for key, message in said.items()
    }


class PageGame(Generic[Deck, State, Action]):
    """A game as the page knows it. It holds nothing; what changes is in a `Play`.

    As it stands it is the page of a game that has none of its own: each side's cards are in its hand or on the table,
    two people play, or one against a robot, or robots alone, and the position is told by its step alone.
    """

    # Who may play, in the order in which it is offered: by mode, the players whose cards robots move; sides, and where
    # several sit on one, their seats.
    modes: Mapping[str, tuple[str, ...]] = {ROBOT: ("blue",), TWO: (), WATCH: SIDES}
    # How many play, by mode, where that is said at the table.
    numbers: Mapping[str, int] = {}
    # The piles that hold cards beside the zones: (owner, pile).
    piles: tuple[Pile, ...] = tuple((player, HAND) for player in SIDES)
    # What it may be played with, in the order in which it is offered; none: there is one way.
    variants: tuple[str, ...] = ()
    # Actions that decide something, by their first word: the record tells with them what came of them (`outcome`).
    decisive: frozenset[str] = frozenset()
    # What the table tells players who are to draw: keys of prompts, which it says until their next gesture.
    asks_to_draw: frozenset[str] = frozenset()
    # Prompts, by their keys, and refusals, by their codes, that tell what a player enters unseen by others: where each
    # sits at a device of their own.
    whispers: frozenset[str] = frozenset()
    # Whether everybody sees what lies on pads, even in a game in which players hide something.
    open_pads: bool = False

    def printed(self, bundle: Bundle[Deck, State, Action]) -> View:
        """What is on the cards, for the modules that draw them: each card's kind and figures, and whether any of these
        is assumed, because nobody has read it from a card yet; kinds by their names."""
        cards, texts = bundle.deck.catalogue.values(), bundle.game.texts()
        kinds = dict.fromkeys(card.kind for card in cards)
        own = resources.files("signifer_firmware.web").joinpath("static", bundle.name, "game.js")
        return {
            "plain": not own.is_file(),
            "done": _in_all(done_words(texts)),
            "figures": _in_all(texts.figures),
            "kinds": {
                kind: {"name": {language: kind_label(kind, words_of(language)) for language in LANGUAGES}}
                for kind in kinds
            },
            "cards": {
                card.id: {
                    "kind": card.kind,
                    "assumed": bundle.deck.is_assumed(card.id),
                    "figures": {
                        name: figure.value for name, figure in card.figures.items() if name != "count"
                    },
                }
                for card in cards
            },
        }

    def sight(
        self,
        bundle: Bundle[Deck, State, Action],
        table: Table[State] | None,
        open_cards: Iterable[str],
        viewer: str,
    ) -> View:
        """What is on the cards of which ``viewer`` may know, ``open_cards`` among them, where decks are their owners'
        secret: in place of `printed`, which everybody may read."""
        return {}

    def begin(self, bundle: Bundle[Deck, State, Action], choice: Choice, rng: Random) -> Play[State]:
        """A game for the virtual table."""
        from signifer_firmware.web.virtual.watched import Watched

        return (
            Watched(bundle.unnamed, choice, rng) if choice.mode == WATCH else self.play(bundle, choice, rng)
        )

    def play(self, bundle: Bundle[Deck, State, Action], choice: Choice, rng: Random) -> Play[State]:
        """A game that people play there."""
        from signifer_firmware.web.virtual.plain import PlainPlay

        return PlainPlay(bundle.unnamed, choice, rng)

    def parties(self, mode: str) -> tuple[str, ...]:
        """Who may win a game that those play, by the words of its outcome; robots among them. As `Core.parties`."""
        return SIDES

    def people(self, mode: str) -> tuple[str, ...]:
        """Those of them who are people, and may have names."""
        return tuple(party for party in self.parties(mode) if party not in self.modes[mode])

    def chairs(self, mode: str) -> tuple[Chair, ...]:
        """Where people sit who have a device each, whose table it is first; nowhere in a mode that is not played so."""
        return () if self.modes[mode] else tuple(Chair(side, side, (side,), (side,)) for side in SIDES)

    def is_up(self, bundle: Bundle[Deck, State, Action], table: Table[State] | None, chair: Chair) -> bool:
        """Whether buttons and columns of a side are for who sits there now, where several share it."""
        return True

    def whose(self, card: str) -> str:
        """The player whose hands move ``card``; "" for a card that anybody moves."""
        army = card.partition("/")[0]
        return army if army in SIDES else ""

    def holder(self, card: str, piles: Piles) -> str:
        """The player who alone may take ``card`` from where it is; "" for a card that anybody may take from there."""
        return self.whose(card)

    def is_anybodys(self, card: str) -> bool:
        """Whether ``card`` may be hidden in anybody's hand, so that where it is may be a secret."""
        return False

    def side(self, player: str) -> str:
        """The side on which a player sits, who may be one of several there."""
        return player

    def known(
        self, bundle: Bundle[Deck, State, Action], table: Table[State], piles: Piles, player: str
    ) -> State | None:
        """What ``player`` may know, their own hand by name; None while that does not agree with the table's count."""
        return None

    def asked(self, card: str, zone: Zone) -> str:
        """The player who is asked for a correction of ``card`` in ``zone``."""
        return self.whose(card) or zone.side

    def pile_for(self, bundle: Bundle[Deck, State, Action], card: str, to: Pile) -> Pile:
        """Where ``card`` comes to rest that is carried to a pile; CannotError if it does not go there."""
        if to[0] and to[0] != self.whose(card):
            raise CannotError("wrong-pile")
        return to

    def home(
        self, bundle: Bundle[Deck, State, Action], table: Table[State] | None, card: str
    ) -> Zone | Pile | None:
        """Where a card of the game belongs that is to be taken away, as far as the table's record tells; None while
        whoever moves it has to choose."""
        player = self.whose(card)
        return (player, HAND) if player else BOX

    def owed(
        self, bundle: Bundle[Deck, State, Action], table: Table[State], piles: Piles, player: str
    ) -> int:
        """How many cards ``player`` has still to draw, by the table's count; below zero if too many were drawn."""
        return 0

    def to_lay(
        self, bundle: Bundle[Deck, State, Action], table: Table[State], piles: Piles, player: str
    ) -> int:
        """How many cards of the hand of ``player`` belong among the discards, whichever they are; below zero, how many
        of those belong in the hand."""
        return 0

    def astray(self, table: Table[State], piles: Piles, player: str) -> tuple[tuple[str, Pile], ...]:
        """The cards in piles of ``player`` that the table knows to be in another one, each with that one."""
        return ()

    def shuffles(self, table: Table[State], piles: Piles, player: str) -> bool:
        """Whether ``player`` has to shuffle their discards into the deck, and has not done so."""
        return False

    def chore(
        self, bundle: Bundle[Deck, State, Action], table: Table[State], piles: Piles, player: str
    ) -> tuple[str, Zone | Pile] | None:
        """The next thing that ``player`` is to do beside the table's corrections, with nothing to decide: a card and
        where it comes; None if there is nothing."""
        return None

    def setup(self, world: World, viewer: str) -> View:
        """The set-up by hand, as far as ``viewer`` may know it."""
        return {}

    def position(self, bundle: Bundle[Deck, State, Action], table: Table[State], viewer: str) -> View:
        """The position as the rules let ``viewer`` see it."""
        step = step_of(table.state)
        title: View = {language: step_name(step, words_of(language)) for language in LANGUAGES}
        return {"step": step, "title": title, **self.moment(bundle, table)}

    def moment(self, bundle: Bundle[Deck, State, Action], table: Table[State]) -> View:
        """What every position tells first: the step, the turn, whose it is, who decides, and who has won."""
        procedure, state = bundle.procedure, table.state
        return {
            "step": step_of(state),
            "turn": state.turn,
            "active": bundle.active(state),
            "actors": sorted(procedure.deciders(state)),
            "winner": procedure.rules.outcome(state),
        }

    def going_on(self, state: State) -> tuple[str, ...]:
        """The modes in which a game that stands so can go on: with as many as have played, once that was said; robots
        alone begin at the empty table."""
        playing = len(state.seats) if isinstance(state, Seated) else 0
        modes = (mode for mode in self.modes if mode != WATCH)
        return tuple(mode for mode in modes if not playing or self.numbers.get(mode) == playing)

    def fits(self, state: State, *, pads: bool) -> bool:
        """Whether a game that stands so is one of a table with or without ``pads``."""
        return True

    def result(self, bundle: Bundle[Deck, State, Action], table: Table[State]) -> View | None:
        """What was decided last and is still to be read, with all that it came of; None while there is nothing."""
        return None

    def outcome(self, bundle: Bundle[Deck, State, Action], table: Table[State]) -> View | None:
        """What came of a `decisive` action, in short; ``table`` is how things stood just after it."""
        return None

    def heaps(
        self, table: Table[State] | None, world: World | None, viewer: str
    ) -> Mapping[str, list[str] | int]:
        """The piles by place ("hand red"): a list of the cards that are open to ``viewer``, else how many there are."""
        found = self.counted(table)
        if world is not None and world.piles:
            held = {pile: world.piles[pile] for pile in found or world.piles}
            found = {
                pile: list(cards) if self.is_open(world, pile, viewer) else len(cards)
                for pile, cards in held.items()
            }
        return {f"{pile} {player}": cards for (player, pile), cards in found.items()}

    def counted(self, table: Table[State] | None) -> Mapping[Pile, list[str] | int]:
        """The piles that are shown: how many cards the game counts there, for no reader sees them, or which they are
        where all are known. Without any a virtual table shows all of its piles, a real one none."""
        return {}

    def is_open(self, world: World, pile: Pile, viewer: str) -> bool:
        """Whether ``viewer`` sees the cards of a pile at a virtual table."""
        return not registry.game(world.game).traits.hides or viewer in (pile[0], "both")

    def hidden(self, action: Action) -> str:
        """The card that an action names, if its player alone may know it while the game runs; else ""."""
        return ""

    def secrets(self, actions: Sequence[Action], state: State) -> Mapping[int, tuple[str, str]]:
        """What a player alone may know of the actions that a running game has come to ``state`` by: by an action's
        place among them who that is, and the word of it."""
        found = enumerate(map(self.hidden, actions))
        return {at: (self.whose(word), word) for at, word in found if word}

    def told(self, action: Action) -> View:
        """What the record tells of an action beside its words and numbers."""
        return {}

    def places(self, card: str, side: str) -> tuple[Zone, ...]:
        """Where hints are told for ``card``, which somebody on that side holds."""
        return tuple(zone for zone in ZONES if zone.column is not None and side in ("", zone.side))

    def cost(self, before: State, after: State) -> int:
        """What is due in a state more than in another one."""
        return 0

    def odds(
        self, bundle: Bundle[Deck, State, Action], table: Table[State] | None, viewer: str, piles: Piles
    ) -> View:
        """The odds of what is under way or could be begun now, as far as ``viewer`` may know them; none without a
        table."""
        return {}


AnyPage = PageGame[CardDeck, AnyState, object]


def countable(asked: Iterable[Asked], odds: Callable[[Asked], View]) -> list[View]:
    """The odds of all that is ``asked``, but where the record's counts cannot be right."""
    found = []
    for each in asked:
        try:
            found.append(odds(each))
        except RulesError:
            continue
    return found


def page_of(game: str) -> AnyPage:
    """The page of a game."""
    return registry.game(game).page()


def modes_at(table: TableConfig, game: str) -> tuple[str, ...]:
    """Who may play a game at a virtual table, in the order in which it is offered: nobody where it lacks what the game
    needs, no robots where it has not the pads on which they lay cards."""
    if lacks(game, registry.game(game).traits, table):
        return ()
    zones = {zone for reader in table.readers for zone in reader.zones}
    lays = all(Zone(PAD, side_of(side)) in zones for side in robot(game).pads)
    return tuple(mode for mode, robots in page_of(game).modes.items() if lays or not robots)


def goes_on_at(table: TableConfig, game: str, state: AnyState, mode: str) -> bool:
    """Whether a game that stands so can go on at a virtual table in that mode."""
    return mode in modes_at(table, game) and page_of(game).fits(state, pads=table.has_pads)


def printed(bundles: Mapping[str, AnyBundle]) -> dict[str, View]:
    """What is on the cards of all games, by the game's name."""
    return dict(map(printed_of, bundles.values()))


def printed_of(bundle: AnyBundle) -> tuple[str, View]:
    """A game's name, and what is on its cards."""
    return bundle.name, page_of(bundle.name).printed(bundle)
