"""Twins of the chips: registers, frames and bus bytes on a virtual clock."""
