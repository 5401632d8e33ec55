"""Files that are made to be too much for whoever reads them, by name; none is larger than a megabyte."""

from __future__ import annotations

import gzip
from collections.abc import Callable

GAME = b'game = "field-of-glory"\n'
RECORD = b'[Game "field-of-glory"]\n[Date "2026.01.01"]\n[Result "*"]\n[Setup "{}"]\n\n'
REPORT = b'{"signifer report":1,"settings":[]}\n'
MEGABYTE = 1_000_000


def _numbered(line: bytes, count: int) -> bytes:
    return b"".join(line % number for number in range(count))


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6)


# What TOML can be made of: tables, corrections, decks, tags.
TOML: dict[str, Callable[[], bytes]] = {
    "a key of 50,000 parts": lambda: b".".join([b"a"] * 45_000) + b" = 1\n",
    "a header of many parts": lambda: GAME + b"".join(b"[%s]\n" % b".".join([b"a"] * 500) for _ in range(90)),
    "quoted parts": lambda: b".".join([b'"a"'] * 900) + b" = 1\n",
    "parts with blanks": lambda: b" . ".join([b"a"] * 900) + b" = 1\n",
    "open brackets": lambda: GAME + b"a = " + b"[" * 3_900,
    "open brackets in lines": lambda: GAME + b"a = " + b"[\n" * 45_000,
    "tables in tables": lambda: (
        GAME + b"".join(b"k%d = %s1%s\n" % (n, b"{a=" * 60, b"}" * 60) for n in range(350))
    ),
    "names of cards": lambda: GAME + _numbered(b'[card."red/spaer-%d"]\nunit_value = 3\n', 2_400),
    "names of kinds": lambda: GAME + b"[kind]\n" + _numbered(b"spaer%d.x = 3\n", 6_500),
    "tags of no card": lambda: GAME + b"[tags]\n" + _numbered(b'041122%08X = "red/spaer"\n', 3_000),
    "keys of nothing": lambda: GAME + _numbered(b"k%d = 1\n", 8_000),
    "lines that are wrong": lambda: GAME + _numbered(b"k%d = 1\n", 7_500) + b"x =\n" * 40,
    "quotes that do not end": lambda: GAME + b'a = """\n' + b'\\"""\\\n' * 16_000,
    "quotes in a line": lambda: GAME + (b'"\\' * 1_900 + b"." * 99 + b"\n") * 24,
    "readers without end": lambda: b"[[reader]]\n" * 9_000,
    "readers at one place": lambda: b'[[reader]]\nzone = "1 red"\n' * 3_700,
    "a megabyte of keys": lambda: GAME + _numbered(b"k%d = 1\n", 80_000),
    "a megabyte of nothing": lambda: b"\0" * MEGABYTE,
    "a megabyte of line ends": lambda: b"\n" * MEGABYTE,
    "a megabyte of no text": lambda: b"\xff" * MEGABYTE,
    "escape codes": lambda: b'game = "\\u001b]0;evil\\u0007"\n"\\u001b[2J" = 1\n',
}
RECORDS: dict[str, Callable[[], bytes]] = {
    "lines of no game": lambda: RECORD + b"lay red x\n" * 35_000,
    "tags of no record": lambda: b'[A "b"]\n' * 45_000,
    "dice without end": lambda: RECORD + b"roll red 4 free\n" * 24_000 + b"end *\n",
    "brackets in a tag": lambda: RECORD.replace(b"{}", b"[" * 300_000) + b"end *\n",
    "escape codes": lambda: RECORD.replace(b"2026", b"\x1b[2J") + b"\x1b]0;evil\x07\nend *\n",
    "a megabyte": lambda: b"x" * MEGABYTE,
    "a line without end": lambda: b"[" + b"a " * 190_000 + b"]\n",
    "a game's name without end": lambda: b'[Game "' + b"x" * 390_000 + b'"]\n\nend *\n',
}
SCRIPTS: dict[str, Callable[[], bytes]] = {
    "words of no language": lambda: b"game field-of-glory\n" + b"putt spear-1 3 red\n" * 4_000,
    "expectations of nothing": lambda: b"game field-of-glory\n" + b"expect x\n" * 10_000,
    "blocks in blocks": lambda: b"game field-of-glory\n" + b"together\n" * 10_000,
    "escape codes": lambda: b"game \x1b[2J\nput \x1b]0;evil\x07 3 red\n",
    "a megabyte": lambda: b"wait 1\n" * 140_000,
    "waits without end": lambda: b"game field-of-glory\n" + b"wait 30\nexpect screen red x\n" * 300,
    "a wait of eleven days": lambda: b"game field-of-glory\nwait 999999\n",
}
REPORTS: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: _packed(b""),
    "no report": lambda: _packed(b"[]"),
    "torn": lambda: _packed(REPORT)[:40],
    "lines": lambda: _packed(b"[]\n" * 10_000_000),
    "line ends": lambda: _packed(b"\n" * 39_000_000),
    "lists": lambda: _packed(REPORT + b'["head",0,{"x":[' + b"[]," * 10_000_000 + b"0]}]\n"),
    "brackets": lambda: _packed(b"[" * 4_000_000),
    "digits": lambda: _packed(b"9" * 39_000_000),
    "odd numbers": lambda: _packed(REPORT + b'["head",1e999,{"entry":-0,"table":{},"lying":NaN}]\n'),
    "escape codes": lambda: _packed(b'{"signifer report":"\\u001b]0;evil\\u0007"}'),
}  # fmt: skip
