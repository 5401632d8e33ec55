"""The toy game's record: all that it tells the firmware. Whatever it has to write that a default could say is a fault
of the defaults."""

from __future__ import annotations

from signifer_core.decks import CardDeck
from signifer_firmware.game_api.game import Core, Game, Traits
from signifer_firmware.game_api.texts import GameTexts

from .rules import Lay, State, ToyPositions, ToyProcedure, catalogue

SAID = {
    "{card} was laid before.": ("{card} a déjà été posée.", "{card} lag schon."),
    "A card goes to 3.": ("Une carte va en 3.", "Eine Karte geht nach 3."),
    "Lay a card in 3": ("Une carte en 3", "Eine Karte nach 3"),
    "guard": ("garde", "Wache"),
    "Laid": ("Posée", "Gelegt"),
    "Battle": ("Combat", "Kampf"),
    "Not at 3": ("Pas en 3", "Nicht in 3"),
    "strength": ("force", "Stärke"),
}
TEXTS = GameTexts(
    refusals={
        "game-over": "The game is over.",
        "was-laid": "{card} was laid before.",
        "wrong-place": "A card goes to 3.",
    },
    prompts={"battle": "Lay a card in 3"},
    steps={"battle": "Battle"},
    kinds={"guard": "guard"},
    figures={"strength": "strength"},
    short_refusals={"wrong-place": "Not at 3"},
    done={"lay": "Laid"},
    translations={
        language: {said: each[at] for said, each in SAID.items()} for at, language in ((0, "fr"), (1, "de"))
    },
)
CORE: Core[CardDeck, State, Lay] = Core(
    catalogue=catalogue,
    deck=CardDeck,
    procedure=ToyProcedure,
    positions=ToyPositions(),
    active=lambda state: state.active,
    lying=lambda state: frozenset(state.lying),
)
TOY = Game(
    name="toy", title="Toy", rulings="TY", core=lambda: CORE, texts=lambda: TEXTS, traits=Traits(hides=False)
)
