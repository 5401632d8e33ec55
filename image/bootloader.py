"""What the bootloader of a Raspberry Pi does with autoboot.txt and config.txt, for want of one that could be emulated.

Written from its documentation ("autoboot.txt", "config.txt: conditional filters"), apart from what writes those files.
"""

from __future__ import annotations

from collections.abc import Iterator

# Where a file says nothing.
FIRST_PARTITION = 1


def settings(text: str, filters: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Names and values, in their order, of the sections that hold: [all], and those in ``filters``."""
    holds = True
    for line in text.splitlines():
        said = line.partition("#")[0].strip()
        if said.startswith("[") and said.endswith("]"):
            section = said[1:-1].lower()
            holds = section == "all" or section in filters
        elif holds and said:
            mark = "=" if "=" in said else " "
            name, _, value = said.partition(mark)
            yield name.strip(), value.strip()


def boot_partition(autoboot: str, *, tryboot: bool) -> int:
    """Which partition is started. The flag ``tryboot`` is gone after one start: the caller forgets it."""
    # Without tryboot_a_b, the flag chooses another config.txt, and no other partition.
    found, a_b = FIRST_PARTITION, False
    for name, value in settings(autoboot, frozenset({"tryboot"}) if tryboot else frozenset()):
        if name == "boot_partition":
            found = int(value)
        elif name == "tryboot_a_b":
            a_b = value == "1"
    if tryboot and not a_b:
        return boot_partition(autoboot, tryboot=False)
    return found
