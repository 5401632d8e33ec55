"""Random mutants of the core: where, by which operator of Cosmic Ray, and what becomes of the line."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Those that need to be told names; decorators are caches and types.
LEFT_OUT = ("VariableInserter", "VariableReplacer", "RemoveDecorator")


@dataclass(frozen=True)
class Mutant:
    """A file below the package's folder, its changed source, the `first_line`, the line before and after."""

    file: Path
    source: str
    line: int
    was: str
    now: str
    operator: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} ({self.operator})\n  - {self.was}\n  + {self.now}"


def meaning(source: str) -> str:
    """What a module does: without layout, docstrings, annotations (nothing evaluates them) and decorators: that nobody
    writes to what is frozen is held by types."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.FunctionDef):
            node.returns, node.decorator_list = None, []
        if isinstance(node, ast.ClassDef):
            node.decorator_list = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def first_line(source: str, line: int) -> int:
    """The line in which the innermost statement around a line begins, as coverage counts it; 0 if it runs when the
    module is taken in, which may be within any test."""
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    inside = any(isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line for node in around)
    return max(node.lineno for node in around) if inside else 0


def changed(before: str, after: str) -> tuple[int, str, str]:
    """The first line that differs, from 1, as it was and as it is now."""
    for number, (was, now) in enumerate(zip(before.splitlines(), after.splitlines(), strict=False), 1):
        if was != now:
            return number, was.strip(), now.strip()
    raise ValueError("nothing has changed")


def mutants(package: Path, seed: int) -> Iterator[Mutant]:
    """Without end, each another one: files by their size, places in them alike, operators of a place alike."""
    chance = random.Random(seed)
    files = sorted(package.rglob("*.py"))
    sizes = [len(file.read_text(encoding="utf-8").splitlines()) for file in files]
    seen = set()
    while True:
        (file,) = chance.choices(files, sizes)
        source = file.read_text(encoding="utf-8")
        if places := _places(source):
            operator, occurrence = chance.choice(chance.choice(places))
            mutant = _mutated(source, operator, occurrence)
            key = (file, operator, occurrence)
            if mutant is not None and meaning(mutant) != meaning(source) and key not in seen:
                seen.add(key)
                line, was, now = changed(source, mutant)
                where = file.relative_to(package)
                yield Mutant(where, mutant, first_line(source, line), was, now, operator.partition("/")[2])


@cache
def _places(source: str) -> list[list[tuple[str, int]]]:
    """Each place where something can be changed, with the operators that change it and their count up to there."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast(source)))
    found = defaultdict(list)
    for name in sorted(operator_names()):
        if any(left in name for left in LEFT_OUT):
            continue
        operator = get_operator(name)()
        places = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (start, _) in enumerate(places):
            found[start].append((name, occurrence))
    return [found[start] for start in sorted(found)]


def _mutated(source: str, operator: str, occurrence: int) -> str | None:
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    mutant: str | None = mutate_code(source, get_operator(operator)(), occurrence)
    try:
        return mutant if mutant is None or ast.parse(mutant) else None
    except SyntaxError:
        return None
