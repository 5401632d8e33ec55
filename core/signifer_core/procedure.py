"""The procedure of a game, its seam with a table: how gestures become attempts, and what the table asks for."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

from .errors import RulesError
from .layout import EMPTY, PAD, SIDES, Due, Layout, Side, Zone, is_side
from .presses import Button, Press, PressKind
from .rules import Figure, Figures, Fix, Refusal, Rules, Verb
from .tags import foreign as foreign

State = TypeVar("State")
StateCo = TypeVar("StateCo", covariant=True)
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a player may do next, or is told: a key of the game's texts, with its figures."""

    player: Side
    step: str
    key: str
    figures: Figures = ()

    def figure(self, name: str) -> Figure | None:
        """One of the figures by its name, or None."""
        return dict(self.figures).get(name)


Mending = Literal[Verb.TAKE, Verb.PUT]  # what a correction can ask of hands


@dataclass(frozen=True, slots=True)
class Correction:
    """What hands have to do so that the table lies as it is due: TAKE or PUT ``card`` at ``zone``.

    ``secret``: no screen and no log line says which card it is.
    """

    verb: Mending
    card: str
    zone: Zone
    secret: bool = False


FREE = "free"  # what a die is rolled for that nothing hangs on


@dataclass(frozen=True, slots=True)
class Roll:
    """A die for ``player``; ``purpose`` is FREE where nothing is due; ``value`` None until it has been rolled."""

    player: Side
    purpose: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """What gestures have said that is no action yet, or not to be known yet.

    ``chosen`` is a card selected and not confirmed; ``lifted`` are cards, each with the zone that it left, whose lift
    waits for its step or for a button; ``laid`` are cards, each with its zone, that lie there and wait likewise;
    ``offered`` are cards on pads, confirmed and hidden until revealed, ``shown`` those revealed last; ``entered`` are
    numbers by buttons, not confirmed yet; ``named`` is a column that was chosen, in which something is still to be.
    """

    chosen: str | None = None
    lifted: frozenset[tuple[str, Zone]] = frozenset()
    laid: frozenset[tuple[str, Zone]] = frozenset()
    offered: frozenset[tuple[str, Zone]] = frozenset()
    shown: frozenset[tuple[str, Zone]] = frozenset()
    entered: tuple[tuple[str, int], ...] = ()
    named: int | None = None

    def offers(self, player: Side) -> str | None:
        """The card that ``player`` has confirmed, or None."""
        return next((card for card, zone in self.offered if zone.side == player), None)


READY = "ok-"  # how the key of a prompt about cards on a pad begins if `ok` would be accepted
POSITION = "position"  # the key of the override whose choice is to take cards as they lie


@dataclass(frozen=True, slots=True)
class Choice:
    """What people may agree on: ``value`` is how players read it, ``changes`` say it in the game's own words, each for
    `Procedure.overrule`; without any it is what holds already."""

    value: Figure
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Override:
    """Something that people may overrule by agreement: a key of the game's texts, with its figures.

    ``now`` is the value that holds, perhaps none of the choices'; None if it has none, and the first choice is meant.
    ``group`` is the same for entries that belong together. ``refusals`` name what no choice can take in.
    """

    key: str
    group: str
    now: Figure | None
    choices: tuple[Choice, ...]
    figures: Figures = ()
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Past(Generic[StateCo]):
    """What the table believed before a gesture of ``player`` that came to ``actions`` actions; ``lifted`` is the card,
    with its zone, if the gesture was to lift it and laying it back is not one of the game's."""

    state: StateCo
    held: Held
    player: Side
    actions: int
    lifted: tuple[str, Zone] | None = None


# Without slots, because it is copied at every step (frozen.replace).
@dataclass(frozen=True)
class Table(Generic[StateCo]):
    """Everything that the table believes, and journals: the state of the rules, and what hands have still to do.

    ``leaving`` are cards, each with the zone in which it still lies, that the rules have moved away already;
    ``awaited`` are cards that were refused when they left a zone, until they lie there again; ``returning`` are cards
    that are no gesture while they are away: an undo asks them back, they have to go from one zone to another after an
    action, or they were refused in an earlier step. ``past`` are the gestures that undo may take back, the last one at
    the end; ``barrier`` says why it goes no further back than that: a key of the game's texts, or "".
    """

    state: StateCo
    leaving: frozenset[tuple[str, Zone]] = frozenset()
    awaited: frozenset[tuple[str, Zone]] = frozenset()
    returning: frozenset[tuple[str, Zone]] = frozenset()
    held: Held = Held()
    past: tuple[Past[StateCo], ...] = ()
    barrier: str = ""


@dataclass(frozen=True, slots=True)
class Answer(Generic[Action]):
    """What a gesture comes to: actions, or the reasons why not; and words for the players either way.

    ``used`` are the cards on pads that the actions have used up. ``held`` is what the table holds from now on, None if
    that does not change. ``rolls`` are dice to be rolled.
    """

    actions: tuple[Action, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    used: tuple[tuple[str, Zone], ...] = ()
    prompts: tuple[Prompt, ...] = ()
    held: Held | None = None
    rolls: tuple[Roll, ...] = ()

    @property
    def explains(self) -> bool:
        """Whether the gesture is understood and accepted."""
        return bool(self.actions) or self.held is not None


def attempt(
    rules: Rules[State, Action], state: State, *actions: Action, used: tuple[tuple[str, Zone], ...] = ()
) -> Answer[Action]:
    """These actions, one after another, or the reasons against the first that is refused."""
    for action in actions:
        if refused := rules.refusals(state, action):
            return Answer(refusals=refused)
        state = rules.effect(state, action)
    return Answer(actions, used=used)


def step_of(state: object) -> str:
    """The step of a game's state, as its texts and screens name it."""
    return cast(str, cast(Any, state).step)


class Procedure(Protocol[State, Action]):
    """How one game is played at this table. Pure: what it holds between gestures lies in the table.

    A game that inherits from this has to write `rules`, `foreign_ruling`, `due` and `lay`. The rest has a body: cards
    that are laid, each by the side whose turn it is, and no pads, no buttons but a free die, nothing to agree on. The
    question of a step is then called as the step is.
    """

    rules: Rules[State, Action]

    foreign_ruling: str
    """The ruling that a tag breaks which is no card of this game."""

    passing_codes: frozenset[str] = frozenset()
    """Codes of refusals that a hand still under way may take away: one too many in a column may be half of a swap."""

    offers_on_pads: bool = True
    """Whether a card on a pad is offered until it is said what it is for; not where pads are piles."""

    names_pads: bool = False
    """Whether it is said from which of the pads a card is taken: both may be meant where somebody reads it."""

    places: Mapping[str, str] = {}
    """Where on the table a place of the rules is, if it has another name there."""

    sides: Mapping[str, Side] = {}
    """On which side players sit whom the rules call otherwise."""

    barriers: Mapping[type, str] = {}
    """Actions behind which undo may not go back, and why: a key of the game's texts."""

    crowded_codes: frozenset[str] = frozenset()
    """Those that say that a card is too many, perhaps among cards of which it is asked whether they were lifted."""

    def due(self, table: Table[State]) -> Due:
        """The layout that is due now. It hangs on the state and on what is held, and on nothing else of the table."""
        ...

    def knows(self, card: str) -> bool:
        """Whether the card belongs to this game."""
        return card in self.rules.deck

    def twins(self, card: str) -> tuple[str, ...]:
        """The other cards that are equal to ``card`` in every figure: to the rules they are one with it. A game in
        which a card has any has `twins.Same` among its actions, and its rules exchange them."""
        return self.rules.deck.twins(card)

    def side(self, card: str) -> Side | None:
        """On whose side ``card`` lies where one reader serves both; None if on either, or if it is no card here."""
        army = card.partition("/")[0]
        return army if is_side(army) and self.knows(card) else None

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[Action]:
        """``card`` lies in ``zone``, where it is not due."""
        ...

    def told(self, reasons: Iterable[Refusal], card: str, zone: Zone) -> Answer[Action]:
        """Reasons of the rules against ``card`` lying in ``zone``, as the table says them: to the side where a player
        sits, with places on the table. Who is to wait, or to take any card, takes ``card`` from ``zone``."""
        return Answer(refusals=tuple(self._addressed(reason, card, zone) for reason in reasons))

    def _addressed(self, reason: Refusal, card: str, zone: Zone) -> Refusal:
        fix = reason.fix
        if fix.verb in (Verb.WAIT, Verb.TAKE):
            fix = self.taken(card, zone)
        elif place := self.places.get(fix.place or ""):
            fix = replace(fix, card=fix.card or card, place=place)
        return replace(reason, player=self.sides.get(reason.player, reason.player), fix=fix, card=card)

    def taken(self, card: str, zone: Zone) -> Fix:
        """To take ``card`` away from ``zone``."""
        return Fix(Verb.TAKE, card, str(zone) if self.names_pads and zone.place == PAD else zone.place)

    def foreign(self, card: str, zone: Zone) -> tuple[Refusal, ...]:
        """The reason against a tag in ``zone`` that is no card of this game."""
        said = () if self.knows(card) else (foreign(card, zone, self.foreign_ruling),)
        return tuple(replace(reason, fix=self.taken(card, zone)) for reason in said)

    def laid_again(self, state: State, card: str) -> bool:
        """Whether ``card``, once it was asked away, means nothing before hands have lifted it and laid it again."""
        return False

    def lift(self, table: Table[State], card: str, zone: Zone, gone: frozenset[str]) -> Answer[Action]:
        """``card`` is gone from ``zone``, where it is due; ``gone`` are all the cards that are. No action and no
        refusal means that the gesture does not say enough."""
        return Answer()

    def move(self, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[Action]:
        """``card`` is due in ``start`` and lies in ``end``."""
        return Answer()

    def offer(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        """What stands at once against ``card`` lying on a pad, before anything is said about it."""
        return ()

    def against_pad(self, table: Table[State], player: Side, cards: tuple[str, ...]) -> tuple[Refusal, ...]:
        """What stands at once against any of ``cards`` lying on the pad of ``player``."""
        pad = Zone(PAD, player)
        return tuple(why for card in cards for why in self.foreign(card, pad) or self.offer(table, card, pad))

    def offered(self, table: Table[State], player: Side, cards: tuple[str, ...]) -> Prompt:
        """What `ok` of ``player`` would do with ``cards``, which lie on their pad and of which nothing was said yet: a
        key of the game's texts, which begins with `READY` if `ok` would be accepted, and figures with "cards" first."""
        return Prompt(player, step_of(table.state), "pad-unasked", (("cards", len(cards)),))

    def press(self, table: Table[State], press: Press, offers: Layout) -> Answer[Action]:
        """A button; ``offers`` are the cards on the pads that were not used up."""
        if (press.kind, press.button) == (PressKind.PRESS, Button.DICE):
            return Answer(rolls=(Roll(min(self.deciders(table.state), default=SIDES[0]), FREE),))
        return Answer(prompts=tuple(Prompt(side, step_of(table.state), "no-such-gesture") for side in SIDES))

    def looks_at(self, table: Table[State], press: Press, offers: Layout = EMPTY) -> frozenset[Zone]:
        """The zones whose cards say what ``press`` means: while one of them is unknown, so is its meaning."""
        return frozenset()

    def bars(self, table: Table[State], press: Press, standing: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """Which of the reasons ``standing`` against cards bar ``press``, as it speaks of these cards, too."""
        return ()

    def asks_to_lift(self, table: Table[State], *, early: bool = False) -> frozenset[tuple[str, Zone]]:
        """The cards, with their zones, that this step leaves to players to lift or not: nobody is asked about them.
        ``early``: those whose lift waits for such a step or is of it; what was silent before is no lift."""
        return frozenset()

    def stacked(self, table: Table[State]) -> frozenset[tuple[str, Zone]]:
        """The cards, each with its zone, that lie upon each other: those that fall silent together, or that no
        reader finds when the power has come, are believed to lie under the others, and nobody is asked."""
        return frozenset()

    def answerer(self, table: Table[State], zone: Zone) -> Side:
        """Whose player is asked whether cards in ``zone`` that fell silent were lifted, and whose `ok` says so."""
        return zone.side

    def rolled(self, table: Table[State], rolls: tuple[Roll, ...]) -> Answer[Action]:
        """The dice that a press asked for have fallen."""
        return Answer()

    def passes(self, table: Table[State]) -> Answer[Action]:
        """What happens by itself now; an answer without actions if nothing does."""
        return Answer()

    def opening(self, table: Table[State]) -> bool:
        """Whether the game is being set up by hand and no die has meant anything yet: then the table may offer a
        ceremony of the dice, and column buttons are its own."""
        return False

    def keep(self, state: State, held: Held) -> Held:
        """What of ``held`` still means something in ``state``."""
        return Held()

    def taken_back(self, held: Held) -> Held | None:
        """What is held once undo has taken back what was said last and is no action yet: a number entered, or the cards
        that are laid and wait. None if nothing waits: then undo takes back an action."""
        if held.entered:
            return replace(held, entered=held.entered[:-1])  # the other player's number stands
        return replace(held, laid=frozenset[tuple[str, Zone]]()) if held.laid else None

    def deciders(self, state: State) -> frozenset[Side]:
        """The sides of the table on which somebody has something to decide or to do: where the rules' actors sit."""
        sitting = {self.sides.get(actor, actor) for actor in self.rules.actors(state)}
        return frozenset(side for side in SIDES if side in sitting)

    def stage(self, table: Table[State], player: Side) -> Hashable:
        """What ``player`` is asked, the same as long as that is: a button that went down before says nothing in it."""
        return step_of(table.state), player in self.deciders(table.state)

    def player_of(self, state: State, action: Action) -> Side:
        """Whose action it is, done in ``state``."""
        return min(self.deciders(state), default=SIDES[0])

    def doer_of(self, state: State, action: Action) -> str:
        """The same, as people call them: where several sit on a side each has a name of their own."""
        return self.player_of(state, action)

    def said(self, state: State, text: str) -> str:
        """An action, or what people agreed on, in its notation, but with players as people call them."""
        return text

    def lifts(self, state: State, action: Action) -> tuple[str, Zone] | None:
        """The card, with its zone, whose lift is all of ``action``: whoever lays it back has only looked at it. None
        for another gesture, or where laying it back is an action of the game."""
        return None

    def barrier(self, state: State, action: Action, after: State) -> str:
        """Why undo may not go behind ``action``, from ``state`` to ``after``: a key of the game's texts, or ""."""
        return self.barriers.get(type(action), "")

    def question(self, table: Table[State]) -> tuple[str, Figures]:
        """What whoever decides is asked, with its figures: a key of the game's texts."""
        return step_of(table.state), ()

    def prompts(self, table: Table[State]) -> tuple[Prompt, ...]:
        """What each player is asked now, and whom the others wait for."""
        state, step = table.state, step_of(table.state)
        if (winner := self.rules.outcome(state)) is not None:
            return tuple(Prompt(side, step, "over", (("winner", winner),)) for side in SIDES)
        deciders = self.deciders(state)
        key, figures = self.question(table)
        waits = (("active", min(deciders, default=SIDES[0])), ("asked", key))
        asked = {side: (key, figures) if side in deciders else ("wait", waits) for side in SIDES}
        return tuple(Prompt(side, step, *asked[side]) for side in SIDES)

    def notices(self, table: Table[State], seen: Layout) -> tuple[Prompt, ...]:
        """What players are told beside what they are asked, while ``seen`` lies on the table."""
        return ()

    def overrides(self, table: Table[State], seen: Layout) -> tuple[Override, ...]:
        """What people may overrule by agreement, while ``seen`` lies on the table; at least one entry."""
        return (Override("over", "over", None, ()),)

    def overrule(self, table: Table[State], change: str) -> tuple[State, Held]:
        """What holds once people agreed on ``change``: no rule refuses it, RulesError if it is none."""
        raise RulesError(f'"{change}" is no agreement about this game')

    def follows(self, table: Table[State]) -> tuple[str, tuple[Prompt, ...]]:
        """The change that follows once people have overruled, "" for none; and what they are told then."""
        return "", ()
