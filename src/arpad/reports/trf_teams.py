"""Teams (013 of TRF16, 310 of TRF26) and byes (240): records that list starting ranks in columns."""

from collections.abc import Sequence

from arpad.domain.event import Team, TeamByes
from arpad.reports.notes import Notes
from arpad.reports.report import Bye
from arpad.reports.trf_fields import decimal, whole

STEP = 5


def read_team(text: str, line: int, notes: Notes) -> Team:
    """013: name at 5-36, players at 37-40, 42-45 and so on."""
    return Team(text[4:36].strip(), ranks_from(text, 37, line, notes), None, line)


def read_numbered_team(text: str, line: int, notes: Notes) -> Team:
    """310: number at 5-7, name at 9-40, nickname at 42-46, strength at 48-53, match points at 55-60, game points at
    62-67, rank at 69-71, players at 74-77, 79-82 and so on."""
    number = whole(text[4:7])
    if number is None:
        notes.add("team-number-unreadable", "warning", line, 5, text=text[4:7].strip())
    return Team(
        text[8:40].strip(), ranks_from(text, 74, line, notes), number, line, text[41:46].strip(),
        whole(text[47:53]), decimal(text[54:60]), decimal(text[61:67]), whole(text[68:71]),
    )  # fmt: skip


def read_team_byes(text: str, line: int, notes: Notes) -> TeamByes | None:
    """320: match points at 5-8, game points at 10-13, the team of round 1 at 15-17, of round 2 at 19-21 and so on."""
    match_points, game_points = decimal(text[4:8]), decimal(text[9:13])
    cells = [text[at : at + 3] for at in range(14, len(text.rstrip(" ")), 4)]
    if match_points is None or game_points is None or any(cell.strip() and whole(cell) is None for cell in cells):
        notes.add("team-byes-unreadable", "warning", line, 5, text=text[4:].strip())
        return None
    return TeamByes(match_points, game_points, tuple(whole(cell) or None for cell in cells), line)


def each_once(numbered: Sequence[Team], plain: Sequence[Team], notes: Notes) -> tuple[Team, ...]:
    """Return the teams of 310, and teams of 013 without a 310. A 013 is the same team by its name or by its players."""
    found = list(numbered)
    for team in plain:
        twins = [other for other in numbered if _same(other, team)]
        if not twins:
            found.append(team)
        elif all(set(twin.players) != set(team.players) for twin in twins):
            notes.add("teams-differ", "warning", team.line, 37, team=team.name, line=twins[0].line)
    return tuple(found)


def _same(one: Team, other: Team) -> bool:
    return one.name.casefold() == other.name.casefold() or bool(set(one.players) & set(other.players))


def read_bye(text: str, line: int, notes: Notes) -> Bye | None:
    """240: F, H or Z at column 5, the round at 7-9, players at 11-14, 16-19 and so on."""
    kind, round_number = text[4:5].upper(), whole(text[6:9])
    if kind not in ("F", "H", "Z") or round_number is None:
        notes.add("bye-unreadable", "warning", line, 5, text=text[4:9].strip())
        return None
    return Bye(kind, round_number, ranks_from(text, 11, line, notes), line)


def ranks_from(text: str, column: int, line: int, notes: Notes) -> tuple[int, ...]:
    """Read starting ranks of four digits every five columns; if they are elsewhere, word by word."""
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
