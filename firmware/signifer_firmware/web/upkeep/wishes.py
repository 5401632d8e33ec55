"""What a page of upkeep may send, in whatever form it comes: nothing else is done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from signifer_firmware.web.server.numbers import Number, number_of

# More than any wish has.
MOST_BYTES = 2_000
Word = Annotated[str, Field(pattern=r"^[a-z0-9:/-]{1,60}$")]


class Wish(BaseModel):
    """``n`` is the page's own count, given back with the answer."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    n: Number


class Pair(Wish):
    """A page asks to be let in: a code comes on red's screen."""

    do: Literal["pair"]


class Prove(Wish):
    """... or to be told how whoever stands at the table shows it."""

    do: Literal["prove"]


class Code(Wish):
    """It types the code."""

    do: Literal["code"]
    code: Annotated[str, Field(pattern=r"^[0-9]{1,8}$")]


class Token(Wish):
    """A page that was let in before shows with what."""

    do: Literal["token"]
    token: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Leave(Wish):
    """A page that was let in wants to be so no longer."""

    do: Literal["leave"]


class Examine(Wish):
    """What the doctor says of the table now."""

    do: Literal["examine"]


class Enrol(Wish):
    """The cards of a deck are to be enrolled, by laying them."""

    do: Literal["enrol"]
    deck: Word


class Answer(Wish):
    """Whether a tag that is on another card is that of the one which is asked for."""

    do: Literal["answer"]
    yes: bool


class Choose(Wish):
    """That card next."""

    do: Literal["choose"]
    card: Word


class Sitting(Wish):
    """Of the sitting: this card later; take back what was laid last; enough for now."""

    do: Literal["skip", "undo", "end"]


class Figures(Wish):
    """What is printed on a card; without one, on the first of the game."""

    do: Literal["figures"]
    game: Word
    card: Word | Literal[""]


class Correct(Wish):
    """What its owner reads on a card, and for which cards that holds."""

    do: Literal["correct"]
    game: Word
    card: Word
    figures: Annotated[
        dict[
            Annotated[str, Field(pattern=r"^[a-z_]{1,30}(\.[a-z-]{1,30})?$")],
            Annotated[int, Field(ge=-(10**6), le=10**6)],
        ],
        Field(min_length=1, max_length=40),
    ]
    scope: Literal["kind", "both", "alone"]


class Install(Wish):
    """What was brought, and looked at, is to be installed."""

    do: Literal["install"]
    build: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class Off(Wish):
    """The table is to be switched off."""

    do: Literal["off"]


Sent = (
    Pair
    | Prove
    | Code
    | Token
    | Leave
    | Examine
    | Enrol
    | Answer
    | Choose
    | Sitting
    | Figures
    | Correct
    | Install
    | Off
)
# What anybody may ask for.
FOR_ALL = (Pair, Prove, Code, Token, Examine, Figures)
_READER: TypeAdapter[Sent] = TypeAdapter(Annotated[Sent, Field(discriminator="do")])


class WishError(ValueError):
    """A message that no page sends; ``n`` is its number, where it has one."""

    def __init__(self, n: int | None) -> None:
        super().__init__("no wish of a page of upkeep")
        self.n = n


def parse(text: str) -> Sent:
    """The wish in a message; WishError for anything else."""
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise WishError(None)
    try:
        return _READER.validate_json(text)
    except (ValidationError, RecursionError):
        raise WishError(number_of(text)) from None
