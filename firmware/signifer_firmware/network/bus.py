"""What a program on D-Bus is asked and answers, in as few words as iwd needs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol, cast

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.io.asyncio import DBusRouter, open_dbus_router
from jeepney.io.common import RouterClosed
from signifer_core.errors import SigniferError

SYSTEM = "SYSTEM"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_OBJECTS = "org.freedesktop.DBus.ObjectManager"
# What D-Bus says where nobody has the name that is asked for, where whoever had it has gone before they answered, and
# where they could not be started: each in a sentence of its own, by the daemon and by how far the question had come.
_NOBODY = tuple(
    f"org.freedesktop.DBus.Error.{kind}" for kind in ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Spawn.")
)
# Of an object by its path: of each of its interfaces the properties.
Objects = dict[str, dict[str, dict[str, object]]]


class BusError(SigniferError):
    """Who was asked said no; ``name`` is D-Bus's name of the error."""

    def __init__(self, name: str, said: str) -> None:
        super().__init__(said or name)
        self.name = name


class Answer(Protocol):
    """What is answered to who calls a method here: a signature and values, or a BusError raised."""

    def __call__(self, member: str, body: tuple[object, ...]) -> tuple[str, tuple[object, ...]]: ...


class Bus:
    """A connection on which the program ``name`` is asked."""

    def __init__(self, router: DBusRouter, name: str) -> None:
        self._router, self._name = router, name

    async def call(
        self,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        *body: object,
        within_s: float = 25.0,
    ) -> tuple[object, ...]:
        """What the method answers; BusError, also if nothing came within the time."""
        address = DBusAddress(path, self._name, interface)
        message = new_method_call(address, member, signature or None, body)
        try:
            # Not wait_for: of Python 3.11 it may lose that it was cancelled.
            async with asyncio.timeout(within_s):
                asked = asyncio.create_task(self._router.send_and_get_reply(message))
                asked.add_done_callback(lambda done: done.cancelled() or done.exception())
                # jeepney ends if an answer comes in the moment in which nobody waits for it any more.
                reply = await asyncio.shield(asked)
        except TimeoutError:
            raise BusError("org.freedesktop.DBus.Error.NoReply", f"{member}: no answer") from None
        except (RouterClosed, OSError, KeyError):
            # KeyError: jeepney has given up all answers that are waited for, and forgets this one once more.
            raise _gone() from None
        if reply.header.message_type is MessageType.error:
            raise self._no(str(reply.header.fields[HeaderFields.error_name]), reply.body)
        return cast("tuple[object, ...]", reply.body)

    def _no(self, error: str, body: tuple[object, ...]) -> BusError:
        if error.startswith(_NOBODY):
            program = self._name.rpartition(".")[2]
            cure = f"see whether it runs (systemctl status {program})"
            return BusError(error, f"{program} is not there, or has just gone: {cure}")
        return BusError(error, str(body[0]) if body else "")

    async def objects(self) -> Objects:
        """All objects, without the types that D-Bus says beside values."""
        (found,) = await self.call("/", _OBJECTS, "GetManagedObjects")
        objects = cast("Mapping[str, Mapping[str, Mapping[str, tuple[str, object]]]]", found)
        return {
            path: {
                interface: {key: value for key, (_, value) in properties.items()}
                for interface, properties in interfaces.items()
            }
            for path, interfaces in objects.items()
        }

    async def set(self, path: str, interface: str, name: str, signature: str, value: object) -> None:
        """Give a property another value."""
        await self.call(path, _PROPERTIES, "Set", "ssv", interface, name, (signature, value))

    async def answer(self, path: str, interface: str, answer: Answer) -> None:
        """Answer whoever calls methods of an object of ours, until it is cancelled."""
        rule = MatchRule(type="method_call", interface=interface, path=path)
        with self._router.filter(rule, bufsize=16) as calls:
            while True:
                await self._router.send(_answered(await calls.get(), answer))


def _answered(call: Message, answer: Answer) -> Message:
    try:
        signature, body = answer(str(call.header.fields[HeaderFields.member]), call.body)
    except BusError as error:
        return new_error(call, error.name, "s", (str(error),))
    return new_method_return(call, signature or None, body)


class Opened:
    """``async with Opened("SYSTEM", "net.connman.iwd") as bus``. BusError without a bus."""

    def __init__(self, bus: str, name: str) -> None:
        self._opening = open_dbus_router(bus)
        self._name = name

    async def __aenter__(self) -> Bus:
        try:
            return Bus(await self._opening.__aenter__(), self._name)
        except EOFError:
            raise _gone() from None
        except OSError as error:
            why = error.strerror or error
            raise BusError(
                "org.freedesktop.DBus.Error.NoServer",
                f"D-Bus cannot be reached ({why}): this is for a card of the image, where iwd is on it",
            ) from error

    async def __aexit__(self, *raised: object) -> None:
        try:
            await self._opening.__aexit__(*raised)
        except asyncio.InvalidStateError:
            # jeepney cannot take back an answer that has come and that nobody took, and leaves its connection open.
            await self._opening.conn.close()
        except (OSError, EOFError):
            # Of a bus that has gone, too. Whoever found that out has said so already.
            with suppress(OSError):
                await self._opening.conn.close()
            if raised[0] is None:
                raise _gone() from None


def _gone() -> BusError:
    return BusError("org.freedesktop.DBus.Error.Disconnected", "D-Bus has gone")
