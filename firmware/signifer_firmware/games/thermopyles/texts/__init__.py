"""Texts of Thermopyles, by the keys of its rules, its procedure and its record."""

from __future__ import annotations

from signifer_firmware.game_api.texts import Figures, GameTexts
from signifer_firmware.i18n.words import Plural, marked

WINNERS: dict[str, str] = marked({"red": "The Spartans win", "blue": "The Persians win"})


def _variant(code: str, figures: Figures) -> str:
    match code:
        case "laid-for-combat" if figures.get("left") == "1":
            return "left"
        case "support-spent" if figures["left"] == "0":
            return "none"
        case "no-such-player" if figures["limit"] == "1":
            return "alone"
        case "wrong-column" | "card-stays":
            return figures.get("wanted", "")
        case "card-elsewhere":
            pile, _, figures["player"] = figures["pile"].partition(" ")
            return "pile" if pile == "persians" else pile
        case _:
            return ""


TEXTS: GameTexts = GameTexts(
    # Where the reason is said in other words, by what is known of it, these stand behind the code.
    refusals={
        "not-your-turn": "Everybody plays from Red's side.",
        "game-over": "The game is over.",
        "must-retreat": "{player} has no cards left and must retreat.",
        "laid-for-combat": "To retreat, leave column 1 and the pad empty.",
        "laid-for-combat left": "{card} was taken back, and still lies there.",
        "no-spartan": "Supports alone do not fight.",
        "support-spent": Plural(
            "This support is spent; {left} is left.", "This support is spent; {left} are left.", "left"
        ),
        "support-spent none": "This support is spent, and none is left.",
        "column-full": "One Spartan fights at a time; one lies in column {column}.",
        "not-met": "The total meets {met} now, not {card}.",
        "annihilated": "A total of {total} reaches {annihilation}: annihilated, not only repelled.",
        "only-repelled": "A total of {total} is below {annihilation}: only repelled.",
        "card-stays": "{card} stays where it lies.",
        "card-stays 1": "{card} belongs in column {wanted}.",
        "card-stays 2": "{card} belongs in column {wanted}.",
        "not-for-pad": "{card} does not go on the pad now.",
        "wrong-side": "{card} does not belong on {side}'s side.",
        "wrong-column": "{card} belongs in column {wanted}.",
        "wrong-column pad": "{card} belongs on Red's pad.",
        "no-such-player": "There is no player {number}, only 1 to {limit}.",
        "no-such-player alone": "There is no player {number}: you play alone.",
        "hand-limit": "More than {limit} cards in hand: one is discarded.",
        "card-elsewhere": "{card} cannot be there, says the record.",
        "card-elsewhere row": "{card} lies in the row, says the record.",
        "card-elsewhere combat": "{card} fights already, says the record.",
        "card-elsewhere cemetery": "{card} is in the cemetery, says the record.",
        "card-elsewhere repelled": "{card} was repelled, says the record.",
        "card-elsewhere discard": "{card} is in the discard pile, says the record.",
        "card-elsewhere hand": "{card} is in player {player}'s hand, says the record.",
        "card-elsewhere pile": "{card} is in the pile, says the record.",
    },
    # In two or three words.
    short_refusals={
        "game-over": "Game over",
        "must-retreat": "Must retreat",
        "laid-for-combat": "Laid to fight",
        "no-spartan": "No Spartan",
        "support-spent": "Spent",
        "not-met": "Not met",
        "annihilated": "To the cemetery",
        "only-repelled": "Only repelled",
        "card-stays": "Card stays",
        "not-for-pad": "Not on the pad",
        "no-such-player": "No such player",
    },
    prompts={
        "players": "How many play?",
        "say-players": "Press column 1 to {limit}",
        "lay-persian": "Lay Persian in {column}",
        "charge-or-retreat": "Charge or retreat",
        "charge": "Supports? Then ok",
        "must-retreat": "Retreat: hold ok",
        "hold-to-retreat": "Hold ok to retreat",
        "roll": Plural("Roll {due} die", "Roll {due} dice", "due"),
        "repel": "Repelled: to column {column}",
        "bury": "Annihilated: to column {column}",
        "draw-one": Plural("Draw a Spartan?", "{left} Spartans to draw", "left"),
        "say-who-draws": "Press column 1 to {limit}",
        "discard-one": "{player}: discard one",
    },
    waiting={
        "players": "Players sit down",
        "lay-persian": "A Persian comes",
        "charge-or-retreat": "Spartans decide",
        "charge": "Spartans charge",
        "must-retreat": "Spartans must retreat",
        "roll": "Spartans roll dice",
        "repel": "A Persian repelled",
        "bury": "A Persian annihilated",
        "draw-one": "Spartans may draw",
        "discard-one": "Spartans discard one",
    },
    pads={
        "ok-supports": Plural("1 card: a die with ok", "{cards} cards: {cards} dice with ok", "cards"),
        "pad-without-spartan": Plural(
            "1 card: lay a Spartan, too", "{cards} cards: lay a Spartan, too", "cards"
        ),
    },
    steps={"replenish": "Row", "act": "Move", "support": "Supports", "dice": "Dice", "discard": "Discard"},
    # In sentences, and beside their signs.
    kinds={"spartan": "Spartan", "persian": "Persian", "support": "support"},
    labels={"spartan": "Spartan", "persian": "Persian", "support": "Support"},
    done={
        "players": "Players",
        "approach": "Into the row",
        "retreat": "Retreat",
        "charge": "Charge",
        "support": "Support spent",
        "engage": "Combat",
        "rolled": "Die",
        "repel": "Repelled",
        "bury": "Annihilated",
        "draw": "One drawn",
        "decline": "Card left",
    },
    entries={
        "position": "Row as it lies",
        "marker": "Place of the marker",
        "pile": "Pile of Spartans",
        "supports": "Supports left",
        "persians": "Pile of Persians",
        "cemetery": "Cemetery",
        "odds": "Odds of combats",
    },
    variant=_variant,
    fixes={
        "take-some pad red": "Leave one on Red's pad: it is discarded.",
        "put column": "Lay {card} in column {column}.",
        "put 4": "Lay {card} on the repelled, column 4.",
        "put 5": "Lay {card} on the cemetery, column 5.",
        "put pad": "Lay {card} on Red's pad.",
        "put-some": "Lay a Spartan in column {column}.",
        "press": "Press column button 1 to {number}.",
        "press dice": "Press dice.",
        "wait": "Do what Red's screen asks.",
        "hold": "Hold ok to retreat.",
        "hold both": "Hold both ok for the next game.",
    },
    accepting=frozenset({"charge"}),
    numbered={"players": "{number}", "rolled": "{number}", "draw": "Player {number}"},
    agreed={"row": "position"},
    values={"over": WINNERS},
)
