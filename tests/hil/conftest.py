"""What tests of whole tables ask for."""

from __future__ import annotations

import pytest
from signifer_firmware.session import events as ev
from signifer_firmware.session.keeper import Keeper

from tests.hil.accidents import Heard


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """All presses that a keeper has answered, each with what it said."""
    found: Heard = []
    receive = Keeper.receive

    def told(self: Keeper, event: ev.Incoming) -> tuple[ev.Outgoing, ...]:
        out = receive(self, event)
        found.extend((one.press, self.outlook.said) for one in out if isinstance(one, ev.Answered))
        return out

    monkeypatch.setattr(Keeper, "receive", told)
    return found
