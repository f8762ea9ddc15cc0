"""Write a report back to TRF bytes: unchanged, in the other TRF version, or with standings added."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from arpad.domain.event import Player, Team
from arpad.domain.findings import Finding
from arpad.domain.rating_list import TITLES
from arpad.formats.codes import is_team_event
from arpad.formats.read import read_report
from arpad.formats.report import Notes, Record, Report, record_code, uncommented
from arpad.formats.trf_event_lines import event_to_trf, line_162, player_line, team_013, team_310, xxs_line
from arpad.formats.trf_fields import as_222, minutes_of_222, number_text, whole
from arpad.formats.trf_pairing import PairingWriter, TrfVersion
from arpad.formats.trf_teams import SCORING_READERS

# Teams in the other version: 013 (TRF16) and 310 (TRF26), every team once.


class TeamWriter:
    """The teams of one report. A report may have them in both forms; the event has each of them once."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.teams = {team.line: team for team in report.event.teams}
        self._written = False

    @property
    def _ordered(self) -> list[Team]:
        """Order teams by number: 013 has none, so the order of its records counts. Teams without a number come last."""
        return sorted(self.teams.values(), key=lambda team: (team.number is None, team.number or 0))

    @property
    def numbers_lost(self) -> bool:
        """Whether records that name teams by number would name others after the way back."""
        counted = [team.number or place for place, team in enumerate(self._ordered, 1)]
        return is_team_event(self.report.event) and counted != list(range(1, len(counted) + 1))

    def team_26(self, line: int) -> list[str]:
        """Return a 310 as it is, a 013 as a new 310; nothing for a 013 whose team has a 310."""
        team = self.teams.get(line)
        if team is None:
            return []
        if team.number is not None or self.report.lines[line - 1].startswith("310"):
            return [self.report.lines[line - 1]]
        taken = [other.number for other in self.teams.values() if other.number is not None]
        place = [other for other in self.teams.values() if other.number is None].index(team)
        return [team_310(team, max(taken, default=0) + 1 + place)]

    def team_16(self, _line: int) -> list[str]:
        """All teams as 013, in the place of the first."""
        if self._written:
            return []
        self._written = True
        return [team_013(team) for team in self._ordered]

    def details_dropped(self) -> list[Finding]:
        """The data of a team that 310 has and 013 does not."""
        detailed = [team for team in self.teams.values() if team.number is not None and team.has_details]
        if not detailed:
            return []
        values = {"code": "310", "count": len(detailed)}
        return [Finding("team-details-dropped", "info", None, detailed[0].line, 1, values=values)]


# A report back to bytes: in its own version line by line as it stood, in the other with its records translated.

ONLY_IN_TRF26 = frozenset({
    "172", "182", "192", "202", "212", "240", "250", "260", "299", "300", "320", "330", "352", "362", "801", "802",
})  # fmt: skip
ABOUT_TEAMS = frozenset({"240", "250", "260", "299", "300", "320", "330", "801", "802"})
ONLY_IN_TRF16 = frozenset({"XXZ", "XXP", "XXA"})


def write_trf(report: Report, version: TrfVersion) -> tuple[bytes, tuple[Finding, ...]]:
    """Write the report in a version, with findings for what that version cannot express.

    TRF06 becomes TRF16 just by its titles and dates. A record that only the other version knows is translated, or
    stays as it is: a program that does not know it skips it, and it is still there when converted back.
    """
    if report.format == version:
        return report.encoded(report.lines), ()
    if report.format == "feda":
        return event_to_trf(report.event, version), (Finding("feda-without-games", "warning"),)
    notes = Notes()
    writer = _Writer(report, notes, ONLY_IN_TRF16 if version == "trf26" else ONLY_IN_TRF26)
    translated = writer.to_trf26() if version == "trf26" else writer.to_trf16()
    return report.encoded(tuple(translated)), notes.all()


class _Writer:
    """One translation of a report."""

    def __init__(self, report: Report, notes: Notes, foreign: frozenset[str]) -> None:
        self.report, self.notes, self.foreign = report, notes, foreign
        self.records = report.records
        self.count = Counter(record.code for record in self.records)
        self.players = {player.line: player for player in report.event.players}
        self.teams = TeamWriter(report)
        self.pairing = PairingWriter(report)
        self.scoring_written = self.rounds_written = False

    def to_trf26(self) -> Iterator[str]:
        """XXR to 142, XXC to 152, scoring to 162, 013 to 310, XXP to 260, XXA to 250, XXZ to 240, and 222 next to 122
        if that one is clear."""
        own: dict[str, Callable[[Record], str | None]] = {
            **dict.fromkeys(("XXR", "142"), partial(self._rounds, code="142")), "XXC": self._colour_26,
            **dict.fromkeys(SCORING_READERS, partial(self._scoring, write=line_162)),
        }  # fmt: skip
        several: dict[str, Callable[[int], list[str] | None]] = {
            "013": self.teams.team_26, "310": self.teams.team_26, "XXP": self.pairing.prohibition_26,
            "XXA": self.pairing.acceleration_26, "XXZ": self.pairing.absent_26,
        }  # fmt: skip
        for record in self.records:
            yield from self._translated(record, own, several)
            if record.code == "122" and not self.count["222"]:
                yield from self._time_26(record)
        if not self.rounds_written and self.report.event.rounds:
            yield f"142 {self.report.event.rounds}"

    def to_trf16(self) -> Iterator[str]:
        """142 to XXR, 152 to XXC, 162 to XXS, 310 to 013, 260 to XXP, 250 to XXA, 240 to XXZ, 222 to 122 if there is
        none. 013 has no number of the team: if counting does not give the same, records that name teams go too."""
        own: dict[str, Callable[[Record], str | None]] = {
            **dict.fromkeys(("XXR", "142"), partial(self._rounds, code="XXR")), "152": self._colour_16,
            "162": partial(self._scoring, write=xxs_line), "222": self._time_16,
        }  # fmt: skip
        several: dict[str, Callable[[int], list[str] | None]] = {
            "013": self.teams.team_16, "310": self.teams.team_16, "260": self.pairing.prohibition_16,
            "250": self.pairing.acceleration_16, "240": self.pairing.absent_16,
        }  # fmt: skip
        for record in self.records:
            if record.code in ABOUT_TEAMS and self.teams.numbers_lost:
                self._note(record, "record-dropped")
            else:
                yield from self._translated(record, own, several)
        self.notes.extend(self.teams.details_dropped())

    def _translated(
        self,
        record: Record,
        own: Mapping[str, Callable[[Record], str | None]],
        several: Mapping[str, Callable[[int], list[str] | None]],
    ) -> Iterator[str]:
        """The lines in the place of a record."""
        if record.code == "001":
            yield self._player(record)
        elif record.code in own:
            if (line := own[record.code](record)) is not None:
                yield line
        elif record.code in several and (lines := several[record.code](record.line)) is not None:
            yield from lines
        else:
            if record.code in self.foreign:
                self._note(record, "record-kept")
            yield record.text

    def _note(self, record: Record, code: str) -> None:
        self.notes.count(
            code, "warning" if code == "record-dropped" else "info", record.line, 1, of=record.code, code=record.code
        )

    def _player(self, record: Record) -> str:
        """A player's line: TRF06 titles and dates in the newer form, everything else as it stood."""
        player = self.players.get(record.line)
        if self.report.format != "trf06" or player is None:
            return record.text
        return _renewed(record.text, player)

    def _rounds(self, record: Record, code: str) -> str | None:
        """142 and XXR in one, with the number that counts."""
        number = whole(record.text[4:])
        if number is None:
            return f"{code} {record.text[4:].strip()}"
        if number != self.report.event.rounds:
            self._note(record, "record-dropped")
            return None
        written, self.rounds_written = self.rounds_written, True
        return None if written else f"{code} {number}"

    def _colour_26(self, record: Record) -> str | None:
        words = record.text[4:].lower().split()
        colours = [{"white1": "W", "black1": "B"}[word] for word in words if word in ("white1", "black1")]
        if len(colours) < len(words):
            self._note(record, "record-dropped")
        return f"152 {colours[-1]}" if colours else None

    def _colour_16(self, record: Record) -> str | None:
        word = {"W": "white1", "B": "black1"}.get(record.text[4:].strip().upper())
        if word is None:
            self._note(record, "record-dropped")
            return None
        return f"XXC {word}"

    def _scoring(self, record: Record, write: Callable[..., str]) -> str | None:
        """All records of scoring in one, at the place of the first."""
        if self.scoring_written:
            return None
        self.scoring_written = True
        scoring = self.report.event.scoring
        if write is line_162 and not _fits_162(scoring):
            self._note(record, "scoring-simplified")
        return write(scoring) if scoring else None

    def _time_26(self, record: Record) -> Iterator[str]:
        text = record.text[4:].strip()
        if encoded := as_222(text):
            yield f"222 {encoded}"
        elif text:
            self.notes.add("time-control-unclear", "info", record.line, 5, text=text)

    def _time_16(self, record: Record) -> str | None:
        text = record.text[4:].strip()
        if not self.count["122"]:
            return f"122 {minutes_of_222(text) or text}"
        if as_222(self.report.event.time_control) is None:
            self._note(record, "record-dropped")
        return None


def _fits_162(scoring: Mapping[str, object]) -> bool:
    """162 has one value for a win, a forfeit win and a full-point bye, and one for a draw and a half-point bye."""
    return all(len({scoring.get(code) for code in codes}) == 1 for codes in ("1+F", "=H"))


def _renewed(text: str, player: Player) -> str:
    """The title and the birthday as TRF16 has them, in their columns."""
    fresh = player_line(player._replace(rounds=()))
    padded = text.ljust(79)
    birth = fresh[69:79].ljust(10) if player.born else padded[69:79]
    title = fresh[10:13] if player.title in TITLES else padded[10:13]
    return padded[:10] + title + padded[13:69] + birth + padded[79:]


# A report with its standings written into it: TRF26 with the tie-breaks (202, 212) and the ranks of 001 and 310.

RANK = slice(85, 89)
"""Columns 86-89 of a player's line."""
BEFORE_LISTS = frozenset({"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
                          "142", "152", "162", "172", "182", "192"})  # fmt: skip


def write_ranked(
    report: Report,
    codes: Sequence[str],
    ranks: Mapping[int, int],
    teams: Mapping[int, tuple[int, Fraction, Fraction]],
) -> tuple[bytes, tuple[Finding, ...]]:
    """The report as TRF26 with its whole list of tie-breaks, the ranks of its players by starting rank, and by the
    numbers of its teams their rank, match points and game points."""
    written, findings = write_trf(report, "trf26")
    whole = read_report(written)
    players = {player.line: player.rank for player in whole.event.players}
    numbered = {team.line: (team.number or place, team) for place, team in enumerate(whole.event.teams, 1)}
    lines = []
    for number, text in enumerate(whole.lines, 1):
        if record_code(uncommented(text)) in ("202", "212"):
            continue
        if number in players and players[number] in ranks:
            padded = text.ljust(RANK.stop)
            lines.append(padded[: RANK.start] + number_text(ranks[players[number]], 4) + padded[RANK.stop :])
        elif number in numbered and numbered[number][0] in teams:
            own, team = numbered[number]
            rank, match_points, game_points = teams[own]
            lines.append(team_310(replace(team, rank=rank, match_points=match_points, game_points=game_points), own))
        else:
            lines.append(text)
    at = max((place for place, text in enumerate(lines, 1) if record_code(text) in BEFORE_LISTS), default=0)
    lines[at:at] = _lists(codes)
    return whole.encoded(tuple(lines)), findings


def _lists(codes: Sequence[str]) -> list[str]:
    """212: the whole list; 202: what comes after the score, if it begins with the score."""
    after = [f"202 {','.join(codes[1:])}"] if len(codes) > 1 and codes[0].startswith("PTS") else []
    return [*after, f"212 {','.join(codes)}"]
