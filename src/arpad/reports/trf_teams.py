"""Teams (013 of TRF16, 310 of TRF26) and byes (240): records that list starting ranks in columns."""

from arpad.domain import Team
from arpad.reports.notes import Notes
from arpad.reports.report import Bye
from arpad.reports.trf_fields import whole

STEP = 5


def read_team(text: str, line: int, notes: Notes) -> Team:
    """013: name at 5-36, players at 37-40, 42-45 and so on."""
    return Team(text[4:36].strip(), ranks_from(text, 37, line, notes), None, line)


def read_numbered_team(text: str, line: int, notes: Notes) -> Team:
    """310: number at 5-7, name at 9-40, players at 74-77, 79-82 and so on."""
    number = whole(text[4:7])
    if number is None:
        notes.add("team-number-unreadable", "warning", line, 5, text=text[4:7].strip())
    return Team(text[8:40].strip(), ranks_from(text, 74, line, notes), number, line)


def read_bye(text: str, line: int, notes: Notes) -> Bye | None:
    """240: F, H or Z at column 5, the round at 7-9, players at 11-14, 16-19 and so on."""
    kind, round_number = text[4:5].upper(), whole(text[6:9])
    if kind not in ("F", "H", "Z") or round_number is None:
        notes.add("bye-unreadable", "warning", line, 5, text=text[4:9].strip())
        return None
    return Bye(kind, round_number, ranks_from(text, 11, line, notes), line)


def ranks_from(text: str, column: int, line: int, notes: Notes) -> tuple[int, ...]:
    """Starting ranks of four digits every five columns; where they stand elsewhere, word by word."""
    tail = text[column - 1 :].rstrip(" ")
    if not tail:
        return ()
    cells = [tail[at : at + STEP] for at in range(0, len(tail), STEP)]
    ranks = [whole(cell[:4]) for cell in cells]
    if all(rank is not None or not cell.strip(" ") for rank, cell in zip(ranks, cells, strict=True)) and not any(
        cell[4:].strip(" ") for cell in cells
    ):
        return tuple(rank for rank in ranks if rank)
    notes.add("ranks-columns", "warning", line, column)
    words = tail.split()
    for word in words:
        if whole(word) is None:
            notes.add("rank-listed-unreadable", "warning", line, column + tail.find(word), text=word)
    return tuple(rank for word in words if (rank := whole(word)) and rank <= 9999)
