"""What cannot be read at a whole table."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from signifer_core.layout import Zone
from signifer_core.presses import Press
from signifer_core.procedure import Prompt
from signifer_core.rules import Verb
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.virtual import WIRE_FAULTS
from signifer_firmware.simulation.robots.wire import WireBoard

BACK_US = 8_000_000
CHANCE = 0.12
# What the table says to a press of which it cannot know what it means.
UNREAD = ("pad-unknown", "column-unknown")
# Presses that were answered, each with what the screens said.
Heard = list[tuple[Press, tuple[Prompt, ...]]]


class Unlucky(WireBoard):
    """A table at which something fails during every eighth gesture or so, often more than one thing at once."""

    def __init__(
        self, table: str, folder: Path, seed: int, *, chance: float = CHANCE, game: str = "field-of-glory"
    ) -> None:
        super().__init__(load_table(table), folder, seed, lambda news: None, game=game)
        self.accidents: Counter[str] = Counter()
        self.repeated = 0
        self._luck = random.Random(~seed)
        self._chance = chance
        self._over_us = 0
        self._pressed: list[Press] = []
        self._moved: dict[str, Zone | None] = {}
        self.answered: Heard = []
        self._read: tuple[Prompt, ...] = ()

    @property
    def said(self) -> tuple[Prompt, ...]:
        """What the screens say, or said to the last press before something else happened."""
        return self._read or super().said

    def press(self, press: Press) -> None:
        self._pressed.append(press)
        super().press(press)

    def put(self, card: str, zone: Zone) -> None:
        self._moved[card] = zone
        super().put(card, zone)

    def take(self, card: str) -> None:
        self._moved[card] = None
        super().take(card)

    def rest(self) -> None:
        """Let happen what happens meanwhile; wait until nothing fails any more, and do again what was not taken in."""
        cut = self._accidents()
        if cut:
            self.run.scheduler.run(self.run.now_us + self._luck.randrange(600_000))
            super().power_cut()
        super().rest()
        self._wait()
        if cut:
            self._move_again()
        self._moved.clear()
        for _ in range(3):
            again = self._unheard()
            if not again:
                break
            for press in again:
                self.repeated += 1
                super().press(press)
                super().rest()
        self._read = self.answered[-1][1] if self.answered else ()
        self._pressed.clear()
        self.answered.clear()

    def _move_again(self) -> None:
        """Lay back what the table asks for of the cards that were under way as the plug was pulled; then move them."""
        moved = dict(self._moved)
        asked = [fix for fix in self.corrections if fix.card in moved]
        for fix in sorted(asked, key=lambda fix: fix.verb, reverse=True):
            if fix.verb == Verb.PUT:
                super().put(fix.card, fix.zone)
            else:
                super().take(fix.card)
            super().rest()
        for card in dict.fromkeys(fix.card for fix in asked):
            self.repeated += 1
            zone = moved[card]
            if zone is None:
                super().take(card)
            else:
                super().put(card, zone)
            super().rest()

    def _unheard(self) -> list[Press]:
        """Presses that the table has not answered, or refused because it could not see."""
        heard = Counter(press for press, _ in self.answered)
        again = []
        for press in self._pressed:
            if heard[press]:
                heard[press] -= 1
            else:
                again.append(press)
        unseen = any(prompt.key in UNREAD for _, said in self.answered[-1:] for prompt in said)
        return again or (self._pressed[-1:] if unseen else [])

    def _wait(self) -> None:
        def well() -> bool:
            return self.run.now_us >= self._over_us and not self.run.appliance.keeper.outlook.faults

        if not well():
            self.run.scheduler.run(max(self.run.now_us, self._over_us) + BACK_US, well)
            assert well(), (self.run.appliance.keeper.outlook.faults, self.accidents)
            super().rest()

    # Accidents

    def _accidents(self) -> bool:
        """Something may begin; whether the plug is pulled."""
        cut = False
        while self._luck.random() < self._chance:
            kinds = ["reader", "screen", "plug"]
            if self.run.table.nodes:
                kinds += ["node", "reboot", "noise"]
            kind = self._luck.choice(kinds)
            self.accidents[kind] += 1
            cut = cut or kind == "plug"
            if kind != "plug":
                self._break(kind)
        return cut

    def _break(self, kind: str) -> None:
        table = self.run.table
        from_us = self.run.now_us + self._luck.randrange(300_000)
        until_us = from_us + self._luck.randrange(1_500_000)
        self._over_us = max(self._over_us, until_us)
        match kind:
            case "reader":
                place, fault = (
                    self._luck.choice(sorted(table.readers)),
                    self._luck.choice(sorted(WIRE_FAULTS)),
                )
                begin, end = (
                    (lambda: table.fault("reader", place, fault, None)),
                    (lambda: table.mend("reader", place, None)),
                )
            case "screen":
                place = self._luck.choice(sorted(table.screens))
                begin, end = (
                    (lambda: table.fault("screen", place, "unplug", None)),
                    (lambda: table.mend("screen", place, None)),
                )
            case _:
                node = table.nodes[self._luck.choice(sorted(table.nodes))]
                if kind == "node":
                    begin, end = node.unplug, node.plug
                elif kind == "reboot":
                    begin, end = (lambda: node.reboot(keep=5) if node.running else None), node.plug
                else:
                    begin, end = (
                        (lambda: setattr(node.noise, "share", 0.02)),
                        (lambda: setattr(node.noise, "share", 0.0)),
                    )
        table.world.at(from_us, begin)
        table.world.at(until_us, end)
        self.run.scheduler.wake(table.world, from_us)
