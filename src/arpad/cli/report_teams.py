"""The teams of a report and their matches, for `arpad report show`."""

from arpad.cli.output import line, table
from arpad.domain.event import Event
from arpad.formats.documents import result_of
from arpad.formats.trf_teams import TeamMatch, team_matches
from arpad.i18n import Language, number, text


def show_teams(event: Event, language: Language) -> None:
    """Print the teams, then every match with its boards."""
    line()
    headings = ["team-number", "team", "match-points", "game-points", "final-rank", "team-players"]
    rows = [
        [
            "" if team.number is None else str(team.number), team.name,
            "" if team.match_points is None else number(team.match_points, language),
            "" if team.game_points is None else number(team.game_points, language),
            "" if team.rank is None else str(team.rank), " ".join(map(str, team.players)),
        ]
        for team in event.teams
    ]  # fmt: skip
    table(language, headings, rows, left=(1, 5))
    if matches := team_matches(event):
        line()
        headings = ["round", "team", "team", "match-result", "match-boards"]
        table(language, headings, [_row(match_, language) for match_ in matches], left=(1, 2, 4))


def _row(match: TeamMatch, language: Language) -> list[str]:
    points = number(match.first_points, language)
    if match.second is None:
        return [str(match.round), match.first.name, text("pairing.nobody", language), points, ""]
    boards = ", ".join(f"{one.white}–{one.black} {result_of(one) or '*'}" for one in match.boards)
    return [
        str(match.round),
        match.first.name,
        match.second.name,
        f"{points} : {number(match.second_points, language)}",
        boards,
    ]
