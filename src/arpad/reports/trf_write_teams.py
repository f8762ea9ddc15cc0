"""Teams in the other version: 013 (TRF16) and 310 (TRF26), every team once."""

from arpad.domain.event import Team
from arpad.domain.findings import Finding
from arpad.reports.report import Report
from arpad.reports.tournament_types import is_team_event
from arpad.reports.trf_lines import team_013, team_310


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
        told = [team for team in self.teams.values() if team.number is not None and team.has_details]
        if not told:
            return []
        values = {"code": "310", "count": len(told)}
        return [Finding("team-details-dropped", "info", None, told[0].line, 1, values=values)]
