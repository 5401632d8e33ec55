"""`signifer enrol` with decks that players bring: tags are for the cards of a deck, whoever sits where."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.checks.keeping import _enrolled
from signifer_firmware.enrolment.command import Order
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.deck_files import read_deck
from signifer_firmware.game_api.table_decks import catalogues_of, read_decks
from signifer_firmware.storage.store import Store

from tests.firmware.enrolment.commands import Command

GAME = "dark-age-arena"
IRON = "training-iron"
A, B = "04112233445566", "04112233445567"


def wolves(called: str = "wolves") -> str:
    files = registry.game(GAME).decks
    assert files is not None
    text = files().example(IRON).replace(f'deck = "{IRON}"', f'deck = "{called}"')
    return text.replace("axeman", "wolfman")


@pytest.fixture
def command(tmp_path: Path) -> Command:
    (tmp_path / "wolves.toml").write_text(wolves())
    return Command(tmp_path)


def order(command: Command, file: str | None = "wolves.toml", **values: object) -> Order:
    said = str(command.folder / file) if file and file.endswith(".toml") else file
    found = {"virtual": True, "store": command.folder, "figures": True, "deck_file": said, **values}
    return Order(deck=found.pop("deck", GAME), **found)  # type: ignore[arg-type]


def tags(command: Command) -> dict[bytes, str]:
    store = Store.reading(command.folder / "table.sqlite")
    try:
        return store.cards()
    finally:
        store.close()


def test_all_cards_of_a_deck_get_their_tags_and_no_figure_is_asked_for(command: Command) -> None:
    assert command(order(command), typed="lay all\n") == 0
    known = set(tags(command).values())
    assert {card.partition("/")[0] for card in known} == {f"{GAME}:wolves"}
    assert f"of {GAME}/wolves have their tags" in command.said
    assert "does the card say" not in command.said.lower()
    assert "nobody has read" not in command.said
    for kind, printed in tomllib.loads(wolves())["kind"].items():
        which = f" 1 of {printed['count']}" if printed["count"] > 1 else ""
        assert f"  {kind.replace('-', ' ')}{which}, wolves: " in command.said
    # Whoever plays the deck: its tags are cards of the side where it sits.
    game = registry.game(GAME)
    assert game.decks is not None
    deck = game.decks().parse(wolves(), file="it")
    at_home = game.bundle().bringing({"wolves": deck}).seating({"blue": "wolves"})
    assert {at_home.known_as(card) for card in known} == {card for card in at_home.cards if card[0] == "b"}
    assert len(known) == sum(deck.sorts.values())


def test_a_training_deck_is_named_alone(command: Command) -> None:
    assert command(order(command, IRON, cards=("axeman-2",)), typed="lay\n") == 0
    assert list(tags(command).values()) == [f"{GAME}:{IRON}/axeman-2"]
    assert command(order(command, None, deck=f"{GAME}/{IRON}", cards=("axeman-3",)), typed="lay\n") == 0
    assert f"{GAME}:{IRON}/axeman-3" in tags(command).values()


def test_decks_of_the_table_are_known_by_their_names(command: Command) -> None:
    standard = resources.files("signifer_firmware.config").joinpath("tables", "standard.toml").read_text()
    table = command.folder / "mine.toml"
    table.write_text(f'{standard}\n[cards]\ndecks = "wolves.toml"\n')
    meant = order(command, None, deck=f"{GAME}/wolves", table=str(table), cards=("wolfman-1", "wolfman-2"))
    assert command(meant, typed="lay all\n") == 0
    assert set(tags(command).values()) == {f"{GAME}:wolves/wolfman-1", f"{GAME}:wolves/wolfman-2"}
    assert command(order(command, None, deck=f"{GAME}/wolves", table=str(table)), lists=True) == 0
    assert f"2 of {len(tomllib_cards())} cards of {GAME}/wolves have a tag" in command.said
    # The doctor tells it deck by deck.
    decks, _ = read_decks(load_table(str(table)))
    (told,) = _enrolled(set(tags(command).values()), decks)
    assert told == f"2 of {len(tomllib_cards())} cards of {GAME}/wolves have a tag"


def test_a_deck_of_the_table_is_known_however_its_names_are_worded(command: Command) -> None:
    # It was installed when nobody looked at that: `deck check` tells of it, and people play on.
    standard = resources.files("signifer_firmware.config").joinpath("tables", "standard.toml").read_text()
    table, worded = command.folder / "mine.toml", command.folder / "worded.toml"
    worded.write_text(wolves().replace('name = "Mill"', 'name = "Mill", names = { it = "Mulino" }'))
    table.write_text(f'{standard}\n[cards]\ndecks = "worded.toml"\n')
    with pytest.raises(ConfigError, match='not "it"'):
        read_deck(worded, registry.deck_files(), worded=True)
    decks, wrong = read_decks(load_table(str(table)))
    assert wrong == []
    assert "wolves" in decks[GAME]
    assert catalogues_of(decks)
    assert command(order(command, worded.name, cards=("wolfman-1",)), typed="lay\n") == 0


def tomllib_cards() -> list[str]:
    kinds = tomllib.loads(wolves())["kind"]
    return [f"{kind}-{number}" for kind, each in kinds.items() for number in range(each["count"])]


def test_tags_go_to_another_table_as_a_file(command: Command, tmp_path: Path) -> None:
    assert command(order(command), typed="lay all\n") == 0
    file = tmp_path / "tags.toml"
    assert command(order(command), export=file) == 0
    other = Command(tmp_path / "other")
    other.folder.mkdir()
    (other.folder / "wolves.toml").write_text(wolves())
    assert other(order(other), import_=file) == 0
    assert tags(other) == tags(command)
    with pytest.raises(ConfigError, match="no card"):
        other(order(other, None), import_=file)
    assert other(order(other, yes=True), forget=f"{GAME}/wolves") == 0
    assert not tags(other)


def test_hands_lay_a_card_by_its_deck_and_figures_stand_in_the_file(command: Command) -> None:
    typed = "n\nput wolves/wolfman-9 pad red\nput wolves/wolfman-1 pad red\nq\n"
    assert command(order(command, cards=("wolfman-1", "wolfman-2")), typed=typed) == 1
    assert "stands in its deck file" in command.said
    assert 'no card "wolves/wolfman-9"' in command.said
    assert list(tags(command).values()) == [f"{GAME}:wolves/wolfman-1"]


def test_what_is_wrong_with_a_deck_is_told_whole_before_anything_is_done(command: Command) -> None:
    faulty = (
        wolves().replace("recruitment = 1", "recruitment = 9").replace("wolfman = {", "wolfman = { odd = 1,")
    )
    (command.folder / "faulty.toml").write_text(faulty)
    (command.folder / "iron.toml").write_text(wolves(IRON))
    for file, said, number in (
        ("faulty.toml", "recruitment", 2),
        ("iron.toml", f'a deck that is shipped is called "{IRON}"', 1),
        ("none.toml", "cannot be read", 1),
        ("training-irn", "cannot be read", 1),
    ):
        with pytest.raises(ConfigError, match=said) as told:
            command(order(command, file))
        assert len(told.value.faults) == number
    with pytest.raises(ConfigError, match=f"this is {GAME}/wolves, and not thermopyles"):
        command(order(command, deck="thermopyles"))
    with pytest.raises(ConfigError, match="--corrections"):
        command(order(command, corrections=command.folder / "cards.toml"))
    assert not (command.folder / "table.sqlite").exists()
