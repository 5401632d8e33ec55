"""The radio, as iwd has it (iwd's doc/*.txt): what networks there are, joining one, and one of the table's own.

A Raspberry Pi's radio is in one network at a time: while it has its own, it is in nobody else's, and what it knows of
others is what it saw before. iwd keeps a network's password once it was right, and asks for another one where it was
wrong; what it keeps is changed by nothing else here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import cast

from signifer_core.errors import SigniferError

from .bus import Bus, BusError, Objects

IWD = "net.connman.iwd"
STATION, AP = "station", "ap"
AGENT = "/signifer/agent"
OPEN, PSK = "open", "psk"
# What iwd says where a password was not taken.
REFUSALS = ("Failed", "InvalidFormat", "Aborted")
_ROOT = "/net/connman/iwd"
NO_RADIO = f"{IWD}.NotFound"


class Reason(Enum):
    """Why a network could not be joined."""

    PASSWORD = "password"
    OUT_OF_REACH = "out-of-reach"
    NO_ANSWER = "no-answer"
    NO_ADDRESS = "no-address"
    NOT_THAT_KIND = "not-that-kind"


class JoinError(SigniferError):
    """A network could not be joined."""

    def __init__(self, name: str, reason: Reason) -> None:
        super().__init__(f"{name}: {reason.value}")
        self.reason = reason


@dataclass(frozen=True)
class Network:
    """One that the radio hears: the strongest first. ``kind`` is iwd's: "open", "psk", "8021x", "wep"."""

    name: str
    kind: str
    known: bool
    path: str = ""


@dataclass(frozen=True)
class Patience:
    """How long things may take, in seconds."""

    scan: float = 15.0
    switch: float = 10.0
    join: float = 30.0
    address: float = 25.0
    look: float = 0.2


class Radio:
    """The one radio of this computer. ``has_address`` says whether it was given an address by the network it is in.
    BusError where iwd has none, or says no."""

    def __init__(self, bus: Bus, has_address: Callable[[], bool], patience: Patience = Patience()) -> None:
        self._bus, self._has_address, self._patience = bus, has_address, patience
        self._password = ""
        # How often iwd has asked for the password since it was set.
        self._asked = 0
        self._answering: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Have iwd ask here for passwords; and join by itself what it knows."""
        self._answering = asyncio.create_task(self._bus.answer(AGENT, f"{IWD}.Agent", self._answer))
        await self._register()

    async def _register(self) -> None:
        await self._bus.call(_ROOT, f"{IWD}.AgentManager", "RegisterAgent", "o", AGENT)

    async def end(self) -> None:
        """Leave all as it is."""
        if self._answering is not None:
            self._answering.cancel()
            with suppress(asyncio.CancelledError):
                await self._answering

    def _answer(self, member: str, body: tuple[object, ...]) -> tuple[str, tuple[object, ...]]:
        if member == "RequestPassphrase":
            self._asked += 1
            if self._password and self._asked == 1:
                return "s", (self._password,)
            raise BusError(f"{IWD}.Agent.Error.Canceled", "there is no other")
        return "", ()

    # What there is

    async def _device(self) -> tuple[str, Objects]:
        objects = await self._bus.objects()
        found = sorted(path for path, interfaces in objects.items() if f"{IWD}.Device" in interfaces)
        if not found:
            raise BusError(NO_RADIO, "this computer has no radio")
        return found[0], objects

    async def _properties(self, device: str, interface: str) -> dict[str, object]:
        """Of one of the device's interfaces; a radio may be pulled at any time."""
        found = (await self._bus.objects()).get(device, {}).get(f"{IWD}.{interface}")
        if found is None:
            raise BusError(NO_RADIO, "this computer's radio has gone")
        return found

    async def is_there(self) -> bool:
        """Whether this computer has a radio. BusError where iwd itself is not there: whoever waits would wait for
        ever, and an iwd that comes back knows nothing of who asked here."""
        try:
            await self._device()
        except BusError as error:
            if error.name != NO_RADIO:
                raise
            return False
        return True

    async def _as(self, mode: str) -> str:
        """The device, once it is in that mode."""
        device, objects = await self._device()
        properties = objects[device][f"{IWD}.Device"]
        if properties.get("Powered") is False:
            await self._bus.set(device, f"{IWD}.Device", "Powered", "b", True)
        if properties["Mode"] != mode:
            await self._bus.set(device, f"{IWD}.Device", "Mode", "s", mode)
        wanted = f"{IWD}.Station" if mode == STATION else f"{IWD}.AccessPoint"
        for _ in range(1 + int(self._patience.switch / self._patience.look)):
            if wanted in (await self._bus.objects()).get(device, {}):
                return device
            await asyncio.sleep(self._patience.look)
        raise BusError(f"{IWD}.NotSupported", f"the radio does not become {mode}")

    async def networks(self) -> tuple[Network, ...]:
        """Those that the radio hears now; a network of its own is closed by that."""
        device = await self._as(STATION)
        with suppress(BusError):  # it is scanning already
            await self._bus.call(device, f"{IWD}.Station", "Scan")
        for _ in range(int(self._patience.scan / self._patience.look)):
            if not (await self._properties(device, "Station")).get("Scanning"):
                break
            await asyncio.sleep(self._patience.look)
        (ordered,) = await self._bus.call(device, f"{IWD}.Station", "GetOrderedNetworks")
        objects = await self._bus.objects()
        paths = [path for path, _ in cast("list[tuple[str, int]]", ordered)]
        return tuple(_network(path, objects) for path in paths if f"{IWD}.Network" in objects.get(path, {}))

    # In somebody's network

    async def has_known(self) -> bool:
        """Whether iwd keeps any network."""
        objects = await self._bus.objects()
        return any(f"{IWD}.KnownNetwork" in interfaces for interfaces in objects.values())

    async def is_joined(self) -> bool:
        """Whether it is in a network that gave it an address."""
        device, objects = await self._device()
        return objects[device].get(f"{IWD}.Station", {}).get("State") == "connected" and self._has_address()

    async def wait(self, seconds: float, enough: Callable[[], bool]) -> bool:
        """Let it join what it knows by itself; whether it has, or it was ``enough`` before."""
        await self._as(STATION)
        return await self._joined(seconds, enough)

    async def _joined(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> bool:
        for _ in range(1 + int(seconds / self._patience.look)):
            if enough() or await self.is_joined():
                return True
            await asyncio.sleep(self._patience.look)
        return False

    async def join(self, name: str, password: str) -> None:
        """Join a network, and keep it; JoinError if that does not work out: what was kept before is as it was then."""
        found = next((network for network in await self.networks() if network.name == name), None)
        if found is not None and found.kind not in (OPEN, PSK):
            raise JoinError(name, Reason.NOT_THAT_KIND)
        device = await self._as(STATION)
        self._password, self._asked = password, 0
        with suppress(BusError):  # it has it already, if it did not start again
            await self._register()
        try:
            await self._connect(device, name, found)
            if found is not None and found.known and not await self._is_in(device, name):
                raise JoinError(name, Reason.NO_ANSWER)
            if not await self._joined(self._patience.address):
                await self._leave(device, name, forget=found is None or not found.known)
                raise JoinError(name, Reason.NO_ADDRESS)
        finally:
            self._password = ""

    async def _connect(self, device: str, name: str, found: Network | None) -> None:
        """Associate; a known network is tried with the password that is kept before iwd asks for the new one."""
        for last in (found is None or not found.known, True):
            try:
                if found is None:
                    await self._patiently(device, f"{IWD}.Station", "ConnectHiddenNetwork", "s", name)
                else:
                    await self._patiently(found.path, f"{IWD}.Network", "Connect")
            except BusError as error:
                if last or self._asked:
                    raise JoinError(name, self._reason(error, found)) from None
            else:
                return

    async def _patiently(
        self, path: str, interface: str, member: str, signature: str = "", *body: object
    ) -> None:
        await self._bus.call(path, interface, member, signature, *body, within_s=self._patience.join)

    def _reason(self, error: BusError, found: Network | None) -> Reason:
        """What iwd's word means to people: it does not tell a wrong password from a network that answers no more."""
        kind = error.name.rpartition(".")[2]
        if kind in ("NotFound", "NotHidden", "ServiceSetOverlap"):
            return Reason.OUT_OF_REACH
        if kind == "NotSupported":
            return Reason.NOT_THAT_KIND
        if kind in ("Timeout", "NoReply", "Busy", "InProgress"):
            return Reason.NO_ANSWER
        is_secret = self._asked or (found is not None and found.kind == PSK)
        return Reason.PASSWORD if is_secret and kind in REFUSALS else Reason.NO_ANSWER

    async def _is_in(self, device: str, name: str) -> bool:
        objects = await self._bus.objects()
        path = objects.get(device, {}).get(f"{IWD}.Station", {}).get("ConnectedNetwork")
        return isinstance(path, str) and objects.get(path, {}).get(f"{IWD}.Network", {}).get("Name") == name

    async def _leave(self, device: str, name: str, *, forget: bool) -> None:
        with suppress(BusError):
            await self._bus.call(device, f"{IWD}.Station", "Disconnect")
        if forget:
            for path, interfaces in (await self._bus.objects()).items():
                if interfaces.get(f"{IWD}.KnownNetwork", {}).get("Name") == name:
                    await self._bus.call(path, f"{IWD}.KnownNetwork", "Forget")

    # Its own

    async def open_own(self, name: str, code: str) -> None:
        """Have a network of its own, which asks for ``code``."""
        device = await self._as(AP)
        if (await self._properties(device, "AccessPoint")).get("Started"):
            await self._bus.call(device, f"{IWD}.AccessPoint", "Stop")
        await self._bus.call(device, f"{IWD}.AccessPoint", "Start", "ss", name, code)

    async def close_own(self) -> None:
        """Have none; a radio that has none is left as it is."""
        device, objects = await self._device()
        if objects[device][f"{IWD}.Device"]["Mode"] == AP:
            await self._as(STATION)

    async def is_own_open(self) -> bool:
        """Whether it has one."""
        device, objects = await self._device()
        return bool(objects[device].get(f"{IWD}.AccessPoint", {}).get("Started"))

    async def has_guests(self) -> bool:
        """Whether somebody is in it; an iwd that does not tell has nobody."""
        device, _ = await self._device()
        try:
            (stations,) = await self._bus.call(device, f"{IWD}.AccessPointDiagnostic", "GetDiagnostics")
        except BusError:
            return False
        return bool(stations)


def _network(path: str, objects: Objects) -> Network:
    said = objects[path][f"{IWD}.Network"]
    return Network(str(said["Name"]), str(said["Type"]), bool(said.get("KnownNetwork")), path)
