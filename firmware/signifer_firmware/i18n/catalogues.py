"""Gaps in the catalogues: ``python -m signifer_firmware.i18n.catalogues [--write]``.

Goes through the source for messages and through every catalogue for translations, and prints what is missing, wrong or
no longer used; then through all that is written by language beside the catalogues (``places.py``). With ``--write`` the
catalogues get new messages (still to be translated) and lose unused ones; a language that has none yet gets one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from .places import SOURCE, lacking
from .words import ENGLISH, LANGUAGES

HERE = Path(__file__).parent / "locale"
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
Key = str | tuple[str, str]
# A game's texts; of its tables one says which entry an agreed word is about, and nothing to players.
TEXTS, UNSAID = "GameTexts", "agreed"
_FIGURE = re.compile(r"\{(\w+)\}")
# No dates and no names: they would change with every writing.
_HEAD = r"""# Signifer: what its screens say. docs/glossary.md has the terms, CONTRIBUTING.md how to translate.
msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: {plurals}\n"

"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message stands: in which table or function, under what name; ``by`` is the figure of its plural."""

    key: Key
    table: str
    name: str = ""
    by: str = ""


def used() -> dict[Key, list[str]]:
    """Every message of the source, with the files where it stands; a pair where it depends on a number."""
    found: dict[Key, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for key in messages_in(path.read_text(encoding="utf-8")):
            files = found.setdefault(key, [])
            if path.relative_to(SOURCE).as_posix() not in files:
                files.append(path.relative_to(SOURCE).as_posix())
    return found


def messages_in(source: str) -> Iterator[Key]:
    """The messages in ``say(...)``, ``marked(...)``, ``Plural(...)`` and the tables of ``GameTexts(...)`` of a module's
    source, in their order."""
    return (place.key for place in places_in(source))


@cache
def places_in(source: str) -> tuple[Place, ...]:
    """The messages of a module's source, in their order, each with the place where it stands."""
    return tuple(_places(ast.parse(source), "", ""))


def _places(node: ast.AST, table: str, name: str) -> Iterator[Place]:
    """Those in and under a node that stands in ``table``, as the value of ``name`` if that is a dictionary."""
    if isinstance(node, ast.Call):
        yield from _called(node, table, name)
        table = TEXTS if _function(node) == TEXTS else table
    elif isinstance(node, ast.keyword) and isinstance(node.value, ast.Dict) and table == TEXTS:
        table = node.arg or ""
        yield from () if table == UNSAID else _marked(node.value, table)
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        table = node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign) and not table:
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        table = target.id if isinstance(target, ast.Name) else ""
    names = _names(node) if isinstance(node, ast.Dict) else {}
    for child in ast.iter_child_nodes(node):
        yield from _places(child, table, names.get(child, ""))


def _function(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _called(call: ast.Call, table: str, name: str) -> Iterator[Place]:
    called = _function(call)
    if called == "Plural" and len(call.args) == 3:
        one, many, by = map(_literal, call.args)
        if one and many:
            yield Place((one, many), table, name, by)
    elif called in ("say", "marked") and call.args:
        yield from _marked(call.args[0], table)


def _marked(told: ast.expr, table: str) -> Iterator[Place]:
    names = _names(told) if isinstance(told, ast.Dict) else {told: ""}
    yield from (Place(text, table, key) for value, key in names.items() if (text := _literal(value)))


def _names(told: ast.Dict) -> dict[ast.AST, str]:
    """The values of a table with their keys."""
    pairs = ((key, value) for key, value in zip(told.keys, told.values, strict=True) if key)
    return {
        value: str(key.value) if isinstance(key, ast.Constant) else ast.unparse(key) for key, value in pairs
    }


def _literal(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def catalogue(language: str) -> Catalog:
    """The catalogue of a language; ``babel.messages.pofile.PoFileError`` if it is no catalogue."""
    with _file(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def _file(language: str) -> Path:
    return HERE / f"{language}.po"


def faults(language: str) -> list[str]:
    """What keeps a catalogue from being whole, one line a fault."""
    if not _file(language).exists():
        return [f"{language}: there is no {_file(language).name}: make languages begins it"]
    here = catalogue(language)
    wanted = used()
    said = {_key(entry): entry for entry in here if entry.id}
    found = [f"{language}: not translated: {_shown(key)}" for key in wanted if key not in said]
    found += [f"{language}: no longer used: {_shown(key)}" for key in said if key not in wanted]
    found += [f"{language}: obsolete: {_shown(_key(entry))}" for entry in here.obsolete.values()]
    for key, entry in said.items():
        found += [f"{language}: {fault}: {_shown(key)}" for fault in _faults_of(entry, here.num_plurals)]
    return found


def _faults_of(entry: Entry, forms: int) -> Iterator[str]:
    """What is wrong with one translation: it needs the very figures of the English; the form for one may say "one"."""
    texts = entry.string if isinstance(entry.string, (tuple, list)) else (entry.string,)
    if entry.fuzzy:
        yield "fuzzy"
    if not all(texts) or (entry.pluralizable and len(texts) != forms):
        yield "not translated"
        return
    key = _key(entry)
    figures = set(_FIGURE.findall(key if isinstance(key, str) else key[1]))
    said = [set(_FIGURE.findall(text or "")) for text in texts]
    if said[-1] != figures or any(not some <= figures for some in said):
        yield f"other figures than {', '.join(sorted(figures)) or 'none'}"


def text(language: str) -> str:
    """The catalogue brought up to date: new messages without translation, unused ones gone, in the source's order."""
    old = catalogue(language) if _file(language).exists() else Catalog(locale=language)
    said = {_key(entry): entry for entry in old if entry.id}
    new = Catalog(locale=language, fuzzy=False)
    # Since 2.19 Babel has a third plural for French, that of millions.
    new.mime_headers = [("Plural-Forms", old.plural_forms)]
    for key, files in used().items():
        entry = said.get(key)
        new.add(key, entry.string if entry else None, [(file, 1) for file in files])
    written = BytesIO()
    write_po(written, new, width=110, omit_header=True, include_lineno=False)
    return _HEAD.format(language=language, plurals=old.plural_forms) + written.getvalue().decode()


def _key(entry: Entry) -> Key:
    return entry.id if isinstance(entry.id, str) else (entry.id[0], entry.id[1])


def _shown(key: Key) -> str:
    return key if isinstance(key, str) else " / ".join(key)


def main() -> int:
    """Report, after writing if that was asked; 1 if anything is missing."""
    if "--write" in sys.argv[1:]:
        for language in TRANSLATED:
            _file(language).write_text(text(language), encoding="utf-8")
    found = [fault for language in TRANSLATED for fault in (*faults(language), *lacking(language))]
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
