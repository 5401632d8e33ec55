"""What of an RP2040's board is machine code, past MicroPython's drivers: courses on SPI0, and the clock of the flash.

Viper code lies in memory, not in flash, and calls nothing while it runs. Registers by the RP2040 datasheet: SIO
2.3.1.7, timer 4.6.5, SSP 4.4.4 (SPI0), SSI 4.10.13 (the flash).
"""

import micropython

MYPY = False
if MYPY:
    from typing import Any

    ptr8: Any = None
    ptr32: Any = None


# What a script is made of: each is followed by a length and a frame, READ by what is expected, too; WAIT by so many
# microseconds (2) since the last frame. LAST ends a batch that writes, 0 a script.
WRITE, LAST, READ, WAIT = 1, 2, 3, 4


@micropython.viper
def play(script: ptr8, heard: ptr8, select: int) -> int:
    """Do what a script says until something else comes back than is expected; the number of steps that went well.

    A step is a batch, or a wait. ``heard`` takes what comes back of a frame. ``select``: the bit of the chip select.
    """
    spi = ptr32(0x4003C000)
    sio = ptr32(0xD0000000)
    timer = ptr32(0x40054000)
    ended_us = timer[10]
    done = 0
    at = 0
    kind = script[0]
    while kind:
        size = script[at + 1]
        at += 2
        if kind == 4:
            size = size | script[at] << 8
            at += 1
            while timer[10] - ended_us < size:
                pass
        else:
            sent = 0
            got = 0
            sio[6] = select
            while got < size:
                # No more are under way than the FIFO holds.
                if sent < size and sent - got < 8:
                    spi[2] = script[at + sent]
                    sent += 1
                if spi[3] & 4:
                    heard[got] = spi[2]
                    got += 1
            # The last byte is there half a clock before its bit is over.
            while spi[3] & 0x10:
                pass
            sio[5] = select
            ended_us = timer[10]
            at += size
            if kind == 3:
                # What comes back with the first byte means nothing.
                got = 1
                while got < size:
                    if heard[got] != script[at + got]:
                        return done
                    got += 1
                at += size
        if kind != 1:
            done += 1
        kind = script[at]
    return done


@micropython.viper
def divide_flash(divider: int) -> int:
    """Have the flash's clock be that of the core over ``divider``, if it is read the same then; the divider in use.

    Nothing may interrupt this.
    """
    ssi = ptr32(0x18000000)
    flash = ptr32(0x13000000)
    before = ssi[5]
    wanted = 0
    at = 0
    while at < 4096:
        wanted = wanted ^ flash[at] + at
        at += 1
    while ssi[10] & 1:
        pass
    ssi[2] = 0
    ssi[5] = divider
    ssi[2] = 1
    tries = 0
    while tries < 4:
        found = 0
        at = 0
        while at < 4096:
            found = found ^ flash[at] + at
            at += 1
        if found != wanted:
            ssi[2] = 0
            ssi[5] = before
            ssi[2] = 1
            return before
        tries += 1
    return divider
