"""What a table says, as a viewer may hear it: refusals, corrections, prompts, help, and the lines of the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import PAD, SIDES, Side
from signifer_core.procedure import Correction, Prompt, Table
from signifer_core.rules import Refusal
from signifer_core.tags import TAG, is_tag, number_of

from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.i18n.words import Words
from signifer_firmware.runtime.speech import Change
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import GAME
from signifer_firmware.texts.decisions import agreement_text
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.sentences import asked_text, fix_of, pad_text, prompt_text, refusal_text
from signifer_firmware.texts.spoken import About, Saying
from signifer_firmware.texts.terms import part_name
from signifer_firmware.web.game import View, page_of

from .glance import Glance, hides, in_all, whispering
from .viewers import PHONES, sees

TAG_DIGITS = 4
WAIT = "wait"


def card_told(card: str) -> str:
    """A card as pages know it: of a tag that is no card's the end of its number, which tells it from others."""
    return f"{TAG}{number_of(card)[-TAG_DIGITS:]}" if is_tag(card) else card


def refusal_said(glance: Glance, refusal: Refusal) -> View:
    """A refusal with its ruling, in words."""
    in_column = refusal.card and any(zone.place != PAD for zone in glance.seen.zones_of(refusal.card))
    return {
        "player": refusal.player,
        "code": refusal.code,
        "ruling": refusal.ruling,
        "card": card_told(refusal.card) if refusal.card and in_column else None,
        "message": in_all(lambda words: refusal_text(refusal, words), glance.bundle),
        "fix": in_all(lambda words: fix_of(refusal, words), glance.bundle),
    }


def may_know(glance: Glance, refusal: Refusal, viewer: str) -> bool:
    """Whether ``viewer`` may be told of a refusal: not of what somebody else has entered unseen."""
    return refusal.code not in glance.whispers or _is_of(viewer, refusal.player)


def correction_said(glance: Glance, fix: Correction, viewer: str) -> View:
    """What hands are asked to do; of a card that is to be taken away, where it belongs, if that is known, "" while it
    has to be chosen. A card that lies covered for ``viewer`` is not named."""
    if not sees(viewer, fix.zone.side) and hides(glance.game, glance.table, fix):
        fix = replace(fix, secret=True)
    names_pads = glance.bundle.procedure.names_pads
    return {
        "to": glance.world.homes.get(fix.card, "") if glance.world is not None and not fix.secret else None,
        "verb": fix.verb,
        "card": None if fix.secret else card_told(fix.card),
        "zone": str(fix.zone),
        "side": fix.zone.side,
        "text": in_all(lambda words: asked_text(fix, words, names_pads=names_pads), glance.bundle),
    }


def prompts_said(glance: Glance, viewer: str) -> list[View]:
    """What each player is told and asked, or that they are asked what ``viewer`` is not to know. What hands have done
    is asked no more: cards that were drawn, and who has laid some on their pad hears what `ok` would do with them, as
    on their screen."""
    outlook, world, game = glance.outlook, glance.world, glance.bundle.name
    draws = page_of(game).asks_to_draw
    said = [
        prompt
        for prompt in outlook.said
        if world is None or prompt.key not in draws or world.owed.get(prompt.player, 0) > 0
    ]
    laid = {prompt.player: prompt for prompt in outlook.pads}
    asked = [
        _waits(prompt) if prompt.key in glance.whispers and not _is_of(viewer, prompt.player) else prompt
        for prompt in outlook.prompts
        if prompt.player not in laid
    ]
    return [
        *(_prompt(glance, prompt, partial(prompt_text, game=game)) for prompt in (*said, *asked)),
        *(_prompt(glance, prompt, pad_text) for prompt in laid.values()),
    ]


def _is_of(viewer: str, player: str) -> bool:
    """Whether ``viewer`` is that player, at their device or by their phone."""
    return viewer == player or any(viewer == phone for side, phone in PHONES.items() if side == player)


def _waits(prompt: Prompt) -> Prompt:
    """Whom others wait for, and for what."""
    return Prompt(prompt.player, prompt.step, WAIT, (("active", prompt.player), ("asked", prompt.key)))


def _prompt(glance: Glance, prompt: Prompt, text: Callable[[Prompt, Words], str]) -> View:
    return {
        "player": prompt.player,
        "key": prompt.key,
        "text": in_all(lambda words: text(prompt, words), glance.bundle),
    }


def _help_of(bundle: AnyBundle, table: Table[AnyState], player: Side, words: Words) -> list[str]:
    return list(bundle.help(table, player, words))


def help_said(glance: Glance) -> View:
    """What each player may do in this step, in paragraphs: from public knowledge."""
    table = glance.table
    dark = glance.world is not None and not glance.world.power
    if table is None or glance.outlook.phase != GAME or dark:
        return {}
    return {
        player: in_all(partial(_help_of, glance.bundle, table, player), glance.bundle) for player in SIDES
    }


def fault_said(part: str, cause: str) -> View:
    return {"part": part, "text": in_all(lambda words: fault_text(part, cause, words))}


def lines_said(glance: Glance, viewer: str) -> list[View]:
    """The lines of the record that ``viewer`` may know."""
    return [
        _line_said(glance, number, news, viewer)
        for number, news in glance.lines
        if not isinstance(refusal := news.what.get("refusal"), Refusal) or may_know(glance, refusal, viewer)
    ]


def _line_said(glance: Glance, number: int, news: News, viewer: str) -> View:
    """One line of the record; a card that went from a hand to the discards is named to its owner only."""
    line: View = {"id": number, "kind": news.kind}
    match news.what:
        case {"refusal": Refusal() as refusal}:
            told = refusal_said(glance, refusal)
            return {**line, **{key: told[key] for key in ("player", "ruling", "message", "fix")}}
        case {"player": str() as player, "text": str() as text} if news.kind == "action":
            came = {"came": glance.outcomes[number]} if number in glance.outcomes else {}
            who = str(news.what.get("who", player))
            return {"player": who, **_action(glance, player, text, viewer), **came, **line}
        case {"part": str() as part, "cause": str() as cause} if news.kind == "fault":
            return {**line, "text": in_all(lambda words: _part_says(part, cause, words))}
        case what:
            return {**line, **{key: value for key, value in what.items() if isinstance(value, str | int)}}


def _part_says(part: str, cause: str, words: Words) -> str:
    """A part that fails, and why; or that it is well again."""
    return fault_text(part, cause, words) if cause else f"{part_name(part, words)}: ok"


def _action(glance: Glance, player: str, text: str, viewer: str) -> View:
    """An action by its name and its figures; one that is none of the game's (a menu's) by its words."""
    try:
        action = glance.bundle.parse(text)
    except RulesError:
        text = " ".join(card_told(word) for word in text.split(" "))
        return {"act": "agreed", "text": text, "message": _agreed(glance, text)}
    page = page_of(glance.bundle.name)
    told = {"act": text.split(" ")[0], **_figures(action), **page.told(action)}
    if not page.hidden(action):
        return told
    if sees(viewer, player):
        # Not to be said aloud.
        return {**told, "secret": True}
    told.pop("card", None)
    return told


def _agreed(glance: Glance, text: str) -> View:
    bundle, table = glance.bundle, glance.table
    said = text if table is None else bundle.procedure.said(table.state, text)
    return in_all(lambda words: agreement_text(said, words, bundle.name), bundle)


def _figures(action: object) -> View:
    assert is_dataclass(action)
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    return {name: value for name, value in values.items() if isinstance(value, str | int)}


def tones_heard(glance: Glance) -> list[View]:
    """The last tones of the buzzer that have ended."""
    return [
        {"id": number, "hz": tone.hz, "duty": tone.duty, "ms": tone.length_us // 1000}
        for number, tone in glance.tones
        if tone.length_us is not None
    ]


def sayings_spoken(glance: Glance, viewer: str) -> list[View]:
    """What there was to be said aloud lately: the same to all viewers, for all in the room hear it; at devices of their
    own without what a player enters unseen by ``viewer``."""
    return [
        {"id": said.number, "about": said.saying.about, "to": said.saying.to or "", "text": said.texts}
        for change in glance.spoken
        for said in change.spoken
        if not _is_whispered(change, said.saying, glance.whispers, viewer)
    ]


def _is_whispered(change: Change, saying: Saying, whispers: frozenset[str], viewer: str) -> bool:
    """Whether a saying may tell what was entered by somebody else; to both it does when both have begun to."""
    if saying.about is About.REFUSAL:
        refusals = change.now.outlook.refusals
        told = any(each.player == saying.to and each.code in whispers for each in refusals)
        return told and not _is_of(viewer, saying.to or "")
    if saying.about not in (About.TURN, About.ASKED):
        return False
    now = whispering(change.now.outlook, whispers)
    if saying.to is None:
        return bool(now & whispering(change.before.outlook, whispers))
    return saying.to in now and not _is_of(viewer, saying.to)
