"""The outlook: all that screens show beside the state of the game, as one value."""

from __future__ import annotations

from dataclasses import dataclass, field

from signifer_core.layout import Side
from signifer_core.procedure import Correction, Prompt, Roll
from signifer_core.rules import Refusal

from . import dice
from .menus import Shown
from .own_menu import OwnShown
from .pairing import CodeShown
from .questions import UNSEEN
from .settings import Settings

# What is on at the table: a game, the start picture, or nothing any more.
GAME, START, OFF = "game", "start", "off"


# Without slots, because each mode copies it (frozen.replace).
@dataclass(frozen=True)
class Outlook:
    """Everything that screens show beside the state: what stands, what is asked, what is broken; what the game tells
    beside what it asks (``notices``); and how many cards each player has on their pad that nothing was said about yet
    (``offers``), never which, and what `ok` would do with them (``pads``). ``agreement`` is what the menu shows while
    people overrule the table, and without a game (``phase``) what may begin; ``own`` what the menu of a player shows to
    them alone, ``codes`` what it asks them about a phone, ``odds`` the column of which both see the odds; ``settings``
    are what players have chosen, ``address`` is where the table's page is (``sought`` until a phone has come),
    ``network`` the table's own, by name and code; ``minutes`` what each player's clock shows, red's first; ``decks``
    are red's and blue's in games that may begin, by the game, if players bring their own."""

    refusals: tuple[Refusal, ...] = ()
    corrections: tuple[Correction, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    said: tuple[Prompt, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    rolls: tuple[Roll, ...] = ()
    notes: tuple[dice.Note, ...] = ()
    notices: tuple[Prompt, ...] = ()
    offers: tuple[tuple[Side, int], ...] = ()
    pads: tuple[Prompt, ...] = ()
    agreement: Shown | None = None
    phase: str = GAME
    address: str = ""
    sought: bool = False
    network: tuple[str, ...] = ()
    minutes: tuple[int, ...] = ()
    own: tuple[tuple[Side, OwnShown], ...] = ()
    codes: tuple[tuple[Side, CodeShown], ...] = ()
    odds: int | None = None
    settings: Settings = field(default_factory=Settings)
    decks: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def refusals_of(self, player: str) -> tuple[Refusal, ...]:
        """What stands against ``player``."""
        return tuple(refusal for refusal in self.refusals if refusal.player == player)


def is_reader_of(part: str, place: str) -> bool:
    """Whether a part is the reader of this name, or one of several of a zone: "reader 3 red b" is one of "3 red"."""
    return f"reader {place}" in (part, part[:-2])


def readers_failing(outlook: Outlook, place: str) -> tuple[str, ...]:
    """The parts that are readers of a zone and fail, the oldest fault first."""
    return tuple(part for part, _ in outlook.faults if is_reader_of(part, place))


def has_to_see(player: Side, outlook: Outlook, before: Outlook) -> bool:
    """Whether something new stands against ``player``, their pad has just failed, or the table asks them what it did
    not see."""
    refused = set(outlook.refusals_of(player)) - set(before.refusals_of(player))
    failed = bool(readers_failing(outlook, f"pad {player}")) and not readers_failing(before, f"pad {player}")
    asked = {prompt for prompt in outlook.prompts if (prompt.player, prompt.key) == (player, UNSEEN)}
    return bool(refused) or failed or not asked <= set(before.prompts)
