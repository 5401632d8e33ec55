"""The report of a run of a script: one JSON object a line, or a few words for people."""

from __future__ import annotations

import json as json_module
from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from signifer_core.errors import plain, shortened
from signifer_core.procedure import Correction, Prompt
from signifer_core.rules import Refusal

from signifer_firmware.scripting import statements as st
from signifer_firmware.session.events import News, Told
from signifer_firmware.texts.sentences import SECRET, fix_of, prompt_text, refusal_text

from .names import Names

if TYPE_CHECKING:
    from .table_run import ScriptRun


class Report:
    """Counts expectations; the children print. ``bound_to`` comes before the first news."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.held = 0
        self.failed = 0
        self.line = 0
        self._run: ScriptRun | None = None

    def bound_to(self, run: ScriptRun) -> None:
        self._run = run

    @property
    def run(self) -> ScriptRun:
        assert self._run is not None
        return self._run

    def did(self, statement: st.Statement) -> None:
        """A statement is being done."""
        self.line = statement.line
        self._print("did", {"statement": statement.text}, self.run.now_us)

    def news(self, news: News) -> None:
        """Something happened at the table."""
        self._print(news.kind, self._fields(news), news.at_us)

    def expect(self, statement: st.Statement, held: bool, wanted: str, seen: str) -> None:
        """An expectation held, or not; or robots did not get on."""
        self.line = statement.line
        self.held += held
        self.failed += not held
        self._print("expect", {"held": held, "wanted": wanted, "seen": seen}, self.run.now_us)

    def end(self) -> int:
        """The script is over; return how many expectations failed."""
        table = self.run.appliance.keeper.table
        winner = (
            None if table is None else self.run.appliance.keeper.bundle.procedure.rules.outcome(table.state)
        )
        what: Mapping[str, Told] = {"winner": winner or "none", "held": self.held, "failed": self.failed}
        self._print("end", what, self.run.now_us)
        return self.failed

    def _fields(self, news: News) -> Mapping[str, Told]:
        names = Names(self.run)
        readers = self.run.appliance.keeper.words
        match news.what:
            case {"refusal": Refusal() as refusal}:
                return {
                    "player": refusal.player,
                    "code": refusal.code,
                    "ruling": refusal.ruling,
                    "message": refusal_text(refusal, readers[refusal.player]),
                    "fix": fix_of(refusal, readers[refusal.player]),
                }
            case {"correction": Correction() as fix}:
                card = SECRET if fix.secret else names.card(fix.card)
                return {"verb": fix.verb, "card": card, "place": fix.zone.place}
            case {"prompt": Prompt() as prompt}:
                text = prompt_text(prompt, readers[prompt.player], self.run.appliance.keeper.bundle.name)
                return {"player": prompt.player, "step": prompt.step, "text": text}
            case _:
                return news.what

    def _print(self, kind: str, what: Mapping[str, Told], at_us: int) -> None:
        """Print one event, or keep silent."""


class JsonReport(Report):
    """One JSON object a line, as the table-script page says."""

    def __init__(self, file: str, out: TextIO) -> None:
        super().__init__(file)
        self._out = out

    def _print(self, kind: str, what: Mapping[str, Told], at_us: int) -> None:
        event = {"time_s": round(at_us / 1e6, 6), "line": self.line, "kind": kind, **what}
        self._out.write(json_module.dumps(event, ensure_ascii=False) + "\n")


class PlainReport(Report):
    """Failures with file and line, and one line at the end."""

    def __init__(self, file: str, out: TextIO, err: TextIO) -> None:
        super().__init__(file)
        self._out = out
        self._err = err

    def expect(self, statement: st.Statement, held: bool, wanted: str, seen: str) -> None:
        """Name what failed at once."""
        super().expect(statement, held, wanted, seen)
        if not held:
            said, wanted = (shortened(plain(text)) for text in (statement.text, wanted))
            self._err.write(f"{self.file}:{statement.line}: {said}: expected {wanted}, seen {seen}\n")

    def end(self) -> int:
        failed = super().end()
        verdict = f"{self.held} held" + (f", {failed} failed" if failed else "")
        self._out.write(f"{self.file}: {verdict}, {self.run.now_us / 1e6:.1f} s at the table\n")
        return failed


def reporter(file: str, *, json: bool, out: TextIO, err: TextIO) -> Report:
    """The report that prints as asked."""
    return JsonReport(file, out) if json else PlainReport(file, out, err)
