"""The rules of a game as everything else sees them: what those of every game offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar, cast

from .chance import Chance
from .decks import CardDeck
from .errors import RulesError
from .notation import Notation

Deck = TypeVar("Deck", bound=CardDeck)
State = TypeVar("State")
Action = TypeVar("Action")
ActionContra = TypeVar("ActionContra", contravariant=True)

Figure = int | str
Figures = tuple[tuple[str, Figure], ...]


class Verb(StrEnum):
    """What hands do to put something right: the verb of a fix; a correction has TAKE or PUT only."""

    TAKE = "take"
    PUT = "put"
    PAY = "pay"
    LAY = "lay"
    PRESS = "press"
    HOLD = "hold"
    ENTER = "enter"
    WAIT = "wait"
    UNDO = "undo"
    OVERRULE = "overrule"


@dataclass(frozen=True, slots=True)
class Fix:
    """The shortest way to put a refused thing right.

    ``verb`` is what hands do; ``card`` and ``place`` say where it applies, ``number`` how much. ``place`` is a zone's
    ("3", "pad"), a place of the game's rules ("cemetery"), which `Procedure.places` finds on the table, or a button
    ("ok", "dice", "column", "both"): the game's texts have a fix for it.
    """

    verb: Verb
    card: str | None = None
    place: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an attempt is refused, for ``player``.

    ``code`` is of the game's list, ``ruling`` the ruling's id; ``figures`` are the numbers and names behind it,
    as pairs; ``card`` is the card that it concerns, if any.
    """

    code: str
    player: str
    ruling: str
    fix: Fix
    figures: Figures = ()
    card: str | None = None

    @classmethod
    def of(
        cls, code: str, player: str, ruling: str, fix: Fix, card: str | None = None, /, **figures: Figure
    ) -> Refusal:
        """A reason with its figures by their names."""
        return cls(code, player, ruling, fix, tuple(figures.items()), card)

    def figure(self, name: str) -> Figure | None:
        """The figure called ``name``, or None."""
        return dict(self.figures).get(name)


@dataclass(frozen=True, slots=True)
class Rule(Generic[Deck, State]):
    """What stands against one kind of action, and what it does where nothing stands against it."""

    refusals: Callable[[Deck, State, Any], tuple[Refusal, ...]]
    effect: Callable[[Deck, State, Any], State]


def either(
    when: Callable[[State, Any], bool], then: Rule[Deck, State], otherwise: Rule[Deck, State]
) -> Rule[Deck, State]:
    """The rule of actions that are told by one word and are two things: one where ``when`` holds, else the other."""

    def rule(state: State, action: Any) -> Rule[Deck, State]:
        return then if when(state, action) else otherwise

    return Rule(
        lambda deck, state, action: rule(state, action).refusals(deck, state, action),
        lambda deck, state, action: rule(state, action).effect(deck, state, action),
    )


class Knowledge(Protocol):
    """What is hidden in a game: a module of the game's with these two functions, or an object."""

    def view(self, state: Any, viewer: str) -> Any:
        """What ``viewer`` may know; the only place where hidden things are left out."""
        ...

    def determinized(self, deck: Any, view: Any, chance: Chance) -> Any:
        """A full state of which ``view`` shows what it shows, each as likely as any other."""
        ...


class Rules(Protocol[State, Action]):
    """The rules of one game. They know nothing of tables; all functions are pure.

    A game that inherits from this writes ``deck``, ``notation``, `actors`, ``by_action``, its table of rules, and
    ``by_step``, or else `legal_actions`. A state has ``step``, ``winner`` and, if anything is hidden, ``full``.
    It need not write what it does not have: chance, hidden things, what cannot be undone.
    """

    deck: CardDeck
    """The cards, with their figures."""

    notation: Notation[Action]
    """The words of the game's actions, and what these may name."""

    by_action: Mapping[type, Rule[Any, State]]
    """The rule of each kind of action, in the order of the rulebook."""

    by_step: Mapping[str, Callable[[Any, State], Iterable[Action]]] = {}
    """What is legal in each step, as a function of deck and state."""

    hidden: Knowledge | None = None
    """What is hidden from whom; None where nothing is."""

    happens: frozenset[str] = frozenset()
    """Steps in which, with full knowledge, something happens that no player chooses."""

    taken_back: tuple[type, ...] = (object,)
    """Actions that hands can take back by themselves, nobody having learned anything. What players may undo at a table,
    for which both are asked, is the procedure's (`Procedure.barriers`)."""

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Every action that ``apply`` accepts now, written apart from ``refusals``, as far as it is known where the
        cards are: an unseen card may be in the hand."""
        return tuple(self.by_step[cast(Any, state).step](self.deck, state))

    def generated(self, state: State, action: Action) -> Action:
        """The action by which `legal_actions` gives ``action``: where cards are equal it may give one for many."""
        return action

    def check(self, state: State, action: Action) -> None:
        """RulesError if ``action`` is none of this game, or names what the game does not have."""
        self.notation.check(action)
        for card in self.notation.cards(action):
            if card not in self.deck:
                raise RulesError(f'"{card}" is no card of {self.deck.called}')
        for seat in self.notation.seats(action):
            if cast(Any, state).seats:  # before that its rule tells what has to be done first
                cast(Any, state).place(seat)

    def refusals(self, state: State, action: Action) -> tuple[Refusal, ...]:
        """Every reason against ``action``, with ruling, figures and the shortest fix; empty if it is legal.

        RulesError if it is no action of this game.
        """
        self.check(state, action)
        return self.by_action[type(action)].refusals(self.deck, state, action)

    def apply(self, state: State, action: Action) -> State:
        """The state after ``action``; raise RulesError and change nothing if it is refused."""
        if refused := self.refusals(state, action):
            reasons = ", ".join(f"{reason.code} ({reason.ruling})" for reason in refused)
            raise RulesError(f"{self.notation.write(action)} is refused: {reasons}")
        return self.effect(state, action)

    def effect(self, state: State, action: Action) -> State:
        """What ``action`` does, against which nothing stands."""
        return self.by_action[type(action)].effect(self.deck, state, action)

    def actors(self, state: State) -> frozenset[str]:
        """The players who have something to decide now."""
        ...

    def chance(self, state: State) -> tuple[Action, ...]:
        """The actions that no player chooses and that are due now, each as likely as the others: what happens by
        itself, rolls, reveals. At a table hands tell all of that."""
        happens = bool(self.happens) and cast(Any, state).full and cast(Any, state).step in self.happens
        return self.legal_actions(state) if happens else ()

    def view(self, state: State, viewer: str) -> State:
        """What ``viewer``, a player or anybody else, may know."""
        known: State = state if self.hidden is None else self.hidden.view(state, viewer)
        return known

    def determinize(self, view: State, chance: Chance) -> State:
        """A state of full knowledge of which ``view`` shows what it shows: known cards lie where they are known to lie,
        and each way to spread the others over hands and piles is equally likely. Full knowledge is given back.

        RulesError if the counts of ``view`` cannot be right.
        """
        if self.hidden is None or cast(Any, view).full:
            return view
        full: State = self.hidden.determinized(self.deck, view, chance)
        return full

    def reversible(self, state: State, action: Action) -> bool:
        """Whether hands can take ``action`` back without anybody having learned anything."""
        return isinstance(action, self.taken_back)

    def outcome(self, state: State) -> str | None:
        """The winner, "draw", or None while the game runs: without this what the state's ``winner`` is."""
        winner: str | None = cast(Any, state).winner
        return winner
