"""Text on a tag that a phone reads: one NDEF text record in the memory of an NTAG (NFC Forum, Type 2 Tag 1.2).

The tag is never left with half a text: it is empty from the first page that is written to the last one, which says how
long the text is. Needs ndeflib (the extra `text`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from signifer_core.errors import DriverError
from signifer_drivers.readers.ntag import PAGE, TagError

CAPABILITY, USER = 3, 4
MAGIC = 0xE1
_NULL, _LOCK, _MEMORY, _NDEF, _END = 0x00, 0x01, 0x02, 0x03, 0xFE
_MOST = 254


class Pages(Protocol):
    """The pages of a tag; `ntag.TagPages` are these."""

    def read(self, page: int) -> bytes: ...

    def write(self, page: int, data: bytes) -> None: ...


def check() -> None:
    """DriverError if ndeflib is missing."""
    try:
        import ndef
    except ImportError:
        raise DriverError(
            "ndeflib is missing, which puts text on tags: pip install 'signifer[text]'"
        ) from None
    assert ndef


def message(text: str) -> bytes:
    """A message of one English text record."""
    import ndef

    return b"".join(ndef.message_encoder([ndef.TextRecord(text, "en")]))


def texts(data: bytes) -> list[str]:
    """The text records of a message; none if it is no message."""
    import ndef

    try:
        return [record.text for record in ndef.message_decoder(data) if isinstance(record, ndef.TextRecord)]
    except (ndef.DecodeError, ValueError):
        return []


def user_memory(tag: Pages) -> bytes:
    """What stands in the part of a tag that is free for messages. TagError if it has none, or is read-only."""
    magic, _, size, access = tag.read(CAPABILITY)[:PAGE]
    if magic != MAGIC:
        raise TagError("the tag is not formatted for text; the table needs none")
    if access & 0x0F:
        raise TagError("the tag is locked against writing; the table needs no text on it")
    count = size * 8 // PAGE
    return b"".join(tag.read(page) for page in range(USER, USER + count, PAGE))[: size * 8]


def message_in(memory: bytes) -> tuple[int, bytes]:
    """Where the message begins, or would begin, in a tag's memory, and the message; b"" if there is none."""
    at = 0
    while at + 1 < len(memory):
        kind = memory[at]
        if kind == _NULL:
            at += 1
            continue
        if kind not in (_LOCK, _MEMORY):
            break
        at += 2 + memory[at + 1]
    if at + 1 < len(memory) and memory[at] == _NDEF and memory[at + 1] <= _MOST:
        return at, memory[at + 2 : at + 2 + memory[at + 1]]
    return min(at, len(memory)), b""


def write(tag: Pages, content: bytes) -> None:
    """Let the tag carry the message ``content``, b"" for none; what stands before it stays. TagError if it does not
    fit, or is not kept."""
    memory = user_memory(tag)
    start, _ = message_in(memory)
    if start + len(content) + 3 > len(memory) or len(content) > _MOST:
        raise TagError(f"the text needs {len(content) + 3} bytes, and the tag has {len(memory) - start}")
    whole = memory[:start] + bytes((_NDEF, len(content))) + content + bytes((_END,))
    whole += bytes(-len(whole) % PAGE)
    length_at = (start + 1) // PAGE
    empty = bytearray(whole[length_at * PAGE : (length_at + 1) * PAGE])
    empty[(start + 1) % PAGE] = 0
    tag.write(USER + length_at, bytes(empty))
    for page, data in _pages(whole):
        if page >= start // PAGE and page != length_at:
            tag.write(USER + page, data)
    if bytes(empty) != whole[length_at * PAGE : (length_at + 1) * PAGE]:
        tag.write(USER + length_at, whole[length_at * PAGE : (length_at + 1) * PAGE])


def _pages(memory: bytes) -> Iterator[tuple[int, bytes]]:
    for page in range(len(memory) // PAGE):
        yield page, memory[page * PAGE : (page + 1) * PAGE]
