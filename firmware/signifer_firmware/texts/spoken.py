"""What a voice says of what has just happened at a table: refusals, whose turn it is, results, totals.

Everybody in the room hears it, so it comes of what everybody may know: what who looks on is told, too. A card on a pad
is never named, nor anything that stands in a player's own menu.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from signifer_core.layout import COLUMNS, PAD, SIDES, Side, is_side
from signifer_core.procedure import Correction, Prompt, Roll, Table
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.seats import Seated

from signifer_firmware.game_api.game import Action, AnyBundle, AnyState, Bundle, Deck, State
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.session.outlook import GAME, Outlook

from .faults import fault_text
from .sentences import correction_text, fix_of, fix_text, prompt_text, refusal_text
from .terms import player_name

# The number of a ruling behind a sentence is for eyes.
_RULING = re.compile(r"[\s\u00a0]*\([A-Z]{2}-[A-Z]?\d+\)")
_WAIT = "wait"
_SENTENCES = marked(
    {
        "to": "{player}: {text}",
        "both": "Both: {text}",
        "turn": "{player}, it is your turn.",
        "roll": "{player} rolls {number}.",
        "total": "Column {column}: {totals}.",
    }
)


class About(StrEnum):
    """What a saying is about."""

    REFUSAL = "refusal"
    FAULT = "fault"
    TURN = "turn"
    RESULT = "result"
    ASKED = "asked"
    ROLL = "roll"
    TOTAL = "total"


class Level(StrEnum):
    """How much is said: each level says what the one before does, and more."""

    OFF = "off"
    REFUSALS = "refusals"
    TURNS = "turns"
    ALL = "all"


# What cuts in on anything else.
URGENT = frozenset({About.REFUSAL, About.FAULT})
SAID: dict[Level, frozenset[About]] = {
    Level.OFF: frozenset(),
    Level.REFUSALS: URGENT,
    Level.TURNS: URGENT | {About.TURN, About.RESULT},
    Level.ALL: frozenset(About),
}


@dataclass(frozen=True)
class Moment:
    """How a table stood, and who had something to decide (the rules' actors)."""

    bundle: AnyBundle
    table: Table[AnyState] | None
    outlook: Outlook

    @property
    def game(self) -> Table[AnyState] | None:
        """The table, while a game is on."""
        return self.table if self.outlook.phase == GAME else None

    @property
    def actors(self) -> frozenset[str]:
        """Who has something to decide: also of several who sit on one side."""
        return frozenset() if self.game is None else self.bundle.procedure.rules.actors(self.game.state)

    @property
    def numbered(self) -> bool:
        """Whether players are numbers: several of them sit on one side."""
        seats = () if self.game is None else _seats(self.game.state)
        sides = self.bundle.procedure.sides
        return len({sides.get(seat, seat) for seat in seats}) < len(seats)

    def called(self, side: str) -> str:
        """Who is meant on a side: of several there the only one who has something to decide, by number."""
        sides = self.bundle.procedure.sides
        deciding = [actor for actor in self.actors if sides.get(actor, actor) == side]
        return deciding[0] if self.numbered and len(deciding) == 1 else side

    def roller(self, roll: Roll) -> str:
        """Who a die is for that falls now."""
        rolling = None if self.game is None else self.bundle.telling.roller(self.game.state)
        return rolling if rolling is not None and self.numbered else self.called(roll.player)


def _seats(state: object) -> tuple[str, ...]:
    return state.seats if isinstance(state, Seated) else ()


@dataclass(frozen=True)
class Saying:
    """Something to be said ``to`` a player, None for both; ``text`` says it in the words of whoever hears it."""

    about: About
    to: Side | None
    text: Callable[[Words], str]


def sayings(before: Moment, now: Moment) -> tuple[Saying, ...]:
    """What is to be said between two moments that follow each other, the most urgent first."""
    if now.game is not None and (before.game is None or before.bundle is not now.bundle):
        # Another game, or one taken up again: what was before it is nobody's news.
        before = Moment(now.bundle, None, replace(before.outlook, phase=now.outlook.phase))
    return (
        *_refused(before, now),
        *_failed(before, now),
        *_came(before, now),
        *_rolled(before, now),
        *_added(before, now),
        *_asked(before, now),
    )


def _to(player: str, said: Callable[[Words], str], words: Words) -> str:
    return words.say(_SENTENCES["to"], player=player_name(player, words), text=said(words))


def _refused(before: Moment, now: Moment) -> Iterator[Saying]:
    for refusal in now.outlook.refusals:
        if refusal not in before.outlook.refusals:
            said = partial(_to, now.called(refusal.player), partial(_refusal, refusal))
            yield Saying(About.REFUSAL, refusal.player if is_side(refusal.player) else None, said)


def _refusal(refusal: Refusal, words: Words) -> str:
    return f"{refusal_text(refusal, words)} {fix_of(refusal, words)}"


def _failed(before: Moment, now: Moment) -> Iterator[Saying]:
    for part, cause in now.outlook.faults:
        if (part, cause) not in before.outlook.faults:
            yield Saying(About.FAULT, None, partial(fault_text, part, cause))


def _came(before: Moment, now: Moment) -> Iterator[Saying]:
    """How a result came about; of one that grows, what is new."""
    table, last = now.game, before.game
    if table is not None and last is not None and table.state is not last.state:
        yield Saying(About.RESULT, None, partial(came_text, now.bundle, last, table))


def came_text(
    bundle: Bundle[Deck, State, Action], last: Table[State], table: Table[State], words: Words
) -> str:
    """What came about between two tables, as it is spoken; "" if nothing was decided."""
    was, found = bundle.result(last, words), bundle.result(table, words)
    new = found[len(was) :] if found[: len(was)] == was else found
    return _RULING.sub("", " ".join(new))


def _rolled(before: Moment, now: Moment) -> Iterator[Saying]:
    if now.outlook.rolls is before.outlook.rolls:
        return
    for roll in now.outlook.rolls:
        if roll.value is not None:
            yield Saying(About.ROLL, None, partial(_roll, before.roller(roll), roll.value))


def _roll(player: str, value: int, words: Words) -> str:
    return words.say(_SENTENCES["roll"], player=player_name(player, words), number=value)


def _added(before: Moment, now: Moment) -> Iterator[Saying]:
    """The totals of each column where one has changed."""
    if now.game is None or before.game is None or now.game is before.game:
        return
    for column in COLUMNS:
        was, held = _totals(before.bundle, before.game, column), _totals(now.bundle, now.game, column)
        if held and held != was:
            yield Saying(About.TOTAL, None, partial(_total, column, held))


def _totals(bundle: AnyBundle, table: Table[AnyState], column: int) -> tuple[tuple[Side, int], ...]:
    found = ((side, bundle.total(table, column, side)) for side in SIDES)
    return tuple((side, total) for side, total in found if total is not None)


def _total(column: int, held: tuple[tuple[Side, int], ...], words: Words) -> str:
    totals = ", ".join(f"{player_name(side, words)} {total}" for side, total in held)
    return words.say(_SENTENCES["total"], column=column, totals=totals)


def _asked(before: Moment, now: Moment) -> Iterator[Saying]:
    """Whose turn it is from now on, and what each player is asked that they were not before; both at once, where that
    is the same."""
    if now.game is None:
        return
    # Of a team it is one's turn also after all of them have decided something together.
    alone = now.numbered and len(now.actors) == 1
    came = now.actors != before.actors and (alone or bool(now.actors - before.actors))
    deciders = now.bundle.procedure.deciders(now.game.state) if came else frozenset[Side]()
    asked = {
        side: tuple(prompt for prompt in now.outlook.prompts if prompt.player == side and prompt.key != _WAIT)
        for side in SIDES
    }
    new = [
        side
        for side, prompts in asked.items()
        if side in deciders or not set(prompts) <= set(before.outlook.prompts)
    ]
    contents = {tuple((prompt.key, prompt.figures) for prompt in asked[side]) for side in new}
    if len(new) > 1 and len(contents) == 1:
        said = partial(_both, partial(_prompts, asked[new[0]], now.bundle.name))
        yield Saying(About.TURN if deciders else About.ASKED, None, said)
        new = []
    for side in new:
        if side in deciders:
            yield Saying(About.TURN, side, partial(_turn, now.called(side), asked[side], now.bundle.name))
        else:
            said = partial(_to, now.called(side), partial(_prompts, asked[side], now.bundle.name))
            yield Saying(About.ASKED, side, said)
    for side in SIDES:
        fixes = [fix for fix in now.outlook.corrections if fix.zone.side == side]
        if any(fix not in before.outlook.corrections for fix in fixes):
            yield Saying(About.ASKED, side, partial(_to, side, partial(_corrections, tuple(fixes))))


def _both(said: Callable[[Words], str], words: Words) -> str:
    return words.say(_SENTENCES["both"], text=said(words))


def _turn(player: str, prompts: tuple[Prompt, ...], game: str, words: Words) -> str:
    turn = words.say(_SENTENCES["turn"], player=player_name(player, words))
    return f"{turn} {_prompts(prompts, game, words)}".rstrip()


def _prompts(prompts: tuple[Prompt, ...], game: str, words: Words) -> str:
    return " ".join(_ended(prompt_text(prompt, words, game)) for prompt in prompts)


def _corrections(fixes: tuple[Correction, ...], words: Words) -> str:
    """All that a player's side is to be rid of or to get back. A card on a pad may be its owner's secret: there it is
    told how many; and on which, for who hears it may sit at either."""
    said = [
        fix_text(Fix(fix.verb, fix.card, fix.zone.place), words) for fix in fixes if fix.zone.place != PAD
    ]
    on_pad = [fix for fix in fixes if fix.zone.place == PAD]
    taken = sum(fix.verb == Verb.TAKE for fix in on_pad)
    if taken:
        said.append(fix_text(Fix(Verb.TAKE, place=str(on_pad[0].zone), number=taken), words))
    back = {
        correction_text(replace(fix, secret=True), words, names_pads=True)
        for fix in on_pad
        if fix.verb == Verb.PUT
    }
    return " ".join((*said, *map(_ended, back)))


def _ended(text: str) -> str:
    """A few words as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
