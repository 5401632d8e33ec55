"""A player who does not see the page: who knows what a screen reader is given, and nothing else.

What there is, and what was said, comes from the browser's accessibility tree. Such a player acts as a screen reader
does, which clicks what is named, or by keys alone (`Keys`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A line comes when it has come to rest; a robot's turn takes longer, and a busy machine's.
PATIENCE_S = 120.0
# For so long who has done something waits for what comes of it, and who waits for others until something is said.
PICKED_S, TURN_S = 10.0, 3.0
# So often what was to be pressed may be gone when one comes to it.
MOST_LATE = 40
# Called of the first live region: waits until they have been added to more often than was heard, for so many
# milliseconds, and tells how often they have been. A screen reader is told of it, too.
BELL = """function (heard, patience, ...regions) {
  const bell = (this.bell ??= { rung: 0, woken: new Set() });
  if (!bell.observer) {
    bell.observer = new MutationObserver(() => {
      bell.rung += 1;
      for (const wake of [...bell.woken]) wake();
    });
    for (const region of regions) bell.observer.observe(region, { childList: true, subtree: true });
  }
  if (bell.rung > heard || !patience) return bell.rung;
  return new Promise(done => {
    const wake = () => {
      clearTimeout(late);
      bell.woken.delete(wake);
      done(bell.rung);
    };
    const late = setTimeout(wake, patience);
    bell.woken.add(wake);
  });
}"""
# What has the focus is called so, while that is on the table.
FOCUS = (
    """() => document.activeElement.closest("#wood") && document.activeElement.getAttribute("aria-label")"""
)


class Late(Exception):  # noqa: N818 - nothing is wrong
    """What was to be pressed is not there any more: the table has gone on since one was told of it."""


@dataclass(frozen=True)
class Node:
    """Something that is exposed: what it is, what it is called, which element it is; below what."""

    role: str
    name: str
    element: int
    parents: tuple[str, ...]
    focused: bool
    disabled: bool


class Blind:
    """Acts by clicks on what is named, as assistive technology does."""

    def __init__(self, page: Page, side: str = "Red") -> None:
        self.page, self.side = page, side
        self._tools = page.context.new_cdp_session(page)
        self._tools.send("Accessibility.enable")
        self._heard: set[int] = set()
        self._regions: list[int] = []
        # The live regions for whoever calls them, and how often they had been added to when they were read last.
        self._bells: list[dict[str, Any]] = []
        self._rung = -1
        # What is exposed, as long as nothing was done and nothing was said since.
        self._exposed: list[Node] = []
        # All that was said, in order.
        self.lines: list[str] = []
        self._late = 0

    def nodes(self) -> list[Node]:
        """All that the page exposes now, in reading order; looked at again once something was done or said."""
        if self._exposed:
            return self._exposed
        told = self._tools.send("Accessibility.getFullAXTree")["nodes"]
        known = {one["nodeId"]: one for one in told}
        found: list[Node] = []

        def walk(one: dict[str, Any], parents: tuple[str, ...]) -> None:
            role, name = (str(one.get(part, {}).get("value", "")) for part in ("role", "name"))
            has = {each["name"]: each["value"].get("value") for each in one.get("properties", [])}
            if not one.get("ignored"):
                states = bool(has.get("focused")), bool(has.get("disabled"))
                found.append(Node(role, name, one.get("backendDOMNodeId", 0), parents, *states))
                parents = (*parents, role)
            for child in one.get("childIds", []):
                if child in known:
                    walk(known[child], parents)

        walk(told[0], ())
        self._exposed = found
        return found

    def listen(self, patience_s: float = 0.0) -> list[str]:
        """What was said since this was asked last, or the first that is said within so many seconds. Only the live
        regions are asked, and only if they were added to: the whole tree is as large as the table, and is told again
        each time."""
        if not self._regions:
            live = (node for node in self.nodes() if node.role in ("log", "alert"))
            self._regions = [node.element for node in live]
            self._bells = [{"objectId": self._object(region)} for region in self._regions]
        rung = self._rings(patience_s)
        if rung == self._rung:
            return []
        said = [line for region in self._regions for line in self._lines(region)]
        self._rung = rung
        self.lines += said
        if said:
            self._exposed = []
        return said

    def _rings(self, patience_s: float) -> int:
        """How often the live regions were added to, once that is more often than when they were read last, or after so
        many seconds."""
        told = self._tools.send(
            "Runtime.callFunctionOn",
            {
                "objectId": self._bells[0]["objectId"],
                "functionDeclaration": BELL,
                "arguments": [{"value": self._rung}, {"value": round(patience_s * 1000)}, *self._bells],
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
        return int(told["result"]["value"])

    def _object(self, element: int) -> str:
        """An element, for whoever calls it."""
        return str(self._tools.send("DOM.resolveNode", {"backendNodeId": element})["object"]["objectId"])

    def _lines(self, region: int) -> list[str]:
        """What a live region holds that was not heard yet."""
        asked = {"backendNodeId": region, "role": "StaticText"}
        found = self._tools.send("Accessibility.queryAXTree", asked)["nodes"]
        new = [one for one in found if not one["ignored"] and one["backendDOMNodeId"] not in self._heard]
        self._heard |= {one["backendDOMNodeId"] for one in new}
        return [str(one["name"]["value"]) for one in new]

    def wait(self, pattern: str = ".") -> str:
        """Wait until something is said that matches."""
        found = self.hears(pattern, PATIENCE_S)
        assert found is not None, f"nobody says {pattern}; last was said {self.lines[-8:]}"
        return found

    def hears(self, pattern: str, patience_s: float) -> str | None:
        """What matches of all that is said within so many seconds."""
        until, left = time.monotonic() + patience_s, patience_s
        while left > 0:
            found = next((line for line in self.listen(left) if re.search(pattern, line)), None)
            if found is not None:
                return found
            left = until - time.monotonic()
        return None

    def key(self, key: str) -> None:
        self._exposed = []
        self.page.keyboard.press(key)

    def ask(self) -> str:
        """Where one is and what is due, as the key t has it told; what was said before it is heard, too."""
        self.listen()
        self.key("t")
        if self.hears(".", PATIENCE_S) is None:
            raise AssertionError(f"the key t tells nothing; last was said {self.lines[-8:]}")
        return self.lines[-1]

    def try_to(self, act: Callable[[], None]) -> None:
        """Do something; who comes too late for it puts back what is in the fingers, and asks again what is due."""
        try:
            act()
        except Late as late:
            self._late += 1
            if self._late == MOST_LATE:
                raise AssertionError(f"{late}; last was said {self.lines[-8:]}") from late
            self.key("Escape")

    def named(self, pattern: str) -> list[Node]:
        """What can be pressed and is called so."""
        return [
            node
            for node in self.nodes()
            if node.role == "button" and not node.disabled and re.search(pattern, node.name)
        ]

    def one(self, pattern: str) -> Node:
        """What can be pressed and is called so, the first of several."""
        found = self.named(pattern)
        if not found:
            raise Late(f"nothing is called {pattern}")
        return found[0]

    def press(self, node: Node) -> None:
        """What a screen reader does with a button."""
        from playwright.sync_api import Error

        self._exposed = []
        try:
            found = self._object(node.element)
        except Error as gone:
            raise Late(f"{node.name} is gone") from gone
        call = {"objectId": found, "functionDeclaration": "function () { this.click(); }"}
        self._tools.send("Runtime.callFunctionOn", call)

    def picked_up(self) -> None:
        """Wait until a card is in the fingers."""
        if self.hears("picked up", PICKED_S) is None:
            raise Late("no card is picked up")

    def hand(self) -> list[Node]:
        """The cards in one's hand."""
        return self.named(rf"; {self.side}'s hand$")

    def lay(self, card: Node, place: str) -> None:
        """Take a card, and lay it in a place whose name begins so."""
        self.press(card)
        self.picked_up()
        self.press(self.one(f"^{re.escape(place)}"))

    def use(self, pattern: str) -> None:
        """Press what is called so."""
        self.press(self.one(pattern))


class Keys(Blind):
    """Acts by keys alone: the tab key goes on until what has the focus is called as it should be."""

    def lay(self, card: Node, place: str) -> None:
        self.key("h")
        self.walk(card.name)
        self.key("Enter")
        self.picked_up()
        self.walk(place)
        self.key("Enter")

    def use(self, pattern: str) -> None:
        self.key("h")
        self.walk(self.one(pattern).name)
        self.key("Enter")

    def walk(self, name: str) -> None:
        """On to what is called so; back, if it does not come before the table ends."""
        for way in ("Tab", "Shift+Tab"):
            for _ in range(60):
                here = self.page.evaluate(FOCUS)
                if here is None:
                    break
                if here.startswith(name):
                    return
                self.key(way)
            self.key("Shift+Tab")
        raise Late(f"the tab key never comes to {name}")


def figure(node: Node, name: str) -> int:
    """A figure of a card, as it is read out."""
    found = re.search(rf"{name} (\d+)", node.name)
    return int(found[1]) if found else 0


class FieldOfGlory:
    """Plays one side: a unit a turn in a column that is empty, paid with the cheapest cards; attacks where the totals
    that were told are better."""

    def __init__(self, blind: Blind) -> None:
        self.blind = blind
        self.totals: dict[int, tuple[int, int]] = {}
        self.placed = self.attacked = ""
        self.did: list[str] = []
        self.rules = {
            r"ok pays|ok discards|1 card: ok|Ok: draw|Ok: three|Ok: hand|Retreat|CP, ok|Ok: all placed": lambda said: (
                self.key("o")
            ),
            r"hold ok|Hold ok": lambda said: self.key("Shift+O"),
            r"none asked for|not yet|too many": self.take_back,
            r"too little": lambda said: self.key("u"),
            r"Pay on pad|\d+ more": self.pay,
            r"Place units": self.act,
            r"Discard \d": self.discard,
            r"Bonus card": self.bonus,
            r"Top card": self.top,
            r"Shuffle": self.shuffle,
            r"Flank \d|Lead: ": lambda said: self.key("o"),
            r"Lead from (\d)": self.source,
        }

    @property
    def over(self) -> str:
        """How it has ended, as it was said; "" while it has not."""
        ends = r"^(Red wins|Blue wins|A draw)\. "
        return next((line for line in self.blind.lines if re.search(ends, line)), "")

    def key(self, key: str) -> None:
        self.did.append(key)
        self.blind.key(key)

    def step(self, patient: bool = True) -> None:
        """Hear where one is, do one thing, and hear what comes of it; who is ``patient`` waits for others, too."""
        said, did = self.blind.ask(), len(self.did)
        if self.over:
            return
        for line in self.blind.lines[-40:]:
            if found := re.search(r"Column (\d): Red (-?\d+), Blue (-?\d+)", line):
                both = int(found[2]), int(found[3])
                self.totals[int(found[1])] = both if self.blind.side == "Red" else both[::-1]
        for pattern, act in self.rules.items():
            if re.search(pattern, said):
                self.blind.try_to(partial(act, said))
                break
        else:
            if "The table" in said or "Take" in said:
                self.key("a")
        if patient or len(self.did) > did:
            self.blind.hears(".", TURN_S)

    def turn(self, said: str) -> str:
        found = re.search(r"Turn \d+", said)
        return found[0] if found else ""

    def lay(self, card: Node, place: str) -> None:
        self.did.append(f"{card.name.split(',')[0]}: {place}")
        self.blind.lay(card, place)

    def cheapest(self) -> list[Node]:
        return sorted(self.blind.hand(), key=lambda card: figure(card, "command points"))

    def pay(self, said: str) -> None:
        cards = self.cheapest()
        if cards:
            self.lay(cards[0], f"{self.blind.side}'s pad")
        else:
            self.key("u")

    def take_back(self, said: str) -> None:
        """A card that was laid too late to pay with."""
        self.lay(self.blind.one(rf"; {self.blind.side}'s pad$"), f"{self.blind.side}'s hand")

    def act(self, said: str) -> None:
        turn = self.turn(said)
        if "Column button" in said and self.attacked != turn:
            better = [column for column, (mine, theirs) in self.totals.items() if mine > theirs]
            if better:
                self.attacked = turn
                return self.key(str(better[0]))
        free = self.blind.named(rf"^Column \d, {self.blind.side}'s side: empty")
        units = [card for card in self.blind.hand() if "combat" in card.name]
        worth = sum(figure(card, "command points") for card in self.blind.hand())
        fit = [card for card in units if figure(card, "cost") + 2 <= worth - figure(card, "command points")]
        if free and fit and self.placed != turn:
            self.placed = turn
            return self.lay(
                min(fit, key=lambda card: figure(card, "cost")), free[len(free) // 2].name.split(":")[0]
            )
        return self.key("Shift+O")

    def discard(self, said: str) -> None:
        found = re.search(r"Discard (\d)", said)
        assert found is not None
        for card in self.cheapest()[: int(found[1])]:
            self.lay(card, f"{self.blind.side}'s pad")
            self.blind.hears(".", TURN_S)
        self.key("o")

    def bonus(self, said: str) -> None:
        cards = self.cheapest()
        if cards:
            self.lay(cards[-1], f"{self.blind.side}'s pad")
        else:
            self.key("Shift+O")

    def top(self, said: str) -> None:
        self.did.append("top card")
        self.blind.use(rf"^Deck \({self.blind.side}\)")
        self.blind.hears(".", TURN_S)
        self.key("Shift+O" if "hold" in said else "o")

    def shuffle(self, said: str) -> None:
        self.key("a")
        self.key("o")

    def source(self, said: str) -> None:
        found = re.search(r"Lead from (\d)", said)
        assert found is not None
        self.key(found[1])
