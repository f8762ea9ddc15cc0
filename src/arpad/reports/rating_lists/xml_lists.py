"""FIDE's XML lists, streamed: one player at a time passes, and nothing of the document is kept."""

from collections.abc import Iterator
from xml.parsers import expat

import pyarrow as pa
import pyarrow.compute as pc

from arpad.done import CountDone
from arpad.i18n import ArpadError
from arpad.reports.decode import LONGEST_LINE
from arpad.reports.rating_lists.blocks import CONTROLS
from arpad.reports.rating_lists.cells import ListRows, trimmed, with_ids
from arpad.reports.rating_lists.columns import TEXTS, names
from arpad.reports.rating_lists.found import Found, LineNumbers
from arpad.reports.rating_lists.source import ListSource

TAGS = {"id": "fideid", "federation": "country", "born": "birthday"}
CHUNK = 1 << 18
PLAYERS = 10_000
MOST_ELEMENTS = 1000
CONTROL = "[" + "".join(f"\\x{code:02x}" for code in (*CONTROLS, 10, 13)) + "]+"


class _Players:
    """Collects what expat reads into players, until somebody takes them."""

    def __init__(self, source: ListSource) -> None:
        self.players: list[dict[str, str]] = []
        self.lines: list[int] = []
        self._wanted = (*names(source.combined), "w_title")
        self._file = str(source.path)
        self._player: dict[str, str] = {}
        self._texts: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.CharacterDataHandler = self._texts.append
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _doctype(self, *_: object) -> None:
        raise ArpadError("list-doctype", file=self._file)

    def _end(self, tag: str) -> None:
        """The line ends between elements come along with a text; they are trimmed with its blanks."""
        if tag == "player":
            self.players.append(self._player)
            self.lines.append(self.parser.CurrentLineNumber)
            self._player = {}
        else:
            self._player[tag] = "".join(self._texts)
        self._texts.clear()

    def refuse_endless(self) -> None:
        """A cell or a player without an end would fill the memory."""
        if sum(map(len, self._texts)) > LONGEST_LINE or len(self._player) > MOST_ELEMENTS:
            raise ArpadError("list-unknown", file=self._file)

    def taken(self) -> ListRows:
        """Return the players collected so far, and start again."""
        columns = {}
        for name in self._wanted:
            tag = TAGS.get(name, name)
            columns[name] = pa.array([player.get(tag, "") for player in self.players], pa.string())
        lines = LineNumbers(pa.array(self.lines, pa.int64()))
        self.players, self.lines = [], []
        return ListRows(columns, lines, {})


def clean(texts: pa.Array) -> pa.Array:
    """Without blanks at the ends and control characters in between."""
    texts = trimmed(texts)
    if pc.any(pc.match_substring_regex(texts, CONTROL)).as_py():
        return trimmed(pc.replace_substring_regex(texts, CONTROL, " "))
    return texts


def xml_rows(source: ListSource, found: Found, only: pa.Array | None, progress: CountDone | None) -> Iterator[ListRows]:
    """The players of an XML list, some thousands at a time."""
    players = _Players(source)
    try:
        with source.path.open("rb") as file:
            while data := file.read(CHUNK):
                players.parser.Parse(data, False)
                players.refuse_endless()
                if progress is not None:
                    progress(file.tell())
                if len(players.lines) >= PLAYERS:
                    yield _rows(players.taken(), found, only)
            players.parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError) as problem:
        raise ArpadError("list-xml", file=str(source.path), problem=str(problem)) from None
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise ArpadError("list-unreadable", file=str(source.path), problem=why) from None
    yield _rows(players.taken(), found, only)


def _rows(rows: ListRows, found: Found, only: pa.Array | None) -> ListRows:
    columns = {name: clean(column) if name in TEXTS else trimmed(column) for name, column in rows.columns.items()}
    women = columns.pop("w_title")
    columns["title"] = pc.if_else(pc.equal(columns["title"], ""), women, columns["title"])
    return with_ids(ListRows(columns, rows.lines, {}), found, numbers_only=True, only=only)
