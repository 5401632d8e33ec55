"""Phones that ask to be a player's, and the secrets that they are given."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Any

CODE, TOKEN = "4711", "0123456789abcdef" * 2
Answer = dict[str, Any]


class Secrets(random.Random):
    """Draws ``code`` over and over, and each of ``tokens`` once; the last one of them from then on."""

    def __new__(cls, *_: str) -> Secrets:
        return super().__new__(cls)

    def __init__(self, code: str = CODE, *tokens: str) -> None:
        super().__init__(0)
        self._digits = cycle(code)
        self._tokens = list(tokens or (TOKEN,))

    def choice(self, seq: Any) -> Any:
        return next(self._digits)

    def randbytes(self, n: int) -> bytes:
        token = self._tokens.pop(0) if len(self._tokens) > 1 else self._tokens[0]
        assert len(token) == 2 * n
        return bytes.fromhex(token)


class Phone:
    """A phone that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[Answer] = []

    def __call__(self, answer: Answer) -> None:
        self.told.append(answer)

    @property
    def last(self) -> Answer:
        return self.told[-1]
