"""The figures of a card, compared with the printed one; what the owner reads there goes into their corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from signifer_core.cards import Catalogue
from signifer_core.errors import ConfigError
from signifer_core.toml_lines import did_you_mean

from .corrections import ALONE, BOTH, KIND, Corrections
from .decks import assumed, equals_of, figure_name, figure_text, figure_texts, kind_agrees, title
from .page import Page

NO_FILE = (
    "corrections need a file of yours: say --corrections FILE, or name one in table.toml (docs/catalogue.md)"
)

IN_DECK_FILE = "what is printed on this card stands in its deck file: change it there (docs/decks.md)"

# What may be said instead of an answer: this card once more, back to it, to another one, end.
MEANWHILE = ("r", "b", "c", "q")


class Asks(Protocol):
    """How a question is put; see Enrolment."""

    def __call__(self, text: str, *, on_new: str | None = None) -> str: ...


class Figures:
    """The cards of a game as the owner has them. ``corrections`` is None where there is no file for them; ``begin``
    then makes one, if people want it: ``offer`` says what it does. ``instead`` is said where neither can be.
    """

    def __init__(
        self,
        base: Catalogue,
        corrections: Corrections | None,
        page: Page,
        *,
        offer: str = "",
        begin: Callable[[], Corrections] | None = None,
        instead: str = NO_FILE,
    ) -> None:
        self._base = base
        self._corrections = corrections
        self._page = page
        self._offer = offer
        self._begin = begin
        self._instead = instead
        self._asked: set[tuple[str, str]] = set()
        # Kinds of equal cards, one of which was compared.
        self._compared: set[str] = set()
        self._declined = False

    @property
    def catalogue(self) -> Catalogue:
        """All cards, corrected so far."""
        return self._base if self._corrections is None else self._corrections.catalogue

    def ask(self, card: str, question: Asks, after: str) -> str:
        """Ask for what nobody has read from a card yet, then whether the rest is as it is printed: of equal cards once.
        ``after`` is the card that will be laid next. Returns what was answered if it is about something else: a line of
        MEANWHILE."""
        told = self._ask_expressly(card, question)
        if told:
            return told
        or_lay = f", or lay {after}" if after else ""
        kind = self.catalogue[card].kind
        while figure_texts(self.catalogue[card]) and kind not in self._compared:
            answer = question(f"Does the card say the same? Enter{or_lay}: yes. n: no", on_new="")
            if answer in ("n", "no"):
                self.correct(card, question)
                break
            if answer in ("", "y", "yes"):
                break
            if answer.partition(" ")[0] in MEANWHILE:
                return answer
            self._page.line("  Enter if it does, n if it does not; r: this card once more, b: back, q: end")
        if equals_of(self.catalogue, card):
            self._compared.add(kind)
        return ""

    def _ask_expressly(self, card: str, question: Asks) -> str:
        """Ask for each figure of ``card`` that nobody has read yet, and write what was read in one: one figure may
        bound another. Nothing is asked any more once people want no file for it. A line of MEANWHILE that was said
        instead."""
        while not self._declined:
            read: dict[str, tuple[int, str]] = {}
            told, unread = "", self._unread(card)
            for name, whose in unread.items():
                answer = self._read(card, name, question)
                if answer.partition(" ")[0] in MEANWHILE:
                    told = answer
                    break
                self._asked.add((whose, name))
                if answer and self._is_news(card, name, int(answer)):
                    read[name] = (int(answer), KIND if whose == self.catalogue[card].kind else BOTH)
            if not read or not self._may_correct(question) or self._state(card, read) or told:
                return told
            # What was read cannot stand together: once more.
            self._asked -= {(whose, name) for name, whose in unread.items()}
        return ""

    def _unread(self, card: str) -> dict[str, str]:
        """The figures of ``card`` that are to be asked for, each with whose they are: its own, or its kind's where all
        its cards bear the same, whichever army they are of."""
        kind = self.catalogue[card].kind
        own = card.rpartition("/")[2]
        unread = {
            name: kind if kind_agrees(self.catalogue, kind, name) else own
            for name in assumed(self.catalogue[card])
        }
        return {name: whose for name, whose in unread.items() if (whose, name) not in self._asked}

    def _read(self, card: str, name: str, question: Asks) -> str:
        """The number on the card, "" if it has none; or a line of MEANWHILE."""
        text = figure_text(name, self.catalogue[card].figures[name])
        while True:
            answer = question(
                f"{text}: nobody has read this from a card. What does yours say? A number, or ? if nothing"
            )
            if _is_number(answer) or answer.partition(" ")[0] in MEANWHILE:
                return answer
            if answer in ("?", ""):
                return ""

    def _is_news(self, card: str, name: str, value: int) -> bool:
        """Whether a figure is worth writing: what was assumed rightly, too, where there is a file for it or may be."""
        kept = self._corrections is not None or self._begin is not None
        return kept or self.catalogue[card].figures[name].value != value

    def correct(self, card: str, question: Asks) -> None:
        """Ask which figures are printed otherwise, until there is no more."""
        if not self._may_correct(question):
            return
        names = {figure_name(name): name for name in names_on(self.catalogue, card)}
        while answer := question(
            "Which figure, and what does the card say? As in: combat 5. Enter: nothing more"
        ):
            words, _, number = answer.rpartition(" ")
            words = figure_name(words.strip())
            if not _is_number(number) or not words:
                self._page.warn("write the figure and its number: combat 5")
            elif words not in names:
                self._page.warn(f'no figure "{words}" on this card: {did_you_mean(words, list(names))}')
            elif self._state(card, {names[words]: (int(number), self._scope(card, names[words], question))}):
                catalogue = self.catalogue
                shown = ", ".join(figure_texts(catalogue[card]))
                self._page.line(f"  {title(catalogue[card], catalogue)}: {shown}")

    def _may_correct(self, question: Asks) -> bool:
        """Whether there is a file for corrections, made now if people want it; if not, they are told."""
        if self._corrections is not None:
            return True
        self._declined = self._begin is None or question(f"{self._offer} y: yes. Enter: no") not in (
            "y",
            "yes",
        )
        if self._declined or self._begin is None:
            self._page.warn(self._instead)
            return False
        try:
            self._corrections = self._begin()
        except ConfigError as error:
            for fault in error.faults:
                self._page.warn(fault)
        except OSError as error:
            self._page.warn(f"{error.filename} cannot be written: {error.strerror}")
        return self._corrections is not None

    def _scope(self, card: str, name: str, question: Asks) -> str:
        """For which cards a correction is meant."""
        catalogue = self.catalogue
        kind, whose = catalogue[card].kind, catalogue[card].army
        usual = KIND if kind_agrees(catalogue, kind, name) else BOTH
        if not whose and catalogue.kinds[kind].count == 1:
            return usual
        words = {
            KIND: ("k", f"all {kind.replace('-', ' ')} cards{' of both armies' if whose else ''}"),
            BOTH: ("b", f"{card.rpartition('/')[2]}{' of both armies' if whose else ''}"),
        }
        if whose:
            words[ALONE] = ("t", "this card alone")
        order = sorted(words, key=lambda scope: scope != usual)
        said = ". ".join(
            f"{'Enter' if scope == usual else words[scope][0]}: {words[scope][1]}" for scope in order
        )
        answer = question(f"For which cards? {said}")
        return next((scope for scope, (key, _) in words.items() if key == answer), usual)

    def _state(self, card: str, figures: Mapping[str, tuple[int, str]]) -> bool:
        """Write corrections, each a value and for whom it is meant; False, and why, if they cannot be."""
        assert self._corrections is not None, "asked before"
        try:
            self._corrections.state(card, figures)
        except ConfigError as error:
            for fault in error.faults:
                self._page.warn(fault)
            return False
        except OSError as error:
            self._page.warn(f"{self._corrections.path} cannot be written: {error.strerror}")
            return False
        said = ", ".join(f"{figure_name(name)} {value}" for name, (value, _) in figures.items())
        self._page.line(f"  written to {self._corrections.path}: {said}")
        return True


def names_on(catalogue: Catalogue, card: str) -> Iterator[str]:
    """All figures that may be on a card of its sort."""
    for name, rule in catalogue.rules.items():
        if catalogue.kinds[catalogue[card].kind].sort not in rule.of or name == "count":
            continue
        if not rule.members:
            yield name
            continue
        for member in (*catalogue.kinds, *(("any",) if rule.members.endswith("any") else ())):
            yield f"{name}.{member}"


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 6
