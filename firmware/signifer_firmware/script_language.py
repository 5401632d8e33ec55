"""Table scripts: text in, typed statements out; a script with faults is told all of them, each with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from signifer_core.errors import ConfigError
from signifer_core.layout import PLAYERS, Zone

from .script_slots import (
    SLOTS,
    Misfit,
    ShortCard,
    Vocabulary,
    Words,
    card_id,
    listed,
    shown,
    suggestion,
)
from .script_statements import (
    Begin,
    Control,
    Count,
    ExpectCount,
    Fault,
    First,
    Game,
    Hold,
    Language,
    Mend,
    Press,
    Put,
    Seed,
    Setup,
    Statement,
    Swap,
    Table,
    Take,
    Terrain,
    Together,
)
from .script_words import FORMS, Form

__all__ = ["Script", "Vocabulary", "parse_script"]

_SETUP = (
    Game,
    Table,
    Seed,
    Language,
    Terrain,
    First,
    Setup,
    Control,
    Count,
    Begin,
)
_TOGETHER = (
    Put,
    Take,
    Swap,
    Press,
    Hold,
    Fault,
    Mend,
)
_MOST_SHUFFLES = 2
# In place of a step: no game is on.
START, OFF = "start", "off"


@dataclass(frozen=True)
class Script:
    """``statements`` in the order written; all that set the table up come before those of play."""

    file: str
    statements: tuple[Statement, ...]

    @property
    def game(self) -> str:
        """The game that is played."""
        return next(said.name for said in self.statements if isinstance(said, Game))

    @property
    def starts(self) -> bool:
        """Whether it begins at the start picture, without a game."""
        return any(isinstance(said, Begin) and said.step == START for said in self.statements)


def parse_script(text: str, *, file: str, vocabulary: Vocabulary) -> Script:
    """Parse ``text``; ``file`` stands in the faults. Raise ConfigError with all faults, nothing else."""
    parser = _Parser(vocabulary)
    for number, row in enumerate(_rows(text), start=1):
        if tokens := row.split():
            parser.statement(number, row.strip(), tokens)
    parser.finish()
    found = parser.found
    faults = parser.faults + _Checks(found, vocabulary).run(parser.names_a_game)
    if faults:
        ordered = sorted(dict.fromkeys(faults), key=lambda fault: fault[0])
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in ordered])
    return Script(file, tuple(found))


def _rows(text: str) -> list[str]:
    return [row.partition("#")[0] for row in text.removeprefix("\ufeff").split("\n")]


def _cards_of(player: str, setup: tuple[Statement, ...], vocabulary: Vocabulary) -> int:
    """How many cards a player has by the set-up; an unstated hand is the usual one, an unstated deck gives way."""
    stated = {said.what: said.number for said in setup if isinstance(said, Count) and said.player == player}
    laid = sum(len(said.cards) for said in setup if isinstance(said, Setup) and said.zone.side == player)
    return laid + stated.get("hand", vocabulary.hand) + stated.get("deck", 0) + stated.get("discard", 0)


class _Parser:
    """Line by line: statements found so far, faults so far, and whether a together block is open."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.found: list[Statement] = []
        self.faults: list[tuple[int, str]] = []
        self.names_a_game = False
        self._opened = 0
        self._inside: list[Statement] = []
        self._nested = 0
        self._skipped = False

    def statement(self, line: int, text: str, tokens: list[str]) -> None:
        """Parse one statement and put it where it belongs."""
        self.names_a_game = self.names_a_game or tokens[0] == "game"
        try:
            form, values = self._fit(tokens)
        except Misfit as misfit:
            self.faults.append((line, f"{misfit.wrong}; {misfit.instead}"))
            self._skipped = True
            return
        if form.make is None:
            self._bracket(line, form.usage)
            return
        said = replace(form.make(*values), line=line, text=text)
        if not self._opened:
            self.found.append(said)
        elif isinstance(said, _TOGETHER):
            self._inside.append(said)
        else:
            self._skipped = True
            self.faults.append(
                (line, f'"{tokens[0]}" cannot stand inside together; write it after the "end"')
            )

    def finish(self) -> None:
        """The end of the text."""
        if self._opened:
            self.faults.append((self._opened, 'together without end; write "end" after its statements'))

    def _bracket(self, line: int, word: str) -> None:
        if word == "together" and self._opened:
            self._nested += 1
            self.faults.append((line, f'together inside that of line {self._opened}; write "end" before it'))
        elif word == "together":
            self._opened, self._inside, self._skipped = line, [], False
        elif not self._opened:
            self.faults.append((line, 'end without together; write "together" before the statements'))
        elif self._nested:
            self._nested -= 1
        else:
            if not self._inside and not self._skipped:
                self.faults.append(
                    (self._opened, "together with nothing in it; write put, take, press or hold")
                )
            self.found.append(Together(tuple(self._inside), line=self._opened, text="together"))
            self._opened = 0

    def _fit(self, tokens: list[str]) -> tuple[Form, list[object]]:
        """The form that fits and its values; raise Misfit for the form that comes nearest."""
        forms = [form for form in FORMS if form.usage.split()[0] == tokens[0]]
        if not forms:
            known = tuple(dict.fromkeys(form.usage.split()[0] for form in FORMS))
            instead = suggestion(tokens[0], known) or f"write {listed(known)}"
            raise Misfit(0, f"{shown(tokens[0])} is no statement", instead)
        misfits = []
        for form in forms:
            try:
                return form, _values(form, Words(tokens, self.vocabulary))
            except Misfit as misfit:
                misfits.append((misfit, form))
        raise _nearest(misfits, tokens)


def _values(form: Form, words: Words) -> list[object]:
    """What a form's varying words say in ``words``; raise Misfit unless all of them fit."""
    found: list[object] = []
    for word in form.usage.split():
        if word in SLOTS:
            found.append(SLOTS[word].read(words))
        elif "|" in word:
            found.append(words.take("what follows here", word.split("|")))
        else:
            words.take(f'"{word}"', (word,))
    if (extra := words.peek()) is not None:
        raise Misfit(words.at, f"{shown(extra)} is one word too many")
    side = next((value.side for value in found if isinstance(value, Zone)), None)
    return [_resolved(words, value, side) for value in found]


def _resolved(words: Words, value: object, side: str | None) -> object:
    if isinstance(value, ShortCard):
        return card_id(words, value.word, value.at, side)
    if type(value) is tuple:  # not a Zone
        return tuple(_resolved(words, part, side) for part in value)
    return value


def _nearest(misfits: list[tuple[Misfit, Form]], tokens: list[str]) -> Misfit:
    """One fault for a statement that fits no form: that of the form it follows furthest."""
    furthest = max(misfit.at for misfit, _ in misfits)
    tied = [(misfit, form) for misfit, form in misfits if misfit.at == furthest]
    misfit, form = tied[0]
    example = f'write for example "{form.example}"'
    if len(tied) == 1:
        return Misfit(furthest, misfit.wrong, misfit.instead or example)
    options = tuple(dict.fromkeys(option for other, _ in tied for option in other.options))
    every = f"write {listed(options)}" if options else example
    before = " ".join(tokens[:furthest])
    if furthest == len(tokens):
        return Misfit(furthest, f"a word is missing after {shown(before)}", every)
    word = tokens[furthest]
    return Misfit(
        furthest, f"{shown(word)} does not fit after {shown(before)}", suggestion(word, options) or every
    )


class _Checks:
    """What is wrong across statements that are right by themselves."""

    def __init__(self, found: list[Statement], vocabulary: Vocabulary) -> None:
        self.found = found
        self.setup = tuple(said for said in found if isinstance(said, _SETUP))
        self.vocabulary = vocabulary

    def run(self, names_a_game: bool) -> list[tuple[int, str]]:
        """Line and text of each fault."""
        return [
            *self._game(names_a_game),
            *self._order(),
            *self._said_twice(),
            *self._terrain(),
            *self._cards(),
            *self._counts(),
        ]

    def _game(self, names_a_game: bool) -> Iterator[tuple[int, str]]:
        wanted = f'write "game {self.vocabulary.game}" as the first statement'
        games = [said for said in self.found if isinstance(said, Game)]
        if not games:
            if not names_a_game:
                yield (self.found[0].line if self.found else 1), f"no game is named; {wanted}"
            return
        if self.found[0] is not games[0]:
            yield games[0].line, f"game must come before all else; {wanted}"
        if games[0].name != self.vocabulary.game:
            yield games[0].line, f"{games[0].name} cannot be played yet; {wanted}"

    def _order(self) -> Iterator[tuple[int, str]]:
        """Set-up comes before play; only faults and mends may stand between."""
        started = 0
        for said in self.found:
            if isinstance(said, _SETUP):
                if started and not isinstance(said, Game):
                    word = said.text.split()[0]
                    yield (
                        said.line,
                        f"{word} comes after play began at line {started}; write it before that line",
                    )
            elif not started and not isinstance(said, Fault | Mend):
                started = said.line

    def _said_twice(self) -> Iterator[tuple[int, str]]:
        first: dict[tuple[object, ...], int] = {}
        for said in self.setup:
            key: tuple[object, ...] = (type(said),)
            if isinstance(said, Setup):
                continue
            if isinstance(said, Language | Count):
                key += (said.player,)
            if isinstance(said, Count):
                key += (said.what,)
            if isinstance(said, Control):
                key += (said.column,)
            if key in first:
                yield said.line, f"this is said at line {first[key]} already; leave one of the two out"
            first.setdefault(key, said.line)

    def _terrain(self) -> Iterator[tuple[int, str]]:
        for said in self.setup:
            if not isinstance(said, Terrain):
                continue
            for kind, number in Counter(said.kinds).items():
                if number > self.vocabulary.terrain[kind]:
                    have = self.vocabulary.terrain[kind]
                    yield (
                        said.line,
                        f"{number} of {kind}, and there is only {have}; write another kind of terrain",
                    )

    def _cards(self) -> Iterator[tuple[int, str]]:
        first: dict[str, int] = {}
        for said in self.setup:
            if not isinstance(said, Setup):
                continue
            for card in said.cards:
                owner, _, name = card.partition("/")
                if owner != said.zone.side:
                    yield (
                        said.line,
                        f"{card} is no card of {said.zone.side}; write one of the zone's own army",
                    )
                elif name.rpartition("-")[0] not in self.vocabulary.unit_kinds:
                    yield said.line, f"{card} never lies in a column; write a unit"
                if card in first:
                    yield said.line, f"{card} lies there already since line {first[card]}; write another card"
                first.setdefault(card, said.line)

    def _counts(self) -> Iterator[tuple[int, str]]:
        for said in self._everything():
            shuffles = isinstance(said, Count | ExpectCount) and said.what == "shuffle" and said.number
            if shuffles > _MOST_SHUFFLES:
                yield said.line, f"shuffle is {shuffles}; write 0, 1 or 2"
        for player in PLAYERS:
            total = _cards_of(player, self.setup, self.vocabulary)
            if total > self.vocabulary.army_size:
                line = max(said.line for said in self.setup if _concerns(said, player))
                size = self.vocabulary.army_size
                yield (
                    line,
                    f"{player} has {total} cards by now, {total - size} more than the {size} of an army; write fewer",
                )

    def _everything(self) -> Iterator[Statement]:
        for said in self.found:
            yield from said.statements if isinstance(said, Together) else (said,)


def _concerns(said: Statement, player: str) -> bool:
    if isinstance(said, Setup):
        return said.zone.side == player
    return isinstance(said, Count) and said.player == player and said.what in ("hand", "deck", "discard")
