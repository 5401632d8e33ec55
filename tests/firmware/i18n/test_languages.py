"""Every message is there in every language, with its figures and letters, and fits the place where it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from signifer_core.games.field_of_glory import Setup, actions, standard_deck
from signifer_core.games.thermopyles import actions as thermopyles_actions
from signifer_core.layout import Zone
from signifer_core.procedure import Choice, Correction, Mending, Override, Prompt, Table
from signifer_core.rules import Fix, Refusal, Verb
from signifer_drivers.readers.faults import CAUSES, sentence
from signifer_firmware.display import player_menu_panels
from signifer_firmware.display.agreement_panels import menu_panels
from signifer_firmware.display.font import NAMES, font
from signifer_firmware.display.game_panels import refusal_panel
from signifer_firmware.display.panels import (
    ColumnPanel,
    Panel,
    PlayerPanel,
    Shown,
    SidePanel,
    StartPanel,
    TextPanel,
    UnitMark,
)
from signifer_firmware.display.render import pages, render
from signifer_firmware.game_api.registry import names as games_known
from signifer_firmware.game_api.texts import texts_of
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.games.field_of_glory.screens import panels as fog
from signifer_firmware.games.field_of_glory.texts import TERRAINS, TEXTS
from signifer_firmware.games.field_of_glory.texts.words import (
    LINES,
    SHUFFLE_SIDES,
    hint_text,
    line_text,
    shuffle_hint,
    terrain_name,
)
from signifer_firmware.i18n import catalogues
from signifer_firmware.i18n.words import LANGUAGES, Plural, Words, words_of
from signifer_firmware.session import dice, menus, own_menu
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.settings import HELP_LEVELS, VOLUMES, Settings
from signifer_firmware.texts import faults
from signifer_firmware.texts import menus as menu_texts
from signifer_firmware.texts import sentences as texts
from signifer_firmware.texts.decisions import (
    COMMON_SHORT_REFUSALS,
    OTHER_DECK,
    SHORT_REFUSALS,
    decision_text,
    done_words,
)
from signifer_firmware.texts.terms import COMMON_STEPS, STEPS, kind_label, part_name, player_name, step_name

from tests.firmware.display.drawn import faults_of

BUNDLE = FIELD_OF_GLORY.bundle()
PROMPTS = texts.PROMPTS
FIGURES = (
    ("column", 3),
    ("columns", "2 or 4"),
    ("excess", 10),
    ("active", "red"),
    ("due", 12),
    ("left", 2),
    ("paid", 11),
    ("number", 12),
    ("of", 5),
    ("place", "pad"),
    ("cards", 12),
    ("card", "red/medium-infantry-8"),
    ("winner", "red"),
    ("side", "red"),
    ("player", "4"),
    ("players", 4),
    ("limit", 4),
    ("kind", "samurai"),
    ("laid", 12),
    ("needed", 12),
    *(("bid", 6), ("most", 6), ("com", 6), ("log", 12), ("cost", 12), ("missing", 5)),
)


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return words_of(request.param)


# The catalogues are whole


@pytest.mark.slow
@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_nothing_is_missing_wrong_or_left_over(language: str) -> None:
    assert catalogues.faults(language) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_the_command_keeps_every_translation_and_the_order(language: str) -> None:
    """A catalogue is as `make languages` writes it, so that whoever runs it next sees their own messages alone."""
    written = (catalogues.HERE / f"{language}.po").read_text(encoding="utf-8")
    assert catalogues.text(language) == written, "run make languages"


def test_messages_are_found_in_calls_tables_and_plurals() -> None:
    source = (
        'a = words.say("One {figure}", figure=say("Two"))\n'
        'T: dict[str, str] = marked({"key": "Three", 4: Plural("{n} card", "{n} cards", "n")})\n'
        'words.say(T["key"]); words.say(""); other("Five"); B = marked("Six")\n'
        'TEXTS = GameTexts(steps={"act": "Seven"}, variant=variant, agreed={"row": "position"})\n'
    )
    found = [*catalogues.messages_in(source)]
    assert found == ["One {figure}", "Two", "Three", ("{n} card", "{n} cards"), "Six", "Seven"]
    assert [place.table for place in catalogues.places_in(source)][-1] == "steps"


def test_what_is_wrong_with_a_catalogue_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {"Armies": ["a.py"], "It is {active}'s turn.": ["a.py"], "Never said": ["a.py"]}
    monkeypatch.setattr(catalogues, "used", lambda: used)
    whole = catalogues.catalogue("fr")
    said = whole["It is {active}'s turn."]
    said.string = "C'est son tour."
    armies = whole["Armies"]
    armies.flags.add("fuzzy")
    monkeypatch.setattr(catalogues, "catalogue", lambda language: whole)
    found = catalogues.faults("fr")
    assert "fr: not translated: Never said" in found
    assert "fr: no longer used: Terrain" in found
    assert "fr: fuzzy: Armies" in found
    assert "fr: other figures than active: It is {active}'s turn." in found


@pytest.mark.slow
def test_the_fonts_have_every_letter_of_the_catalogues(words: Words) -> None:
    letters = {letter for key in catalogues.used() for text in said(key, words) for letter in text}
    assert {"fr": "é", "de": "ü"}.get(words.language, "e") in letters
    for name, letter in product(set(NAMES) - {"figure"}, letters - {" ", "\N{NO-BREAK SPACE}"}):
        assert letter in font(name)._shapes, (name, letter)


def said(key: catalogues.Key, words: Words) -> Iterator[str]:
    """A message in all of its forms, the figures' places with it."""
    catalogue = words._catalogue
    if isinstance(key, str):
        yield catalogue.gettext(key)
    else:
        yield from (catalogue.ngettext(*key, number) for number in (1, 2))


@pytest.mark.slow
def test_french_keeps_its_signs_with_the_word_before() -> None:
    for key in catalogues.used():
        for text in said(key, words_of("fr")):
            for at, letter in enumerate(text):
                if letter in ":;?!" and at:
                    assert text[at - 1] == "\N{NO-BREAK SPACE}", text
            assert "colonne {" not in text, "a column keeps its number on its line"


# Everything fits


def check(panel: Panel, most_pages: int = 1) -> str:
    """The panel is drawn whole, on so many pages; return its texts."""
    assert pages(panel) <= most_pages, panel
    found: list[str] = []
    for page in range(pages(panel)):
        drawn = render(panel, page)
        assert list(faults_of(drawn)) == [], panel
        assert drawn.shortened == (), panel
        found += drawn.texts
    return " ".join(found)


def column(words: Words, **rest: object) -> ColumnPanel:
    mark = UnitMark("medium-infantry", kind_label("medium-infantry", words))
    own, enemy = SidePanel("red", (mark, mark), 19), SidePanel("blue", (mark, mark), 12)
    fields = {"terrain": "rough", "terrain_name": terrain_name("rough", words), **rest}
    return ColumnPanel(3, "red", own=own, enemy=enemy, control="red", cost_label=words.say("cost"), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", PROMPTS)
def test_every_prompt_fits_beside_what_is_due(key: str, words: Words) -> None:
    for asked in ("", *texts.WAITING) if key == "wait" else ("",):
        text = texts.prompt_text(Prompt("red", "actions", key, (*FIGURES, ("asked", asked))), words)
        panel = PlayerPanel(
            "red", step_name("actions", words), headline=text, due=88, paid=88, labels=fog.labels(words)
        )
        assert text in check(panel)


@pytest.mark.parametrize("key", texts.PADS)
def test_what_ok_does_with_cards_on_a_pad_fits(key: str, words: Words) -> None:
    for cards in (1, 12):
        figures = (("cards", cards), ("points", 12), ("missing", 12), ("over", 11))
        text = texts.pad_text(Prompt("red", "actions", key, figures), words)
        shown = (Shown("red", text),)
        headline = texts.prompt_text(Prompt("red", "draw", "discard-down", (("excess", 12),)), words)
        assert str(cards) in text or not isinstance(texts.PADS[key], Plural)
        assert text in check(PlayerPanel("red", "", headline=headline, shown=shown, labels=fog.labels(words)))
        paying = PlayerPanel("red", "", headline=words.say("Pay on pad"), shown=shown, due=12, paid=12)
        if "pay" in key or key in ("pad-too-many", "pad-waits"):
            assert text in check(replace(paying, labels=fog.labels(words)), 2)


def test_a_used_card_that_is_to_be_lifted_first_fits(words: Words) -> None:
    fix = Fix(Verb.TAKE, "red/medium-infantry-8", "pad")
    for used in (1, 3):
        refusal = Refusal("one-card", "red", "FG-C7", fix, (("cards", 0), ("limit", 1), ("used", used)))
        panel = refusal_panel((refusal,), 0, words)
        check(PlayerPanel("red", "", refusal=panel), 2)


def test_every_step_has_room_in_the_head(words: Words) -> None:
    for step in STEPS:
        check(PlayerPanel("red", step_name(step, words), True, "ok", dice=(6, 6)))
        if step in {*texts_of("thermopyles").steps, *COMMON_STEPS} and step not in (
            "deal",
            "drawing",
            "draw",
            "support",
        ):
            whose = words.say("{player}: {step}", player=player_name("4", words), step=step_name(step, words))
            check(PlayerPanel("red", whose, True, "ok"))


def test_counts_keep_their_names_whatever_they_are(words: Words) -> None:
    panel = PlayerPanel(
        "red", "", hand=19, deck=15, discard=24, points=24, shuffles=2, labels=fog.labels(words)
    )
    check(panel)


def test_every_unit_and_terrain_has_room(words: Words) -> None:
    for kind, (lead, total), terrain in product(TEXTS.labels, (("selected", 19), ("", 19)), TERRAINS):
        mark = UnitMark(kind, kind_label(kind, words), True, lead)  # type: ignore[arg-type]
        side = SidePanel("red", (mark, mark), total)
        names = {"terrain": terrain or "plain", "terrain_name": terrain_name(terrain, words)}
        check(replace(column(words, **names, cost=12), own=side))
        check(replace(column(words, **names), own=side))


@pytest.mark.slow
def test_every_notice_fits_with_every_correction(words: Words) -> None:
    cards = ("blue/medium-infantry-8", "persian-28", "support-4")
    verbs: tuple[Mending, ...] = (Verb.TAKE, Verb.PUT)
    for card, verb, place, winner in product(cards, verbs, ("3", "pad"), ("", "blue")):
        if winner and (verb == Verb.PUT or card != cards[0]):
            continue
        fix = texts.correction_text(Correction(verb, card, Zone(place, "blue")), words, winner)
        for notice in (*SHORT_REFUSALS.values(), OTHER_DECK, ""):
            assert fix in check(column(words, notice=words.say(notice), fix=fix), 2)
        check(PlayerPanel("red", "", corrections=(fix,) * 2, headline=words.say("Bonus card, ok")))


def test_every_refusal_has_a_notice() -> None:
    assert set(SHORT_REFUSALS) == set(texts.all_refusal_codes())
    for game in games_known():
        said = texts_of(game)
        assert {key.partition(" ")[0] for key in said.refusals} <= {
            *said.short_refusals,
            *COMMON_SHORT_REFUSALS,
        }


def test_every_fault_fits(words: Words) -> None:
    for part in (
        "reader 3 blue",
        "reader pad blue",
        "reader 3",
        "screen 3 blue",
        "screen both",
        "screen red",
    ):
        for cause in (*CAUSES.values(), None):
            said = faults.fault_text(part, sentence(cause.key, "91 92") if cause else "lost", words)
            assert part_name(part, words) in said
            assert said in check(column(words, fault=said))
            check(PlayerPanel("red", "", faults=(said, said)))
    assert set(faults.CAUSE_KEYS) == set(CAUSES)
    said = faults.fault_text("reader 3 red", sentence("brown-out"), words_of("en"))
    assert said == "reader 3 red: supply dips"
    assert part_name("reader pad blue", words_of("fr")) == "lecteur socle bleu"


def test_sums_results_and_hints_fit(words: Words) -> None:
    own = column(words).own
    leads = tuple(replace(unit, lead="confirmed") for unit in own.units)
    for name, terrain in product((*LINES, "terrain"), ("woods", "hill")):
        lines = tuple(line_text(each, 5, terrain, words) for each in ("combat", "second-unit", name))
        side = replace(own, units=leads, lines=lines)
        check(ColumnPanel(3, "red", "plain", "", side, SidePanel("blue")), 9)
    for shuffles in (*SHUFFLE_SIDES, 2):
        info = shuffle_hint(shuffles, 3, words, reserves=True)
        asked = words.say("Shuffle, then ok")
        check(PlayerPanel("red", "", headline=asked, info=info))
        drawn = texts.prompt_text(Prompt("red", "draw", "draw-now", (("cards", 2),)), words)
        check(PlayerPanel("red", "", headline=drawn, info=f"{asked}. {info}"))
    hint = hint_text("bonus-attacking", words)
    check(PlayerPanel("red", "", headline=words.say("Bonus card, ok"), info=hint))


def test_what_is_said_of_the_dice_fits(words: Words) -> None:
    figures = (
        ("side", "blue"),
        ("dice", 48),
        ("mean", "3.42"),
        ("faces", "8 8 8 8 8 8"),
        ("columns", "3 1 5"),
        ("card", "blue/medium-infantry-2"),
    )
    digits = ("digits", " ".join(["8d0f"] * 16))
    for key in texts._NOTES:
        text = texts.note_text(dice.Note(key, (*figures, digits)), words)
        assert "{" not in text
        check(
            PlayerPanel("red", step_name("army", words), True, words.say("Nine cards, ok"), notes=(text,)), 2
        )
    tally = texts.note_text(dice.Note("dice-tally", figures), words)
    assert ("3.42" if words.language == "en" else "3,42") in tally


def test_the_menu_of_agreement_fits(words: Words) -> None:
    figures = (
        ("column", 3),
        ("player", "blue"),
        ("place", "pad"),
        ("side", "blue"),
        ("tag", "tag/1"),
        ("kind", "samurai"),
        ("card", "blue/medium-infantry-8"),
    )
    values = {
        "position": (None, 1, 10),
        "step": tuple(STEPS),
        "terrain": tuple(TERRAINS)[1:],
        "control": ("none", "red", "blue"),
        "bind": ("red/medium-infantry-8", "terrain/plain-1"),
        "over": ("none", "draw", "red"),
        "language": LANGUAGES,
        "help": HELP_LEVELS,
        "sound": VOLUMES,
        "hold": (500, 1300),
        "new": ("no", "field-of-glory"),
        "resume": ("field-of-glory",),
    }
    values |= dict.fromkeys(("odds", "recall", "clock"), ("off", "on"))
    values |= dict.fromkeys(("rematch", "abort", "off"), ("no", "yes"))
    for game, key in [(name, key) for name in games_known() for key in menu_texts.entries_of(name)]:
        for now in values.get(key, (1, 24)):
            choices = tuple(Choice(value, ("it",)) for value in values.get(key, (1, 24)) if value is not None)
            entry = Override(key, "group", now, choices, figures)
            shown = menus.Shown(entry, 25, 25, choices[-1], frozenset({"red"}))
            for panel in menu_panels(shown, {"red": words, "blue": words}, game).values():
                check(panel)
    lying, three = menus.Shown(Override("position", "position", None, ()), 1, 38, None), (1, 3, 5)
    for shown in (
        replace(lying, unknown=three),
        replace(lying, replaced=three),
        replace(lying, unread=three),
    ):
        panel = menu_panels(shown, {"red": words, "blue": words})["red"]
        (note,) = panel.notes
        assert all(str(number) in note for number in three)
        check(panel, 2)
    for button in menu_texts.AGREEMENT_BUTTONS.values():
        check(column(words, notice=words.say(button)))


def test_a_players_own_menu_fits(words: Words) -> None:
    readers = {"red": words, "blue": words}
    table = Table(BUNDLE.begin(Setup().to_json()))
    asked = Outlook(prompts=BUNDLE.procedure.prompts(table))
    screens = BUNDLE.panels(table, asked, readers=readers)
    for level, language in product(HELP_LEVELS, LANGUAGES):
        settings = Settings(recall=True).folded([f"help red {level}", f"language red {language}"])
        entries = own_menu.own_entries(settings, "red", why=True)
        for number, entry in enumerate(entries, 1):
            for choice in entry.choices or (None,):
                shown = own_menu.OwnShown(menus.Shown(entry, number, len(entries), choice))
                outlook = replace(asked, own=(("red", shown),), settings=settings)
                found = player_menu_panels.with_player_menus(screens, BUNDLE, table, outlook, readers)
                assert words.say("Hold ok: close") in check(found["red"])
                for column in range(1, 6):
                    buttons = found[f"{column} red"], found[f"{column} blue"]
                    said = player_menu_panels.button_text(shown, column, words)
                    assert [said in check(panel, 2) for panel in buttons] == [True, False]


def test_what_is_known_of_discards_fits(words: Words) -> None:
    cards = frozenset(standard_deck().army("red"))
    state = BUNDLE.begin(Setup().to_json()).with_side("red", discard=60, discards=cards)
    said = BUNDLE.discards(Table(state), "red", words)
    check(TextPanel("red", words.say("My discards"), said, leave=words.say("Hold ok: close")), 6)


def test_what_was_wrong_is_said_in_words_and_fits(words: Words) -> None:
    """Every action of the game, every refusal, every agreement: no code and no notation reaches a screen."""
    assert set(done_words(TEXTS)) == set(actions.NOTATION.words)
    longest = "red/medium-infantry-8"
    rests = (f" {longest} 3", f" {longest} blue/medium-infantry-7", " red", " red ?", " 3", "")
    agreed = (
        "control 3 red",
        f"units 3 red {longest}",
        "count red discard 4",
        "step draw",
        "active red",
        "over red",
    )
    texts = [f"{verb}{rest}" for verb in done_words(TEXTS) for rest in rests]
    texts += [f"refused {code}" for code in SHORT_REFUSALS] + [
        "refused mixed-kinds, wrong-side, not-your-turn"
    ]
    texts += [f"agreed {change}" for change in (*agreed, "terrain 3 hill")]
    for text in texts:
        found = decision_text(text, words)
        assert not {"/", "-1", "?", "{"} & set(found), found
        assert text.split(" ")[0] not in found.split() or words.language == "en", found
        entry = Override("wrong", "wrong", None, (Choice(text, ("wrong",)),))
        shown = menus.Shown(entry, 25, 26, entry.choices[0], frozenset({"red"}))
        assert "".join(found.split()) in "".join(
            check(menu_panels(shown, {"red": words, "blue": words})["red"], 2).split()
        )
    assert decision_text("something else", words) == "something else"


def test_what_was_wrong_in_thermopyles_is_said_in_words_and_fits(words: Words) -> None:
    """Every notation that its actions and agreements have."""
    game = "thermopyles"
    assert set(done_words(texts_of(game))) == set(thermopyles_actions.NOTATION.words)
    kinds = {"charge": "spartan-20", "repel": "persian-28", "bury": "persian-28", "support": "support-4"}
    numbers = {"players": "4", "rolled": "6", "draw": "4"}
    said = [
        f"{verb} {kinds.get(verb) or numbers.get(verb, '')}".strip() for verb in done_words(texts_of(game))
    ]
    said += [f"refused {code}" for code in (*texts_of(game).short_refusals, *COMMON_SHORT_REFUSALS)]
    agreed = ("marker 3", "active 2", "hand 4 5", "row persian-1 persian-28", "row", "pile 3", "over red")
    said += [f"agreed {change}" for change in (*agreed, "supports 2", "persians 12", "cemetery 11")]
    for text in said:
        found = decision_text(text, words, game)
        assert not {"-1", "-2", "{"} & set(found), found
        assert not any(name in found for name in ("spartan-", "persian-", "support-")), found
        entry = Override("wrong", "wrong", None, (Choice(text, ("wrong",)),))
        shown = menus.Shown(entry, 25, 26, entry.choices[0], frozenset({"red"}))
        panel = menu_panels(shown, {"red": words, "blue": words}, game)["red"]
        assert "".join(found.split()) in "".join(check(panel, 2).split())
    english = words_of("en")
    assert decision_text("draw 2", english, game) == "One drawn: Player 2"
    assert decision_text("rolled 4", english, game) == "Die: 4"
    assert decision_text("charge spartan-3", english, game) == "Charge: Spartan 11"
    assert decision_text("agreed hand 2 4", english, game) == "Agreed: Player 2's hand: 4"
    assert decision_text("agreed row", english, game) == "Agreed: Row as it lies"


def test_what_was_wrong_in_three_languages() -> None:
    refused, done = "refused mixed-kinds, not-your-turn", "place red/spear-1 3"
    said = [
        (decision_text(refused, words_of(each)), decision_text(done, words_of(each)))
        for each in ("en", "fr", "de")
    ]
    assert said == [
        ("Refused: Mixed kinds, Not your turn", "Placed: Red spear 2 CP, column 3"),
        (
            "Refusé\N{NO-BREAK SPACE}: Types mélangés, Pas votre tour",
            "Placé\N{NO-BREAK SPACE}: Rouge Lanciers 2 PC, colonne\N{NO-BREAK SPACE}3",
        ),
        ("Abgelehnt: Passt nicht dazu, Nicht am Zug", "Eingesetzt: Rot Speerträger 2 KP, Spalte 3"),
    ]


def test_a_start_picture_fits(words: Words) -> None:
    for number, button in menu_texts.AGREEMENT_BUTTONS.items():
        check(StartPanel(str(number), (words.say(button),)))
    check(StartPanel("Signifer", (words.say(menu_texts.SAFE),)))
    lines = ("Field of Glory", words.say(menu_texts.START_BEGIN), words.say(menu_texts.START_MENU))
    check(StartPanel("Signifer", lines))
    assert pages(StartPanel("Signifer", (*lines, "http://192.168.100.100:8080"))) <= 2


def test_players_are_told_apart_in_every_language() -> None:
    for language in LANGUAGES:
        said = words_of(language).say(Plural("1 card", "{cards} cards", "cards"), cards=3)
        assert said.startswith("3")
        assert words_of(language).say("Red") != words_of(language).say("Blue")
