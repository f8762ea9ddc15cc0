"""Read and write FEDA's report format (10.31), and pool the stages of an event (FEDA 7.2)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from arpad.domain.event import Event, ExtraPoints, Player, RoundResult
from arpad.domain.findings import Finding
from arpad.formats.report import FedaLine, Notes, Report
from arpad.formats.trf_fields import decimal, read_day_first, whole
from arpad.i18n import ArpadError

# FEDA 10.31: one player a line, comma-separated; those with a code, and new ones whose code is zeros.

FIELDS = ("code", "name", "sex", "federation", "birth", "points", "games", "average")
NEW = "00000000"
JOINED = re.compile(r" *(\d{1,2})\.(\d{4}) *")
HEADING = re.compile(r"\s*(?:para\b|c[oó]digo\b|[-= ]+$|bloque)", re.IGNORECASE)


def is_feda(lines: Sequence[str]) -> bool:
    """A file with a line of eight fields (seven if two run together) that begins with a code."""
    return any(line.count(",") in (6, 7) and whole(line.partition(",")[0]) is not None for line in lines)


def read_feda(lines: tuple[str, ...]) -> Report:
    """The players of a FEDA report. It has no games, so the event's players have no rounds."""
    notes = Notes()
    found = [line for number, text in enumerate(lines, 1) if (line := _line(text, number, notes)) is not None]
    players = tuple(
        Player(
            rank, line.name, line.sex, federation=line.federation, id=line.code if line.code.strip("0") else "",
            born=line.birth.year if line.birth else None, birthday=line.birth, points=line.points, line=line.line,
        )
        for rank, line in enumerate(found, 1)
    )  # fmt: skip
    return Report("feda", Event(players=players), notes.all(), lines, feda=tuple(found))


def _line(text: str, number: int, notes: Notes) -> FedaLine | None:
    if not text.strip():
        return None
    parts = text.split(",")
    if len(parts) == 7 and (joined := JOINED.fullmatch(parts[6])):
        notes.add("feda-joined", "warning", number, text.rfind(",") + 2, text=parts[6].strip())
        parts[6:] = [joined[1], joined[2]]
    if len(parts) != len(FIELDS):
        if HEADING.match(text) or len(parts) == 1:
            notes.count("feda-heading", "info", number, 1)
        else:
            notes.add("feda-fields", "error", number, 1, found=len(parts), wanted=len(FIELDS))
        return None
    columns = [1 + sum(len(part) + 1 for part in parts[:index]) for index in range(len(parts))]
    return _read(parts, columns, number, notes)


def _read(parts: list[str], columns: list[int], number: int, notes: Notes) -> FedaLine:
    code, name, sex, federation, birth, points, games, average = (part.strip() for part in parts)
    sexes: dict[str, Literal["m", "f"]] = {"m": "m", "f": "f", "M": "m", "F": "f"}
    line = FedaLine(
        code, name, sexes.get(sex), federation, read_day_first(birth), _points(points), whole(games), whole(average),
        number,
    )  # fmt: skip
    readable = (
        whole(code) is not None, bool(name), line.sex is not None, federation.isalpha() and len(federation) == 3,
        line.birth is not None, line.points is not None, line.games is not None, line.average is not None,
    )  # fmt: skip
    for index, is_readable in enumerate(readable):
        if not is_readable:
            severity: Literal["error", "warning"] = "error" if index >= 5 else "warning"
            notes.add(f"feda-{FIELDS[index]}", severity, number, columns[index], text=parts[index].strip())
    if line.points is not None and line.games is not None and line.points > line.games:
        notes.add("feda-too-many-points", "error", number, columns[5], points=line.points, games=line.games)
    return line


def _points(text: str) -> Fraction | None:
    """Points, which come in halves."""
    points = decimal(text)
    return points if points is not None and (points * 2).denominator == 1 else None


def feda_lines(event: Event) -> tuple[FedaLine, ...]:
    """10.31 from an event: each player's games against rated opponents, the points in them, the opponents' average."""
    ratings = {player.rank: player.rating for player in event.players}
    lines = []
    for player in event.players:
        games = [
            (rating, round_.result)
            for round_ in player.rounds
            if round_.played and round_.opponent is not None and (rating := ratings.get(round_.opponent)) is not None
        ]
        half_points = sum({"1": 2, "=": 1}.get(result or "", 0) for _, result in games)
        total = sum(rating for rating, _ in games)
        average = (2 * total + len(games)) // (2 * len(games)) if games else None
        code = player.id if player.rating is not None and player.id else NEW
        lines.append(
            FedaLine(
                code,
                player.name,
                player.sex,
                player.federation,
                player.birthday,
                Fraction(half_points, 2),
                len(games),
                average,
                player.line,
            )
        )
    return tuple(lines)


def write_feda(lines: Sequence[FedaLine]) -> tuple[bytes, tuple[Finding, ...]]:
    """10.31: ASCII, the players with a code first, then the new ones; and what could not be written."""
    notes = Notes()
    rated = [_written(line, notes) for line in lines if line.code.strip("0")]
    new = [_written(line, notes) for line in lines if not line.code.strip("0")]
    text = "".join(f"{line}\r\n" for line in (*rated, *new))
    return text.encode("ascii", "replace"), notes.all()


def _written(line: FedaLine, notes: Notes) -> str:
    name = _ascii(line.name.replace(",", " "))
    if name != line.name.replace(",", " ") or len(name) > 20:
        notes.count("feda-name-changed", "info", line.line or None, text=line.name)
    if line.birth is None:
        notes.count("feda-birth-missing", "warning", line.line or None, text=line.name)
    elif not 1900 <= line.birth.year <= 1999:
        notes.count("feda-birth-century", "warning", line.line or None, text=line.name)
    if line.sex is None:
        notes.count("feda-sex-missing", "warning", line.line or None, text=line.name)
    points = line.points if line.points is not None else Fraction(0)
    tenths = points.numerator * 10 // points.denominator
    birth = "00-00-00" if line.birth is None else f"{line.birth:%d-%m-%y}"
    return (
        f"{_ascii(line.code):<8.8},{' '.join(name.split()):<20.20},{line.sex or ' '},{_ascii(line.federation):<3.3},"
        f"{birth},{tenths // 10}.{tenths % 10},{line.games or 0:2},{line.average or 0:4}"
    )


def _ascii(text: str) -> str:
    """Return letters without accents, and without signs that ASCII does not have."""
    import unicodedata  # noqa: PLC0415  (only writing needs it)

    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return "".join(letter for letter in plain if letter.isprintable())


# An event in stages, preliminaries and finals, pooled into one (FEDA 7.2; 2003 and 2005 6.2).


def pool_reports(stages: Sequence[Report]) -> Report:
    """The reports of the stages of one event as one report: the first, with the games and the findings of all."""
    first = stages[0]
    if len(stages) == 1:
        return first
    if any(stage.format == "feda" for stage in stages):
        raise ArpadError("stages-without-games")
    findings = tuple(finding for stage in stages for finding in stage.findings)
    return replace(first, event=pool_stages([stage.event for stage in stages]), findings=findings)


def pool_stages(stages: Sequence[Event]) -> Event:
    """Join the stages into one event: the same player in two stages is one player, the rounds follow each other.

    Players are the same by id, otherwise by name and year of birth. Starting ranks come from the first stage;
    players who come later get the next ones.
    """
    whole = stages[0]
    for stage in stages[1:]:
        whole = _joined(whole, stage)
    return whole


def _identity(player: Player) -> tuple[str, ...]:
    if player.id.strip("0 "):
        return (player.id,)
    return (player.name.casefold(), str(player.born or ""))


def _joined(first: Event, second: Event) -> Event:
    known = {_identity(player): player.rank for player in first.players}
    following = max((player.rank for player in first.players), default=0) + 1
    ranks: dict[int, int] = {}
    for player in second.players:
        identity = _identity(player)
        if identity not in known:
            known[identity] = following
            following += 1
        ranks[player.rank] = known[identity]
    later = {ranks[player.rank]: player for player in second.players}
    shifted = {
        rank: tuple(_shifted(round_, first.rounds, ranks) for round_ in player.rounds) for rank, player in later.items()
    }
    players = [_continued(player, later.get(player.rank), shifted) for player in first.players]
    own = {player.rank for player in first.players}
    players += [player._replace(rank=rank, rounds=shifted[rank]) for rank, player in later.items() if rank not in own]
    dates = [day for day in (first.end, second.end) if day is not None]
    return replace(
        first,
        end=max(dates, default=None),
        rounds=first.rounds + second.rounds,
        round_dates=(*first.round_dates, *second.round_dates),
        players=tuple(players),
        extra_points=(*_placed(first, 0, {rank: rank for rank in own}), *_placed(second, first.rounds, ranks)),
    )


def _shifted(round_: RoundResult, by: int, ranks: dict[int, int]) -> RoundResult:
    opponent = None if round_.opponent is None else ranks.get(round_.opponent, round_.opponent)
    return round_._replace(round=round_.round + by, opponent=opponent)


def _placed(stage: Event, by: int, ranks: dict[int, int]) -> Iterator[ExtraPoints]:
    """Return the extra points of a stage. Points for all its rounds and players are repeated for each of them."""
    for extra in stage.extra_points:
        players = tuple(ranks.get(rank, rank) for rank in extra.players or ranks)
        every = range(1, stage.rounds + 1) if extra.kind else (1,)
        for number in every if extra.round is None else (extra.round,):
            yield replace(extra, round=by + number, players=players)


def _continued(player: Player, later: Player | None, shifted: dict[int, tuple[RoundResult, ...]]) -> Player:
    if later is None:
        return player
    points = [value for value in (player.points, later.points) if value is not None]
    total = sum(points, Fraction(0)) if points else None
    return player._replace(points=total, final_rank=later.final_rank, rounds=(*player.rounds, *shifted[player.rank]))
