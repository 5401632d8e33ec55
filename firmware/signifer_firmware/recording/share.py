"""A game to be given away: as a moving picture, as one file for a browser, as a link.

Of a game that is not over nothing is in it that only one player knows.
"""

from __future__ import annotations

import io
import json
import zlib
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from importlib import resources

from PIL import Image, ImageChops
from signifer_core.errors import ConfigError, RulesError
from signifer_core.json_values import Json

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.i18n.words import words_of

from .archive import MOST_BYTES
from .game_text import CARDS, MISSING, RUNNING, GameRecord, written
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
# Which card of an action its player alone may know, by the page of the game.
Hidden = Callable[[object], str]


@dataclass(frozen=True)
class Shared:
    """A game with what nobody is to be told of it: ``hidden`` of its actions, if it is not over."""

    bundle: AnyBundle
    record: GameRecord
    hidden: Hidden

    def _secret(self, line: str) -> str:
        """The card that a line names and that is not to be told; "" for none."""
        if self.record.tags["Result"] != RUNNING:
            return ""
        try:
            return self.hidden(self.bundle.parse(line))
        except RulesError:
            return ""

    def picture(self, language: str) -> bytes:
        """A GIF that moves."""
        drawn = (each for _, found in self._scenes(language) for each in found)
        file = io.BytesIO()
        save(drawn, file)
        return file.getvalue()

    def _scenes(self, language: str) -> Iterator[tuple[str, list[Image.Image]]]:
        """ConfigError at the picture with which there are too many."""
        count = 0
        for text, drawn in scenes(self.bundle, self.record, language, self._secret):
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

    def link(self) -> str:
        """What stands behind ``#game=`` of a page's address. ConfigError if it were too long, or told a secret."""
        if any(self._secret(text) for kind, text in self.record.lines if kind in ("gesture", "action")):
            raise ConfigError(
                ["the game is not over, and a link would tell cards that only one player knows"]
            )
        tags = {name: text for name, text in self.record.tags.items() if name not in _NOT_NEEDED}
        packed = zlib.compress(written(replace(self.record, tags=tags)).encode(), 9)
        found = LINK + urlsafe_b64encode(packed).decode().rstrip("=")
        if len(found) > MOST_LINK:
            raise ConfigError(["the game is too long for a link; share an earlier line, or one file"])
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
