"""Dark Age Arena. The ruling ids (DA-...) in this package are explained in docs/dark-age-arena.md."""
