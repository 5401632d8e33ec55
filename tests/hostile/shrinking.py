"""From a storm that failed to a table script that fails alone: fewer and fewer acts, as long as they fail alike."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from signifer_core.errors import SigniferError
from signifer_core.procedure import Table
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Script, words_of
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.files import table_of

from .moves import Answer, PutAgain, TakeAgain
from .stormy_board import SETTLE_US, STEP_US
from .stormy_run import StormRun
from .truths import Fault, truths, untrue
from .undisturbed import shown_otherwise
from .weather import together

# So many scripts are tried at most, and for no longer than this, in seconds of processor.
MOST_TRIES, MOST_S = 400, 300.0
WEATHER = (
    st.Fault
    | st.Mend
    | st.PowerCut
    | st.PowerCutAt
    | st.Stall
    | st.Brush
    | st.Wait
    | Answer
    | PutAgain
    | TakeAgain
)


@dataclass(frozen=True)
class Shrunk:
    """``text`` is the script, and ``fault`` what is wrong at its end; ``tries`` is how many others were tried."""

    text: str
    fault: Fault
    acts: int
    tries: int


def shrunk(head: str, acts: Sequence[st.Statement], fault: Fault, *, most_s: float = MOST_S) -> Shrunk | None:
    """The shortest script found that fails as the evening of ``acts`` did; None if its acts alone do not: what robots
    find wrong of the state of a game is so only where the same hands in calm weather come to another one."""
    search = _Search(head, fault, most_s)
    if not search.fails(acts):
        return None
    found = search.less(search.late(list(_sound(acts))))
    found = search.less_within(found)
    found = search.less(found)
    assert search.fault is not None
    return Shrunk(script(head, found, search.fault), search.fault, len(found), search.tries)


def script(head: str, acts: Sequence[st.Statement], fault: Fault) -> str:
    """The table script that fails as told: its last line does, or it never comes so far."""
    rows = [f"# {fault.kind}: {row}" for row in fault.seen.splitlines()[:6]]
    said = [str(act) for act in ended(acts)]
    return "\n".join([*rows, head.rstrip(), *said, *([fault.said] if fault.said else []), ""])


def ended(acts: Sequence[st.Statement]) -> Iterator[st.Statement]:
    """The acts that can be done, calm after them, and time for the readers to settle."""
    yield from _mended(acts)
    yield st.Wait(SETTLE_US)


def _mended(acts: Sequence[st.Statement]) -> Iterator[st.Statement]:
    yield from _sound(acts)
    wrong: dict[tuple[str, str], st.Mend] = {}
    for act in _flat(acts):
        if isinstance(act, st.Fault) and not act.lasts_us:
            wrong[act.part, act.place] = st.Mend(act.part, act.place)
        elif isinstance(act, st.Mend) and act.kind is None:
            wrong.pop((act.part, act.place), None)
    yield from wrong.values()


class _Search:
    """Delta debugging (Zeller's): without each half, each quarter and so on, as long as what is left fails alike."""

    def __init__(self, head: str, fault: Fault, most_s: float) -> None:
        self._head, self._kind = head, fault.kind
        self._until_s = time.process_time() + most_s
        self.tries = 0
        self._calm: dict[str, list[str]] = {}
        self._tried: set[str] = set()
        self.fault: Fault | None = None

    @property
    def is_over(self) -> bool:
        return self.tries >= MOST_TRIES or time.process_time() > self._until_s

    def fails(self, acts: Sequence[st.Statement]) -> bool:
        text = "\n".join(map(str, _sound(acts)))
        if text in self._tried:
            return False
        self._tried.add(text)
        self.tries += 1
        is_game = self._kind == "game"
        found = differs(self._head, acts, self._calm) if is_game else wrong(self._head, acts)
        if found is None or found.kind != self._kind:
            return False
        self.fault = found
        return True

    def late(self, acts: list[st.Statement]) -> list[st.Statement]:
        """With bad weather in the last few acts alone, if that will do: calm weather is soon played, and what was long
        ago is rarely to blame."""
        last = 4
        while 2 * last < len(acts) and not self.is_over:
            without = [*calmed(acts[:-last]), *acts[-last:]]
            if self.fails(without):
                return list(_sound(without))
            last *= 2
        return acts

    def less(self, acts: list[st.Statement]) -> list[st.Statement]:
        size = max(1, len(acts) // 2)
        while acts and not self.is_over:
            at, smaller = 0, False
            while at < len(acts) and not self.is_over:
                without = acts[:at] + acts[at + size :]
                if self.fails(without):
                    acts, smaller = list(_sound(without)), True
                else:
                    at += size
            if size == 1 and not smaller:
                break
            size = size if smaller and size == 1 else max(1, size // 2)
        return acts

    def less_within(self, acts: list[st.Statement]) -> list[st.Statement]:
        """The same within each block."""
        for at, act in enumerate(acts):
            if not isinstance(act, st.Together):
                continue
            inner = list(act.statements)
            for each in act.statements:
                rest = [other for other in inner if other is not each]
                without = [*acts[:at], st.Together(tuple(rest)), *acts[at + 1 :]]
                if rest and not self.is_over and self.fails(without):
                    inner, acts = rest, without
        return list(_sound(acts))


def wrong(head: str, acts: Sequence[st.Statement]) -> Fault | None:
    """What the table has wrong after these acts, and calm; or what stopped it."""
    with _Played(head, acts) as played:
        return played.fault or played.settled()


def differs(
    head: str, acts: Sequence[st.Statement], known: dict[str, list[str]] | None = None
) -> Fault | None:
    """What of the game is another thing than after the same hands in calm weather; ``known`` says of hands what they
    come to, as far as they were played already."""
    known = {} if known is None else known
    with _Played(head, acts) as stormy:
        if stormy.fault or stormy.settled():
            return None
        hands = list(calmed(acts))
        text = "\n".join(map(str, hands))
        if text not in known:
            known[text] = _comes_to(head, hands)
        expectations = Expectations(stormy.run)
        for line in known[text]:
            parsed = parse_script(stormy.head + line, file="storm").statements[-1]
            assert isinstance(parsed, ex.Expect)
            held, _, seen = expectations.check(parsed)
            if not held:
                return Fault("game", line, seen)
        return None


def _comes_to(head: str, hands: Sequence[st.Statement]) -> list[str]:
    """What a script can expect of the game after these hands; nothing if even they fail."""
    with _Played(head, hands) as calm:
        if calm.fault or calm.settled():
            return []
        table = calm.run.appliance.keeper.table
        assert table is not None
        return list(told(calm.run.bundle, table))


def calmed(acts: Iterable[st.Statement]) -> Iterator[st.Statement]:
    """What hands did, without the weather."""
    for act in acts:
        if isinstance(act, st.Together):
            yield from together([each for each in act.statements if not isinstance(each, WEATHER)])
        elif not isinstance(act, WEATHER):
            yield act


def told(bundle: AnyBundle, table: Table[Any]) -> Iterator[str]:
    """What a script can expect of a game as it stands."""
    yield f"expect step {table.state.step}"
    if bundle.procedure.rules.outcome(table.state) is None:
        yield f"expect active {bundle.active(table.state)}"
    yield from words_of(bundle).ending(table.state)


class _Played:
    """A table after a script of these acts, by the hands of scripts; ``fault`` is what stopped it."""

    def __init__(self, head: str, acts: Sequence[st.Statement]) -> None:
        self.head = head
        self._folder = tempfile.TemporaryDirectory(prefix="storm-")
        text = "\n".join([head.rstrip(), *map(str, _mended(acts)), ""])
        parsed: Script = parse_script(text, file="storm")
        config = table_of(parsed, Path("storm"))
        self.run = StormRun(parsed, config, Path(self._folder.name), lambda news: None)
        self.fault: Fault | None = None
        try:
            self.run.begin()
            for statement in parsed.statements:
                if not isinstance(statement, st.Preparation):
                    self.run.run(statement)
        except SigniferError as error:
            self.fault = Fault("error", "", f"{type(error).__name__}: {error}")
        except Exception as error:  # noqa: BLE001 -- what is looked for
            self.fault = Fault("error", "", f"{type(error).__name__}: {error}")
        self.fault = self.fault or self.run.lost

    def settled(self) -> Fault | None:
        """What is wrong when the readers have had their time; what is right before is right then."""
        for _ in range(0, SETTLE_US, STEP_US):
            if self._untrue() is None:
                return None
            self.run.run(st.Wait(STEP_US))
        return self._untrue()

    def _untrue(self) -> Fault | None:
        return untrue(self.run, truths(self.run)) or shown_otherwise(self.run)

    def __enter__(self) -> _Played:
        return self

    def __exit__(self, *error: object) -> None:
        self.run.close()
        self._folder.cleanup()


def _flat(acts: Iterable[st.Statement]) -> Iterator[st.Statement]:
    for act in acts:
        yield from act.statements if isinstance(act, st.Together) else (act,)


def _sound(acts: Iterable[st.Statement]) -> Iterator[st.Statement]:
    """Only cards that lie there are taken: of a block, those that no order of its statements would spare."""
    lying: set[str] = set()

    def can(act: st.Statement) -> bool:
        if isinstance(act, st.Put):
            lying.add(act.card)
        elif isinstance(act, st.Brush):
            lying.discard(act.card)
        elif isinstance(act, st.Take):
            lies = act.card in lying
            lying.discard(act.card)
            return lies
        return True

    for act in acts:
        if isinstance(act, st.Together):
            yield from together([each for each in act.statements if can(each)])
        elif can(act):
            yield act
