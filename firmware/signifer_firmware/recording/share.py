"""A game to be given away: as a moving picture, as one file for a browser, as a link.

Of a game that is not over nothing is in it that only one player knows.
"""

from __future__ import annotations

import io
import json
import zlib
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from html import escape
from importlib import resources

from PIL import Image, ImageChops
from signifer_core.errors import ConfigError
from signifer_core.json_values import Json

from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.i18n.words import ENGLISH, words_of

from .archive import MOST_BYTES
from .game_text import CARDS, CORRECTIONS, MISSING, RESULT, RUNNING, GameRecord, positions, written
from .moving_picture import PALETTE, save, scenes

# A file for a browser is refused beyond this; the longest of whole games is a fifth of it.
MOST_PAGE_BYTES = 10_000_000
# Each takes 370 kB of memory while all are put together.
MOST_PICTURES = 1_000
# After so many pictures one stands whole; those between hold what has changed.
WHOLE_EVERY = 16
# What a link may be: mail programs and chats break longer ones.
MOST_LINK = 8_000
LINK = "1"
# What a player alone may know of the actions of a game that came to a state: by their place who, and the word of it. So
# the page of a game has it.
Secrets = Callable[[Sequence[object], AnyState], Mapping[int, tuple[str, str]]]


def secrets_of(
    bundle: AnyBundle, record: GameRecord, state: AnyState, secrets: Secrets
) -> Mapping[int, tuple[str, str]]:
    """What of a record that came to ``state`` only one player knows: by the place of a line who, and the word of it."""
    acted = [at for at, (kind, _) in enumerate(record.lines) if kind in ("gesture", "action")]
    found = secrets([bundle.parse(record.lines[at][1]) for at in acted], state)
    return {acted[at]: secret for at, secret in found.items()}


@dataclass(frozen=True)
class Shared:
    """A game with what nobody is to be told of it: ``secrets`` of its actions, if it is not over; None for one of which
    all may be told."""

    bundle: AnyBundle
    record: GameRecord
    secrets: Secrets | None

    @cached_property
    def _hidden(self) -> Mapping[int, str]:
        """By the place of a line, the word of it that is not to be told."""
        if self.secrets is None or self.record.tags[RESULT] != RUNNING:
            return {}
        ((_, last),) = deque(positions(self.bundle, self.record), maxlen=1)
        found = secrets_of(self.bundle, self.record, last.state, self.secrets)
        return {at: word for at, (_, word) in found.items()}

    @property
    def _tells_decks(self) -> bool:
        """Whether the record has the text of both players' own decks, of a game that is not over."""
        is_on = self.secrets is not None and self.record.tags[RESULT] == RUNNING
        return is_on and CORRECTIONS in self.record.tags and bool(self.bundle.sitting)

    def picture(self, language: str) -> bytes:
        """A GIF that moves."""
        drawn = (each for _, found in self._scenes(language) for each in found)
        file = io.BytesIO()
        save(drawn, file)
        return file.getvalue()

    def _scenes(self, language: str) -> Iterator[tuple[str, list[Image.Image]]]:
        """ConfigError at the picture with which there are too many."""
        count = 0
        for text, drawn in scenes(self.bundle, self.record, language, self._hidden):
            count += len(drawn)
            if count > MOST_PICTURES:
                raise ConfigError(["the game is too long for pictures; share it as a link"])
            yield text, drawn

    def page(self, language: str) -> bytes:
        """One file for a browser, with a timeline: it asks nobody for anything. ConfigError if it were too large."""
        words = words_of(language)
        said, frames = [], list[Json]()
        before: Image.Image | None = None
        for text, drawn in self._scenes(language):
            said.append((text, len(frames)))
            for image in drawn:
                frames.append(_frame(image, None if len(frames) % WHOLE_EVERY == 0 else before))
                before = image
        assert before is not None
        steps = "".join(f'<li><button data-at="{at}">{escape(text)}</button></li>' for text, at in said)
        style, script = _asset("style.css"), _asset("script.js")
        values = {
            "language": language,
            "title": escape(f"Signifer: {self.bundle.game.title}"),
            "script-digest": b64encode(sha256(script.encode()).digest()).decode(),
            "style-digest": b64encode(sha256(style.encode()).digest()).decode(),
            "style": style,
            "script": script,
            "steps": steps,
            "width": str(before.width),
            "height": str(before.height),
            "timeline": escape(words.say("Timeline")),
            "play": escape(words.say("Play it back")),
            "picture": escape(words.say("The table, step by step; the list tells each in words.")),
            "frames": json.dumps(frames, separators=(",", ":")),
        }
        text = _asset("page.html")
        for name, value in values.items():
            text = text.replace(f"<!--{name}-->", value)
        if len(text) > MOST_PAGE_BYTES:
            raise ConfigError(["the game is too long for one file; share it as a link"])
        return text.encode()

    def link(self, language: str = ENGLISH) -> str:
        """What stands behind ``#game=`` of a page's address. ConfigError if it were too long, or told a secret."""
        say = words_of(language).say
        if self._hidden:
            raise ConfigError(
                [say("The game is not over, and a link would tell what only one player knows.")]
            )
        if self._tells_decks:
            raise ConfigError([say("The game is not over, and a link would tell both decks.")])
        tags = {name: text for name, text in self.record.tags.items() if name not in _NOT_NEEDED}
        packed = zlib.compress(written(replace(self.record, tags=tags)).encode(), 9)
        found = LINK + urlsafe_b64encode(packed).decode().rstrip("=")
        if len(found) > MOST_LINK:
            raise ConfigError([say("The game is too long for a link: share an earlier line, or one file.")])
        return found


_NOT_NEEDED = ("Commitment", "Seal", "Secret", MISSING, f"Red{CARDS}", f"Blue{CARDS}")


def of_link(text: str) -> bytes:
    """The record in a link; ConfigError if it is none."""
    packed = text.removeprefix(LINK)
    try:
        if packed == text or len(text) > MOST_LINK or not packed.isascii():
            raise ValueError(text[:20])
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_BYTES)
        if not unpacking.eof:
            raise ValueError("cut off")
    except (ValueError, zlib.error):
        raise ConfigError(["the link is no game, or not whole; have it sent again"]) from None
    return data


def _frame(image: Image.Image, before: Image.Image | None) -> Json:
    """A picture as where it lies and a PNG: all of it, or what differs from the one ``before``; None for nothing."""
    box = (0, 0, *image.size)
    if before is not None:
        differs = ImageChops.difference(image.convert("L"), before.convert("L")).getbbox()
        if differs is None:
            return None
        box = differs
    part = image.crop(box)
    part.putpalette(PALETTE)
    file = io.BytesIO()
    part.save(file, format="PNG", bits=4)
    return [box[0], box[1], b64encode(file.getvalue()).decode()]


def _asset(name: str) -> str:
    return resources.files("signifer_firmware.recording").joinpath("shared", name).read_text("utf-8")
