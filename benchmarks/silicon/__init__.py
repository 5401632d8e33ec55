"""The node's program on an emulated RP2040: real MicroPython, a flash that is waited for, readers' twins."""
