"""``signifer doctor``: checks in order, from the kernel to the cards; what each has seen, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from signifer_core.json_values import Json

State = Literal["pass", "fail", "skipped"]
PASS: State = "pass"
FAIL: State = "fail"
SKIPPED: State = "skipped"


@dataclass(frozen=True)
class Result:
    """What came of one check. ``seen``: in a few words. Of a failure ``cause`` its key (docs/doctor.md), ``fix`` what
    is to be done, and ``command`` what to say for it. ``figures`` are for programs.

    ``name`` and ``group`` are filled in by `examined`. ``blocks``: what needs this is skipped, though it is no failure.
    """

    state: State
    seen: str
    fix: str = ""
    command: str = ""
    cause: str = ""
    figures: Mapping[str, Json] = field(default_factory=dict)
    name: str = ""
    group: str = ""
    blocks: bool = False

    def as_json(self) -> dict[str, Json]:
        """The fields as docs/doctor.md has them."""
        return {
            "name": self.name,
            "group": self.group,
            "state": self.state,
            "seen": self.seen,
            "cause": self.cause,
            "fix": self.fix,
            "command": self.command,
            "figures": dict(self.figures),
        }


@dataclass(frozen=True)
class Check:
    """One check: ``run`` gives its result. It is skipped where one of ``needs`` (names of checks before it) has failed,
    or was skipped for such a reason."""

    name: str
    group: str
    run: Callable[[], Result]
    needs: tuple[str, ...] = ()


def passed(seen: str, **figures: Json) -> Result:
    """All is well."""
    return Result(PASS, seen, figures=figures)


def failed(cause: str, seen: str, fix: str, command: str = "", **figures: Json) -> Result:
    """Something is wrong: ``cause`` is its key, ``fix`` what to do, ``command`` what to say to have it done."""
    return Result(FAIL, seen, fix, command, cause, figures)


def skipped(seen: str, command: str = "") -> Result:
    """It was not looked at: ``seen`` is why."""
    return Result(SKIPPED, seen, command=command)


def examined(
    checks: Iterable[Check], only: Collection[str] = (), begin: Callable[[Check], None] = lambda check: None
) -> Iterator[Result]:
    """Do the checks one after the other. With ``only`` those whose names begin so, and what they need. ``begin`` hears
    of each one before it is done."""
    checks = list(checks)
    wanted = _wanted(checks, only)
    without: dict[str, str] = {}
    for check in checks:
        if check.name not in wanted:
            continue
        begin(check)
        missing = next((without[need] for need in check.needs if need in without), None)
        if missing is not None:
            result = skipped(f"not without: {missing}")
            without[check.name] = missing
        else:
            result = check.run()
            if result.state == FAIL or result.blocks:
                without[check.name] = check.name
        yield replace(result, name=check.name, group=check.group)


def named(checks: Iterable[Check], only: Collection[str]) -> list[str]:
    """Those of ``only`` that no check is called by."""
    names = [check.name for check in checks]
    return [start for start in only if not any(name.startswith(start) for name in names)]


def _wanted(checks: list[Check], only: Collection[str]) -> set[str]:
    by_name = {check.name: check for check in checks}
    wanted = {name for name in by_name if not only or any(name.startswith(start) for start in only)}
    left = list(wanted)
    while left:
        for need in by_name[left.pop()].needs:
            if need in by_name and need not in wanted:
                wanted.add(need)
                left.append(need)
    return wanted
