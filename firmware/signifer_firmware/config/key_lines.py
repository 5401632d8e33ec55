"""Lines of the keys in a TOML file: tomllib gives values without lines, and people need lines."""

from __future__ import annotations

import re
import tomllib

from signifer_core.toml_lines import beyond, cause_of

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)
# Strings and comments, so that brackets and quotes inside them are not counted.
_OPAQUE = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')


def read_toml(text: str) -> dict[str, object]:
    """tomllib's dict; all that it can raise is a ValueError with ``args`` (message, line)."""
    if too_much := beyond(text):
        raise ValueError(too_much[1], too_much[0])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested too deeply", 1) from None
    except ValueError as error:
        found = re.search(r"\s*\(at line (\d+), column \d+\)$", str(error))
        if found:
            raise ValueError(cause_of(str(error)[: found.start()]), int(found[1])) from None
        last = text.rstrip().count("\n") + 1
        line = last if "end of document" in str(error) else 1
        raise ValueError(cause_of(str(error).removesuffix(" (at end of document)")), line) from None


class Lines:
    """The lines of a TOML text that tomllib accepts, by path: ``("reader", 2, "zone")``."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        table: Path = ()
        arrays: dict[Path, int] = {}
        quotes, depth = "", 0
        for number, row in enumerate(text.split("\n"), start=1):
            if not quotes and depth == 0:
                if header := _HEADER.match(row):
                    table = self._enter(header[1], _parts(header[2]), arrays, number)
                    continue
                if key := _KEY.match(row):
                    self._note(table, _parts(key[1]), number)
                    row = row[key.end() :]
            quotes, depth = _open_at_end(row, quotes, depth)

    def line(self, path: Path) -> int:
        """The line of ``path``, or of the nearest thing around it that has one; 1 for the whole file."""
        for end in range(len(path), 0, -1):
            if path[:end] in self._lines:
                return self._lines[path[:end]]
        return 1

    def _enter(self, bracket: str, parts: Path, arrays: dict[Path, int], number: int) -> Path:
        """The path of the table that a header opens; each ``[[name]]`` counts one up."""
        path: Path = ()
        for index, part in enumerate(parts):
            path = (*path, part)
            if bracket == "[[" and index == len(parts) - 1:
                arrays[path] = arrays.get(path, -1) + 1
            self._lines.setdefault(path, number)
            if path in arrays:
                path = (*path, arrays[path])
                self._lines.setdefault(path, number)
        return path

    def _note(self, table: Path, parts: Path, number: int) -> None:
        for end in range(1, len(parts) + 1):
            self._lines.setdefault((*table, *parts[:end]), number)


def _parts(dotted: str) -> Path:
    return tuple(
        found[0].strip("\"'") for found in re.finditer(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""", dotted)
    )


def _open_at_end(row: str, quotes: str, depth: int) -> tuple[str, int]:
    """What is still open at the end of a row of a value: a triple quote (or "") and how many brackets."""
    while True:
        if quotes:
            _, closed, row = row.partition(quotes)
            if not closed:
                return quotes, depth
            quotes = ""
        starts = [found for mark in ('"""', "'''") if (found := row.find(mark)) >= 0]
        before = row[: min(starts)] if starts else row
        plain = _OPAQUE.sub("", before)
        depth += sum(plain.count(mark) for mark in "[{") - sum(plain.count(mark) for mark in "]}")
        if not starts or _comment(before):
            return "", max(depth, 0)
        quotes = row[min(starts) : min(starts) + 3]
        row = row[min(starts) + 3 :]


def _comment(text: str) -> bool:
    return any(found[0].startswith("#") for found in _OPAQUE.finditer(text))
