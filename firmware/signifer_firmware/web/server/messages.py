"""Messages that a page may send: hands' deeds and a few wishes, each checked by a schema before anything hears of
it."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from signifer_core.languages import Language
from signifer_core.layout import Side

from signifer_firmware.game_api.registry import DEFAULT_GAME

from .numbers import Number, number_of
from .vocabulary import (
    ButtonName,
    CardId,
    DeckName,
    GameName,
    ModeName,
    Owner,
    Part,
    PartPlace,
    PersonName,
    Place,
    Player,
    SeatNumber,
    TokenText,
)

# No page has more to say than this; more is refused before it is read.
MOST_BYTES = 2_000
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class Message(BaseModel):
    """``run`` is the game that the page believes to see, ``n`` the page's own count, given back with the answer."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    run: Annotated[str, Field(max_length=40)]
    n: Number


class Move(Message):
    """A hand takes a card from wherever it is, and lays it somewhere."""

    do: Literal["move"]
    card: CardId
    to: Place


class Draw(Message):
    """A hand takes the top card of a deck, unseen."""

    do: Literal["draw"]
    player: Owner
    to: Place


class Swap(Message):
    """One hand takes a card away while the other lays another one in its place."""

    do: Literal["swap"]
    away: CardId
    instead: CardId


class Bump(Message):
    """A sleeve lifts a lying card for a moment."""

    do: Literal["bump"]
    card: CardId


class Grip(Message):
    """A hand has taken hold of a card, and will lay it somewhere."""

    do: Literal["grip"]


class Button(Message):
    """A finger goes down on a button, or up."""

    do: Literal["button"]
    name: ButtonName
    down: bool


class Hold(Message):
    """A finger holds a button, or two hold two together, until it has done what that does."""

    do: Literal["hold"]
    names: Annotated[tuple[ButtonName, ...], Field(min_length=1, max_length=2, strict=False)]


class Shuffle(Message):
    """A player shuffles the discards into a new deck."""

    do: Literal["shuffle"]
    player: Side


class PutBack(Message):
    """A card that was drawn though nothing asked for it goes back on its deck."""

    do: Literal["put-back"]
    player: Side


class Undo(Message):
    """What was done last is taken back: by a hold of the dice, or a card that was drawn unasked goes back."""

    do: Literal["undo"]


class AsTold(Message):
    """Hands do at once what the table asks for: cards drawn, lifted, put back."""

    do: Literal["as-told"]


class Tutor(Message):
    """A player wants the tutor, or allows it to the others; or no longer."""

    do: Literal["tutor"]
    on: bool


class Advise(Message):
    """A player wants to know the best plan."""

    do: Literal["advise"]


class Opened(Message):
    """Which hands are open at a screen that two share, since the decision has passed on that often: the tutor speaks of
    no others."""

    do: Literal["opened"]
    players: Annotated[tuple[Player, ...], Field(max_length=4, strict=False)]
    passed: Annotated[int, Field(ge=0, le=10**9)]


class TakeBack(Message):
    """In practice the game goes back to how it was after a line of the record; without one, to before what people have
    decided last."""

    do: Literal["take-back"]
    at: Annotated[int, Field(ge=0, le=10**9)] | None = None


class Helping(Message):
    """Whether hands do as told by themselves, where nothing is refused."""

    do: Literal["helping"]
    on: bool


class New(Message):
    """Another game, of whichever is named: who plays is one of its modes, and with what, one of its variants; with
    red's and blue's decks where players bring some. A deck that is not known is left to the table. A lesson of its
    tutorial says itself who plays, and how it begins."""

    do: Literal["new"]
    mode: ModeName
    game: GameName = DEFAULT_GAME
    by_hand: bool = False
    variant: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,16}$")] = ""
    decks: Annotated[tuple[DeckName, ...], Field(max_length=2)] = ()
    lesson: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,24}$")] = ""
    red: Language = "en"
    blue: Language = "en"
    # Each at a device of their own.
    apart: bool = False
    # How well the robots play; 0: by rules of thumb.
    level: Annotated[int, Field(ge=0, le=9)] = 0
    # Whether whose table it is wants the tutor; and whether anything may be taken back.
    tutor: bool = False
    practice: bool = False
    # What people are called, by who may win.
    names: Annotated[dict[Player, PersonName], Field(max_length=4)] = {}


class Speed(Message):
    """How fast time passes at the table."""

    do: Literal["speed"]
    speed: float

    def model_post_init(self, context: object) -> None:
        if self.speed not in SPEEDS:
            raise ValueError(f"speed is one of {', '.join(map(str, SPEEDS))}")


class Speak(Message):
    """The screens of these players speak that language from now on, as the page does."""

    do: Literal["speak"]
    players: Annotated[tuple[Side, ...], Field(max_length=2, strict=False)]
    language: Language


class Fault(Message):
    """A part of the table breaks: a reader, a screen or a column's node; in one way at a time."""

    do: Literal["fault"]
    part: Part
    place: PartPlace
    kind: Literal["unplug", "noise", "miss", "stuck"]


class Mend(Message):
    """A part is whole again; without one, all are."""

    do: Literal["mend"]
    part: Part | None = None
    place: PartPlace = ""


class Power(Message):
    """The table's plug is pulled, or put back."""

    do: Literal["power"]
    on: bool


class Keep(Message):
    """In a draft by hand, the two cards of four that are kept; none named: chance chooses to the end."""

    do: Literal["keep"]
    player: Side
    cards: Annotated[tuple[CardId, ...], Field(max_length=2, strict=False)] = ()


class Ask(Message):
    """A question, which changes nothing: the answer comes with ``done``."""


class Hint(Ask):
    """What would come of laying that card wherever it may be laid."""

    do: Literal["hint"]
    card: CardId


class Odds(Ask):
    """The odds of the attack under way, or of every one that may be declared now."""

    do: Literal["odds"]


class Look(Ask):
    """How the table lay after a line of the record."""

    do: Literal["look"]
    at: Annotated[int, Field(ge=0, le=10**9)]


class Export(Ask):
    """The game as text (docs/record.md)."""

    do: Literal["export"]


class Why(Ask):
    """Why a robot did what it did last, once the game is over."""

    do: Literal["why"]


class Pad(Ask):
    """What lies on the pad of the player whose phone asks."""

    do: Literal["pad"]


class GoOn(Ask):
    """Another game is to go on from a line of one that was played; it is told before that begins."""

    do: Literal["go-on"]
    at: Annotated[int, Field(ge=0, le=10**9)]
    mode: ModeName
    red: Language = "en"
    blue: Language = "en"


class Pair(Message):
    """A phone asks to be a player's: a code comes on their screen."""

    do: Literal["pair"]
    player: Side


class Code(Message):
    """A phone types the code that it asked for."""

    do: Literal["code"]
    code: Annotated[str, Field(pattern=r"^[0-9]{1,8}$")]


class Token(Message):
    """A phone that was paired before shows with what."""

    do: Literal["token"]
    token: TokenText


class Unpair(Message):
    """A phone wants to be nobody's any longer."""

    do: Literal["unpair"]
    token: TokenText


class Sit(Message):
    """A device asks for a seat at a game that people play at devices of their own: a code comes on the owner's page."""

    do: Literal["sit"]
    seat: SeatNumber


class Seating(Message):
    """The owner lets in who has typed the code for a seat, or gives the seat away again."""

    do: Literal["seat"]
    seat: SeatNumber
    let: Literal["in", "out"]


class Gone(Message):
    """Not sent: the page that has asked for something has gone."""

    do: Literal["gone"]


class Resync(Message):
    """The page has missed something and wants the whole picture again."""

    do: Literal["resync"]


# What phones ask for, which may press nothing, and devices that would have a seat.
Wish = Pair | Sit | Code | Token | Unpair
Question = Hint | Odds | Look | Export | Why | Pad | GoOn
_Handling = Move | Draw | Swap | Bump | Grip | Button | Hold | Shuffle | PutBack | Undo | AsTold | Helping
_Learning = Tutor | Advise | Opened
# What is done in a seat; all else is for whose table it is.
Seated = _Handling | _Learning | Speak | Keep
Deed = Seated | New | TakeBack | Speed | Fault | Mend | Power | Seating
Sent = Deed | Question | Wish | Resync
# What messages are called, which pydantic names where it says what is wrong in one.
_KINDS = frozenset(get_args(kind.model_fields["do"].annotation)[0] for kind in get_args(Sent))
_READER: TypeAdapter[Sent] = TypeAdapter(Annotated[Sent, Field(discriminator="do")])


class MessageError(ValueError):
    """A message that no page sends; ``n`` is its number, where it has one."""

    def __init__(self, reason: str, n: int | None = None) -> None:
        super().__init__(reason)
        self.n = n


def parse(text: str) -> Sent:
    """The deed in a message; MessageError says in one line what is wrong with it, and repeats nothing of it."""
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise MessageError(f"more than {MOST_BYTES} bytes")
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"] if part not in _KINDS) or "message"
        raise MessageError(f"{where}: {first['type']}", number_of(text)) from None
    except RecursionError:
        raise MessageError("message: too deep") from None
