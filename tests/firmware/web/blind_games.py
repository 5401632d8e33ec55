"""Players of the other games who do not see the page (`tests.firmware.web.blind`): from what they are asked, and what
is called how, to what they do. They play no better than hands that know nothing but that would.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from tests.firmware.web.blind import TURN_S, Blind, Node, figure

# For so long who has done something waits until something else is asked: a busy table answers late, and some gestures
# change nothing that is asked.
ANSWER_S, AGAIN_S = 5.0, 0.4


class Player:
    """Plays by a table from what is asked to what is done: a key, or something that it does."""

    # How the end is said; and how it begins, by who has won.
    ends: str
    wins: ClassVar[Mapping[str, str]]

    def __init__(self, blind: Blind) -> None:
        self.blind = blind
        self.rules: Mapping[str, str | Callable[[str], None]] = {}
        self.did: list[str] = []
        # What is due, as it was told last, if nothing was done since.
        self.asked = ""

    @property
    def over(self) -> str:
        """How it has ended, as it was said; "" while it has not."""
        return next((line for line in self.blind.lines if re.search(self.ends, line)), "")

    def step(self) -> None:
        """Hear where one is, do one thing, and hear what comes of it, or what the others do."""
        said, self.asked = self.asked or self.blind.ask(), ""
        if self.over:
            return
        pattern = next((pattern for pattern in self.rules if re.search(pattern, said)), None)
        act = self.refused if "Refused: " in said else self.rules.get(pattern or "")
        if act is None:
            # The others are at it, until something is asked.
            self.blind.hears("|".join([*self.rules, "Refused: ", self.ends]), TURN_S)
            return
        if isinstance(act, str):
            self.key(act)
        else:
            self.blind.try_to(partial(act, said))
        until = time.monotonic() + ANSWER_S
        heard = self.blind.hears(".", ANSWER_S)
        while (now := self.blind.ask()) == said and time.monotonic() < until:
            # Of several rolls the next one is asked in the same words.
            if heard and re.search(r"The dice: | rolls ", heard):
                return
            heard = self.blind.hears(".", AGAIN_S)
        self.asked = now

    def refused(self, said: str) -> None:
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
    """Seat 1 against robots: lays a set of a kind that nobody has laid, or one that beats what lies there, else
    discards what is worth least."""

    ends = r"^(Player \d|Red|Blue) wins\. |share the victory\. "
    wins: ClassVar = {"1": "Red wins. ", "2": "Blue wins. ", "1 2": "Red, Blue share the victory. "}

    def __init__(self, blind: Blind) -> None:
        super().__init__(blind)
        self.rules = {
            r"Scores read\? ok": "o",
            r"Draw two cards": self.draw,
            r"Draw a second": "1",
            r"Ok: discard it": "o",
            r"\d+ [\w ]+ to a pad": self.displaced,
            r"Reveal a mission": self.reveal,
            r"Lay or discard": self.play,
            r"\w+: \d+( of \d+|, ok lays it)": self.more,
        }

    def hand(self) -> dict[str, list[Node]]:
        """The cards in hand, by kind."""
        found = defaultdict(list)
        for card in self.blind.named(r"^[A-Z]\w+, value \d+; Hand of Red$"):
            found[card.name.split(",")[0]].append(card)
        return found

    def needed(self, free: bool = False) -> dict[str, int]:
        """How many cards of each kind make a set that stands, as the table is read; ``free``: of those that nobody has
        laid."""
        found = {}
        for node in self.blind.nodes():
            told = re.match(r"(\w+), \d+: .*?(?:beaten by (\d+)|; (\d+) make a set)$", node.name)
            if told and (told[3] or not free):
                found[told[1]] = int(told[2] or told[3])
        return found

    def draw(self, said: str) -> None:
        """What makes a set of a kind that nobody has laid, from on top of a discard pile; else face down."""
        hand, free = self.hand(), self.needed(free=True)
        for side in ("Red", "Blue"):
            pile = self.blind.named(rf"^[A-Z]\w+, value \d+; Discard pile, {side}'s pad$")
            kind = pile[-1].name.split(",")[0] if pile else ""
            if kind in free and len(hand.get(kind, ())) + 1 >= free[kind]:
                return self.lay(pile[-1], "Hand of Red")
        return self.key("o")

    def refused(self, said: str) -> None:
        """What the table wants, in its own words."""
        taken = re.search(r"Take (\w+) from the pad", said)
        put = re.search(r"Lay (\w+) on (\w+'s pad)", said)
        found = put or taken
        kind = found[1].capitalize() if found else "nothing"
        there = self.blind.named(rf"^{kind}, value \d+; Discard pile, \w+'s pad\b")
        if there:
            self.lay(there[-1], f"Discard pile, {put[2]}" if put else "Hand of Red")
        else:
            self.key("u")

    def reveal(self, said: str) -> None:
        self.lay(self.blind.one("points for each card.*; Hand of Red$"), "Column 3, Red")

    def play(self, said: str) -> None:
        hand, needed, free = self.hand(), self.needed(), self.needed(free=True)
        sets = {kind: cards for kind, cards in hand.items() if len(cards) >= needed[kind]}
        if sets:
            kind = max(sets, key=lambda kind: (kind in free, len(sets[kind]), figure(sets[kind][0], "value")))
            self.lay(sets[kind][0], "Column 3, Red")
        else:
            least = min(hand.values(), key=lambda cards: (len(cards), figure(cards[0], "value")))
            # A pile that is empty takes the discard.
            empty = [node.name for node in self.blind.named(r"^Discard pile, \w+'s pad: empty")]
            self.lay(least[0], empty[0] if empty else "Discard pile, Red")

    def more(self, said: str) -> None:
        """The other cards of the set, then it is said to be one."""
        found = re.search(r"(\w+): \d+( of \d+|, ok lays it)", said)
        assert found is not None
        left = self.hand().get(found[1].capitalize(), [])
        if left:
            self.lay(left[0], "Column 3, Red")
        else:
            self.key("o")

    def displaced(self, said: str) -> None:
        """While both piles are open, the set goes where its owner wants."""
        away = self.blind.named("; to be taken away$")
        if away:
            self.lay(away[0], "Discard pile, Red")


# What is answered by a column.
CHOICE = r"Attack which place|[\w ]+: (whom|at whom|where|where to)\?"


class DarkAgeArena(Player):
    """Red: enlists who may be enlisted, equips, lays supply; attacks with who stands together, defends with who is
    there."""

    ends = r"^(Red wins|Blue wins|A draw)\. "
    wins: ClassVar = {"red": "Red wins. ", "blue": "Blue wins. ", "draw": "A draw. "}

    def __init__(self, blind: Blind) -> None:
        super().__init__(blind)
        self.turn, self.tried = "", set[str]()
        # Cards that nobody could be given: not asked for again. The column that was pressed last for a question, and
        # for which.
        self.in_vain, self.column, self.pressed = set[str](), 1, ""
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
            CHOICE: self.choose,
        }

    def hand(self, sort: str) -> list[Node]:
        """The cards in hand of a sort."""
        return [card for card in self.blind.named("; Red's hand$") if f", {sort}" in card.name]

    def own(self) -> dict[int, list[str]]:
        """Who stands in each of Red's places, as the places are read: "Militia: wounds 0 of 1, bears Short blade"."""
        found = {}
        for node in self.blind.named(r"^Column [1-4], [^:]*\bRed:"):
            column = int(node.name.split(",")[0].removeprefix("Column "))
            found[column] = re.findall(r"[\w ]+: wounds \d+ of \d+(?:, bears)?", node.name)
        return found

    def place(self, column: int) -> str:
        (node,) = self.blind.named(rf"^Column {column}, [^:]*\bRed\b[^:]*:")
        return node.name.split(":")[0]

    def once(self, said: str, what: str) -> bool:
        """Whether this was not tried yet in this step of this turn."""
        step = re.match(r"[\w ]+, Turn \d+", said)
        # Who hears something else last is in the same step still.
        if step is not None and step[0] != self.turn:
            self.turn, self.tried = step[0], set()
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
            if (
                any(there.values())
                and card.name.split(";")[0] not in self.in_vain
                and self.once(said, card.name)
            ):
                return self.lay(card, self.place(5))
        for card in self.hand("Supply"):
            if self.once(said, card.name):
                return self.lay(card, self.place(1))
        return self.key("o")

    def refused(self, said: str) -> None:
        """What is refused is taken back: the card that is played goes to the hand, who cannot be paid for goes where
        the table says, also when the step in which they came is over; all else is undone."""
        cards = self.blind.named("; Column 5, the card that Red plays")
        if cards:
            self.in_vain.add(cards[0].name.split(";")[0])
            self.lay(cards[0], "Red's hand")
        elif "Press the column that you mean" in said:
            # Nobody was chosen, or nobody is there.
            self.column, self.pressed = self.column % 5 + 1, ""
            self.choose(said)
        elif re.search(r"[Tt]ake [\w ]+ from column [1-4]", said):
            self.key("a")
        else:
            self.key("u")

    def bearer(self, said: str) -> None:
        """Where somebody stands whose hands are free, if there is anybody."""
        stands = [column for column, found in self.own().items() if found]
        free = [column for column in stands if not self.own()[column][0].endswith("bears")]
        self.key(str((free or stands)[0]))

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

    def choose(self, said: str) -> None:
        """A column shows whom it would be; ok takes it."""
        found = re.search(CHOICE, said)
        question = found[0] if found else ""
        if self.pressed == question:
            self.column, self.pressed = 1, ""
            return self.key("o")
        self.pressed = question
        return self.key(str(self.column))
