"""Pages number what they send: the number comes back with the answer, also where all the rest is wrong."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Number = Annotated[int, Field(ge=0, le=10**9)]


class _Numbered(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    n: Number


def number_of(text: str) -> int | None:
    """The number of a message, whatever else stands in it; None where it has none. Whoever asks has seen that it is no
    longer than messages are."""
    try:
        return _Numbered.model_validate_json(text).n
    except (ValidationError, RecursionError):
        return None
