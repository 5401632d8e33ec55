"""Faults of a script that pass by themselves, among those that stay: which one counts, and what comes after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.scripting import statements as st


class Faults:
    """What is wrong at ``table``. Of a kind at one reader the last one counts: one that stays takes the place of all
    before it, one that passes leaves those that are still there."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._standing: dict[tuple[str, str], list[st.Fault]] = defaultdict(list)

    def begin(self, fault: st.Fault) -> None:
        """It comes."""
        for standing in self._of(fault):
            if fault.lasts_us is None:
                standing.clear()
            standing.append(fault)
        self._table.fault(fault.part, fault.place, fault.kind, fault.percent)

    def end(self, fault: st.Fault) -> None:
        """It has lasted for as long as it was to; nothing, if it was mended, or another one has come to stay."""
        for reader in self._table.config.readers_of(fault.part, fault.place):
            standing = self._standing[reader, fault.kind]
            # Another one may say the same.
            left = [each for each in standing if each is not fault]
            if len(left) == len(standing):
                continue
            self._standing[reader, fault.kind] = left
            if left:
                self._table.fault(fault.part, reader, fault.kind, left[-1].percent)
            else:
                self._table.mend(fault.part, reader, fault.kind)

    def mend(self, mend: st.Mend) -> None:
        """All of them go, or those of a kind."""
        for standing in self._of(mend):
            standing.clear()
        self._table.mend(mend.part, mend.place, mend.kind)

    def _of(self, said: st.Fault | st.Mend) -> Iterator[list[st.Fault]]:
        # Nothing else passes.
        readers = self._table.config.readers_of(said.part, said.place) if said.part == "reader" else ()
        if isinstance(said, st.Fault):
            yield from (self._standing[reader, said.kind] for reader in readers)
        else:
            kinds = [key for key in self._standing if key[0] in readers and said.kind in (None, key[1])]
            yield from (self._standing[key] for key in kinds)
