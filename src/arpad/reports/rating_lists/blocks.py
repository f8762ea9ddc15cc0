"""A file in blocks of whole lines, so that a list of any size takes the room of one block."""

from collections.abc import Iterator

from arpad.done import CountDone
from arpad.i18n import ArpadError
from arpad.reports.decode import LONGEST_LINE
from arpad.reports.rating_lists.source import ListSource

BLOCK = 4 << 20
CONTROLS = bytes(set(range(32)) - set(b"\t\r\n")) + b"\x7f"
BLANKED = bytes.maketrans(CONTROLS, b" " * len(CONTROLS))


def blocks(source: ListSource, progress: CountDone | None) -> Iterator[bytes]:
    """The lines after the header in blocks, each line ended by a newline. Control characters become blanks."""
    rest = b""
    try:
        with source.path.open("rb") as file:
            file.seek(source.data_at)
            while data := file.read(BLOCK):
                if progress is not None:
                    progress(file.tell())
                if source.newline != b"\n":
                    data = data.replace(source.newline, b"\n")
                data = data.translate(BLANKED)
                end = data.rfind(b"\n") + 1
                if len(data) - end > LONGEST_LINE or (not end and len(rest) + len(data) > LONGEST_LINE):
                    raise ArpadError("list-long-line", file=str(source.path))
                if end:
                    yield rest + data[:end]
                    rest = data[end:]
                else:
                    rest += data
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("list-unreadable", file=str(source.path), problem=why) from None
    if rest.strip():
        yield rest + b"\n"
