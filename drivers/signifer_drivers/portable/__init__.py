"""What a column node's RP2040 runs as it is, too: this folder goes onto it whole. The subset that MicroPython has."""
