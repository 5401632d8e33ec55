"""Players of the other games who do not see the page (`tests.firmware.web.blind`): from what they are asked, and what
is called how, to what they do. They play no better than hands that know nothing but that would.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import ClassVar

from tests.firmware.web.blind import Blind, Node, figure


class Player:
    """Plays by a table from what is asked to what is done: a key, or something that it does."""

    # How the end is said; and how it begins, by who has won.
    ends: str
    wins: ClassVar[Mapping[str, str]]

    def __init__(self, blind: Blind) -> None:
        self.blind = blind
        self.rules: Mapping[str, str | Callable[[str], None]] = {}
        self.did: list[str] = []

    @property
    def over(self) -> str:
        """How it has ended, as it was said; "" while it has not."""
        return next((line for line in self.blind.lines if re.search(self.ends, line)), "")

    def step(self) -> None:
        """Hear where one is, do one thing, and hear what comes of it, or what the others do."""
        said = self.blind.ask()
        if self.over:
            return
        if any(node.role == "heading" and node.name.startswith("Refused") for node in self.blind.nodes()):
            self.refused()
            self.blind.wait()
            return
        for pattern, act in self.rules.items():
            if re.search(pattern, said):
                if isinstance(act, str):
                    self.key(act)
                else:
                    act(said)
                break
        self.blind.wait()

    def refused(self) -> None:
        """Put right what the table refuses."""
        self.key("u")

    def key(self, key: str) -> None:
        self.did.append(key)
        self.blind.key(key)

    def lay(self, card: Node, place: str) -> None:
        self.did.append(f"{card.name}: {place}")
        self.blind.lay(card, place)


class Thermopyles(Player):
    """Alone: the strongest Spartan charges, with as many supports as it is likely to need."""

    ends = r"^The (Spartans|Persians) have won\. "
    wins: ClassVar = {"red": "The Spartans have won. ", "blue": "The Persians have won. "}
    # What a die brings.
    DIE = 3.5

    def __init__(self, blind: Blind) -> None:
        super().__init__(blind)
        self.rules = {
            r"Roll \d+ (die|dice)": "d",
            r"Retreat: hold ok": "Shift+O",
            r"Draw a Spartan|Spartans to draw": "o",
            r": discard one": self.discard,
            r"Supports\? Then ok|with ok": self.engage,
            r"Charge or retreat": self.charge,
        }

    def hand(self) -> list[Node]:
        """The Spartans in hand, the strongest last."""
        return sorted(self.blind.named("; Hand of player 1$"), key=lambda card: figure(card, "Battle value"))

    def charge(self, said: str) -> None:
        self.lay(self.hand()[-1], "Who fights")

    def engage(self, said: str) -> None:
        """Supports, as long as the total is likely to fall short; then the combat begins."""
        (persian, *_) = self.blind.named("; First Persian$")
        (spartan, *_) = self.blind.named("; Who fights$")
        spent = len(self.blind.named("^Support; Red's pad$"))
        left = self.blind.named("^Support; Supports$")
        short = figure(persian, "Battle value") - figure(spartan, "Battle value")
        if short > self.DIE * spent and left:
            self.lay(left[-1], "Red's pad")
        else:
            self.key("o")

    def discard(self, said: str) -> None:
        if self.blind.named("; Red's pad$"):
            self.key("o")
        else:
            self.lay(self.hand()[0], "Red's pad")


class CallToGlory(Player):
    """Seat 1 against robots: lays the most valuable set of the hand that beats what lies there, else discards what is
    worth least."""

    ends = r"^(Player \d|Red|Blue) wins\. |share the victory\. "
    wins: ClassVar = {"1": "Red wins. ", "2": "Blue wins. ", "1 2": "Red, Blue share the victory. "}

    def __init__(self, blind: Blind) -> None:
        super().__init__(blind)
        self.rules = {
            r"Scores read\? ok": "o",
            r"Draw two cards|Draw a second": "o",
            r"Ok: discard it": "o",
            r"\d+ [\w ]+ to a pad": self.displaced,
            r"Lay or discard": self.play,
            r"\w+: \d+ of \d+": self.more,
        }

    def hand(self) -> dict[str, list[Node]]:
        """The cards in hand, by kind."""
        found = defaultdict(list)
        for card in self.blind.named(r"; Hand of Red$"):
            found[card.name.split(",")[0]].append(card)
        return found

    def needed(self) -> dict[str, int]:
        """How many cards of each kind make a set that stands, as the table is read."""
        found = {}
        for node in self.blind.nodes():
            if told := re.match(r"(\w+), \d+: .*?(?:beaten by (\d+)|; (\d+) make a set)$", node.name):
                found[told[1]] = int(told[2] or told[3])
        return found

    def refused(self) -> None:
        """What lies on the wrong pad goes back to the hand."""
        cards = self.blind.named("^[A-Z].*; Discard pile, Red's pad$")
        if cards:
            self.lay(cards[-1], "Hand of Red")
        else:
            self.key("u")

    def play(self, said: str) -> None:
        hand, needed = self.hand(), self.needed()
        sets = [cards for kind, cards in hand.items() if len(cards) >= needed[kind]]
        if sets:
            self.lay(max(sets, key=lambda cards: (len(cards), figure(cards[0], "value")))[0], "Column 3, Red")
        else:
            least = min(hand.values(), key=lambda cards: (len(cards), figure(cards[0], "value")))
            # A pile that is empty takes the discard.
            empty = [node.name for node in self.blind.named(r"^Discard pile, \w+'s pad: empty")]
            self.lay(least[0], empty[0] if empty else "Discard pile, Red")

    def more(self, said: str) -> None:
        """The other cards of the set, then it is said to be one."""
        found = re.search(r"(\w+): \d+ of \d+", said)
        assert found is not None
        left = self.hand().get(found[1].capitalize(), [])
        if left:
            self.lay(left[0], "Column 3, Red")
        else:
            self.key("o")

    def displaced(self, said: str) -> None:
        found = re.search(r"\d+ (\w+) to a pad", said)
        assert found is not None
        cards = self.blind.named(rf"^{found[1].capitalize()}, .*; Column \d, Red's side$")
        self.lay(cards[0], "Discard pile, Red")


class DarkAgeArena(Player):
    """Red: enlists who may be enlisted, equips, lays supply; attacks with who stands together, defends with who is
    there."""

    ends = r"^(Red wins|Blue wins|A draw)\. "
    wins: ClassVar = {"red": "Red wins. ", "blue": "Blue wins. ", "draw": "A draw. "}

    def __init__(self, blind: Blind) -> None:
        super().__init__(blind)
        self.turn, self.tried = "", set[str]()
        self.rules = {
            r"[Tt]ake [\w ]+ from": "a",
            r"Red: [\w ]*roll|Roll for initiative|Roll: who": "d",
            r"Keep the hand\?|Discard up to two|Bid: |Instants\?|Move, draw|face down\? ok|happened\?": "o",
            r"Ok: ": "o",
            r"\d+ missing|Costs \d+ COM": self.short,
            r"Enlist one\?": self.enlist,
            r"Equip, lay supply": self.equip,
            r"Preparation, .*: whom\?": self.bearer,
            r"Attack: from where": self.declare,
            r"(Attackers|Defenders): ": self.muster,
            r"Attack which place": lambda said: self.choose(said, "1"),
            r": (whom|at whom|where|where to)\?": lambda said: self.choose(said, "1"),
        }

    def hand(self, sort: str) -> list[Node]:
        """The cards in hand of a sort."""
        return [card for card in self.blind.named("; Red's hand$") if f", {sort}" in card.name]

    def own(self) -> dict[int, list[str]]:
        """Who stands in each of Red's places, as the places are read: "Militia: 0 of 1 wounds"."""
        found = {}
        for node in self.blind.named(r"^Column [1-4], [^:]*\bRed:"):
            column = int(node.name.split(",")[0].removeprefix("Column "))
            found[column] = re.findall(r"([\w ]+): \d+ of \d+ wounds", node.name)
        return found

    def place(self, column: int) -> str:
        (node,) = self.blind.named(rf"^Column {column}, [^:]*\bRed\b[^:]*:")
        return node.name.split(":")[0]

    def once(self, said: str, what: str) -> bool:
        """Whether this was not tried yet in this step of this turn."""
        step = re.match(r"[\w ]+, Turn \d+", said)
        if step is None or step[0] != self.turn:
            self.turn, self.tried = step[0] if step else "", set()
        if what in self.tried:
            return False
        self.tried.add(what)
        return True

    def short(self, said: str) -> None:
        """Paid, if there is as much; else given up."""
        self.key("o" if self.once(said, "pay") else "Shift+O")

    def enlist(self, said: str) -> None:
        """The character of least control, where fewest stand."""
        cards = sorted(self.hand("Character"), key=lambda card: figure(card, "Control"))
        if cards and self.once(said, "enlist"):
            there = self.own()
            return self.lay(cards[0], self.place(min((1, 2, 3), key=lambda column: len(there[column]))))
        return self.key("o")

    def equip(self, said: str) -> None:
        """A weapon or a skill for whoever stands somewhere, or supply to a place; each is tried once."""
        there = self.own()
        for card in self.hand("Weapon") + self.hand("Skill"):
            if any(there.values()) and self.once(said, card.name):
                return self.lay(card, self.place(5))
        for card in self.hand("Supply"):
            if self.once(said, card.name):
                return self.lay(card, self.place(1))
        return self.key("o")

    def refused(self) -> None:
        """What is refused is taken back: the card that is played goes to the hand, all else is undone."""
        cards = self.blind.named("; Column 5, the card that Red plays$")
        if cards:
            self.lay(cards[0], "Red's hand")
        else:
            self.key("u")

    def bearer(self, said: str) -> None:
        """Where somebody stands."""
        column = next(column for column, names in self.own().items() if names)
        self.key(str(column))

    def declare(self, said: str) -> None:
        """From where most stand; later in the same turn no more."""
        there = self.own()
        column = max((1, 2, 3), key=lambda column: len(there[column]))
        if there[column] and self.once(said, "attack"):
            self.key(str(column))
        else:
            self.key("Shift+O")

    def muster(self, said: str) -> None:
        """All who stand there come, one by one; what is refused goes back."""
        for column, names in self.own().items():
            cards = (
                self.blind.named(rf", Character, .*; Column {column}, .*Red$") if column < 4 and names else []
            )
            for card in cards:
                if self.once(said, card.name):
                    return self.lay(card, self.place(4))
        return self.key("o")

    def choose(self, said: str, first: str) -> None:
        """One after the other, until the table takes one with ok."""
        for column in (first, "2", "3", "4", "5"):
            if self.once(said, f"{said} {column}"):
                return self.key(column)
        return self.key("o")
