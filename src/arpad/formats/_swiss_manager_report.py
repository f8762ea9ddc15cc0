"""A file of Swiss-Manager as a report. It is written as TRF26 and read again, so that everything that takes a TRF takes
it, and gives the answers that the TRF would give."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arpad.domain.event import Event, Player, ResultCode, RoundResult, Team, half_points_of
from arpad.domain.findings import Finding
from arpad.domain.rating_list import TITLES
from arpad.formats._trf_read import read_trf
from arpad.formats.report import Bye, Forbidden, Report
from arpad.formats.swiss_manager import FilePairing, FilePlayer, FileRound, SwissManagerFile, TieBreakNumber, read_file
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords
from arpad.formats.trf_teams import TeamRecords

TYPES = {
    "swiss": "Individual: Swiss-System",
    "round-robin": "Individual: Round-Robin",
    "team-swiss": "Team: Swiss-System",
    "team-round-robin": "Team: Round-Robin",
}
CLASSES = {"rapid": ", Rapid", "blitz": ", Blitz"}
"""How the class is said in the words of record 092. Standard is what a new file has, so it says nothing."""
CUTS = {(0, 0): "", (1, 0): "/C1", (2, 0): "/C2", (1, 1): "/M1", (2, 2): "/M2"}
CODES = {
    1: "PTS", 8: "PS", 11: "DE", 12: "WIN", 25: "OTHER_SOB", 37: "OTHER_BH", 52: "OTHER_SB", 53: "BPG", 70: "OTHER_SOB",
    77: "AOB", 78: "BC", 79: "REP", 80: "ARO", 81: "DE", 84: "BH", 85: "SB", 86: "PS", 89: "TBR", 90: "BBE",
}  # fmt: skip
"""The tie-breaks of players that have one code."""
KOYA = {45: 0, 69: 0, 87: 50}
"""The numbers of Koya in round robins, each with the share of the points that it must have."""
TEAM_CODES = {1: "GPTS", 14: "DE", 83: "EDE", 91: "SSSC"}
"""The tie-breaks of teams after their match points, which come first."""
OLD = frozenset({37, 52})
"""Those from before C.07 of 2023, whatever their flags say."""
CUT = frozenset({"BH", "SB", "OTHER_BH", "OTHER_SB"})
OWN_FORM = frozenset({"final-rank-missing", "record-federation", "comment-ignored"})
"""Findings about the form of the TRF, which nobody but this reader has written."""
TWO_POINTS, THREE_POINTS = 13, 40
"""The numbers of match points of 2, 1 and 0, and of 3, 1 and 0."""
ARBITER_TITLES = {"ИА": "IA", "ФА": "FA"}
"""Titles of arbiters in Cyrillic letters, which stand before the name."""


def read_swiss_manager(data: bytes) -> Report:
    """Read a file of Swiss-Manager as a report."""
    file = read_file(data)
    event = _event(file)
    lines = tuple(event_to_trf(event, "trf26", _records(file)).decode("utf-8").splitlines())
    report = read_trf(lines)
    names = {player.rank: player.name for player in event.players}
    players = tuple(player._replace(name=names[player.rank]) for player in report.event.players)
    return replace(
        report,
        format="swiss-manager",
        event=replace(report.event, players=players),
        findings=(
            *_findings(file),
            *(replace(finding, line=None, column=None) for finding in report.findings if finding.code not in OWN_FORM),
        ),
    )


def _event(file: SwissManagerFile) -> Event:
    cells = _cells(file)
    dates = tuple(round_.day for round_ in file.played[: file.rounds])
    deputies = tuple(text for text in (file.deputy_arbiter, file.arbiters) if text)
    return Event(
        name=" - ".join(text for text in (file.name, file.subtitle) if text),
        city=file.city,
        federation=file.federation,
        start=file.start,
        end=file.end,
        type=TYPES[file.kind] + CLASSES.get(file.time_class or "", ""),
        chief_arbiter=_arbiter(file.chief_arbiter),
        deputy_arbiters=tuple(map(_arbiter, deputies)),
        time_control=file.time_control,
        rounds=file.rounds,
        round_dates=dates if any(dates) else (),
        players=tuple(_player(player, cells[player.number]) for player in file.players),
        teams=tuple(
            Team(team.name, tuple(_members(file, team.number)), team.number, nickname=team.short_name)
            for team in file.teams
        ),
        board_colours="".join("WB"[board % 2] for board in range(file.boards)) if file.teams else "",
    )


def _arbiter(typed: str) -> str:
    """Return an arbiter as typed, with a title in the letters in which the rules have it."""
    title, blank, name = typed.partition(" ")
    return f"{ARBITER_TITLES.get(title.strip('.').upper(), title)}{blank}{name}"


def _player(player: FilePlayer, cells: Sequence[RoundResult]) -> Player:
    return Player(
        player.number,
        player.name,
        "f" if player.woman else "m",
        player.title if player.title in TITLES else "",
        player.rating or None,
        player.federation,
        str(player.id or ""),
        player.born or None,
        points=Fraction(half_points_of(cells), 2),
        rounds=cells,
    )


def _members(file: SwissManagerFile, team: int) -> Iterator[int]:
    """Return the players of a team in the order of its boards."""
    members = [player for player in file.players if player.team == team]
    return (
        player.number for player in sorted(members, key=lambda player: (player.board or len(members), player.number))
    )


def _paired(file: SwissManagerFile) -> Sequence[FileRound]:
    """Return the rounds that are paired; of later ones the file only says who will be absent."""
    return file.played[: file.current_round]


def _cells(file: SwissManagerFile) -> dict[int, tuple[RoundResult, ...]]:
    """Return what each player did in every round that is paired."""
    found: dict[int, dict[int, RoundResult]] = {player.number: {} for player in file.players}
    for round_ in _paired(file):
        for pairing in round_.pairings:
            for number, cell in _sides(file, round_.number, pairing):
                found[number][round_.number] = cell
    count = len(_paired(file))
    return {
        number: tuple(cells.get(place, RoundResult(place, None, None, None)) for place in range(1, count + 1))
        for number, cells in found.items()
    }


def _sides(file: SwissManagerFile, number: int, pairing: FilePairing) -> Iterator[tuple[int, RoundResult]]:
    """Return the player or the two players of a pairing, each with the round as their line has it."""
    white, black, result = pairing.white, pairing.black, pairing.result
    if black:
        signs: Sequence[ResultCode | None] = result or (None, None)  # type: ignore[assignment]  # signs of TRF
        yield white, RoundResult(number, black, "w", signs[0])
        yield black, RoundResult(number, white, "b", signs[1])
    elif result == "+":
        yield white, RoundResult(number, None, "b" if pairing.white_empty else "w", "+")
    elif result != "U" or file.kind == "swiss":
        yield white, RoundResult(number, None, None, result)  # type: ignore[arg-type]  # a sign of TRF


# Records beside the players: tie-breaks, byes to come, forbidden pairs, national ratings, late entries, line-ups.


def _records(file: SwissManagerFile) -> TrfRecords:
    codes = _tie_breaks(file)
    comments = [
        f"Late entry @ Round {player.entered_after + 1}: {player.number}"
        for player in file.players
        if player.entered_after
    ]
    comments += [
        f"Fixed table: {player.number} @ {player.fixed_board}" for player in file.players if player.fixed_board
    ]
    if file.tie_breaks and not codes:
        comments.append(f"Tie-breaks of Swiss-Manager: {', '.join(_numbers(file.tie_breaks))}")
    three = file.tie_breaks[:1] and file.tie_breaks[0].number == THREE_POINTS
    points = {"TW": Fraction(3), "TD": Fraction(1), "TL": Fraction(0)} if three else {}
    return TrfRecords(
        tie_breaks=codes,
        byes=tuple(_byes_to_come(file)),
        forbidden=tuple(Forbidden(pair) for pair in file.forbidden),
        national={player.number: player.national_rating for player in file.players if player.national_rating},
        comments=tuple(comments),
        teams=TeamRecords(tuple(_line_ups(file)), points=points),
    )


def _numbers(tie_breaks: Sequence[TieBreakNumber]) -> list[str]:
    return [str(tie_break.number) for tie_break in tie_breaks]


def _tie_breaks(file: SwissManagerFile) -> tuple[str, ...]:
    """Return the codes of the tie-breaks; none if one of them has no code, as a list with a gap is another list."""
    listed = file.tie_breaks
    if file.kind.startswith("team"):
        if not listed or listed[0].number not in (TWO_POINTS, THREE_POINTS):
            return ()
        codes = [_code(tie_break, TEAM_CODES) for tie_break in listed[1:]]
    else:
        koya = KOYA if file.kind == "round-robin" else {}
        codes = ["KS" if koya.get(one.number) == one.value and not one.flags else _code(one, CODES) for one in listed]
    return tuple(codes) if all(codes) else ()


def _code(tie_break: TieBreakNumber, codes: Mapping[int, str]) -> str:
    """Return the code of a number; nothing if it has none, or parameters of which nobody knows what they say."""
    code, cut = codes.get(tie_break.number, ""), CUTS.get((tie_break.cut_lowest, tie_break.cut_highest))
    unknown = (tie_break.flags or tie_break.value) and tie_break.number not in OLD
    return "" if unknown or cut is None or (cut and code not in CUT) else code + cut


def _byes_to_come(file: SwissManagerFile) -> Iterator[Bye]:
    """Return who will be absent in rounds that are not paired yet."""
    for round_ in file.played[file.current_round : file.rounds]:
        for kind in "FHZ":
            players = tuple(pairing.white for pairing in round_.pairings if pairing.result == kind)
            if players:
                yield Bye(kind, round_.number, players)


def _line_ups(file: SwissManagerFile) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Return round, team, opponent and players for each match, board by board; 0 for nobody."""
    for round_ in _paired(file):
        for place, (first, second) in enumerate(round_.matches):
            boards = round_.pairings[place * file.boards : (place + 1) * file.boards]
            sides = [
                (pairing.black, pairing.white) if pairing.white_empty else (pairing.white, pairing.black)
                for pairing in boards
            ]
            white = [side[board % 2] for board, side in enumerate(sides)]
            black = [side[1 - board % 2] for board, side in enumerate(sides)]
            yield round_.number, first, second, tuple(white)
            yield round_.number, second, first, tuple(black)


# What the file says of itself.


def _findings(file: SwissManagerFile) -> Iterator[Finding]:
    """Return what somebody who reads the report should know: nothing of it is in the games."""
    yield Finding("swiss-manager-read", "info", values={"version": str(file.version)})
    if file.unknown:
        yield Finding("swiss-manager-unknown", "warning", values={"count": file.unknown, "byte": file.first_unknown})
    if file.time_class is not None:
        yield Finding(f"swiss-manager-{file.time_class}", "info")
    yield from _about_rounds(file)
    for round_ in _paired(file):
        for pairing in round_.pairings:
            if pairing.by_hand:
                values = {"white": pairing.white, "black": pairing.black}
                yield Finding(
                    "swiss-manager-by-hand", "warning", player=pairing.white, round=round_.number, values=values
                )
    late = [player for player in file.players if player.entered_after]
    if late:
        numbers = ", ".join(str(player.number) for player in late)
        yield Finding("swiss-manager-late", "info", values={"count": len(late), "players": numbers})
    old = sorted({one.number for one in file.tie_breaks} & OLD)
    if old and _tie_breaks(file):
        yield Finding("swiss-manager-old-tie-breaks", "info", values={"numbers": ", ".join(map(str, old))})
    if file.tie_breaks and not _tie_breaks(file):
        yield Finding("swiss-manager-tie-breaks", "info", values={"numbers": ", ".join(_numbers(file.tie_breaks))})


def _about_rounds(file: SwissManagerFile) -> Iterator[Finding]:
    """Return rounds that the engine of the program did not pair, and those that another licence paired."""
    paired = _paired(file)
    engine = [round_.number for round_ in paired if not round_.by_engine] if file.kind.endswith("swiss") else []
    other = [round_.number for round_ in paired if round_.licence and round_.licence != file.licence & 0xFFFF]
    for code, rounds in (("swiss-manager-not-by-engine", engine), ("swiss-manager-other-licence", other)):
        if rounds:
            values = {"count": len(rounds), "rounds": ", ".join(map(str, rounds))}
            yield Finding(code, "warning" if rounds is engine else "info", round=rounds[0], values=values)
