"""Functions that become machine code under MicroPython; its compiler knows the decorator, other Pythons do not.

A file imports this as ``micropython``. There, the compiler takes ``@micropython.native`` by its name alone; elsewhere
it does nothing.
"""

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import TypeVar

    Function = TypeVar("Function", bound=Callable[..., object])
    ptr8 = bytes | bytearray


def native(function: "Function") -> "Function":
    """Have a function of a node compiled to machine code: faster by half, larger by as much again or more."""
    return function


# For whoever compiles to viper, which knows the names by itself.
if not MYPY:
    ptr8 = bytes
viper = native
