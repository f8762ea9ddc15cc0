"""`arpad event` commands for teams, line-ups, team matches, knock-outs and play-offs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import click

from arpad.cli.event.options import (
    MOST,
    RoundNumber,
    RunningCommand,
    Slug,
    add_acts,
    entries_typed,
    event,
    event_now,
    perform,
    round_typed,
)
from arpad.cli.options import Argument, Option, Shared, shared
from arpad.cli.output import line, print_json, table
from arpad.i18n import ArpadError, number, text
from arpad.inputs import parse
from arpad.tournament.acts.act import Act
from arpad.tournament.acts.teams import (
    AddTeam,
    ChangeTeam,
    ForfeitMatch,
    SetLineUp,
    SetLineUps,
    WithdrawTeam,
    seats_typed,
)
from arpad.tournament.acts.ties import OpenPlayOff, OpenStage, PlayOffGoesOn, PlayOffResult, tie_at

if TYPE_CHECKING:
    from arpad.tournament.documents import TieDocument
    from arpad.tournament.state import EventState


# `arpad event team`, `teams`, `lineup`, `match`: teams, their line-ups and their matches.


@event.command("team", cls=RunningCommand, help="cli.command.event-team")
def team(
    context: click.Context,
    slug: Slug,
    number_: Annotated[str | None, Argument(metavar="[TEAM]", help="cli.help.event-team-optional")] = None,
    name: Annotated[str | None, Option("--name", metavar="TEXT", help="cli.help.event-team-name")] = None,
    players: Annotated[str | None, Option("--players", metavar="ENTRY,...", help="cli.help.event-team-list")] = None,
    nick: Annotated[str | None, Option("--nick", metavar="TEXT", help="cli.help.event-team-nick")] = None,
    captain: Annotated[str | None, Option("--captain", metavar="TEXT", help="cli.help.event-captain")] = None,
    strength: Annotated[str | None, Option("--strength", metavar="N", help="cli.help.event-strength")] = None,
    withdraw: Annotated[str | None, Option("--withdraw-from", metavar="R", help="cli.help.event-team-withdraw")] = None,
) -> None:
    rated = None if strength is None else parse.whole("--strength", strength, 0, MOST)
    listed = None if players is None else seats_typed("ENTRY", players.split(","))
    act: Act
    if number_ is None:
        if name is None or listed is None:
            raise ArpadError("event-team-needs")
        act = AddTeam(name, listed, nick, captain, rated)
    else:
        chosen = parse.whole("TEAM", number_, 1, MOST)
        if withdraw is not None:
            act = WithdrawTeam(chosen, parse.whole("--withdraw-from", withdraw, 1, MOST))
        else:
            act = ChangeTeam(chosen, name, listed, nick, captain, rated)
    perform(context, slug, act)


@event.command("teams", cls=RunningCommand, help="cli.command.event-teams")
def teams(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.documents import team_document

    settings, state = shared(context), event_now(context, slug)
    found = [team_document(state, one) for one in state.team_numbers or sorted(state.teams)]
    if settings.as_json:
        print_json([event_team_document.document() for event_team_document in found])
        return
    rows = [
        [str(document.team), str(document.number or ""), document.name, str(document.strength)]
        + [_points(settings, points) for points in (document.match_points, document.game_points)]
        for document in found
    ]
    headings = ["event-team", "event-number", "name", "event-strength", "event-match-points", "event-game-points"]
    table(settings.language, headings, rows, left=(2,))


add_acts(SetLineUp, SetLineUps)


@event.command("match", cls=RunningCommand, help="cli.command.event-match")
def match(
    context: click.Context,
    slug: Slug,
    round_: RoundNumber,
    number_: Annotated[str | None, Argument(metavar="[MATCH]", help="cli.help.event-match")] = None,
    forfeit: Annotated[str | None, Option("--forfeit", metavar="+-|-+|--", help="cli.help.event-match-forfeit")] = None,
) -> None:
    from arpad.tournament.acts.checks import round_at
    from arpad.tournament.documents import match_documents

    settings, wanted = shared(context), round_typed(round_)
    chosen = None if number_ is None else parse.whole("MATCH", number_, 1, MOST)
    if forfeit is not None:
        if chosen is None:
            raise ArpadError("event-match-needs")
        perform(context, slug, ForfeitMatch(wanted, chosen, forfeit))
        return
    state = event_now(context, slug)
    round_at(state, wanted)
    matches = [match_document.document() for match_document in match_documents(state, wanted)]
    shown = matches if chosen is None else [one for one in matches if one["match"] == chosen]
    if not shown:
        raise ArpadError("event-match-unknown", round=wanted, match=chosen or 0, last=len(matches))
    if settings.as_json:
        print_json(shown if chosen is None else shown[0])
    else:
        _show_matches(settings, shown)


def _show_matches(settings: Shared, matches: Sequence[Mapping[str, Any]]) -> None:
    rows = [
        [
            str(one["match"]),
            one["white_name"],
            one["black_name"],
            " – ".join(_points(settings, points) for points in one["score"]),
            " – ".join(_points(settings, points) for points in one["match_points"]) if one["complete"] else "",
            ", ".join(map(str, one["wrong_boards"])),
        ]
        for one in matches
    ]
    headings = ["event-match", "white", "black", "event-score", "event-match-points", "event-wrong-boards"]
    table(settings.language, headings, rows, left=(1, 2, 3, 4))
    if len(matches) == 1:
        line()
        games = [
            [str(one["board"]), one["white_name"] or "–", one["black_name"] or "–", one["result"] or ""]
            for one in matches[0]["boards"]
        ]
        table(settings.language, ["event-board", "white", "black", "event-result"], games, left=(1, 2, 3))


def _points(settings: Shared, value: object) -> str:
    return number(Fraction(str(value)), settings.language)


# `arpad event tie`, `bracket`, `play-off`: knock-outs and play-offs.

TieNumber = Annotated[str, Argument(metavar="TIE", help="cli.help.event-tie")]
White = Annotated[str | None, Option("--white", metavar="ENTRY", help="cli.help.event-white")]
Seed = Annotated[str | None, Option("--seed", metavar="N", help="cli.help.event-seed")]
MOST_SEED = 2**63


def _lot(white: str | None, seed: str | None) -> tuple[int | None, int | None]:
    return (
        None if white is None else parse.whole("--white", white, 1, MOST),
        None if seed is None else parse.whole("--seed", seed, 0, MOST_SEED),
    )


@event.command("tie", cls=RunningCommand, help="cli.command.event-tie")
def tie(context: click.Context, slug: Slug, number: TieNumber, white: White = None, seed: Seed = None) -> None:
    from arpad.tournament.documents import tie_document

    settings = shared(context)
    wanted, (first, lot) = parse.whole("TIE", number, 1, MOST), _lot(white, seed)
    if first is None and lot is None:
        state = event_now(context, slug)
        found = tie_document(state, tie_at(state, wanted))
        if settings.as_json:
            print_json(found.document())
        else:
            _show_ties(settings, [found])
        return
    perform(context, slug, OpenStage(wanted, lot, first))


@event.command("bracket", cls=RunningCommand, help="cli.command.event-bracket")
def bracket(context: click.Context, slug: Slug) -> None:
    from arpad.tournament.documents import bracket_document

    settings = shared(context)
    found = bracket_document(event_now(context, slug))
    if settings.as_json:
        print_json([tie_document.document() for tie_document in found])
    else:
        _show_ties(settings, found)


def _show_ties(settings: Shared, ties: Sequence["TieDocument"]) -> None:
    rows = [
        [
            str(document.tie),
            str(document.round),
            " – ".join(str(name) for name in document.names),
            document.score,
            document.winner_name or "",
        ]
        for document in ties
    ]
    table(
        settings.language, ["event-tie", "round", "event-players", "event-score", "event-winner"], rows, left=(2, 3, 4)
    )


@event.command("play-off", cls=RunningCommand, help="cli.command.event-play-off")
def play_off(
    context: click.Context,
    slug: Slug,
    entries: Annotated[list[str] | None, Argument(metavar="ENTRY...", help="cli.help.event-play-off")] = None,
    next_game: Annotated[str | None, Option("--next", metavar="N", help="cli.help.event-play-off-next")] = None,
    result: Annotated[
        tuple[str, str, str] | None,
        Option("--result", metavar="N GAME RESULT", help="cli.help.event-play-off-result"),
    ] = None,
    white: White = None,
    seed: Seed = None,
) -> None:
    first, lot = _lot(white, seed)
    if result is not None:
        number, game, typed = result
        numbers = parse.whole("N", number, 1, MOST), parse.whole("GAME", game, 1, MOST)
        perform(context, slug, PlayOffResult(*numbers, typed))
    elif next_game is not None:
        perform(context, slug, PlayOffGoesOn(parse.whole("--next", next_game, 1, MOST), lot, first))
    elif entries:
        perform(context, slug, OpenPlayOff(entries_typed(entries), lot, first))
    else:
        _show_play_offs(shared(context), event_now(context, slug))


def _show_play_offs(settings: Shared, state: "EventState") -> None:
    from arpad.tournament.documents import play_offs_document

    found = play_offs_document(state)
    if settings.as_json:
        print_json([play_off_document.document() for play_off_document in found])
        return
    if not found:
        line(text("tournament.said.no-play-off", settings.language))
        return
    rows = [
        [
            str(document.play_off),
            str(game.game),
            f"{game.white_name} – {game.black_name}",
            game.result or "",
            document.winner_name or "",
        ]
        for document in found
        for game in document.games
    ]
    table(
        settings.language,
        ["event-play-off", "event-game", "event-players", "event-score", "event-winner"],
        rows,
        left=(2, 3, 4),
    )
