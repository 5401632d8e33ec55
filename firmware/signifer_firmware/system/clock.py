"""Whether the clock of the day can be trusted: who has set it since the start. Many a Pi has none that goes on without
power, and systemd lets it go on from the last start then: that is no date."""

from __future__ import annotations

from .facts import Facts

# systemd's own sign that the network has set it.
SYNCHRONIZED = "run/systemd/timesync/synchronized"
CLOCKS = "sys/class/rtc"
# Before this program was written.
EARLIEST_S = 1_735_689_600  # 2025
# A clock of its own that is farther from the system's is not the one that set it.
MOST_APART_S = 86_400


def set_by(facts: Facts, wall_s: int) -> str:
    """Who has set the clock of the day, which now says ``wall_s``: "the network", "a clock of its own", or "" if
    nobody did. A Pi 5 without a battery has a clock that began in 1970."""
    if wall_s < EARLIEST_S:
        return ""
    if facts.exists(SYNCHRONIZED):
        return "the network"
    for name in facts.names(CLOCKS):
        said = facts.text(f"{CLOCKS}/{name}/since_epoch").strip()
        seconds = int(said) if said.isascii() and said.isdecimal() and len(said) < 12 else 0
        if (
            facts.text(f"{CLOCKS}/{name}/hctosys").strip() == "1"
            and seconds >= EARLIEST_S
            and abs(seconds - wall_s) < MOST_APART_S
        ):
            return "a clock of its own"
    return ""
