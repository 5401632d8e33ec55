"""A game as text: tags in brackets, then one line an action, in the notation of the core. docs/record.md.

``written`` and ``parsed`` are each other's inverse. An action that followed from the one before it, without a gesture
of anybody's, is indented by two blanks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Literal, NoReturn

from signifer_core.errors import MOST_FAULTS, ConfigError, RulesError, shortened
from signifer_core.json_values import Json, as_int, as_object, as_str
from signifer_core.layout import COLUMNS, SIDES, side_of
from signifer_core.procedure import Roll, Table

from signifer_firmware.game_api.game import Action, AnyBundle, Bundle, Deck, State
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Entry

ROLL: Final = "roll"
AGREED: Final = "agreed"
COLUMN: Final = "column"
END = "end"
RUNNING = "*"
NO_DATE = "????.??.??"
# The tags that every record has, in this order; then those that it may have.
GAME, DATE, RESULT = "Game", "Date", "Result"
SETUP, CORRECTIONS, MISSING, CARDS = "Setup", "Corrections", "Missing", "Cards"
PRACTICE, YES = "Practice", "yes"
COMMITMENT, SEAL, SECRET = "Commitment", "Seal", "Secret"
_TAG = re.compile(r'\[([A-Za-z]+[0-9]*) "((?:[^"\\]|\\["\\n])*)"\]')
# A card of which only its owner knows, and a number; where a card may be hidden in any record, that is no fault.
_CLOSED, _UNTOLD = re.compile(r"/\?(?= |$)"), re.compile(r" \?(?= |$)")
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
_INDENT = "  "
# Three times the longest game that robots have played.
MOST_LINES = 3_000


LineKind = Literal["gesture", "action", "roll", "agreed", "column"]


@dataclass(frozen=True)
class GameRecord:
    """``tags`` are plain values, all in their order; ``lines`` are kind and words."""

    tags: Mapping[str, str]
    lines: tuple[tuple[LineKind, str], ...] = ()

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.tags[GAME]

    @property
    def setup(self) -> Mapping[str, Json]:
        """The position from which it was begun, in plain values."""
        return as_object(json.loads(self.tags[SETUP]))


# From the journal


def of_journal(
    entries: Iterable[Entry], result: str, *, date: str = "", account: Mapping[str, str] | None = None
) -> GameRecord:
    """The record of one game's journal; ``result`` is its outcome, RUNNING before that; ``account`` is a bundle's, for
    a game that is over. What was undone is not in it, nor what is hidden while the game runs: cards that wait to be
    revealed, and the secret of the dice."""
    first, *rest = entries
    body = as_object(first.body)
    tags = {GAME: as_str(body["game"]), DATE: date.replace("-", ".") or NO_DATE, RESULT: result}
    tags[SETUP] = json.dumps(body["setup"], sort_keys=True, separators=(",", ":"))
    if corrections := as_str(body.get("corrections", "")):
        tags[CORRECTIONS] = corrections
    lines: list[tuple[LineKind, str]] = []
    secret = ""
    for entry in rest:
        match entry.kind:
            case "gesture" | "action" | "agreed":
                lines.append((entry.kind, as_str(entry.body)))
            case "undo":
                _take_back(lines, as_int(entry.body))
            case "roll":
                lines.append((ROLL, _rolls_text(journal.rolls_of(entry.body))))
            case "column":
                pressed = as_object(entry.body)
                lines.append((COLUMN, f"{pressed['player']} {pressed['column']}"))
                if seal := as_str(pressed["seal"]):
                    tags[SEAL] = seal
            case "secret":
                drawn = as_object(entry.body)
                tags[COMMITMENT], secret = as_str(drawn["commitment"]), as_str(drawn["secret"])
            case journal.PRACTICE:
                tags[PRACTICE] = YES
            case "opened" if secret:
                tags[SECRET] = secret
            case journal.INVENTORY:
                tags.pop(MISSING, None)
                missing = journal.missing((entry,))
                tags |= {MISSING: " ".join(missing)} if missing else {}
    tags |= {f"{player.capitalize()}{CARDS}": text for player, text in (account or {}).items()}
    return GameRecord(tags, tuple(lines))


def _take_back(lines: list[tuple[LineKind, str]], count: int) -> None:
    """The last actions are undone; a column pressed for the dice meanwhile is not."""
    kept = []
    while count:
        line = lines.pop()
        if line[0] in ("gesture", "action"):
            count -= 1
        else:
            kept.append(line)
    lines += reversed(kept)


def _rolls_text(rolls: Iterable[Roll]) -> str:
    return ", ".join(f"{roll.player} {roll.value} {roll.purpose}" for roll in rolls)


# To the journal


def to_journal(record: GameRecord) -> list[Entry]:
    """The journal of a game that was played as the record says; times are not known, and 0."""
    tags = record.tags
    entries = [_begin(record)]
    if COMMITMENT in tags:
        secret = tags.get(SECRET, "")
        entries.append(Entry(0, "secret", {"secret": secret, "commitment": tags[COMMITMENT]}))
    if tags.get(PRACTICE) == YES:
        entries.append(Entry(0, journal.PRACTICE, None))
    opened = [Entry(0, "opened", None)] if SECRET in tags else []
    # In practice it may have been opened at any moment, and which dice are made of it is not told.
    practised = PRACTICE in tags
    entries += (*opened, *_entries(record)) if practised else (*_entries(record), *opened)
    if MISSING in tags:
        entries.append(Entry(0, journal.INVENTORY, tags[MISSING].split(" ")))
    return entries


def _begin(record: GameRecord) -> Entry:
    corrections = record.tags.get(CORRECTIONS, "")
    return Entry(0, "begin", {"game": record.name, "corrections": corrections, "setup": record.setup})


def _entries(record: GameRecord) -> Iterator[Entry]:
    """The journal's line for each of the record's."""
    presses = sum(kind == COLUMN for kind, _ in record.lines)
    for kind, text in record.lines:
        if kind == ROLL:
            yield Entry(0, "roll", [journal.roll_body(roll) for roll in _rolls(text)])
        elif kind == COLUMN:
            presses -= 1
            player, column = text.split(" ")
            seal = "" if presses else record.tags.get(SEAL, "")
            yield Entry(0, "column", {"player": player, "column": int(column), "seal": seal})
        else:
            yield Entry(0, kind, text)


def _rolls(text: str) -> list[Roll]:
    found = []
    for die in text.split(", "):
        player, value, purpose = die.split(" ", 2)
        found.append(Roll(side_of(player), purpose, int(value)))
    return found


# Text


def written(record: GameRecord) -> str:
    """The record as text; :func:`parsed` gives it back."""
    head = [f'[{name} "{_escaped(value)}"]' for name, value in record.tags.items()]
    body = [_line(kind, text) for kind, text in record.lines]
    return "\n".join([*head, "", *body, f"{END} {record.tags[RESULT]}"]) + "\n"


def _escaped(value: str) -> str:
    return "".join(_ESCAPED.get(letter, letter) for letter in value)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], value)


def _line(kind: LineKind, text: str) -> str:
    if kind in ("gesture", AGREED):  # a change that was agreed on begins with that word by itself
        return text
    return f"{_INDENT}{text}" if kind == "action" else f"{kind} {text}"


@dataclass
class _Reader:
    """One text; ``faults`` are with their lines. Where the ``known`` part alone is wanted, ``hidden`` is the line in
    which a card is hidden, of a game that was saved while it ran."""

    file: str
    games: Mapping[str, AnyBundle]
    known: bool = False
    hidden: int | None = None
    tags: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[int, LineKind, str]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    bundle: AnyBundle | None = None
    end: str | None = None

    def fault(self, line: int, text: str) -> None:
        # A value may hold ends of lines; a fault is one. And it may be all of the file.
        self.faults.append((line, shortened(" ".join(text.split()))))
        if len(self.faults) > MOST_FAULTS:
            self.refuse()

    def refuse(self) -> NoReturn:
        raise ConfigError([f"{self.file}:{line}: {fault}" for line, fault in sorted(self.faults)])

    def head(self, number: int, line: str) -> None:
        """A tag."""
        found = _TAG.fullmatch(line)
        if found is None:
            self.fault(number, f'"{line}" is no tag; write [Name "value"]')
        elif found[1] in self.tags:
            self.fault(number, f"{found[1]} is told twice; leave one out")
        else:
            self.tags[found[1]] = _unescaped(found[2])

    def check_tags(self, number: int) -> None:
        """What the tags have to say before the first line can be understood; ``number`` is the line after them."""
        for name in (GAME, DATE, RESULT, SETUP):
            if name not in self.tags:
                self.fault(number, f'{name} is missing; write a line [{name} "..."] before the empty one')
        game = self.tags.get(GAME)
        if game is not None and game not in self.games:
            self.fault(1, f'game "{game}" is not known; there is {", ".join(self.games)}')
        elif game is not None:
            self.bundle = self._corrected(self.games[game])
        self._check_values()

    def _corrected(self, bundle: AnyBundle) -> AnyBundle | None:
        try:
            return bundle.corrected(self.tags.get(CORRECTIONS, ""))
        except ConfigError as error:
            for fault in error.faults:
                self.fault(1, f"{CORRECTIONS}: {fault}")
            return None

    def _check_values(self) -> None:
        try:
            if not isinstance(json.loads(self.tags.get(SETUP, "{}")), dict):
                raise ValueError(SETUP)
        except (ValueError, RecursionError):
            self.fault(1, f"{SETUP} is no JSON object; take it from the record of another game")
            self.bundle = None
        for name, digits in ((SECRET, 32), (COMMITMENT, 64), (SEAL, 64)):
            if not re.fullmatch(f"[0-9a-f]{{{digits}}}", self.tags.get(name, "0" * digits)):
                self.fault(1, f"{name} is not of {digits} hexadecimal digits")
        if SECRET in self.tags and COMMITMENT not in self.tags:
            self.fault(1, f"{SECRET} is told without {COMMITMENT}; name both, or none")

    def body(self, number: int, line: str) -> None:
        """A line of the game."""
        word, _, rest = line.partition(" ")
        if self.end is not None:
            self.fault(number, f'"{line}" comes after the end; leave it out')
        elif word == END:
            self.end = rest
            if rest != self.tags.get(RESULT, rest):
                self.fault(number, f"the game ends with {rest}, and {RESULT} says {self.tags[RESULT]}")
        elif self.hidden is not None:
            return
        elif word == ROLL:
            self._take(number, ROLL, rest, _is_roll(rest), "roll red 4 free")
        elif word == COLUMN:
            player, _, column = rest.partition(" ")
            self._take(number, COLUMN, rest, player in SIDES and column in map(str, COLUMNS), "column red 3")
        elif word == AGREED:
            self.lines.append((number, AGREED, line))
        else:
            self._action(number, line)

    def _take(self, number: int, kind: LineKind, text: str, good: bool, like: str) -> None:
        if good:
            self.lines.append((number, kind, text))
        else:
            self.fault(number, f'"{kind} {text}" is not understood; write it like "{like}"')

    def _hides(self, text: str, sign: re.Pattern[str]) -> bool:
        return self.known and self.tags.get(RESULT) == RUNNING and sign.search(text) is not None

    def _action(self, number: int, line: str) -> None:
        text = line.removeprefix(_INDENT)
        try:
            if self._hides(text, _CLOSED):
                self.hidden = number
                return
            if self.bundle is not None:
                self.bundle.parse(text)
        except RulesError as error:
            if self._hides(text, _UNTOLD):
                self.hidden = number
                return
            self.fault(number, str(error))
        self.lines.append((number, "gesture" if text == line else "action", text))


def _is_roll(text: str) -> bool:
    return all(
        re.fullmatch(rf"({'|'.join(SIDES)}) [1-6] [a-z][a-z -]*", die) is not None for die in text.split(", ")
    )


def parsed(text: str, *, file: str, games: Mapping[str, AnyBundle]) -> GameRecord:
    """The record that ``text`` says, played through by the rules; ConfigError with all faults and their lines."""
    return _parsed(_Reader(file, games), text)


def parsed_as_known(text: str, *, file: str, games: Mapping[str, AnyBundle]) -> tuple[GameRecord, int | None]:
    """The same, and of a game that was saved while it ran what comes before the first line in which a card is hidden,
    with that line's number; ConfigError where nothing does."""
    reader = _Reader(file, games, known=True)
    record = _parsed(reader, text)
    if reader.hidden is not None and not record.lines:
        reader.fault(
            reader.hidden, "a card is hidden, and nothing comes before; save the game again when it is over"
        )
        reader.refuse()
    return record, reader.hidden


def _parsed(reader: _Reader, text: str) -> GameRecord:
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise ConfigError(
            [f"{reader.file}:{MOST_LINES}: a game of more than {MOST_LINES} lines; no evening has so many"]
        )
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            break
        reader.head(number, line.rstrip())
    reader.check_tags(number)
    for at, line in enumerate(lines[number:], number + 1):
        if line.strip() and not line.startswith(";"):
            reader.body(at, line.rstrip())
    if reader.end is None:
        reader.fault(len(lines), f'the record breaks off; its last line is "{END}" with the result')
    record = GameRecord(reader.tags, tuple((kind, text) for _, kind, text in reader.lines))
    if not reader.faults:
        _play_through(reader, record)
    if reader.faults:
        reader.refuse()
    return record


def _play_through(reader: _Reader, record: GameRecord) -> None:
    """Play it; the first line that the rules refuse is a fault, for what comes after it nobody can tell."""
    assert reader.bundle is not None
    number = 1
    try:
        for at, table in positions(reader.bundle, record, [line for line, _, _ in reader.lines]):
            number, last = at, table
    except RulesError as error:
        reader.fault(number, f"the rules do not allow it: {error}")
        return
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        reader.fault(number, f"it cannot be played ({error}); {SETUP} may be wrong")
        return
    outcome = reader.bundle.procedure.rules.outcome(last.state) or RUNNING
    if outcome != record.tags[RESULT]:
        reader.fault(number, f"{RESULT} says {record.tags[RESULT]}, and the game comes to {outcome}")


def positions(
    bundle: Bundle[Deck, State, Action], record: GameRecord, numbers: Iterable[int] | None = None
) -> Iterable[tuple[int, Table[State]]]:
    """The table at the beginning, and after each line; each with what ``numbers`` say of the line that comes next, or
    of the last one."""
    order = list(numbers) if numbers is not None else list(range(1, len(record.lines) + 1))
    tables = journal.tables(bundle, chain((_begin(record),), _entries(record)))
    yield from zip(order, tables, strict=False)
    yield order[-1] if order else 1, next(tables)
