"""Texts of Field of Glory, by the keys of its rules, its procedure and its record."""

from __future__ import annotations

from signifer_firmware.game_api.texts import Figures, GameTexts
from signifer_firmware.i18n.words import Plural, marked

TERRAINS = marked({"": "No terrain", "plain": "Plain", "rough": "Rough", "woods": "Woods", "hill": "Hill"})


# Figures of which the first that stands there says in which words.
_TELLING = {
    "wrong-phase": ("column", "lying", "before", "undeclared"),
    "discard-needs-placement": ("lying",),
}


def _variant(code: str, figures: Figures) -> str:
    match code:
        case "not-your-turn":
            return figures.get("asked", "")
        case "wrong-phase" | "discard-needs-placement":
            return next((name for name in _TELLING[code] if name in figures), "")
        case "wrong-side" if figures.get("card", "").startswith("terrain/"):
            return "terrain"
        case "no-unit" if "column" not in figures:
            return "nowhere"
        case "no-unit" if "card" in figures:
            return "of a card"
        case "count-wrong" if "what" in figures:
            return figures["what"]
        case "count-wrong":
            where = "deck" if "deck" in figures else "hand"
            figures["have"] = figures[where]
            return where if int(figures["have"]) > 0 else f"{where} empty"
        case "not-vulnerable" if "attacked" in figures:
            return "lead"
        case "one-card" if figures["limit"] == "0":
            return "unasked"
        case "one-card" if figures["cards"] == "0":
            return "from the deck" if "from" in figures else "missing"
        case "card-elsewhere":
            figures["column"] = figures["pile"]
            return figures["pile"]
        case _:
            return ""


TEXTS: GameTexts = GameTexts(
    # Where the reason is said in other words, by what is known of it, these stand behind the code.
    refusals={
        "not-a-unit": "{kind} is not a unit and never goes on the battlefield.",
        "column-full": "Column {column} holds {limit} of your units already.",
        "mixed-kinds": "{kind} cannot share column {column} with {neighbour}.",
        "wrong-side": "{card} of {army} lies on {side}'s side.",
        "wrong-side terrain": "{card} is a terrain card; none belongs on a pad.",
        "pay-first": "Still due: {due} CP.",
        "not-enough": "{paid} CP offered, {due} CP due.",
        "nothing-due": "Nothing is due.",
        "discard-needs-placement": "{card} left column {column} and nothing was placed there.",
        "discard-needs-placement lying": "{card} left column {column}, says the record, and lies there again.",
        "no-enemy": "There is no enemy in column {column}.",
        "no-unit": "You have no unit in column {column}.",
        "hand-limit": "{hand} cards in hand; the limit is {limit}.",
        "cannot-move": "Units never move; {card} belongs in column {from}.",
        "card-elsewhere": "{card} is in column {column}, says the record.",
        "one-card": Plural(
            "{cards} card lies there: exactly one is wanted.",
            "{cards} cards lie there: exactly one is wanted.",
            "cards",
        ),
        "one-card missing": "One card is wanted here.",
        "one-card from the deck": "The bonus card comes from the new deck.",
        "one-card unasked": Plural(
            "{cards} card lies there, and none is wanted now.",
            "{cards} cards lie there, and none is wanted now.",
            "cards",
        ),
        "not-vulnerable": "No flank attack is possible in column {column}.",
        "not-vulnerable lead": "Column {column} cannot lead against column {attacked}; only {columns} can.",
        "cannot-retreat": "{card} costs {cost}, the lead {lead}; only cheaper units may retreat.",
        "wrong-column": "{card} belongs in column {wanted}.",
        "count-wrong": Plural(
            "The hand had {have} card left; this would be more.",
            "The hand had {have} cards left; this would be more.",
            "have",
        ),
        "count-wrong hand empty": "The hand had no cards left.",
        "not-your-turn army": "Your army is ready; {active}'s is not.",
        "not-your-turn card": "In {active}'s turn, do only what is asked.",
        "not-your-turn lead": "{active} is to choose the unit that leads.",
        "not-your-turn bonus": "{active} is to choose the bonus card.",
        "not-your-turn retreat": "{active} may retreat: that is for {active} to decide.",
        "not-your-turn result": "The result waits for {active}.",
        "not-your-turn rampage": "{active} is to lay the top card of the deck.",
        "not-your-turn shuffle": "{active} is to shuffle.",
        "wrong-phase column": "Overlap belongs on your side of column {column}, which is attacked.",
        "wrong-phase before": "Overlap is laid or taken back only until your bonus card is chosen.",
        "wrong-phase undeclared": "Overlap belongs to an attack: press its column first.",
        "wrong-phase lying": "All {lying} columns have their terrain card.",
        "no-unit of a card": "{card} does not lie in column {column}.",
        "no-unit nowhere": "{card} lies in no column.",
        "count-wrong deck": Plural(
            "The deck had {have} card left; this would be more.",
            "The deck had {have} cards left; this would be more.",
            "have",
        ),
        "count-wrong deck empty": "The deck had no cards left.",
        "count-wrong cp": "No card that may be there has {worth} CP, only {columns}.",
        "count-wrong points": Plural(
            "No card that may be there is worth {worth} point, only {columns}.",
            "No card that may be there is worth {worth} points, only {columns}.",
            "worth",
        ),
        "card-elsewhere discard": "{card} is in the discard pile, says the record.",
        "card-elsewhere victory": "{card} is in a victory pile, says the record.",
        "card-elsewhere deck": "{card} is in the deck, says the record.",
        "card-elsewhere hand": "{card} is in the hand, says the record.",
        "card-elsewhere out": "{card} is in the box, says the record.",
        "card-elsewhere bonus": "{card} is in the attack, says the record.",
        "card-elsewhere played": "{card} has just been played, says the record.",
        "card-elsewhere pad": "{card} is on the pad, says the record.",
    },
    # In two or three words.
    short_refusals={
        "not-a-unit": "Not a unit",
        "mixed-kinds": "Mixed kinds",
        "cannot-move": "Cannot move",
        "cannot-retreat": "Must stay",
        "count-wrong": "Count wrong",
        "discard-needs-placement": "Place here",
        "pay-first": "Pay first",
        "not-enough": "Not enough",
        "nothing-due": "Nothing due",
        "no-enemy": "No enemy",
        "no-unit": "No unit",
        "one-card": "One card",
        "not-vulnerable": "No open flank",
    },
    prompts={
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
        "column-first": "First a column",
        "choose-lead": "Lead: {card}?",
        "bonus": "Bonus card, ok",
        "bonus-from-deck": "Top card, hold ok",
        "bonus-after-shuffle": "Hold ok, shuffle",
        "retreat": "Retreat: lift, ok",
        "top-card": "Top card, ok",
        "pay-cards": Plural("{number} card for {due} CP, ok", "{number} cards for {due} CP, ok", "number"),
        "draw-or-worth": "Ok: three, or CP",
        "draw-worth": "Ok: draw {number}",
        "bonus-unseen": "Ok: hand. Hold: deck",
        "worth": "Bonus: {number} CP, ok",
        "points": Plural("Lost: {number} point, ok", "Lost: {number} points, ok", "number"),
        "no-undo-bonus-confirmed": "Bonus card stands",
        "no-undo-shuffled": "Deck is shuffled",
    },
    waiting={
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
        "worth": "{active} enters CP",
        "points": "{active} enters points",
    },
    pads={
        "ok-pays": Plural("1 card, {points} CP: ok pays", "{cards} cards, {points} CP: ok pays", "cards"),
        "pad-pays-part": Plural(
            "1 card, {points} CP: {missing} more", "{cards} cards, {points} CP: {missing} more", "cards"
        ),
        "pad-never-pays": Plural(
            "1 card, {points} CP: too little", "{cards} cards, {points} CP: too little", "cards"
        ),
        "ok-plays": "1 card: ok plays it",
        "ok-bonus": "1 card: ok",
        "ok-bonus-held": "1 card: hold ok",
        "ok-lost": "1 card: ok, it is lost",
    },
    steps={
        "army": "Armies",
        "terrain": "Terrain",
        "first": "First player",
        "advance": "Advance",
        "flank": "Flank attacks",
        "actions": "Actions",
        "lead": "Lead unit",
        "bonus": "Bonus card",
        "retreat": "Retreat",
        "rampage": "Rampage",
        "shuffle": "Shuffle",
    },
    # In sentences.
    kinds={
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
    },
    # Beside a unit's symbol, where there is room for about 18 letters.
    labels={
        "elephant": "Elephant",
        "spear": "Spear",
        "pike": "Pike",
        "heavy-infantry": "Heavy infantry",
        "medium-infantry": "Medium infantry",
        "cavalry": "Cavalry",
        "light-infantry": "Light infantry",
        "light-cavalry": "Light cavalry",
        "archer": "Archer",
    },
    done={
        "place": "Placed",
        "take-back": "Taken back",
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
        "terrain": "Terrain",
        "keep": "Kept",
        "ready": "Ready",
        "first": "First player",
    },
    entries={
        "position": "Units as they lie",
        "step": "Step of the game",
        "terrain": "Terrain of column {column}",
        "control": "Control of column {column}",
        "deck": "{player}'s deck",
        "discard": "{player}'s discards",
        "points": "{player}'s points",
        "shuffle": "{player}'s shuffles",
    },
    differs=Plural("1 side differs", "{number} sides differ", "number"),
    variant=_variant,
    fixes={
        # On a pad it lies face down: neither screens nor the record name it.
        "take pad unnamed": Plural(
            "Take {number} card from the pad.", "Take {number} cards from the pad.", "number"
        ),
        "undo": "Take {card} away, or hold dice: undo.",
        "undo dice": "Put {card} back, or hold dice: undo.",
        "overrule": "Take {card} away, or overrule: hold both ok.",
        "pay": "Lay {number} more CP on your pad, then ok.",
        "lay ground": "Lay {number} more in a column, then ok.",
        "lay top card": "Lay the top card of your deck on your pad, then hold ok.",
        "hold top card": "Lay only the top card of your deck on your pad, then hold ok.",
        "wait without": "Go on without this card.",
        "hold dice": "Hold dice to enter nothing.",
        "enter figure": "Enter its figure, then ok; or hold dice to enter nothing.",
        "enter": "Enter {number} with the column buttons, then ok.",
        "enter more": "Enter {number} more with the column buttons, then ok.",
    },
    accepting=frozenset({"terrain-ok"}),
    agreed={"units": "position"},
    values={"terrain": TERRAINS, "control": {"none": marked("Nobody")}},
)
