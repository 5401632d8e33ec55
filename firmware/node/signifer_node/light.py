"""The light of a node: lit while all is well, blinking while the host is away or a reader fails. Runs under MicroPython
as it is."""

MYPY = False
if MYPY:
    from collections.abc import Callable

# Without a frame for so long, the light says that the host is away.
HOST_SILENT_US = 1_000_000
# Half a period of the light: host away, and a reader that fails. It is lit while all is well.
AWAY_BLINK_US = 500_000
FAULT_BLINK_US = 125_000


class Light:
    """``switch`` switches it on or off; ``host_us`` is when the host was heard last, None while it is away."""

    def __init__(self, switch: "Callable[[bool], None]") -> None:
        self._switch = switch
        self._lit = False
        self.host_us: int | None = None

    def show(self, now_us: int, fails: bool) -> int:
        """Light up as the state is; return when that changes by itself."""
        host_us = self.host_us
        if host_us is None or now_us >= host_us + HOST_SILENT_US:
            self.host_us = None
            half_us = AWAY_BLINK_US
        elif fails:
            half_us = FAULT_BLINK_US
        else:
            self._set(True)
            return host_us + HOST_SILENT_US
        self._set(now_us // half_us % 2 == 0)
        return (now_us // half_us + 1) * half_us

    def _set(self, on: bool) -> None:
        if on != self._lit:
            self._lit = on
            self._switch(on)
