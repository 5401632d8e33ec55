"""The league book over HTTP: anybody whom the page is shown may read it; who sits at this machine, or was let in at
upkeep, may change names."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Protocol, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from signifer_firmware.league.book import Book, Line
from signifer_firmware.league.names import Who, cleaned
from signifer_firmware.league.printed import csv_of
from signifer_firmware.league.rating import Standing
from signifer_firmware.web.game import View

from .network import Door, token_of
from .played import opens

# What is told at once of a book; and a wish has no more to say.
MOST_LISTED = 50
MOST_BYTES = 2_000
Answer = TypeVar("Answer")


class LeagueBook(Protocol):
    """The book of a table. All but what is known may take a while; SigniferError where it cannot be done."""

    def read(self) -> Book:
        """What it has; of a long book a piece more each time, until none of its games is unread."""
        ...

    @property
    def so_far(self) -> Book | None:
        """What is known of a book of which games are unread; for all threads."""
        ...

    def name(self, number: int, mark: str, names: dict[str, str]) -> None:
        """People of game ``number`` are called so, by who may win; "" for nobody. It is that of ``mark``."""
        ...

    def reckon(self, number: int, mark: str) -> None:
        """Begin to reckon the luck of game ``number``, that of ``mark``."""
        ...

    @property
    def reckoning(self) -> int | None:
        """The game whose luck is reckoned."""
        ...


class Asking(BaseModel):
    """A page asks for the luck of a game."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    game: Annotated[int, Field(ge=0, le=10**9)]
    # What the page was told of that game: by now it may be another one.
    mark: Annotated[str, Field(max_length=40)]


class Renaming(Asking):
    """What a page says who played a game."""

    names: Annotated[
        dict[
            Annotated[str, Field(pattern=r"^(red|blue|[1-4])$")],
            Annotated[str, Field(max_length=200), AfterValidator(cleaned)],
        ],
        Field(min_length=1, max_length=4),
    ]


def routes_of(book: LeagueBook, door: Door, owns: Callable[[str], bool]) -> list[BaseRoute]:
    """Where it is asked for; ``owns`` tells whether a token is that of who was let in at upkeep. One book is read at a
    time, by another thread; nobody waits for more of it than a piece."""
    busy = asyncio.Lock()

    async def alone(work: Callable[[], Answer]) -> Answer:
        async with busy:
            return await asyncio.to_thread(work)

    def may_name(request: Request) -> bool:
        return opens(door, request) or owns(token_of(request.headers))

    async def read(request: Request) -> Response:
        before, may = _before(request), may_name(request)
        known = book.so_far if busy.locked() else None
        found = await alone(book.read) if known is None else known
        return JSONResponse({**told(found, before, may=may), "reckoning": book.reckoning})

    async def as_table(request: Request) -> Response:
        while (found := await alone(book.read)).unread:
            pass
        text = csv_of(found)
        headers = {"Content-Disposition": "attachment; filename=signifer-league.csv"}
        return Response(text.encode(), headers=headers, media_type="text/csv; charset=utf-8")

    async def wished(request: Request, work: Callable[[bytes], None]) -> Response:
        if not may_name(request) or not door.opens(request.headers):
            return PlainTextResponse("not for others\n", 403)
        return await _answered(request, lambda data: alone(lambda: work(data)))

    def name(data: bytes) -> None:
        wish = Renaming.model_validate_json(data)
        book.name(wish.game, wish.mark, wish.names)

    def reckon(data: bytes) -> None:
        wish = Asking.model_validate_json(data)
        book.reckon(wish.game, wish.mark)

    async def rename(request: Request) -> Response:
        return await wished(request, name)

    async def lucky(request: Request) -> Response:
        return await wished(request, reckon)

    return [
        Route("/league", read, methods=["GET"]),
        Route("/league", rename, methods=["POST"]),
        Route("/league/luck", lucky, methods=["POST"]),
        Route("/league.csv", as_table, methods=["GET"]),
    ]


async def _answered(request: Request, do: Callable[[bytes], Awaitable[None]]) -> Response:
    """What is said to a wish, once it is done; in a sentence why it is not."""
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            return JSONResponse({"refused": "too long"})
    try:
        await do(bytes(data))
    except ValidationError:
        return JSONResponse({"refused": "no names of a game, nor a game"})
    except ConfigError as error:
        return JSONResponse({"refused": error.faults[0]})
    except SigniferError as error:
        return JSONResponse({"refused": str(error)})
    return JSONResponse({})


def told(book: Book, before: int | None, *, may: bool) -> dict[str, Json]:
    """What a page is told: how players stand, and the newest games, or those before place ``before`` of the book;
    whether it ``may`` change names."""
    end = len(book.lines) if before is None else min(before, len(book.lines))
    start = max(0, end - MOST_LISTED)
    games: list[Json] = [_line(line) for line in reversed(book.lines[start:end])]
    standings: dict[str, Json] = {
        game: [_standing(each) for each in found] for game, found in book.standings.items() if found
    }
    faults: list[Json] = list(book.faults)
    return {
        "games": games,
        "before": start,
        "standings": standings,
        "faults": faults,
        "unread": book.unread,
        "may": may,
    }


def _line(line: Line) -> View:
    players: list[Json] = [
        {"party": party, "result": line.result_of(party), **_who(who), **_luck(line, party)}
        for party, who in line.players.items()
    ]
    head: dict[str, Json] = {"number": line.number, "game": line.game, "date": line.date, "mark": line.mark}
    said: dict[str, Json] = {"why": line.why, "fault": line.fault, "no_luck": line.no_luck}
    return {**head, "players": players, **said, "over": line.outcome is not None}


def _luck(line: Line, party: str) -> View:
    luck = line.luck_of(party)
    return {} if luck is None else {"luck": [*luck]}


def _who(who: Who) -> View:
    return {"name": who.name} if who.level is None else {"robot": who.level}


def _standing(each: Standing) -> View:
    sums: dict[str, Json] = {"won": each.won, "drawn": each.drawn, "lost": each.lost}
    return {**_who(each.who), **sums, "rating": each.rating}


def _before(request: Request) -> int | None:
    text = request.query_params.get("before", "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None
