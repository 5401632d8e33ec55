"""The page's files, read once and kept: no request waits for a disk or for another thread."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from signifer_core.json_values import Json
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

INDEX = "/index.html"
# What compression makes smaller.
_TEXTS = ("text/", "application/json", "application/manifest", "image/svg")
_TYPES = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class _File:
    body: bytes
    packed: bytes
    kind: str
    tag: str


def _file(name: str, body: bytes) -> _File:
    end = name[name.rfind(".") :]
    kind = _TYPES.get(end) or mimetypes.types_map.get(end, "application/octet-stream")
    packed = gzip.compress(body, mtime=0) if kind.startswith(_TEXTS) else b""
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return _File(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding takes gzip (RFC 9110, 12.5.3): named, or by "*", and not with a weight of 0."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        coding, *parameters = (word.strip() for word in part.split(";"))
        weight = next((word.removeprefix("q=") for word in parameters if word.startswith("q=")), "1")
        try:
            weights[coding] = float(weight)
        except ValueError:
            weights[coding] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _below(folder: Traversable, path: str = "/") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry.read_bytes()


def _cards_of(game: str) -> str:
    return f"/{game}/cards.json"


def _text(cards: Json) -> bytes:
    return json.dumps(cards, ensure_ascii=False, separators=(",", ":")).encode()


class Files:
    """Answers GET and HEAD; ``printed`` is what is on the cards of each game, by its name."""

    def __init__(self, printed: Mapping[str, Json]) -> None:
        found = dict(_below(resources.files("signifer_firmware.web").joinpath("static")))
        for game, cards in printed.items():
            found[_cards_of(game)] = _text(cards)
        found["/"] = found[INDEX]
        self._files = {path: _file(path if path != "/" else INDEX, body) for path, body in found.items()}

    def print(self, game: str, cards: Json) -> None:
        """That is on a game's cards from now on; any thread may say so."""
        self._files[_cards_of(game)] = _file(_cards_of(game), _text(cards))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
            return
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("only to be read\n", 405, {"Allow": "GET, HEAD"})
        file = self._files.get(request.url.path)
        if file is None:
            return PlainTextResponse("no such file\n", 404)
        headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        packs = file.packed and takes_gzip(request.headers.get("accept-encoding", ""))
        if packs:
            headers["Content-Encoding"] = "gzip"
        return Response(file.packed if packs else file.body, headers=headers | {"Content-Type": file.kind})
