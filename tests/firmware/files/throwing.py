"""Files made of a seed, each given to the commands that read such a file: what they answer, and what is wrong."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import thrown
from .hostile import MEGABYTE
from .kind import Files, Kind
from .kinds import DRAWN, KINDS

ROOT = Path(__file__).parents[3]
MOST_S, MOST_MB = 2.0, 200
# As many files as one process takes in.
BLOCK = 100
# One of so many is no file; one of so many has an odd name.
NO_FILE, ODD_NAME = 25, 8
# Sound scripts and reports are played, which takes as long as what hands do in them.
PLAYED = ("script", "play", "replay", "analyse", "record share")
_DRAWN = re.compile("|".join(map(re.escape, DRAWN)))
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
Said = tuple[object, str, float, float]


@dataclass
class Figures:
    """What came of it. ``thrown`` are files by their kind; ``answers`` exit statuses by the command. ``faults`` is what
    must not be, by its sort, ``finds`` the first of each with the command."""

    thrown: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    finds: list[str] = field(default_factory=list)
    longest_s: float = 0.0
    longest_played_s: float = 0.0
    most_mb: float = 0.0
    seconds: float = 0.0

    @property
    def count(self) -> int:
        return self.thrown.total()

    def told(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "files": self.count,
            "commands": self.answers.total(),
            **{name: value for name, value in vars(self).items() if name != "finds"},
        }

    def take(self, file: File, words: Sequence[str], said: Said) -> None:
        """Judge one command."""
        status, text, took_s, peak_mb = said
        command = " ".join(words[: 2 if words[0] in ("record", "service", "deck", "node", "reads") else 1])
        self.answers[f"{command}: {status if isinstance(status, int) else 'traceback'}"] += 1
        if is_played(words) and status in (0, 1):
            self.longest_played_s = max(self.longest_played_s, round(took_s, 2))
        else:
            self.longest_s = max(self.longest_s, round(took_s, 2))
        self.most_mb = max(self.most_mb, round(peak_mb))
        for fault in faults(file.kind, words, said):
            self.faults[f"{command}: {fault}"] += 1
            if self.faults[f"{command}: {fault}"] <= 3:
                self.finds.append(
                    f"{fault}: {file}: {' '.join(words)!r}: {status}, {took_s:.2f} s, {text[-400:]!r}"
                )


def is_played(words: Sequence[str]) -> bool:
    """Whether the command plays a game through."""
    return " ".join(words).startswith(PLAYED)


def faults(kind: Kind, words: Sequence[str], said: Said) -> Iterator[str]:
    """What is wrong with a command's answer."""
    status, text, took_s, peak_mb = said
    if not isinstance(status, int):
        yield f"traceback: {str(status).strip().splitlines()[-1][:120]}"
    elif status not in (0, 1, 2):
        yield f"exit status {status}"
    if "Traceback" in text:
        yield "a traceback is told"
    if took_s > MOST_S and not (is_played(words) and status in (0, 1)):
        yield f"more than {MOST_S:g} s"
    if peak_mb > MOST_MB:
        yield f"more than {MOST_MB} MB"
    if _CONTROL.search(_DRAWN.sub("", text) if words[0] in ("play", "replay") else text):
        yield "control characters"
    # Where it has drawn screens before it came upon the fault, that is no part of the sentence.
    if status == 2 and "--speed" not in words and not 1 <= text.count("\n") <= kind.most_lines:
        yield "not a sentence for each fault"


@dataclass(frozen=True)
class File:
    """The ``number``-th file of a seed, in a folder of its own; ``commands`` are said one after the other."""

    number: int
    name: str
    how: str
    commands: tuple[tuple[str, ...], ...]

    @property
    def kind(self) -> Kind:
        return KINDS[self.name]

    def __str__(self) -> str:
        return f"file {self.number}, {self.name}, {self.how}"


def made(seed: int, number: int, folder: Path) -> File:
    """Make the ``number``-th file in ``folder``, with all that its commands need beside it."""
    rng = random.Random(f"{seed}/{number}")
    names = [*KINDS]
    name = names[number % len(names)]
    kind = KINDS[name]
    files = dict(rng.choice(kind.sound()))
    first, sound = next(iter(files.items()))
    path = folder / (_odd_name(rng, first) if kind.renamed and not rng.randrange(ODD_NAME) else first)
    _laid(folder, {other: content for other, content in files.items() if other != first})
    path.parent.mkdir(parents=True, exist_ok=True)
    how = "sound"
    if not rng.randrange(NO_FILE):
        how = thrown.no_file(rng, path, kind.packed(sound))
    elif rng.randrange(NO_FILE):
        change = rng.choice(kind.changes)
        how = change.__name__
        path.write_bytes(kind.packed(change(rng, sound))[:MEGABYTE])
    else:
        path.write_bytes(kind.packed(sound))
    ways = kind.ways if kind.in_order else rng.sample(kind.ways, min(2, len(kind.ways)))
    return File(number, name, how, tuple(_words(way, path, folder) for way in ways))


def _odd_name(rng: random.Random, name: str) -> str:
    return rng.choice(thrown.NAMES) + Path(name).suffix


def _laid(folder: Path, files: Files) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _words(way: Sequence[str], path: Path, folder: Path) -> tuple[str, ...]:
    return tuple(word.replace("FILE", str(path)).replace("DIR", str(folder)) for word in way)


def said(commands: Sequence[Sequence[str]]) -> list[Said]:
    """Exit status or traceback, what was said, seconds of processor, and the most MB of memory, of each command."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.firmware.files.bounds", str(MOST_MB)],
        input=json.dumps(commands), capture_output=True, text=True, check=False, cwd=ROOT, timeout=1_800,
    )  # fmt: skip
    found = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    if len(found) < len(commands):
        found.append((f"the process ended with {done.returncode}: {done.stderr[-2_000:]}", "", 0.0, 0.0))
    return found


def throw(count: int, seed: int) -> Figures:
    """Make ``count`` files, and say the commands of each."""
    figures, since_s = Figures(), time.monotonic()
    for start in range(0, count, BLOCK):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number in range(start, min(count, start + BLOCK)):
                place = Path(folder) / str(number)
                place.mkdir()
                files.append(made(seed, number, place))
            _block(files, figures)
            shutil.rmtree(folder, ignore_errors=True)
            Path(folder).mkdir()
    figures.seconds = round(time.monotonic() - since_s, 1)
    return figures


def _block(files: Sequence[File], figures: Figures) -> None:
    """Say the commands of these files; a process that ended is begun again behind what ended it."""
    left = [(file, words) for file in files for words in file.commands]
    while left:
        answers = said([words for _, words in left])
        for (file, words), answer in zip(left, answers, strict=False):
            figures.take(file, words, answer)
        left = left[len(answers) :]
    for file in files:
        figures.thrown[file.name] += 1
        figures.changed[file.how] += 1


def main(count: int, seed: int) -> int:
    """The figures as JSON, and before them what was found; the exit status is 0 if nothing was."""
    found = throw(count, seed)
    print(*found.finds, sep="\n", end="\n" * bool(found.finds), file=sys.stderr)
    print(json.dumps(found.told(), indent=1))
    return int(bool(found.faults))
