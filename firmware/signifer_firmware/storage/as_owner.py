"""Root at a folder of somebody else's, as a service's is: what is done there, its owner does.

Whoever owns a folder may lay links into it, and root would follow them: `/etc/passwd` would be overwritten, and given
away. So a child of this process makes the folder its whole file system (chroot), becomes its owner, and does what it is
asked for; both talk in lines of JSON. No link leads out of there, and nothing is written that the owner could not
write. SQLite wants the path to a file searchable from the root on, which that of a DynamicUser's folder is not: without
chroot its owner could not open it.
"""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json, as_int, as_list, as_str

from .reading import StoreError

# Does by its name, with one value, what is asked for; SigniferError or OSError where it cannot.
Ask = Callable[[str, Json], Json]
Serve = Callable[[Path], AbstractContextManager[Ask]]


def other_owner(path: Path) -> tuple[Path, os.stat_result] | None:
    """The folder of the store at ``path`` as far as it is there, and what is known of it, if this is root, and the
    folder somebody else's. StoreError for one of root's in which anybody may write."""
    if os.geteuid() != 0:
        return None
    folder = next(each for each in path.absolute().parents if each.is_dir())
    found = folder.stat()
    if found.st_uid == 0 and found.st_mode & 0o002 and folder == path.absolute().parent:
        raise StoreError(
            f"{folder}: anybody may write there, and so root does not; name a folder of one owner"
        )
    return (folder, found) if found.st_uid != 0 else None


@contextmanager
def in_folder(path: Path, serve: Serve) -> Iterator[Ask]:
    """Ask for what is done with the store at ``path``: by its folder's owner if this is root, else here and now.
    ``serve`` is given the path as it is for whoever does it. StoreError for what goes wrong there, OSError for what the
    system refuses there, each by the names that are known here."""
    other = other_owner(path)
    if other is None:
        with serve(path) as ask:
            yield ask
        return
    folder, _ = other
    inside = Path("/") / path.absolute().relative_to(folder)
    to_child, from_child = os.pipe(), os.pipe()
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    child = os.fork()
    if child == 0:
        os.close(to_child[1])
        os.close(from_child[0])
        _serve(place, inside, serve, os.fdopen(to_child[0], "rb"), os.fdopen(from_child[1], "wb"))
    os.close(to_child[0])
    os.close(from_child[1])
    os.close(place)
    with os.fdopen(to_child[1], "wb") as questions, os.fdopen(from_child[0], "rb") as answers:
        try:

            def ask(name: str, given: Json = None) -> Json:
                _say(questions, [name, given])
                return _answer(answers, folder, path)

            _answer(answers, folder, path)
            yield ask
        except KeyboardInterrupt:
            # It may wait for what never comes; and what it writes survives a pulled plug.
            os.kill(child, signal.SIGKILL)
            raise
        finally:
            with suppress(BrokenPipeError):
                questions.close()
            os.waitpid(child, 0)


def _say(stream: BinaryIO, value: Json) -> None:
    with suppress(BrokenPipeError):  # the child is gone: then it does not answer either
        stream.write(json.dumps(value).encode() + b"\n")
        stream.flush()


def _answer(answers: BinaryIO, folder: Path, path: Path) -> Json:
    line = answers.readline()
    if not line:
        raise StoreError(f"{path}: whoever owns its folder has ended; say it again")
    kind, value = as_list(json.loads(line))
    if kind == "good":
        return value
    if kind == "refused":
        number, why, name = as_list(value)
        at = (str(folder / as_str(name).lstrip("/")),) if name is not None else ()
        raise OSError(as_int(number), as_str(why), *at)
    inside = Path("/") / path.absolute().relative_to(folder)
    faults = [as_str(fault).replace(str(inside), str(path)) for fault in as_list(value)]
    raise ConfigError(faults) if kind == "faults" else StoreError(faults[0])


def _serve(place: int, inside: Path, serve: Serve, questions: BinaryIO, answers: BinaryIO) -> NoReturn:
    """The child: never returns, and runs no clean-up that is its parent's."""
    try:
        # Ctrl-C is for the parent, which ends this one.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            _become(place)
            with serve(inside) as ask:
                _say(answers, ["good", None])
                for line in questions:
                    name, given = as_list(json.loads(line))
                    _say(answers, _done(ask, as_str(name), given))
        except (SigniferError, OSError) as error:
            _say(answers, _told(error))
    finally:
        os._exit(0)


def _done(ask: Ask, name: str, given: Json) -> Json:
    try:
        return ["good", ask(name, given)]
    except (SigniferError, OSError) as error:
        return _told(error)


def _told(error: SigniferError | OSError) -> Json:
    if isinstance(error, ConfigError):
        return ["faults", [*error.faults]]
    if isinstance(error, OSError) and error.errno is not None:
        name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else None
        return ["refused", [error.errno, error.strerror or str(error), name]]
    return ["bad", [str(error)]]


def _become(place: int) -> None:
    """Have nothing but the folder, and be its owner."""
    os.fchdir(place)
    owner = os.fstat(place)
    os.chroot(".")
    os.setgroups([])
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)
    # A store is copied before it is opened; there is no /tmp here.
    tempfile.tempdir = "/"
