"""Drivers that also run on a column node's RP2040: this folder goes onto it whole. The subset that MicroPython has."""
