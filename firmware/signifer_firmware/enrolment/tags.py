"""The tags of a table's cards, in its store; and which tags are none for cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from types import MappingProxyType

from signifer_core.json_values import Json, as_list, as_object, as_str
from signifer_drivers.readers.ntag import SAK_CLASSIC, SAK_ISO14443_4

from signifer_firmware.backup.restoring import settle
from signifer_firmware.game_api.card_names import CardNames, TagNames, full_id
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.storage.as_owner import Ask, in_folder
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.reading import OLD, as_replaced, replaced_by
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

    def __init__(self, path: Path, game: str = DEFAULT_GAME, *, lock: bool = False) -> None:
        """With ``lock`` no other program that asks for it has the store meanwhile. What root does in a folder of
        somebody else's, such as a service's, its owner does."""
        self._game = game
        self._open = ExitStack()
        self._ask = self._open.enter_context(in_folder(path, partial(_served, lock=lock)))

    @property
    def tags(self) -> Mapping[bytes, str]:
        """The card of every tag."""
        return self._asked("cards")

    @property
    def replaced(self) -> Mapping[bytes, str]:
        """The card that each tag was on before another one replaced it."""
        return self._asked("replaced")

    def _asked(self, what: str) -> Mapping[bytes, str]:
        known = as_object(self._ask(what, None))
        cards = {bytes.fromhex(uid): as_str(card) for uid, card in known.items()}
        return CardNames(cards, lambda: TagNames(self._game))

    def bind(self, uid: bytes, card: str, *, instead: bool = False) -> None:
        """The tag is on the card from now on, wherever it was before; ``instead`` of all others that the card has."""
        self.change({uid: card}, replaced=replaced_by({uid: card}, self.tags) if instead else {})

    def forget(self, uid: bytes) -> None:
        """The tag is on no card any more, nor was it on any."""
        tags, replaced = self.tags, self.replaced
        known = tags if uid in tags else replaced
        card = known[uid]
        rest = {other: each for other, each in known.items() if each == card and other != uid}
        if known is tags:
            self.change(rest, (card,))
        else:
            self.change({}, (OLD + full_id(self._game, card),), rest)

    def forget_all(self, cards: tuple[str, ...]) -> None:
        """All tags of these cards are on no card any more, nor were they on any."""
        self.change({}, (*cards, *(OLD + full_id(self._game, card) for card in cards)))

    def change(
        self,
        tags: Mapping[bytes, str],
        forgotten: tuple[str, ...] = (),
        replaced: Mapping[bytes, str] = MappingProxyType({}),
    ) -> None:
        """All tags of the cards ``forgotten`` are forgotten, then ``tags`` are bound, and those ``replaced`` known as
        such, all in one transaction."""
        bound, old = (
            {uid: full_id(self._game, card) for uid, card in each.items()} for each in (tags, replaced)
        )
        known_as: dict[str, Json] = {uid.hex(): card for uid, card in {**bound, **as_replaced(old)}.items()}
        self._ask("bind", [known_as, [full_id(self._game, card) for card in forgotten]])

    def close(self) -> None:
        self._open.close()


@contextmanager
def _served(path: Path, *, lock: bool) -> Iterator[Ask]:
    """What is asked of the store at ``path``, by whoever may open it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone(path) if lock else nullcontext():
        if lock:
            # A backup that waits would be put in place of what is written now.
            settle(path)
        with closing(Store(path)) as store:
            yield _asked(path, store)


def _asked(path: Path, store: Store) -> Ask:
    def ask(name: str, given: Json) -> Json:
        if name in ("cards", "replaced"):
            found = store.cards() if name == "cards" else store.replaced()
            return {uid.hex(): card for uid, card in found.items()}
        bound, forgotten = as_list(given)
        tags = {bytes.fromhex(uid): as_str(card) for uid, card in as_object(bound).items()}
        store.bind(tags, tuple(map(as_str, as_list(forgotten))))
        if store.trouble:
            raise StoreError(f"{path}: {store.trouble}")
        return None

    return ask
