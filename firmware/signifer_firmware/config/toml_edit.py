"""One value in TOML that people write, changed by a program: comments, order and everything else stay.

Where a value goes there are few ways; each is tried, and the first one after which the file says just that and nothing
else new is taken. So no way has to be right for all files.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator

from signifer_core.errors import ConfigError, Fault
from signifer_core.toml_lines import Path, Statement, statements

_BARE = re.compile(r"[A-Za-z0-9_-]+")


Value = int | str | list[str]


def with_value(text: str, path: Path, value: Value) -> str:
    """``text``, which is TOML, with ``value`` at ``path``; ConfigError if there is no way to put it there.

    Of a value written as a table with its source, { value = 2, source = "..." }, nothing is left: the source was that
    of another value.
    """
    wanted = _expected(tomllib.loads(text), path, value)
    if wanted is not None:
        for candidate in _candidates(text, path, _shown(value)):
            if _says(candidate) == wanted:
                return candidate
    stated = f"{_dotted(path)} = {_shown(value)}"
    said = f"{stated} cannot be written there by a program: write it yourself"
    raise ConfigError([Fault(said, "write-yourself", said=stated)])


def _says(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _expected(data: dict[str, object], path: Path, value: Value) -> dict[str, object] | None:
    """What the file has to say then; None where something else than a table stands on the way."""
    at = data
    for key in path[:-1]:
        below = at.setdefault(key, {})
        if not isinstance(below, dict):
            return None
        at = below
    at[path[-1]] = value
    return data


def _candidates(text: str, path: Path, value: str) -> Iterator[str]:
    end = "\r\n" if "\r\n" in text else "\n"
    found = list(statements(text))
    for stated in found:
        if stated.path == path and not stated.is_header:
            yield text[: stated.value] + value + text[stated.value_end :]
        elif not stated.is_header and path[: len(stated.path)] == stated.path:
            yield from _into_inline(text, stated, path[len(stated.path) :], value)
    headers = [each for each in found if each.is_header and path[: len(each.path)] == each.path]
    for header in sorted(headers, key=lambda each: -len(each.path)):
        if len(header.path) < len(path):
            yield _behind(text, _last(found, header), f"{_dotted(path[len(header.path) :])} = {value}", end)
    gap = "" if not text or text.endswith(("\n\n", "\r\n\r\n")) else end if text.endswith("\n") else 2 * end
    table, key = path[:2], path[2:]
    if key:
        yield f"{text}{gap}[{_dotted(table)}]{end}{_dotted(key)} = {value}{end}"
    elif len(path) == 2:
        yield f"{text}{gap}[{_dotted(path[:1])}]{end}{_dotted(path[1:])} = {value}{end}"
    for stated in reversed(found):
        if not stated.is_header and path[: len(stated.table)] == stated.table:
            yield _behind(text, stated, f"{_dotted(path[len(stated.table) :])} = {value}", end)


def _into_inline(text: str, stated: Statement, rest: Path, value: str) -> Iterator[str]:
    """The value as one more of an inline table, or in place of one there."""
    inline = text[stated.value : stated.value_end]
    if not (inline.startswith("{") and inline.endswith("}")):
        return
    same = re.compile(rf"((?:^\{{|,)\s*{re.escape(_dotted(rest))}\s*=\s*)[^,}}]*?(\s*[,}}])")
    changed, times = same.subn(rf"\g<1>{value}\g<2>", inline, count=1)
    if times:
        yield text[: stated.value] + changed + text[stated.value_end :]
    inside = inline[1:-1].strip()
    more = f"{{ {inside}, {_dotted(rest)} = {value} }}" if inside else f"{{ {_dotted(rest)} = {value} }}"
    yield text[: stated.value] + more + text[stated.value_end :]


def _last(found: list[Statement], header: Statement) -> Statement:
    """The last statement of the table that ``header`` opens."""
    last = header
    for stated in found[found.index(header) + 1 :]:
        if stated.is_header:
            break
        last = stated
    return last


def _behind(text: str, stated: Statement, line: str, end: str) -> str:
    """``line`` below a statement, indented as it is."""
    before = text[: stated.start].rpartition("\n")[2]
    indent = before if not before.strip() else ""
    rest = text[stated.end :]
    return f"{text[: stated.end].rstrip(chr(13))}{end}{indent}{line}{rest if rest else end}"


def _dotted(path: Path) -> str:
    return ".".join(key if _BARE.fullmatch(key) else json.dumps(key) for key in path)


def _shown(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)
