"""The card image: made from nothing, and tried in an emulator (docs/image.md)."""
