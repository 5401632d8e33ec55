"""Table scripts: text in, typed statements out; a script with faults is told all of them, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from signifer_core.errors import MOST_FAULTS, ConfigError
from signifer_core.layout import Zone
from signifer_core.position_fields import listed

from signifer_firmware.game_api import registry

from .alone import alone
from .decks import brought
from .forms import FORMS, Form
from .game import AnyScriptGame, Script, flat, words_of
from .positions import Finding
from .slots import PLAYER, SLOTS, Misfit, ShortCard, Words, card_id, shown, suggestion
from .statements import (
    Brush,
    Fault,
    Game,
    Hold,
    Mend,
    PowerCut,
    Preparation,
    Press,
    Push,
    Put,
    Stall,
    Statement,
    Swap,
    Take,
    Together,
)

_TOGETHER = (
    Put,
    Push,
    Take,
    Swap,
    Brush,
    Press,
    Hold,
    Fault,
    Mend,
    Stall,
    PowerCut,
)
# What lays cards.
_LAYING = ("setup", "put", "swap")


def parse_script(
    text: str, *, file: str, folder: Path | None = None, any_card: bool = False, whole: bool = False
) -> Script:
    """Parse ``text`` with the words of the game that it names; ``file`` stands in the faults. Deck files that it names
    lie in ``folder``; without one, none is read. With ``any_card``, cards may be those of decks that are not here.
    ``whole``: hands play it from its first line on, so that beside its faults stand all that need no table.
    Raise ConfigError with all faults, nothing else."""
    rows = [(number, row.strip(), row.split()) for number, row in enumerate(_rows(text), start=1)]
    name = _named([tokens for _, _, tokens in rows])
    if name is None:
        # Of the words of an unknown game nothing can be told but that one.
        rows, name = [row for row in rows if row[2][:1] == ["game"]], registry.DEFAULT_GAME
    decks = brought(name, [(number, tokens) for number, _, tokens in rows], folder)
    game = words_of(decks.seated(registry.bundle(name)))
    if decks.faults or any_card:
        game = game.playing(registry.bundle(name), is_open=True)
    parser = _Parser(game)
    for number, row, tokens in rows:
        if tokens and len(parser.faults) <= MOST_FAULTS:
            parser.statement(number, row, tokens)
    parser.finish()
    found = parser.found
    checks = _Checks(found, game)
    if faults := [*parser.faults, *decks.faults, *checks.run(parser.names_a_game)]:
        # Without its deck nobody knows which card a short name means, nor without its bounds what a block lays.
        is_clear = not decks.faults and parser.knows_blocks
        faults += alone(tuple(found), name, parser.unread) if whole and is_clear else []
        ordered = sorted(dict.fromkeys(faults), key=lambda fault: fault[0])
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in ordered])
    return Script(file, tuple(found), decks.decks)


def _rows(text: str) -> list[str]:
    """The lines, without comments; they end as on any computer."""
    return [row.partition("#")[0] for row in re.split(r"(?<!\r)\r*\n|\r", text.removeprefix("\ufeff"))]


def _named(rows: list[list[str]]) -> str | None:
    """The game whose words the script has: the first that it names, or seems to mean; the first of all where it names
    none, and None where nobody knows what it means."""
    named = [tokens[1] for tokens in rows if len(tokens) == 2 and tokens[0] == "game"]
    meant = [near for word in named for near in get_close_matches(word, registry.names(), n=1)]
    known = [name for name in named if name in registry.names()]
    return next(iter((*known, *meant)), None if named else registry.DEFAULT_GAME)


class _Parser:
    """Line by line: statements found so far, faults so far, and whether a together block is open."""

    def __init__(self, game: AnyScriptGame) -> None:
        self.words = game.vocabulary
        self.forms = tuple({form.usage: form for form in (*FORMS, *game.forms)}.values())
        self._own = frozenset(form.usage for form in game.forms)
        self.slots = {**SLOTS, **game.slots}
        self.found: list[Statement] = []
        self.faults: list[tuple[int, str]] = []
        self.names_a_game = False
        # The words of lines with faults that may lay cards.
        self.unread: list[str] = []
        # Where each block begins and ends.
        self.knows_blocks = True
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
            self._skip(tokens)
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
            self._skip(tokens)
            self.faults.append(
                (line, f'"{tokens[0]}" cannot stand inside together; write it after the "end"')
            )

    def _skip(self, tokens: list[str]) -> None:
        """Go on without a statement."""
        self._skipped = True
        if get_close_matches(tokens[0], ("together", "end"), n=1):
            self.knows_blocks = False
        if tokens[0] in _LAYING or not any(form.usage.split()[0] == tokens[0] for form in self.forms):
            self.unread += tokens[1:]

    def finish(self) -> None:
        """The end of the text."""
        if self._opened:
            self.knows_blocks = False
            self.faults.append((self._opened, 'together without end; write "end" after its statements'))

    def _bracket(self, line: int, word: str) -> None:
        if word == "together" and self._opened:
            self._nested += 1
            self.knows_blocks = False
            self.faults.append((line, f'together inside that of line {self._opened}; write "end" before it'))
        elif word == "together":
            self._opened, self._inside, self._skipped = line, [], False
        elif not self._opened:
            self.knows_blocks = False
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
        forms = [form for form in self.forms if form.usage.split()[0] == tokens[0]]
        if not forms:
            known = tuple(dict.fromkeys(form.usage.split()[0] for form in self.forms))
            instead = suggestion(tokens[0], known) or f"write {listed(known)}"
            raise Misfit(0, f"{shown(tokens[0])} is no statement", instead)
        misfits: dict[str, Misfit] = {}
        # The game's come first: one of them may mean more by the words of a common one.
        for form in sorted(forms, key=lambda form: form.usage not in self._own):
            try:
                return form, self._values(form, Words(tokens, self.words))
            except Misfit as misfit:
                misfits[form.usage] = misfit
        raise _nearest([(misfits[form.usage], form) for form in forms], tokens)

    def _values(self, form: Form, words: Words) -> list[object]:
        """What a form's varying words say in ``words``; raise Misfit unless all of them fit."""
        found: list[object] = []
        side: str | None = None
        for word in form.usage.split():
            if word in self.slots:
                value = self.slots[word].read(words)
                found.append(value)
                if isinstance(value, Zone) or word == PLAYER:
                    side = value.side if isinstance(value, Zone) else str(value)
            elif "|" in word:
                found.append(words.take("what follows here", word.split("|")))
            else:
                words.take(f'"{word}"', (word,))
        if (extra := words.peek()) is not None:
            raise Misfit(words.at, f"{shown(extra)} is one word too many")
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
    if len({each.wrong for each, _ in tied}) == 1:
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

    def __init__(self, found: list[Statement], game: AnyScriptGame) -> None:
        self.found = found
        self.setup = tuple(said for said in found if isinstance(said, Preparation))
        self.game = game

    def run(self, names_a_game: bool) -> list[Finding]:
        """Line and text of each fault."""
        return [
            *self._game(names_a_game),
            *self._order(),
            *self._said_twice(),
            *self.game.contradictions(tuple(flat(self.found))),
        ]

    @property
    def _wanted(self) -> str:
        playable = listed(f'"game {name}"' for name in registry.names())
        return f"write {playable} as the first statement"

    def _game(self, names_a_game: bool) -> Iterator[Finding]:
        games = [said for said in self.found if isinstance(said, Game)]
        if not games:
            if not names_a_game:
                yield (self.found[0].line if self.found else 1), f"no game is named; {self._wanted}"
            return
        if self.found[0] is not games[0]:
            yield games[0].line, f"game must come before all else; {self._wanted}"

    def _order(self) -> Iterator[Finding]:
        """Set-up comes before play; only faults and mends may stand between."""
        started = 0
        for said in self.found:
            if isinstance(said, Preparation):
                if started and not isinstance(said, Game):
                    word = said.text.split()[0]
                    yield (
                        said.line,
                        f"{word} comes after play began at line {started}; write it before that line",
                    )
            elif not started and not isinstance(said, Fault | Mend):
                started = said.line

    def _said_twice(self) -> Iterator[Finding]:
        first: dict[tuple[object, ...], int] = {}
        for said in self.setup:
            if not said.settles:
                continue
            if said.settles in first:
                line = first[said.settles]
                yield said.line, f"this is said at line {line} already; leave one of the two out"
            first.setdefault(said.settles, said.line)
