"""iwd, as far as a program on D-Bus can tell: objects, methods, errors and agent (iwd 2.3, doc/*.txt), on its own bus.

A radio is in one mode, hears the networks of an ``Air``, and keeps a network once it has let it in, never before.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.io.asyncio import DBusRouter, Proxy, open_dbus_router

IWD = "net.connman.iwd"
DEVICE = "/net/connman/iwd/0/3"
KNOWN = "/net/connman/iwd/known"
Properties = dict[str, dict[str, tuple[str, object]]]


@contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """A bus that nobody else has; its address."""
    address = f"unix:path={folder / 'bus'}"
    command = [
        "dbus-daemon",
        "--session",
        "--nofork",
        "--nopidfile",
        "--print-address",
        f"--address={address}",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        try:
            assert daemon.stdout.readline().startswith(address)
            yield address
        finally:
            daemon.terminate()


class Opened(open_dbus_router):  # type: ignore[misc]
    """A connection that may be closed in the middle of an answer."""

    async def __aexit__(self, *raised: object) -> None:
        try:
            await super().__aexit__(*raised)
        except asyncio.InvalidStateError:
            await self.conn.close()


@dataclass
class Ether:
    """A network in the air. ``answers``: whether it answers who wants to join."""

    name: str
    password: str = ""
    kind: str = "psk"
    gives_address: bool = True
    answers: bool = True
    hidden: bool = False
    dbm: int = -60


@dataclass
class Air:
    """All networks around; and what iwd has on its disk: of each name that let it in, the password."""

    networks: list[Ether] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)

    def heard(self, name: str) -> Ether | None:
        return next((one for one in self.networks if one.name == name), None)


class IwdError(Exception):
    pass


class Iwd:
    """The twin. ``told`` is every call that changed something, in its order; ``moved`` is set with every call, and by
    whoever looks on: something may be otherwise. ``goes_at`` is the method of which it dies, without an answer."""

    def __init__(
        self, air: Air, *, has_radio: bool = True, can_be_ap: bool = True, goes_at: str = ""
    ) -> None:
        self.air, self._goes_at = air, goes_at
        self.told: list[str] = []
        self.moved = asyncio.Event()
        self.mode, self.started, self.joined = "station", "", ""
        self.own_code = ""
        # Who is in its own network.
        self.guests: list[str] = []
        self._has_radio, self._can_be_ap = has_radio, can_be_ap
        self._agent: tuple[str, str] | None = None
        # iwd asks again where the password that it has did not do.
        self._asks: set[str] = set()
        self._heard: set[str] = set()
        self._router: DBusRouter | None = None

    @property
    def has_address(self) -> bool:
        found = self.air.heard(self.joined)
        return found is not None and found.gives_address

    async def serve(self, bus: str, ready: asyncio.Event) -> None:
        async with Opened(bus) as router:
            self._router = router
            await _named(router)
            tasks: set[asyncio.Task[None]] = set()
            with router.filter(MatchRule(type="method_call"), bufsize=64) as calls:
                ready.set()
                while (call := await calls.get()).header.fields[HeaderFields.member] != self._goes_at:
                    task = asyncio.create_task(self._answer(call))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)

    async def _answer(self, call: Message) -> None:
        assert self._router is not None
        fields = call.header.fields
        path, member = str(fields[HeaderFields.path]), str(fields[HeaderFields.member])
        sender = str(fields[HeaderFields.sender])
        try:
            signature, body = await self._done(path, member, call.body, sender)
        except IwdError as error:
            await self._router.send(new_error(call, f"{IWD}.{error}", "s", (str(error),)))
        else:
            await self._router.send(new_method_return(call, signature, body))
        finally:
            self.moved.set()

    async def _done(
        self, path: str, member: str, body: tuple[object, ...], sender: str
    ) -> tuple[str | None, tuple[object, ...]]:
        asked: dict[str, Callable[[], tuple[str, tuple[object, ...]]]] = {
            "GetManagedObjects": lambda: ("a{oa{sa{sv}}}", (self._objects(),)),
            "GetOrderedNetworks": lambda: ("a(on)", (self._ordered(),)),
            "GetDiagnostics": lambda: ("aa{sv}", (self._stations(),)),
        }
        if member in asked:
            return asked[member]()
        if member == "RegisterAgent":
            if self._agent is not None and self._agent[0] == sender:
                raise IwdError("AlreadyExists")
            self._agent = (sender, str(body[0]))
        elif member == "Connect":
            name = bytes.fromhex(path.rpartition("/")[2].partition("_")[0]).decode()
            await self._connect(self.air.heard(name), path)
        elif member == "ConnectHiddenNetwork":
            await self._connect_hidden(str(body[0]))
        else:
            self._at_once(path, member, body)
        return None, ()

    def _at_once(self, path: str, member: str, body: tuple[object, ...]) -> None:
        if member == "Set":
            self._set(str(body[1]), cast("tuple[str, object]", body[2])[1])
        elif member == "Scan":
            self._as("station")
            self._heard = {one.name for one in self.air.networks if not one.hidden}
        elif member == "Disconnect":
            self._as("station")
            self.joined = ""
        elif member == "Forget":
            name = bytes.fromhex(path.rpartition("_")[2]).decode()
            self.told.append(f"forget {name}")
            del self.air.kept[name]
        elif member == "Start":
            self._start(str(body[0]), str(body[1]))
        elif member == "Stop":
            self.started = ""
        else:
            raise IwdError("NotSupported")

    def _stations(self) -> list[dict[str, tuple[str, object]]]:
        if not self.started:
            raise IwdError("NotAvailable")
        return [{"Address": ("s", guest)} for guest in self.guests]

    def starts_again(self) -> None:
        """iwd ends and begins: what is on its disk is what it has."""
        self.mode, self.started, self.joined, self._agent = "station", "", "", None
        self._asks.clear()
        self._heard.clear()

    def _ordered(self) -> list[tuple[str, int]]:
        shown = sorted((one for one in self.air.networks if self._shows(one)), key=lambda one: -one.dbm)
        return [(_path(one), 100 * one.dbm) for one in shown]

    async def _connect_hidden(self, name: str) -> None:
        self._as("station")
        found = self.air.heard(name)
        if found is None:
            raise IwdError("NotFound")
        if not found.hidden:
            raise IwdError("NotHidden")
        await self._connect(found, _path(found))

    def _start(self, name: str, code: str) -> None:
        self._as("ap")
        if not 8 <= len(code) <= 63:
            raise IwdError("InvalidFormat")
        self.started, self.own_code = name, code
        self.told.append(f"own {name}")

    def _as(self, mode: str) -> None:
        if self.mode != mode:
            raise IwdError("NotAvailable")

    def _set(self, name: str, value: object) -> None:
        if name == "Mode":
            if value == "ap" and not self._can_be_ap:
                raise IwdError("NotSupported")
            self.mode, self.started, self.joined = str(value), "", ""
            self._asks.clear()
            self._heard.clear()

    def _shows(self, one: Ether) -> bool:
        return one.name in self._heard

    async def _connect(self, found: Ether | None, path: str) -> None:
        self._as("station")
        self.joined = ""
        if found is None:
            raise IwdError("NotFound")
        if found.kind not in ("open", "psk"):
            raise IwdError("NotSupported")
        password = self.air.kept.get(found.name, "")
        if found.kind == "psk" and (not password or found.name in self._asks):
            password = await self._passphrase(path)
            if not 8 <= len(password) <= 63:
                raise IwdError("InvalidFormat")
        if not found.answers:
            await asyncio.Event().wait()
        if password != found.password:
            self._asks.add(found.name)
            self.told.append(f"refused by {found.name}")
            raise IwdError("Failed")
        self._asks.discard(found.name)
        self.air.kept[found.name] = password
        self.joined = found.name
        self.told.append(f"in {found.name}")

    async def _passphrase(self, path: str) -> str:
        assert self._router is not None
        if self._agent is None:
            raise IwdError("NoAgent")
        name, agent = self._agent
        address = DBusAddress(agent, name, f"{IWD}.Agent")
        reply = await self._router.send_and_get_reply(
            new_method_call(address, "RequestPassphrase", "o", (path,))
        )
        if reply.header.message_type is MessageType.error:
            raise IwdError("Aborted")
        return str(reply.body[0])

    def comes_near(self) -> None:
        """It joins by itself what it knows and hears, as iwd does in the mode of a station."""
        found = next((one for one in self.air.networks if self.air.kept.get(one.name) == one.password), None)
        if self.mode == "station" and found is not None and found.name in self.air.kept and found.answers:
            self.joined = found.name

    def _objects(self) -> dict[str, Properties]:
        objects: dict[str, Properties] = {
            f"{KNOWN}_{name.encode().hex()}": {f"{IWD}.KnownNetwork": {"Name": ("s", name)}}
            for name in self.air.kept
        }
        if not self._has_radio:
            return objects
        device: Properties = {
            f"{IWD}.Device": {"Name": ("s", "wlan0"), "Mode": ("s", self.mode), "Powered": ("b", True)}
        }
        if self.mode == "ap":
            device[f"{IWD}.AccessPoint"] = {"Started": ("b", bool(self.started))}
            return {**objects, DEVICE: device}
        self.comes_near() if not self.joined and not self._asks else None
        state: dict[str, tuple[str, object]] = {
            "State": ("s", "connected" if self.joined else "disconnected"),
            "Scanning": ("b", False),
        }
        if (found := self.air.heard(self.joined)) is not None:
            state["ConnectedNetwork"] = ("o", _path(found))
        device[f"{IWD}.Station"] = state
        for one in self.air.networks:
            if self._shows(one) or one.name == self.joined:
                known: dict[str, tuple[str, object]] = (
                    {"KnownNetwork": ("o", f"{KNOWN}_{one.name.encode().hex()}")}
                    if one.name in self.air.kept
                    else {}
                )
                objects[_path(one)] = {
                    f"{IWD}.Network": {"Name": ("s", one.name), "Type": ("s", one.kind), **known}
                }
        return {**objects, DEVICE: device}


async def _named(router: DBusRouter) -> None:
    """Have iwd's name, behind the twin of the test before: the bus may not know yet that it has gone."""
    rule = MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameAcquired")
    with router.filter(rule, bufsize=4) as names:
        await Proxy(message_bus, router).RequestName(IWD)
        while (await names.get()).body != (IWD,):
            pass  # its own number, which every connection gets


def _path(one: Ether) -> str:
    return f"{DEVICE}/{one.name.encode().hex()}_{one.kind}"
