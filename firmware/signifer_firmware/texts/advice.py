"""What to do about each cause that `signifer doctor` names, for who mends a table, in their language. Figures, and a
command to say for it, stand beside it."""

from __future__ import annotations

from signifer_firmware.i18n.words import Words, marked

# By the keys of docs/doctor.md and docs/faults.md.
_ADVICE = marked(
    {
        "spi-off": "Switch SPI on: signifer setup writes it into config.txt; then restart.",
        "reboot": "Restart the Pi: what config.txt says holds from its next start on.",
        "chip-select-missing": "Load the overlay of this table's chip selects: signifer setup does; then restart.",
        "i2c-off": "Switch I2C on: signifer setup writes it into config.txt; then restart.",
        "i2c-slow": "Set I2C to 400 kHz: signifer setup writes it into config.txt; then restart.",
        "mux-overlay": "Describe the multiplexer at 0x70: signifer setup writes its line into config.txt; then "
        "restart.",
        "bus-taken": "Take base= out of the multiplexer's line in config.txt: those buses are taken; then restart.",
        "mux-silent": "Check the multiplexer's supply, SDA and SCL, that A0 to A2 are at ground, and that its reset "
        "line is high.",
        "group": "Add this user to the group, and log in again.",
        "under-voltage": "Take a supply of 5.1 V and 3 A (a Pi 5: 5 A) with a short cable; the hub needs one of its "
        "own.",
        "node-unassigned": "Plug its board in, and say which one it is: signifer node assign asks for a card there.",
        "node-other": "Plug its own board in, or give the column this one with signifer node assign.",
        "node-old": "Put this program's files on the node: signifer node install.",
        "node-files": "Put the node's files of this version on it: signifer node install.",
        "node-away": "Check its USB cable and the supply of the hub.",
        "node-cable": "Take a shorter or better USB cable, away from motors and chargers.",
        "node-restarts": "Give the hub a supply of its own, and the node's readers a 3.3 V regulator.",
        "bus-silent": "Check what these readers share: supply, SCLK, MISO and MOSI (not swapped), and a reset line "
        "that is high.",
        "no-chip": "Check plug, supply and chip select, that MISO and MOSI are not swapped, and that RST of the "
        "module is high.",
        "reset-open": "Check the lead to RST of the module: without it only the plug helps a chip that hangs.",
        "wiring": "Check MOSI and the clock, shorten the leads, take speed_hz = 3000000 or 400000.",
        "varying-version": "Shorten the leads, take speed_hz = 3000000 or 400000, and check ground and MISO.",
        "miso-held": "Unplug the other readers one by one, and give the one that did it a buffer or a diode on "
        "MISO.",
        "clone": "Try a module with version 91 or 92: this is a clone or another chip.",
        "brown-out": "Give the readers a 3.3 V regulator of their own, with 10 uF beside each one.",
        "chip-hangs": "Check the reset line, then unplug the reader and plug it in.",
        "no-clock": "Unplug the reader and plug it in: its crystal does not start. If it stays so, take another "
        "module.",
        "overheated": "Let air to the module, and look for metal near its antenna; if it stays hot, take another one.",
        "self-test": "Take another module: its chip is damaged or counterfeit.",
        "bus": "Check that SPI is switched on, and who may open the device.",
        "bus-fails": "Look into dmesg, and restart the Pi; on a Pi 4 take speed_hz = 4000000.",
        "reader-other": "Exchange the plugs of these two readers, or their entries in table.toml.",
        "stacked-tags": "Stagger the cards.",
        "several-tags": "Lay one card there at a time, or drive this reader with mfrc522-spi.",
        "strange-tags": "Take telephones, passes and cards of other games away; teach new cards with signifer enrol.",
        "bad-air": "Switch off what disturbs the readers, a drill or a lamp nearby; if it stays so, run signifer tune.",
        "unread-card": "Lift the card and lay it again, flat and over the middle; if it stays so, run signifer tune.",
        "gain-too-high": "Lower gain_db of this reader: signifer tune finds the right one.",
        "neighbour-field": "Unplug the readers beside it one by one; antennas need 80 mm between them.",
        "weak-answers": "Lay the tags farther apart, or raise gain_db or field: signifer tune finds the right ones.",
        "slow-tags": "Bring the tags nearer to the antenna, raise field, or take other tags.",
        "noise": "Move metal and switching supplies away from the antenna, and run signifer tune.",
        "cross-read": "Keep the antennas 80 mm apart, or lower field of the reader that overhears.",
        "screen-silent": "Check its plug and supply, and SDA and SCL: swapped, it hears nothing.",
        "screens-alike": "Two screens have one address: move the resistor on the back of this one.",
        "screen-address": "It answers at the other address: move the resistor on its back, or write that address into "
        "table.toml.",
        "channel-silent": "Check the plug of the channel, its supply, and SDA and SCL: swapped, nobody hears anything.",
        "channel-stuck": "Unplug the screens of that channel one by one: the last one did it, or its lead.",
        "bus-stuck": "Unplug the screens one by one, and check that the multiplexer's reset line is high.",
        "picture-other": "Another place: exchange plugs or addresses. Shifted or torn: another driver. Upside down: "
        "rotate = 2.",
        "button-silent": "Check its lead from the GPIO to ground, and its series resistor.",
        "button-other": "Its lead is at another line: put it where table.toml says.",
        "button-stuck": "Free the button; if it is free, its pull-up is missing, or its lead touches ground.",
        "buzzer-silent": "Turn it round if it is polar; a passive one needs a transistor; check its lead and ground.",
    }
)
ADVISED = tuple(_ADVICE)


def advice(cause: str, words: Words) -> str:
    """What to do about a cause; "" if nothing is written about it."""
    return words.say(_ADVICE[cause]) if cause in _ADVICE else ""
