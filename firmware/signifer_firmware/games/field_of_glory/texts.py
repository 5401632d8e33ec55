"""What Field of Glory says, by the keys of its rules, its procedure and its record."""

from __future__ import annotations

from signifer_firmware.games.texts import Figures, GameTexts
from signifer_firmware.words import Message, Plural, marked

# Where the reason is said in other words, by what is known of it, these stand behind the code.
_REFUSALS: dict[str, Message] = marked(
    {
        "not-a-unit": "{kind} is no unit and never goes on the battlefield.",
        "column-full": "Column {column} holds {limit} of your units already.",
        "mixed-kinds": "{kind} cannot share column {column} with {neighbour}.",
        "wrong-side": "{card} of {army} lies on {side}'s side.",
        "pay-first": "Still due: {due} CP.",
        "not-enough": "{paid} CP offered, {due} CP due.",
        "nothing-due": "Nothing is due.",
        "discard-needs-placement": "{card} left column {column} and nothing was placed there.",
        "no-enemy": "No enemy is in column {column}.",
        "no-unit": "You have no unit in column {column}.",
        "hand-limit": "{hand} cards in hand; the limit is {limit}.",
        "cannot-move": "Units never move; {card} belongs in column {from}.",
        "card-elsewhere": "{card} is in column {column}, says the record.",
        "one-card": Plural(
            "{cards} card lies there; {limit} is asked.",
            "{cards} cards lie there; {limit} is asked.",
            "cards",
        ),
        "not-vulnerable": "Column {column} is not open to a flank attack.",
        "cannot-retreat": "{card} moves for {cost}; only units below {lead} may retreat.",
        "wrong-column": "{card} belongs in column {wanted}.",
        "count-wrong": "More cards than the hand of {have} can have.",
        "no-unit of a card": "{card} does not lie in column {column}.",
        "no-unit nowhere": "{card} lies in no column.",
        "count-wrong deck": "More cards than the deck of {have} can have.",
        "card-elsewhere discard": "{card} is in the discard pile, says the record.",
        "card-elsewhere victory": "{card} is in a victory pile, says the record.",
        "card-elsewhere deck": "{card} is in the deck, says the record.",
        "card-elsewhere hand": "{card} is in the hand, says the record.",
        "card-elsewhere out": "{card} is in the box, says the record.",
        "card-elsewhere bonus": "{card} is in the attack, says the record.",
        "card-elsewhere pad": "{card} is on the pad, says the record.",
    }
)
_FIXES: dict[str, str] = marked(
    {
        "pay": "Lay {number} more CP on your pad, then ok.",
        "lay ground": "Lay {number} more on your column, then ok.",
        "enter": "Enter {number} with the column buttons, then ok.",
    }
)
# In two or three words.
_NOTICES: dict[str, str] = marked(
    {
        "not-a-unit": "No unit",
        "column-full": "Column full",
        "mixed-kinds": "Mixed kinds",
        "wrong-side": "Wrong side",
        "cannot-move": "Units stay",
        "cannot-retreat": "Must stay",
        "wrong-column": "Wrong column",
        "card-elsewhere": "Seen elsewhere",
        "count-wrong": "Count wrong",
        "discard-needs-placement": "Place here",
        "pay-first": "Pay first",
        "not-enough": "Not enough",
        "nothing-due": "Nothing due",
        "no-enemy": "No enemy",
        "no-unit": "No unit",
        "hand-limit": "Hand limit",
        "one-card": "One card",
        "not-vulnerable": "Not vulnerable",
    }
)
_PROMPTS: dict[str, Message] = marked(
    {
        "act": "Place units",
        "close": "Ok: all placed",
        "pay": "Pay on pad",
        "place-there": "Place in {column}",
        "lift-one": "Lift one in {column}",
        "draw": "Ok: draw three",
        "draw-now": "Draw {cards}",
        "discard-down": Plural("Discard {excess} card", "Discard {excess} cards", "excess"),
        "shuffle": "Shuffle, then ok",
        "hold-to-end": "Hold ok to end",
        "army": "Nine cards, ok",
        "terrain": "Terrain {number} of {of}",
        "terrain-ok": "Ok, or lift it",
        "first": "Dice, or hold ok",
        "hold-to-be-first": "Hold ok: first",
        "roll-again": "Equal: roll again",
        "flank": "Flank {columns}, or ok",
        "choose-source": "Lead from {columns}",
        "choose-lead": "Lead: {card}?",
        "bonus": "Bonus card, ok",
        "bonus-from-deck": "Top card, hold ok",
        "bonus-after-shuffle": "Hold ok, shuffle",
        "retreat": "Retreat: lift, ok",
        "top-card": "Top card, ok",
        "pay-cards": Plural("{number} card for {due}, ok", "{number} cards for {due}, ok", "number"),
        "draw-or-worth": "Ok: three, or CP",
        "draw-worth": "Ok: draw {number}",
        "bonus-unseen": "Ok: hand. Hold: deck",
        "worth": "Bonus: {number} CP, ok",
        "points": Plural("Lost: {number} point, ok", "Lost: {number} points, ok", "number"),
        "no-undo-bonus-confirmed": "Bonus card stands",
        "no-undo-shuffled": "Deck is shuffled",
    }
)
_ASKED: dict[str, str] = marked(
    {
        "act": "{active} plays",
        "close": "{active} plays",
        "pay": "{active} pays",
        "place-there": "{active} places",
        "lift-one": "{active} discards one",
        "draw": "{active} draws",
        "discard-down": "{active} discards",
        "shuffle": "{active} shuffles",
        "army": "{active} drafts",
        "flank": "{active} may flank",
        "choose-source": "{active} chooses lead",
        "choose-lead": "{active} chooses lead",
        "bonus": "{active} adds bonus",
        "bonus-from-deck": "{active} adds bonus",
        "bonus-after-shuffle": "{active} adds bonus",
        "retreat": "{active} may retreat",
        "top-card": "{active} loses card",
        "pay-cards": "{active} pays",
        "draw-or-worth": "{active} draws",
        "draw-worth": "{active} draws",
        "bonus-unseen": "{active} adds bonus",
        "worth": "{active} says CP",
        "points": "{active} says points",
    }
)
_STEPS: dict[str, str] = marked(
    {
        "army": "Armies",
        "terrain": "Terrain",
        "first": "First player",
        "advance": "Advance",
        "flank": "Flank attacks",
        "actions": "Actions",
        "lead": "Lead unit",
        "bonus": "Bonus card",
        "retreat": "Retreat",
        "result": "Result",
        "rampage": "Rampage",
        "draw": "Draw",
        "drawing": "Drawing",
        "shuffle": "Shuffle",
    }
)
TERRAINS = marked({"": "No terrain", "plain": "Plain", "rough": "Rough", "woods": "Woods", "hill": "Hill"})
# In sentences.
_KINDS: dict[str, str] = marked(
    {
        "elephant": "elephant",
        "spear": "spear",
        "pike": "pike",
        "heavy-infantry": "heavy infantry",
        "medium-infantry": "medium infantry",
        "cavalry": "cavalry",
        "light-infantry": "light infantry",
        "light-cavalry": "light cavalry",
        "archer": "archer",
        "commander": "commander",
        "overlap": "overlap",
        "reserves": "reserves",
        "plain": "plain",
        "rough": "rough",
        "woods": "woods",
        "hill": "hill",
    }
)
# Beside a unit's symbol, where there is room for about 18 letters.
_LABELS: dict[str, str] = marked(
    {
        "elephant": "Elephant",
        "spear": "Spear",
        "pike": "Pike",
        "heavy-infantry": "Heavy infantry",
        "medium-infantry": "Medium infantry",
        "cavalry": "Cavalry",
        "light-infantry": "Light infantry",
        "light-cavalry": "Light cavalry",
        "archer": "Archer",
    }
)
_DONE: dict[str, str] = marked(
    {
        "place": "Placed",
        "take-back": "Taken back",
        "discard": "Discarded",
        "restore": "Laid back",
        "pay": "Paid",
        "settle": "Placements closed",
        "reserves": "Played",
        "end-actions": "Actions over",
        "draw": "Three drawn",
        "discard-to-draw": "Discarded to draw",
        "discard-down": "Discarded",
        "shuffle": "Shuffled",
        "advance": "Advance",
        "end-flank": "Flank attacks over",
        "flank-attack": "Flank attack",
        "attack": "Attack",
        "lead": "Lead unit",
        "overlap": "Played",
        "bonus-from-hand": "Bonus card from the hand",
        "bonus-from-deck": "Bonus card from the deck",
        "no-bonus": "No bonus card",
        "retreat": "Retreat",
        "end-retreat": "Retreat over",
        "reveal": "Bonus cards shown",
        "rampage": "Rampage",
        "drawn": "Drawn",
        "terrain": "Terrain",
        "keep": "Kept",
        "ready": "Ready",
        "first": "First player",
    }
)
_ENTRIES: dict[str, str] = marked(
    {
        "position": "Units as they lie",
        "step": "Step of the game",
        "terrain": "Terrain of column {column}",
        "control": "Control of column {column}",
        "hand": "{player}'s hand",
        "deck": "{player}'s deck",
        "discard": "{player}'s discards",
        "points": "{player}'s points",
        "shuffle": "{player}'s shuffles",
    }
)


def _variant(code: str, figures: Figures) -> str:
    match code:
        case "no-unit" if "column" not in figures:
            return "nowhere"
        case "no-unit" if "card" in figures:
            return "of a card"
        case "count-wrong":
            where = "deck" if "deck" in figures else "hand"
            figures["have"] = figures[where]
            return where
        case "card-elsewhere":
            figures["column"] = figures["pile"]
            return figures["pile"]
        case _:
            return ""


TEXTS = GameTexts(
    rulings="FG",
    refusals=_REFUSALS,
    notices=_NOTICES,
    prompts=_PROMPTS,
    asked=_ASKED,
    steps=_STEPS,
    kinds=_KINDS,
    labels=_LABELS,
    done=_DONE,
    entries=_ENTRIES,
    differs=Plural("1 side differs", "{number} sides differ", "number"),
    variant=_variant,
    fixes=_FIXES,
    accepting=frozenset({"terrain-ok"}),
    agreed={"units": "position"},
    values={"terrain": TERRAINS, "control": {"none": marked("Nobody")}},
)
