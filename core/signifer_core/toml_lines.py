"""TOML that people write: parsed with the line of every key, and all of its faults rather than the first."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from .errors import MOST_FAULTS, ConfigError, plain, worded

Path = tuple[str, ...]

# A file that is longer than these is none that people write: two decks with a hundred kinds of cards each, as a game
# keeps them, a note in one line, a key of a key.
MOST_CHARACTERS = 250_000
MOST_IN_A_LINE = 4_000
MOST_PARTS = 16
# How often a text is parsed again without a line that is wrong, and how many characters that may come to.
_MOST_WRONG = 20
_MOST_AGAIN = 400_000

# With its end, or to the end of the line: what looks for an end that is not there, from each quote, takes too long.
_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*(?:'|$)""")
_PARTS = re.compile(rf"(?:[^\s.=,\[\]{{}}]+[ \t]*\.[ \t]*){{{MOST_PARTS}}}")
_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED = re.compile(rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*")
_SPACES = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
# What a value is made of, as far as finding its end needs: strings, comments, brackets, line ends, the rest.
_PIECE = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]"
    r"|[^\[\]{}\n\"'#]+",
    re.DOTALL,
)
# Between the elements of an array or the keys of an inline table, and a value that is none of them, nor a string.
_BETWEEN = re.compile(r"(?:[\s,]|#[^\n]*)*")
_SCALAR = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)$")
# A table or a key that is there already, by a tuple or a text of Python's.
_TWICE = re.compile(
    r"Cannot (?:declare|redefine namespace|mutate immutable namespace) (\(.*\))|Cannot overwrite a value$"
    r"|Duplicate inline table key (.*)"
)
_PART = re.compile(r"""'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)\"""")
_AT_END = re.compile(r"\s*\(at end of document\)$")


@dataclass
class Toml:
    """A parsed file: ``data`` as tomllib gives it, ``lines`` from a key's path to its line, faults so far.

    Whoever reads it adds faults with ``fault``, and raises ConfigError with ``faults_in_order()`` at the end;
    at once if it is not ``readable``: then ``data`` is empty, and nothing can be said of what is missing in it.
    """

    file: str
    data: dict[str, Any]
    lines: dict[Path, int]
    _faults: list[tuple[int, str]] = field(default_factory=list)
    readable: bool = True

    def line(self, path: Path) -> int:
        """The line of the key at ``path``, or of the nearest key around it; 1 for the file as a whole."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1

    def fault(self, path: Path, text: str) -> None:
        """Note that what stands at ``path`` is wrong."""
        self.fault_at(self.line(path), text)

    def fault_at(self, line: int, text: str) -> None:
        self._faults.append((line, plain(text)))
        if len(self._faults) > 2 * MOST_FAULTS:
            raise ConfigError(self.faults_in_order())

    def faults_in_order(self) -> list[str]:
        """All faults as "FILE:LINE: text", in the order of lines, none twice."""
        ordered = sorted(dict.fromkeys(self._faults), key=lambda fault: fault[0])
        return [worded(text, f"{self.file}:{line}: {text}") for line, text in ordered]


def beyond(text: str) -> tuple[int, str] | None:
    """Line and sentence of what makes a text too much to be parsed, in time or in memory: TOML's parser, and lines of
    keys, take the square of a key's parts. None if it may be."""
    if len(text) > MOST_CHARACTERS:
        return 1, f"longer than {MOST_CHARACTERS // 1000} kB; that is no file of this program's"
    for number, row in enumerate(text.split("\n"), 1):
        if len(row) > MOST_IN_A_LINE:
            return number, f"a line of more than {MOST_IN_A_LINE} characters; break it"
        if row.count(".") >= MOST_PARTS and _PARTS.search(_QUOTED.sub("q", row)):
            return number, f"a key of more than {MOST_PARTS} parts; no key here has so many"
    return None


def parse_toml(text: str, *, file: str) -> Toml:
    """Parse ``text``; syntax errors become faults of the result, which holds what could be read around them.
    Of far more than `MOST_FAULTS` it raises ConfigError."""
    if too_much := beyond(text):
        return _unreadable(file, [too_much])
    most = min(_MOST_WRONG, 1 + _MOST_AGAIN // (len(text) + 1))
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    faults: list[tuple[int, str]] = []
    while True:
        source = "\n".join(rows)
        try:
            data = tomllib.loads(source)
        except RecursionError:
            return _unreadable(file, [*faults, (1, "brackets are nested too deeply")])
        except tomllib.TOMLDecodeError as error:
            line, cause = _where(str(error), len(rows))
        except ValueError as error:  # a number of thousands of digits
            return _unreadable(file, [*faults, (1, f"not TOML: {error}")])
        else:
            lines: dict[Path, int] = {}
            for path, line in _locate(source):
                lines.setdefault(path, line)
            return Toml(file, data, lines, faults)
        faults.append((line, cause))
        # Go on only where the fault is surely in this line; else one slip becomes a page of faults.
        if len(faults) == most or not _parses("\n".join(rows[: line - 1])):
            return _unreadable(file, faults)
        _blank_statement(rows, line - 1)


def did_you_mean(word: str, known: list[str], *, otherwise: str = "") -> str:
    """A hint after "no such word": the nearest known one; when none is near, ``otherwise`` or all of them."""
    near = get_close_matches(word, known, n=1)
    return f'did you mean "{near[0]}"?' if near else otherwise or f"known: {', '.join(known)}"


def _unreadable(file: str, faults: list[tuple[int, str]]) -> Toml:
    return Toml(file, {}, {}, faults, readable=False)


def _where(message: str, last_line: int) -> tuple[int, str]:
    found = _AT_LINE.search(message)
    line = int(found.group(1)) if found else last_line
    return line, "not TOML: " + cause_of(_AT_END.sub("", _AT_LINE.sub("", message)))


def cause_of(message: str) -> str:
    """What tomllib says of a key or a table that is there twice, as a file has it, and what to do; else its words."""
    if found := _TWICE.match(message):
        parts = [left or right for left, right in _PART.findall(found[1] or found[2] or "")]
        what = f'"{".".join(parts)}"' if parts else "this key"
        return f"{what} is there already; keep one of the two, with all that belongs to it"
    return message


def _parses(source: str) -> bool:
    try:
        tomllib.loads(source)
    except ValueError:
        return False
    return True


def _blank_statement(rows: list[str], row: int) -> None:
    """Empty the faulty row; a faulty table header takes the rows of its table with it."""
    header = rows[row].lstrip().startswith("[")
    rows[row] = ""
    while header and row + 1 < len(rows) and not rows[row + 1].lstrip().startswith("["):
        row += 1
        rows[row] = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of valid TOML: a header of a table, or a key with its value.

    ``table`` is the path of the table it stands in, or opens; ``path`` that of what it states. From ``start`` to
    ``end`` it goes in the source, comment included; its value from ``value`` to ``value_end`` (both ``end`` of a
    header).
    """

    table: Path
    path: Path
    is_header: bool
    start: int
    value: int
    value_end: int
    end: int


def statements(source: str) -> Iterator[Statement]:
    """The statements of valid TOML, in their order (keys inside inline tables are part of a value)."""
    table: Path = ()
    at = 0
    while True:
        at = _end(_BLANK, source, at)
        if at >= len(source):
            return
        first = at
        brackets = 2 if source.startswith("[[", at) else 1 if source[at] == "[" else 0
        start = _end(_SPACES, source, at + brackets)
        stop = _end(_DOTTED, source, start)
        path = _path(source[start:stop])
        if brackets:
            table = path
            _, at = _ends(source, source.index("]", stop) + brackets)
            yield Statement(table, path, True, first, at, at, at)
        else:
            value = _end(_SPACES, source, source.index("=", stop) + 1)
            value_end, at = _ends(source, value)
            yield Statement(table, table + path, False, first, value, value_end, at)


def _locate(source: str) -> Iterator[tuple[Path, int]]:
    """The path and line of every table header and key of valid TOML; of what stands within the value of a key, too:
    of elements of an array by their numbers, from "0" on."""
    for stated in statements(source):
        line = source.count("\n", 0, stated.start) + 1
        for depth in range(1, len(stated.path) + 1):
            if depth == len(stated.path) or depth > len(stated.table):
                yield stated.path[:depth], line
        if not stated.is_header:
            _, within = _within(source, stated.value, stated.path)
            yield from ((path, source.count("\n", 0, at) + 1) for path, at in within)


def _within(source: str, at: int, path: Path) -> tuple[int, list[tuple[Path, int]]]:
    """Where the value that begins at ``at`` ends, and where each key and element within it begins."""
    if source[at] not in "[{":
        piece = _PIECE.match(source, at)
        whole = piece if piece and piece.group()[0] in "\"'" else _SCALAR.match(source, at)
        return whole.end() if whole else at + 1, []
    found: list[tuple[Path, int]] = []
    number, is_array = 0, source[at] == "["
    at = _end(_BETWEEN, source, at + 1)
    while source[at] not in "]}":
        here, start = (*path, str(number)), at
        if not is_array:
            stop = _end(_DOTTED, source, at)
            here, at = (*path, *_path(source[at:stop])), _end(_SPACES, source, source.index("=", stop) + 1)
        found.append((here, start))
        at, deeper = _within(source, at, here)
        found += deeper
        number, at = number + 1, _end(_BETWEEN, source, at)
    return at + 1, found


def _path(key: str) -> Path:
    """A dotted key as its parts, quotes and escapes resolved (by the one who knows how: tomllib)."""
    node: Any = tomllib.loads(f"{key} = 0")
    parts: list[str] = []
    while isinstance(node, dict):
        ((part, node),) = node.items()
        parts.append(part)
    return tuple(parts)


def _end(pattern: re.Pattern[str], source: str, at: int) -> int:
    found = pattern.match(source, at)
    return found.end() if found else at


def _ends(source: str, at: int) -> tuple[int, int]:
    """Where the value that starts at ``at`` ends, and its statement: the first line end outside of brackets and
    strings. A comment behind it belongs to the statement."""
    depth = 0
    value_end = at
    while at < len(source):
        found = _PIECE.match(source, at)
        piece = found.group() if found else source[at]
        if piece == "\n" and depth == 0:
            break
        depth += (piece in ("[", "{")) - (piece in ("]", "}"))
        at += len(piece)
        if depth or not piece.startswith("#"):
            value_end = at
    return len(source[:value_end].rstrip(" \t\r")), at
