"""Bytes to lines: byte order mark, encoding, line ends; and files that cannot be a report."""

from dataclasses import dataclass

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.reports.notes import Notes

LARGEST = 64 * 1024 * 1024
LONGEST_LINE = 1024 * 1024
MOST_LINES = 200_000
BOM = b"\xef\xbb\xbf"
KINDS = (
    (b"%PDF", "PDF"), (b"PK\x03\x04", "ZIP"), (b"PK\x05\x06", "ZIP"), (b"\x1f\x8b", "gzip"),
    (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"),
)  # fmt: skip
BLANK = b" \t\r\n\x0b\x0c\x1a"
GREEK_LETTERS = frozenset((0xA2, *range(0xB8, 0xBB), 0xBC, *range(0xBE, 0xFF)))
NEWLINES = ("\n", "\r\n", "\r")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as lines, and how it was written."""

    lines: tuple[str, ...]
    encoding: str
    newline: str
    bom: bool
    final_newline: bool
    findings: tuple[Finding, ...]


def decode(data: bytes) -> Decoded:
    """Return the lines of a file. A file that cannot be a report is refused before it is copied."""
    _refuse(data)
    notes = Notes()
    bom = data.startswith(BOM)
    body = data[len(BOM) :] if bom else data
    text, encoding = _text(body, notes)
    newline, mixed = _newline(body)
    if mixed:
        notes.add("line-ends-mixed", "warning")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n" if mixed else newline)
    final_newline = lines[-1] == ""
    if final_newline:
        lines.pop()
    return Decoded(tuple(lines), encoding, newline, bom, final_newline, notes.all())


def encode(lines: tuple[str, ...], encoding: str, newline: str, bom: bool, final_newline: bool) -> bytes:
    """Lines back to bytes; a letter that the encoding lacks makes it UTF-8."""
    text = newline.join(lines) + (newline if final_newline else "")
    try:
        body = text.encode(encoding)
    except UnicodeEncodeError:
        body = text.encode("utf-8", "replace")
    return BOM + body if bom else body


def _refuse(data: bytes) -> None:
    if len(data) > LARGEST:
        raise ArpadError("report-too-large", megabytes=LARGEST // 2**20)
    for signature, kind in KINDS:
        if data.startswith(signature):
            raise ArpadError("report-kind", kind=kind)
    head = data[:4096].removeprefix(BOM).strip(BLANK)
    if not head and not data.removeprefix(BOM).strip(BLANK):
        raise ArpadError("report-empty")
    if b"\0" in data:
        raise ArpadError("report-binary")
    if head.startswith((b"<?", b"<!", b"<html", b"<HTML", b"<TournamentData")):
        raise ArpadError("report-kind", kind="XML/HTML")
    if len(data) > MOST_LINES and max(data.count(b"\n"), data.count(b"\r")) > MOST_LINES:
        raise ArpadError("report-too-many-lines", most=MOST_LINES)
    _refuse_long_lines(data)


def _refuse_long_lines(data: bytes) -> None:
    """From line end to line end in the largest steps that are allowed, so a file costs a few searches."""
    at = 0
    while len(data) - at > LONGEST_LINE:
        stop = at + LONGEST_LINE + 1
        end = max(data.rfind(b"\n", at, stop), data.rfind(b"\r", at, stop))
        if end < 0:
            raise ArpadError("report-line-too-long", megabytes=LONGEST_LINE // 2**20)
        at = end + 1


def _newline(body: bytes) -> tuple[str, bool]:
    """The commonest line end, and whether there are others."""
    if b"\r" not in body:
        return "\n", False
    both = body.count(b"\r\n")
    counts = {"\n": body.count(b"\n") - both, "\r\n": both, "\r": body.count(b"\r") - both}
    commonest = max(NEWLINES, key=lambda kind: counts[kind])
    return commonest, sum(1 for found in counts.values() if found) > 1


def _text(body: bytes, notes: Notes) -> tuple[str, str]:
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as problem:
        line = body.count(b"\n", 0, problem.start) + 1
        encodings = ("cp1253", "cp1252", "latin-1") if _looks_greek(body) else ("cp1252", "latin-1")
    for encoding in encodings:
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError:
            continue
        notes.add(
            "encoding-guessed",
            "warning",
            line,
            encoding={"cp1253": "Windows-1253", "cp1252": "Windows-1252", "latin-1": "ISO 8859-1"}[encoding],
        )
        return text, encoding
    raise ArpadError("report-binary")


def _looks_greek(body: bytes) -> bool:
    """Whether the letters beyond ASCII are Greek: they then come in words, not one by one among Latin ones."""
    letters = neighbours = 0
    before = False
    for byte in body[:LONGEST_LINE]:
        high = byte >= 0x80
        if high:
            if byte not in GREEK_LETTERS:
                return False
            letters += 1
            neighbours += before
        before = high
    return neighbours * 2 > letters
