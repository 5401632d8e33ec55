"""Structures and numbers of the ioctls against the kernel's own headers, byte by byte, by a C compiler."""

from __future__ import annotations

import ctypes
import shutil
import struct
import subprocess
import sys

import pytest
import smbus2
from signifer_drivers.io import spi

from tests.conftest import MissingTool
from tests.linux import abi

HEADERS = (
    "linux/types.h",
    "linux/fuse.h",
    "linux/spi/spi.h",
    "linux/spi/spidev.h",
    "linux/i2c.h",
    "linux/i2c-dev.h",
)
STRUCTS = [value for value in vars(abi).values() if isinstance(value, abi.CStruct)]
NUMBERS = abi.FUSE | abi.SPI | abi.I2C
PROGRAM = """
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
{includes}
static void show(const char *name, const void *at, size_t size) {{
    printf("%s ", name);
    for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)at)[i]);
    printf("\\n");
}}
int main(void) {{
{body}
    return 0;
}}
"""

if sys.byteorder != "little" or struct.calcsize("P") != 8:
    pytest.skip("the structures are those of 64-bit computers", allow_module_level=True)


def values(of: abi.CStruct) -> list[int]:
    """For each field one in which no byte is like another's beside it, nor zero."""
    found = []
    for name, (at, length) in of.offsets().items():
        pattern = bytes((at + each) % 255 + 1 for each in range(length))
        found.append(0x5A if name == "spare" else int.from_bytes(pattern, "little", signed=False) >> 1)
    return found


def filled(of: abi.CStruct) -> str:
    """Statements that fill and show one structure."""
    lines = [f"struct {of.name} s; memset(&s, 0, sizeof s);"]
    for (name, (_, length)), value in zip(of.offsets().items(), values(of), strict=True):
        lines.append(
            f"memset(&s.{name}, {value}, sizeof s.{name});"
            if name == "spare"
            else f"s.{name} = (__typeof__(s.{name})){value}ULL;"
        )
        lines.append(f'if (sizeof s.{name} != {length}) printf("{name} has another length\\n");')
    return "{ " + " ".join(lines) + f' show("{of.name}", &s, sizeof s); }}'


def program() -> str:
    includes = "".join(f"#include <{header}>\n" for header in HEADERS)
    body = [filled(of) for of in STRUCTS]
    body += [f'printf("{name} %llu\\n", (unsigned long long)(unsigned)({name}));' for name in NUMBERS]
    body.append('printf("union_i2c_smbus_data %zu\\n", sizeof(union i2c_smbus_data));')
    return PROGRAM.format(includes=includes, body="\n".join(body))


@pytest.fixture(scope="module")
def said(
    tmp_path_factory: pytest.TempPathFactory, missing_tool_of_module: type[MissingTool]
) -> dict[str, str]:
    """What the headers say: a structure's bytes in hex, a number in decimal, by name."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        missing_tool_of_module("a C compiler (apt-get install gcc libc6-dev)")
    folder = tmp_path_factory.mktemp("headers")
    source = folder / "said.c"
    source.write_text(program())
    command = [str(compiler), "-Wall", "-o", str(folder / "said"), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "No such file or directory" in done.stderr:
        missing_tool_of_module("the kernel's headers (apt-get install linux-libc-dev libc6-dev)")
    assert (done.returncode, done.stderr) == (0, "")
    out = subprocess.run([folder / "said"], capture_output=True, text=True, check=True).stdout
    return dict(line.split(" ", 1) for line in out.splitlines())


@pytest.mark.parametrize("of", STRUCTS, ids=lambda of: of.name)
def test_a_structure_is_byte_for_byte_the_headers(of: abi.CStruct, said: dict[str, str]) -> None:
    given = [bytes((value,)) * 40 if value == 0x5A else value for value in values(of)]
    assert of.pack(*given).hex() == said[of.name]


def test_the_numbers_are_the_headers(said: dict[str, str]) -> None:
    assert {name: said[name] for name in NUMBERS} == {name: str(number) for name, number in NUMBERS.items()}
    assert said["union_i2c_smbus_data"] == str(abi.SMBUS_DATA_BYTES)


def test_the_firmwares_own_are_the_same() -> None:
    """What drivers/io/spi.py packs, and the package smbus2, against what the tests above hold against the headers."""
    assert spi._TRANSFER.format.lstrip("=") == "".join(code for _, code in abi.SPI_TRANSFER.fields)
    assert spi._TRANSFER.size == abi.SPI_TRANSFER.size
    for frames in (1, 32):
        assert spi.message_request(frames) == abi.SPI[f"SPI_IOC_MESSAGE({frames})"]
    assert (
        abi.SPI["SPI_IOC_WR_MODE"],
        abi.SPI["SPI_IOC_WR_BITS_PER_WORD"],
        abi.SPI["SPI_IOC_WR_MAX_SPEED_HZ"],
    ) == (spi._WR_MODE, spi._WR_BITS_PER_WORD, spi._WR_MAX_SPEED_HZ)
    theirs = smbus2.smbus2
    assert abi.I2C["I2C_RDWR"] == theirs.I2C_RDWR
    for structure, ours in ((smbus2.i2c_msg, abi.I2C_MSG), (theirs.i2c_rdwr_ioctl_data, abi.I2C_RDWR_DATA)):
        assert ctypes.sizeof(structure) == ours.size
        for name, (at, length) in ours.offsets().items():
            field = getattr(structure, name)
            assert (field.offset, field.size) == (at, length)
