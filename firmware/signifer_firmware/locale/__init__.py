"""The catalogues of translations, one file a language."""
