"""The languages in which players are spoken to: the one list, of which all others are made (CONTRIBUTING.md, *Add a
language*); what each is called, in itself, so that all find theirs."""

from __future__ import annotations

from typing import Literal, get_args

Language = Literal["en", "fr", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
LANGUAGE_NAMES: dict[str, str] = {"en": "English", "fr": "Fran\u00e7ais", "de": "Deutsch"}
