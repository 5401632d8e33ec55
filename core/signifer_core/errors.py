"""The errors of all three packages: one root, and for each a second parent that callers already know."""


class SigniferError(Exception):
    """The root of every error that Signifer raises on purpose."""


class RulesError(SigniferError):
    """An action that is malformed, refused or stale; nothing was changed by it."""


class DriverError(SigniferError, OSError):
    """A chip or a bus that does not do what its datasheet says."""


class ConfigError(SigniferError, ValueError):
    """A file that people write (table, script, catalogue) with faults in it.

    ``faults`` holds all of them, each one a line "FILE:LINE: what is wrong and what to do".
    """

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
