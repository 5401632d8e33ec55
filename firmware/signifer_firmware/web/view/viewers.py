"""Who looks at a table, and what of it is theirs: hands, buttons, screens.

A viewer is "red" or "blue" (a person who plays that side), a seat of a game that has more of them, "both" (two people
at one laptop, or somebody who watches robots), "spectator", whose view holds nothing that is hidden from either player,
or "phone red" or "phone blue".
"""

from __future__ import annotations

from signifer_core.layout import SIDES, Side

from signifer_firmware.config.model import TableConfig

# The phone of a player, which sees what a spectator does and what that player may ask their own screen for.
PHONES: dict[Side, str] = {player: f"phone {player}" for player in SIDES}
BOTH, SPECTATOR = "both", "spectator"
VIEWERS = (*SIDES, BOTH, SPECTATOR, *PHONES.values())
# Who sits at the computer of a real table whose buttons are the page's.
OWNER = "owner"
LOOK_ON = (SPECTATOR, OWNER, *PHONES.values())


def sees(viewer: str, player: str) -> bool:
    """Whether the hand of ``player`` is open to ``viewer``."""
    return viewer in (player, BOTH)


def keys_of(config: TableConfig, viewer: str) -> tuple[str, ...]:
    """The buttons that ``viewer`` may press where they are the page's: all at the table's own computer, on a player's
    phone the dice and that player's."""
    if viewer == OWNER:
        return config.keys
    player = next((player for player, phone in PHONES.items() if phone == viewer), None)
    return tuple(name for name in config.keys if player and name.rpartition(" ")[2] in (player, "dice"))
