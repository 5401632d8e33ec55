"""The report of a game as one page: no script, no network; everything that a record says is escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib import resources

from signifer_core.layout import SIDES

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.i18n.words import Plural, Words, words_of
from signifer_firmware.simulation.robots.review import HAND, Verdict
from signifer_firmware.simulation.robots.tutor_words import judged_text, per_cent
from signifer_firmware.texts.terms import outcome_name, player_name

from .analysis import CHOICE, Analysis, result_of
from .analysis_picture import picture
from .game_text import DATE, NO_DATE, RESULT, RUNNING

# Who sat at a seat that has no side is named by its number: [Player3 "Anna"].
SEAT = "Player"
# A name longer than this is none.
MOST_NAME = 60
# So many things left undone are told of each player: the attacks with the best odds first.
MOST_UNDONE = 12
NBSP = "\N{NO-BREAK SPACE}"
# Stands in a sentence for the command line, which does not break within a word.
COMMAND = "\N{OBJECT REPLACEMENT CHARACTER}"


def page(bundle: AnyBundle, found: Analysis, language: str, thought: str) -> bytes:
    """The whole page; ``thought`` says how long each decision was thought about, as the command line has it."""
    words = words_of(language).calling(bundle.names)
    return Report(bundle, found, words, thought).page().encode()


class Report:
    """The parts of one page, in a reader's language."""

    def __init__(self, bundle: AnyBundle, found: Analysis, words: Words, thought: str) -> None:
        self._bundle, self._found, self._words, self._thought = bundle, found, words, thought
        self._points, self._players = found.turning_points, found.review.players
        # Two at seats are called by their sides.
        seated = found.is_of_two and all(player.isdecimal() for player in self._players)
        self._sides: Mapping[str, str] = dict(zip(self._players, SIDES, strict=True)) if seated else {}

    def page(self) -> str:
        style = _asset("analysis.css")
        title = self._words.say("{game}: report of a game", game=self._bundle.game.title)
        parts = (
            self._head(title),
            self._course(),
            self._turning(),
            self._luck(),
            self._undone(),
            self._about(),
        )
        values = {
            "language": self._words.language,
            "style-digest": b64encode(sha256(style.encode()).digest()).decode(),
            "style": style,
            "title": escape(title),
            "content": "\n".join(parts),
        }
        text = _asset("analysis.html")
        for name, value in values.items():
            text = text.replace(f"<!--{name}-->", value, 1)
        return text

    def _called(self, player: str) -> str:
        return self._sides.get(player, player)

    def _name(self, player: str) -> str:
        return player_name(self._called(player), self._words)

    def _player(self, player: str) -> str:
        """The side, with the name that the record has for who sat there."""
        side = self._name(player)
        called = self._called(player)
        key = f"{SEAT}{called}" if called.isdecimal() else called.capitalize()
        tag = " ".join(self._found.record.tags.get(key, "").split())
        name = "".join(filter(str.isprintable, tag))[:MOST_NAME]
        return f"{side} ({name})" if name else side

    def _head(self, title: str) -> str:
        tags, words = self._found.record.tags, self._words
        lines = [" – ".join(map(self._player, self._players))]
        if tags[DATE] != NO_DATE:
            lines.append(tags[DATE])
        result = tags[RESULT]
        lines.append(words.say("The game is not over.") if result == RUNNING else self._outcome(result))
        text = f"<header><h1>{escape(title)}</h1>{_paragraphs(lines)}"
        if self._found.ended_early:
            text += f'<p class="early">{escape(self._early())}</p>'
        if self._found.goes_on:
            said = words.say(
                "The game was saved while it was being played: what came after the first card that is hidden is "
                "missing. Save it again when it is over."
            )
            text += f'<p class="early">{escape(said)}</p>'
        return f"{text}</header>"

    def _early(self) -> str:
        words, found = self._words, self._found
        if found.misses:
            return words.say(
                "Ended early: {done} of {total} moments were thought about, so what came later is missing.",
                done=found.done,
                total=found.once,
            )
        return words.say(
            "Ended early: every moment was thought about, but of the dearest decisions only {done} of {total} again.",
            done=found.done - found.once,
            total=found.total - found.once,
        )

    def _none(self, said: str) -> str:
        """``said`` of a game that was thought about; where it ended before the first decision, that."""
        if self._found.misses and not self._found.verdicts:
            return self._words.say("It was ended before any decision was thought about.")
        return said

    def _outcome(self, result: str) -> str:
        return outcome_name(" ".join(map(self._called, result.split(" "))), self._words, self._bundle.name)

    # Chances

    def _course(self) -> str:
        words, course = self._words, self._found.course
        heading = words.say("Chances to win")
        if not course:
            return _section(heading, _paragraphs([self._none(words.say("There was nothing to choose."))]))
        caption, head = self._whose()
        rows = [
            (str(turn), self._name(player).replace(" ", NBSP), per_cent(chance), self._marks(turn))
            for turn, player, chance in course
        ]
        heads = (
            words.say("Turn"),
            words.say("Player"),
            head,
            words.say("Turning point"),
        )
        table = _table(heads, rows, numbers=(2,), caption=caption, name="course")
        return _section(heading, f'<div class="course">{self._curve()}{table}</div>')

    def _whose(self) -> tuple[str, str]:
        """Whose chance it is, in a sentence and as the head of a column."""
        words, first = self._words, self._players[0]
        if self._found.review.together:
            said = words.say(
                "The chance to win together as each turn began, as whoever had the turn could tell."
            )
            return said, words.say("Chance")
        if not self._found.is_of_two:
            said = words.say("The chance to win of whoever had the turn, as they could tell as it began.")
            return said, words.say("Chance")
        if self._called(first) == SIDES[0]:
            said = words.say("Red's chance to win as each turn began, as whoever had the turn could tell.")
        else:
            said = words.say(
                "The chance to win of {player} as each turn began, as whoever had the turn could tell.",
                player=self._name(first),
            )
        return said, self._name(first)

    def _curve(self) -> str:
        """Of one chance over the turns; several players have no curve."""
        words, found = self._words, self._found
        if found.review.together:
            ends = [(side, self._outcome(side)) for side in SIDES]
        elif found.is_of_two:
            ends = [(side, self._name(player)) for side, player in zip(SIDES, self._players, strict=True)]
        else:
            return ""
        title = words.say("The chance to win over the turns; the table tells it in figures.")
        if ends[0][0] == self._called(self._players[0]):
            title = words.say("Red's chance to win over the turns; the table tells it in figures.")
        drawn = picture(found.course, self._numbered(), result_of(found), words, title, ends)
        return f"<figure>{drawn}</figure>"

    def _numbered(self) -> list[tuple[int, int]]:
        return [(number, verdict.moment.turn) for number, verdict in enumerate(self._points, 1)]

    def _marks(self, turn: int) -> str:
        return ", ".join(str(number) for number, at in self._numbered() if at == turn)

    # Turning points

    def _turning(self) -> str:
        words = self._words
        said = words.say(
            "What was done beside what would have been best, both as a chance to win; the dearest first."
        )
        items = [self._point(verdict) for verdict in self._points]
        none = self._none(words.say("No decision cost enough to be told from chance."))
        text = _list(items, ordered=True) if items else _paragraphs([none])
        return _section(words.say("Turning points"), _paragraphs([said]) + text)

    def _point(self, verdict: Verdict) -> str:
        words, review, moment = self._words, self._found.review, verdict.moment
        made, best = (review.said(move, words) for move in (verdict.made, verdict.best))
        return words.say(
            "Turn {turn}, {player}: {judged}",
            turn=moment.turn,
            player=self._name(moment.player),
            judged=judged_text(made, verdict.chance, best, verdict.best_chance, words),
        )

    # Luck

    def _luck(self) -> str:
        words, found = self._words, self._found
        kinds = {
            "first": words.say("Die: who begins"),
            "bonus": words.say("Bonus cards from the deck"),
            "rampage": words.say("Rampage"),
            "hand": words.say("Cards drawn"),
            "dice": words.say("Dice"),
            "cards": words.say("Cards turned up"),
        }
        # Who win together, have one luck.
        players = self._players[:1] if found.review.together else self._players
        rows = []
        for kind, said in kinds.items():
            each = [found.luck_of(player, kind) for player in players]
            if any(number for number, _, _ in each):
                rows.append((said, *(_points(gain, error) for _, gain, error in each)))
        rows.append((words.say("Own decisions"), *(_points(-found.lost(player)) for player in players)))
        caption = words.say(
            "What chance gave or took against what was to be expected, and below what decisions cost, in points of the "
            "chance to win (per cent), with the standard error."
        )
        heads: Sequence[str] = ("", *map(self._name, players))
        if found.review.together:
            heads = ("", words.say("Together"))
        elif len(players) > 2:
            # Below each other they have room.
            heads, *rows = zip(heads, *rows, strict=True)
        table = _table(heads, rows, numbers=range(1, len(heads)), caption=caption, name="luck")
        if found.is_blind:
            none = words.say("Cards drawn into a hand are no part of it: the record does not name them.")
            table += _paragraphs([none], "soft")
        return _section(words.say("Luck and skill"), table)

    # Undone

    def _undone(self) -> str:
        words, review = self._words, self._found.review
        text = ""
        for player in self._players:
            own = [undone for undone in self._found.undone if undone.player == player]
            kept = sorted(own, key=lambda undone: -(undone.chance or 0.0))[:MOST_UNDONE]
            items = []
            for undone in (undone for undone in own if undone in kept):
                said = review.undone_said(undone, words)
                if undone.what == HAND and self._found.record.tags[RESULT] != RUNNING:
                    said = words.say("At the end: {what}", what=said)
                else:
                    said = words.say("Turn {turn}: {what}", turn=undone.turn, what=said)
                if undone.chance is not None:
                    odds = words.say(
                        "{chance} to win with the top of both decks", chance=per_cent(undone.chance)
                    )
                    said = f"{said} ({odds})"
                items.append(said)
            text += f"<h3>{escape(self._player(player))}</h3>{_list(items)}"
        return _section(words.say("Left undone"), text)

    # How it was made

    def _about(self) -> str:
        words, found = self._words, self._found
        choices = sum(verdict.moment.kind == CHOICE for verdict in found.verdicts)
        thought = sum(verdict.iterations for verdict in found.verdicts)
        said = [
            words.say(
                "Each decision is judged from the view of who made it: what the other held, and the order of the "
                "decks, is dealt again and again, and nothing is used that only came to light later."
            ),
            words.say(
                "The record does not name a player's own hand. What they played before they drew again was in it for "
                "certain; the rest is dealt as often as it can have been there, and only what was there almost surely "
                "is called best."
            ),
            words.say(
                "Chances are guesses of a search: some points up or down mean nothing. A longer search is surer."
            ),
            words.say(
                Plural(
                    "{number} decision with a choice was thought about, {thought} iterations in all ({each}).",
                    "{number} decisions with a choice were thought about, {thought} iterations in all ({each}).",
                    "number",
                ),
                number=choices,
                thought=thought,
                each=COMMAND,
            ),
        ]
        text = _paragraphs(said, "soft").replace(COMMAND, f"<code>{escape(self._thought)}</code>")
        return _section(words.say("How this came about"), text)


def _points(gain: float, error: float | None = None) -> str:
    """Points of the chance to win, with their sign."""
    rounded = round(100 * gain)
    said = f"\N{MINUS SIGN}{-rounded}" if rounded < 0 else f"+{rounded}" if rounded else "0"
    return said if error is None else f"{said} ± {round(100 * error)}"


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{content}</section>"


def _paragraphs(lines: Iterable[str], kind: str = "") -> str:
    of_kind = f' class="{kind}"' if kind else ""
    return "".join(f"<p{of_kind}>{escape(line)}</p>" for line in lines)


def _list(items: Sequence[str], *, ordered: bool = False) -> str:
    tag = "ol" if ordered else "ul"
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>" if items else "<p>–</p>"


def _table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int], caption: str, name: str
) -> str:
    """Its first column heads the rows; columns in ``numbers`` are set to the right."""

    def kind(at: int) -> str:
        return ' class="number"' if at in numbers else ""

    top = "".join(
        f'<th scope="col"{kind(at)}>{escape(head)}</th>' if head else "<td></td>"
        for at, head in enumerate(heads)
    )
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td{kind(at)}>{escape(cell)}</td>" for at, cell in enumerate(row[1:], 1))
        + "</tr>"
        for row in rows
    )
    return (
        f'<table id="{name}"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def _asset(name: str) -> str:
    return resources.files("signifer_firmware.recording").joinpath("shared", name).read_text("utf-8")
