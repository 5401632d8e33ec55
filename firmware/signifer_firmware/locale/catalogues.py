"""What the catalogues lack: ``python -m signifer_firmware.locale.catalogues [--write]``.

Goes through the source for messages and through every catalogue for translations, and prints what is missing, wrong or
no longer used. With ``--write`` the catalogues get new messages (still to be translated) and lose unused ones.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from signifer_firmware.words import ENGLISH, LANGUAGES

HERE = Path(__file__).parent
SOURCE = HERE.parent
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
Key = str | tuple[str, str]
_FIGURE = re.compile(r"\{(\w+)\}")
# No dates and no names: they would change with every writing.
_HEAD = r"""# Signifer: what its screens say. docs/glossary.md has the terms, CONTRIBUTING.md how to translate.
msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: {plurals}\n"

"""


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
    """The messages in ``say(...)``, ``marked(...)`` and ``Plural(...)`` of a module's source, in their order."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name == "Plural" and len(call.args) == 3:
            one, many = (_literal(argument) for argument in call.args[:2])
            if one and many:
                yield one, many
        elif name in ("say", "marked") and call.args:
            values = call.args[0].values if isinstance(call.args[0], ast.Dict) else call.args[:1]
            yield from filter(None, map(_literal, values))


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def catalogue(language: str) -> Catalog:
    """The catalogue of a language; ``babel.messages.pofile.PoFileError`` if it is no catalogue."""
    with (HERE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def faults(language: str) -> list[str]:
    """What keeps a catalogue from being whole, one line a fault."""
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
    old = catalogue(language)
    said = {_key(entry): entry for entry in old if entry.id}
    new = Catalog(locale=language, fuzzy=False)
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
            (HERE / f"{language}.po").write_text(text(language), encoding="utf-8")
    found = [fault for language in TRANSLATED for fault in faults(language)]
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
