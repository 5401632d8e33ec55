"""Texts of Call to Glory, by the keys of its rules, its procedure and its record."""

from __future__ import annotations

from signifer_firmware.game_api.texts import Figures, GameTexts
from signifer_firmware.i18n.words import Plural, marked

SEATS = marked({"1": "Player 1", "2": "Player 2", "3": "Player 3", "4": "Player 4", "none": "Nobody"})


def _of_a_discard(code: str, figures: Figures) -> str:
    """One card, or a whole displaced set; and which of two piles takes it."""
    if code == "one-card":
        return "set" if "kind" in figures else "both" if figures["laid"] != "0" else ""
    return "waits" if "card" in figures else "" if figures.get("laid", "0") != "0" else figures["wanted"]


def _variant(code: str, figures: Figures) -> str:
    match code:
        case "wrong-phase":
            return figures.get("wanted", "scores")
        case "one-card" | "wrong-pile":
            return _of_a_discard(code, figures)
        case "too-few":
            return "set" if figures["why"] == "set" else ""
        case "nothing-drawn":
            return figures.get("pile", "second" if figures.get("drawn", "0") != "0" else "")
        case "no-target" | "cannot-move" if "column" not in figures:
            return "kind"
        case "count-wrong" if "pile" in figures:
            return "last" if figures["number"] != "0" else "pile"
        case "count-wrong" if "there" in figures:
            return "kind"
        case "count-wrong" if "known" in figures:
            return "known"
        case "wrong-side" if "side" not in figures:
            return "pad"
        case "card-elsewhere":
            return figures["pile"].partition(" ")[0]
        case "not-held":
            figures["left"] = ", ".join(figures.get("left", "").upper())
            return "" if figures["left"] else "none"
        case _:
            return ""


TEXTS: GameTexts = GameTexts(
    # Where the reason is said in other words, by what is known of it, these stand behind the code.
    refusals={
        "wrong-phase scores": "People say who starts in round 1 only; later the scores do.",
        "wrong-phase starter": "The cards are dealt; now say who starts.",
        "wrong-phase remove": "Now the card that a ninja figure takes goes on a pad.",
        "wrong-phase missions": "No missions are played with.",
        "nothing-drawn": "No card was lifted from a pad yet.",
        "nothing-drawn second": "{drawn} card is drawn; say where the second one comes from.",
        "nothing-drawn left": "The pile by column 1 is empty.",
        "nothing-drawn right": "The pile by column 5 is empty.",
        "same-pile": "The second card comes from another pile.",
        "not-top": "{card} does not lie on top of its pile.",
        "mixed-kinds": "A set has one kind, not both {kind} and {neighbour}.",
        "one-card": "{cards} cards lie on the pads; one is discarded.",
        "one-card set": "{kind}: one card is no set, {needed} are.",
        "one-card both": "A turn lays a set or discards a card, not both.",
        "too-few": "{kind}: {needed} are a set with 3 or 4 players, {laid} are not.",
        "too-few set": "{kind}: {needed} displace the set that lies there, {laid} do not.",
        "count-wrong": Plural(
            "{laid} card is laid, and the hand had {hand}.",
            "{laid} cards are laid, and the hand had {hand}.",
            "laid",
        ),
        "count-wrong kind": "{kind}: {laid} are laid and {there} lie there, but there are only {of}.",
        "count-wrong known": Plural(
            "{known} of the {hand} cards in hand is known to be another.",
            "{known} of the {hand} cards in hand are known to be others.",
            "known",
        ),
        "count-wrong pile": "That pile is known to be empty.",
        "count-wrong last": Plural(
            "By the count {number} card is left, and lies here.",
            "By the count {number} cards are left, and lie here.",
            "number",
        ),
        "wrong-side": "{card} lies on {side}'s side; sets lie on one's own.",
        "wrong-side pad": "A mission is revealed in a column of one's own side.",
        "cannot-move": "{card} belongs to the set in column {column}.",
        "cannot-move kind": "The figure takes a card of another set: {kind}.",
        "wrong-pile": "A displaced set goes to one pile as a whole.",
        "wrong-pile waits": "{card} lies below it there, and waits for ok.",
        "wrong-pile red": "While Red's pad is empty, discards go there.",
        "wrong-pile blue": "While Blue's pad is empty, discards go there.",
        "no-figure": "You have no ninja figure to return.",
        "figure-too-new": "A figure of this turn may be returned in a later one.",
        "no-target": "No opponent's set lies in column {column}.",
        "no-target kind": "{kind}: no opponent has laid it.",
        "not-held": "It or its letter is revealed already; left to you: {left}.",
        "not-held none": "This is none of your missions.",
        "card-elsewhere": "{card} cannot be there, says the record.",
        "card-elsewhere set": "This {card} lies in a set, says the record.",
        "card-elsewhere displaced": "This {card} is of the displaced set, says the record.",
        "card-elsewhere pad": "This {card} is in a discard pile, says the record.",
        "card-elsewhere hand": "This {card} is in another hand, says the record.",
    },
    # In two or three words.
    short_refusals={
        "nothing-drawn": "Nothing drawn",
        "same-pile": "Same pile",
        "not-top": "Not the top",
        "mixed-kinds": "Mixed kinds",
        "one-card": "One card",
        "too-few": "Too few",
        "count-wrong": "Count wrong",
        "cannot-move": "Cannot move",
        "wrong-pile": "Other pile",
        "no-figure": "No figure",
        "figure-too-new": "Figure too new",
        "no-target": "No target",
        "not-held": "Not yours",
    },
    prompts={
        "players": "How many play?",
        "say-number": "Press column 2 to {limit}",
        "deal": "Deal, then ok",
        "say-starter": "Who starts?",
        "roll-start": "{player}: roll dice",
        "draw-two": "Draw two cards",
        "draw-second": "Draw a second card",
        "lay-or-discard": "Lay or discard",
        "laying": "{kind}: {laid} of {needed}",
        "laid": "{kind}: {laid}, ok lays it",
        "discarding": "Ok: discard it",
        "displace": "{number} {kind} to a pad",
        "reveal": "Reveal a mission",
        "read-scores": "Scores read? ok",
        "figure": "Figure: column {column}",
        "figure-or-empty": "Pile empty? Then ok",
    },
    waiting={
        "players": "Players sit down",
        "deal": "Cards are dealt",
        "say-starter": "Who starts?",
        "roll-start": "Dice decide",
        "draw-two": "{active} draws",
        "draw-second": "{active} draws",
        "lay-or-discard": "{active} plays",
        "laying": "{active} lays",
        "laid": "{active} lays",
        "discarding": "{active} discards",
        "displace": "Cards leave",
        "reveal": "{active} reveals",
        "read-scores": "Scores are read",
        "figure": "Lose one card",
        "figure-or-empty": "Lose a card?",
    },
    steps={
        "dealing": "Dealing",
        "play": "Play",
        "displace": "Displaced",
        "mission": "Missions",
        "score": "Scores",
    },
    # In sentences, and beside their signs.
    kinds={
        "farmer": "farmer",
        "monk": "monk",
        "envoy": "envoy",
        "ninja": "ninja",
        "samurai": "samurai",
        "shogun": "shogun",
        "daimyo": "daimyo",
        "empress": "empress",
        "emperor": "emperor",
        "mission-a": "mission A",
        "mission-b": "mission B",
        "mission-c": "mission C",
    },
    labels={
        "farmer": "Farmer",
        "monk": "Monk",
        "envoy": "Envoy",
        "ninja": "Ninja",
        "samurai": "Samurai",
        "shogun": "Shogun",
        "daimyo": "Daimyo",
        "empress": "Empress",
        "emperor": "Emperor",
        "mission-a": "Mission A",
        "mission-b": "Mission B",
        "mission-c": "Mission C",
    },
    done={
        "players": "Players",
        "starter": "Starts",
        "rolled": "Die",
        "deal": "Dealt",
        "given": "Mission dealt",
        "draw": "Drawn face down",
        "take": "Drawn from a pad",
        "lay": "Set laid",
        "displace": "Displaced set away",
        "strike": "Figure returned",
        "remove": "Lost to a figure",
        "emptied": "Pile empty",
        "reveal": "Revealed",
        "proceed": "Scores read",
    },
    entries={
        "position": "Sets as they lie",
        "size": "{kind}: cards laid",
        "owner": "{kind}: whose set",
        "discard red": "Cards on Red's pad",
        "discard blue": "Cards on Blue's pad",
        "stock left": "Pile by column 1",
        "stock right": "Pile by column 5",
        "figures": "{player}'s figures",
        "score": "{player}'s points before",
        "round": "Round",
        "starter": "Starter of the round",
        "step": "Step of the game",
        "odds": "Odds of sets",
    },
    variant=_variant,
    fixes={
        "take-some left": "Draw from the pile by column 1.",
        "take-some right": "Draw from the pile by column 5.",
        "take-some red": "Draw from Red's pad.",
        "take-some blue": "Draw from Blue's pad.",
        "put column": "Lay {card} in column {column}, on its owner's side.",
        "put red": "Lay {card} on Red's pad.",
        "put blue": "Lay {card} on Blue's pad.",
        "put-some red": "Lay it on Red's pad.",
        "put-some blue": "Lay it on Blue's pad.",
        "put pad red": "Lay {card} on Red's pad.",
        "put pad blue": "Lay {card} on Blue's pad.",
        "lay": "Lay {number} more, or lift what is laid.",
        "press ground": "Press column 1 or 5: from the pile beside it.",
        "press ok": "Lift one, or press ok: one from each face-down pile.",
        "press ok both": "Press ok: one from each face-down pile.",
        "press ok one": "Lift one, or press ok: one from the face-down pile.",
        "press ok only": "Press ok: one from the face-down pile.",
        "press counted": "If none does, draw as if one did: ok, or the column.",
        "wait without": "Go on without it.",
    },
    accepting=frozenset({"laying", "laid", "discarding"}),
    numbered={"players": "{number}", "starter": "Player {number}", "rolled": "{number}"},
    values={"starter": SEATS, "owner": SEATS},
)
