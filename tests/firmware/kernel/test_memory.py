"""What the C library does with memory, by a program of its own: its options hold for the whole process."""

import platform
import subprocess
import sys

import pytest
from signifer_firmware.kernel.memory import LARGE_BYTES

# How many heaps there are, and how many bytes of large pieces are the system's alone (malloc_info(3)).
PROGRAM = """
import ctypes, re, tempfile, threading
from signifer_firmware.kernel import memory

{first}
library = ctypes.CDLL(None)
library.malloc.restype = library.fdopen.restype = ctypes.c_void_p
large = library.malloc(8 << 20)
library.free(ctypes.c_void_p(large))  # from now on glibc would take pieces of this size from a heap
for _ in range({pieces}):
    library.malloc({large} + 1)
inside = [threading.Event() for _ in range(4)]
over = threading.Event()

def works(event):
    library.malloc(1000)
    event.set()
    over.wait()

threads = [threading.Thread(target=works, args=(event,)) for event in inside]
for thread in threads:
    thread.start()
for event in inside:
    event.wait()
with tempfile.TemporaryFile("w+") as file:
    stream = library.fdopen(file.fileno(), b"w")
    library.malloc_info(0, ctypes.c_void_p(stream))
    library.fflush(ctypes.c_void_p(stream))
    file.seek(0)
    told = file.read()
over.set()
print(told.count("<heap nr="), sum(map(int, re.findall(r'type="mmap" count="[0-9]+" size="([0-9]+)"', told))))
"""

# What is free at the end of a heap, by chance, one or two of them may still be taken from.
PIECES = 16


def told(first: str) -> tuple[int, int]:
    program = PROGRAM.format(first=first, large=LARGE_BYTES, pieces=PIECES)
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    heaps, large_bytes = map(int, answer.stdout.split())
    return heaps, large_bytes


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library has other heaps")
def test_threads_share_a_heap_and_large_pieces_are_the_systems() -> None:
    heaps, large_bytes = told("memory.keep_together()")
    assert heaps == 1
    assert large_bytes > PIECES // 2 * LARGE_BYTES
    heaps, without_bytes = told("")
    assert heaps > 1, "without it each thread has its own"
    assert large_bytes - without_bytes > PIECES // 2 * LARGE_BYTES
