"""The tags of a table's cards, in its store; and which tags are none for cards."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from signifer_drivers.readers.ntag import SAK_CLASSIC, SAK_ISO14443_4

from signifer_firmware.game_api.card_names import CardNames, TagNames, full_id
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.storage.store import Store, StoreError

TAKE = "take NTAG213 tags, whose numbers have 7 bytes and stay"
_RANDOM = 0x08


def foreign(uid: bytes, sak: int | None = None) -> str:
    """Why a tag with this number, and this SAK if it is known, is none for a card; "" if it may be one."""
    number = uid.hex().upper()
    if len(uid) == 4 and uid[0] == _RANDOM:
        return f"{number} is a number made up for the moment, as phones, bank cards and passes do: {TAKE}"
    if len(uid) != 7:
        what = "a MIFARE Classic, a key or a bank card" if len(uid) == 4 else "none that is sold for cards"
        return f"{number} is a number of {len(uid)} bytes, {what}: {TAKE}"
    if sak is not None and sak & SAK_ISO14443_4:
        return f"{number} speaks the protocol of bank cards and passes: leave it in the pocket, {TAKE}"
    if sak is not None and sak & SAK_CLASSIC:
        return f"{number} is a MIFARE Classic, as keys have it: {TAKE}"
    return ""


class TagStore:
    """The tags in the store at ``path``, each change on disk when the call returns. StoreError where it is not, or if
    the store cannot be used.

    Cards are called as ``game`` calls them, those of other games with their game's name before them. In the store
    those of `card_names.UNPREFIXED` are without it.
    """

    def __init__(self, path: Path, game: str = DEFAULT_GAME) -> None:
        self._path = path
        self._game = game
        self._store = Store(path)
        self._give_back()

    @property
    def tags(self) -> Mapping[bytes, str]:
        """The card of every tag."""
        return CardNames(self._store.cards(), lambda: TagNames(self._game))

    def bind(self, uid: bytes, card: str, *, instead: bool = False) -> None:
        """The tag is on the card from now on, wherever it was before; ``instead`` of all others that the card has."""
        self.change({uid: card}, (card,) if instead else ())

    def forget(self, uid: bytes) -> None:
        """The tag is on no card any more."""
        card = self.tags[uid]
        rest = {other: each for other, each in self.tags.items() if each == card and other != uid}
        self.change(rest, (card,))

    def change(self, tags: Mapping[bytes, str], forgotten: tuple[str, ...] = ()) -> None:
        """All tags of the cards ``forgotten`` are forgotten, then ``tags`` are bound, all in one transaction."""
        known_as = {uid: full_id(self._game, card) for uid, card in tags.items()}
        self._store.bind(known_as, tuple(full_id(self._game, card) for card in forgotten))
        if self._store.trouble:
            raise StoreError(f"{self._path}: {self._store.trouble}")

    def close(self) -> None:
        self._store.close()
        self._give_back()

    def _give_back(self) -> None:
        """What root has made in a service's folder belongs to the service, as the folder does."""
        if os.geteuid() != 0:
            return
        owner = self._path.parent.stat()
        for file in self._path.parent.glob(f"{self._path.name}*"):
            with suppress(OSError):
                os.chown(file, owner.st_uid, owner.st_gid)
