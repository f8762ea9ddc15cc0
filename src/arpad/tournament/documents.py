"""JSON documents of an event: entries, rounds, boards, teams, matches, ties and play-offs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from arpad.domain.event import Player
from arpad.formats.scores import Scores
from arpad.i18n import Language, text
from arpad.pairing.check import impossible_document
from arpad.tournament.acts.rounds import NoPairing
from arpad.tournament.as_report import event_of, player_of
from arpad.tournament.drawing import swiss_system
from arpad.tournament.journal import Done, EventWarning
from arpad.tournament.knockout import Tie, TieStage, play_offs_of, ties_of
from arpad.tournament.results import ADJOURNED
from arpad.tournament.rules import plain
from arpad.tournament.schedules import round_tables
from arpad.tournament.shapes import (
    BoardDocument,
    EntryDocument,
    EventRoundDocument,
    EventSeatDocument,
    EventTeamDocument,
    LineUpDocument,
    MatchDocument,
    NumberedPlayerDocument,
    PlayOffDocument,
    SeenRoundDocument,
    TieDocument,
    TieStageDocument,
    WarningDocument,
)
from arpad.tournament.state import EventState, round_stage
from arpad.tournament.teams import MatchScore, matches_of, strength_of, team_totals
from arpad.tournament.times import event_times

# An event for programs: numbers, rounds and boards as JSON.


def numbers_document(state: EventState) -> list[NumberedPlayerDocument]:
    """The players by pairing number."""
    return [
        {"number": number, "entry": entry, "name": state.entries[entry].name, "rating": state.entries[entry].rating}
        for number, entry in enumerate(state.numbers, 1)
    ]


def seat_document(state: EventState, entry: int) -> EventSeatDocument:
    return {"entry": entry, "number": state.number_of(entry)}


def round_document(state: EventState, number: int) -> EventRoundDocument:
    """A round, as `arpad pair --json` has it, with the entries beside the pairing numbers."""
    found = state.rounds[number]
    tables = round_tables(state, number)
    rank = {entry: place for place, entry in enumerate(found.numbers or state.numbers, 1)}
    left = state.side_numbers if state.event_rules.team else rank
    document: EventRoundDocument = {
        "round": number,
        "state": round_stage(state, number),
        "pairs": [
            {
                "board": board.number,
                "table": tables[board.number],
                "white": rank.get(board.white),
                "black": rank.get(board.black),
                "white_entry": board.white,
                "black_entry": board.black,
                "result": board.result,
                "version": board.version,
            }
            for board in found.games
        ],
        "bye": None if found.bye is None else left.get(found.bye),
        "bye_entry": found.bye,
        "not_paired": [left.get(entry) for entry in found.absent],
        "absent": [{"entry": entry, "kind": kind} for entry, kind in found.absent.items()],
        "differs": found.differs,
        "outside_rules": outside_since(state),
    }
    if state.event_rules.swiss:
        system = swiss_system(state)
        document["system"] = system.name
        if system.edition:
            document["edition"] = system.edition
    if state.event_rules.team:
        document["matches"] = [
            {
                "match": match,
                "white": left.get(white),
                "black": left.get(black),
                "white_team": white,
                "black_team": black,
                "white_name": side_name(state, white),
                "black_name": side_name(state, black),
            }
            for match, white, black in found.matches
        ]
    return document


def outside_since(state: EventState) -> int | None:
    """The first round in which the event left the rules, None if it did not."""
    return min((breach.round for breach in state.breaches), default=None)


def points_before(state: EventState, number: int) -> dict[int, Any]:
    """The points of each entry before a round."""
    past = event_of(state, number - 1)
    scores = Scores(past)
    return {state.numbers[player.rank - 1]: scores.total(player) for player in past.players}


def side_name(state: EventState, number: int) -> str:
    """The name of a player; in a league, of a team."""
    return str(state.teams[number].name) if state.event_rules.team else state.entries[number].name


def seen_round(state: EventState, number: int, before: Mapping[int, Any] | None = None) -> SeenRoundDocument:
    """A round as people look at it: with names, and with the points before it, if they are not given."""
    document = round_document(state, number)
    points = points_before(state, number) if before is None else before
    for pair in document["pairs"]:
        white, black = pair["white_entry"], pair["black_entry"]
        pair["white_name"], pair["white_points"] = state.name_of(white), points.get(white)
        pair["black_name"], pair["black_points"] = state.name_of(black), points.get(black)
    started = state.rounds[number].started_at or None
    return {**document, "started_at": started, "time_zone": event_times(state.event_rules).name}


def board_document(state: EventState, number: int, board: int) -> BoardDocument:
    """A board with its history."""
    found = state.rounds[number].boards[board]
    document: BoardDocument = {
        "round": number,
        "board": board,
        "table": round_tables(state, number).get(board, found.table),
        "white": seat_document(state, found.white),
        "black": seat_document(state, found.black),
        "result": found.result,
        "version": found.version,
        "history": [line._asdict() for line in found.history],
    }
    if found.played is not None:
        document["played"] = found.played
    if found.rated is not None:
        document["rated"] = found.rated
    return document


def open_boards(state: EventState, number: int) -> list[int]:
    """The boards of a round without a result."""
    return state.rounds[number].open_boards


def adjourned_games(state: EventState) -> list[tuple[int, int]]:
    """Every adjourned game: its round and its board."""
    return [
        (number, board.number)
        for number in sorted(state.rounds)
        for board in state.rounds[number].games
        if board.result == ADJOURNED
    ]


def done_document(done: Done, language: Language, **more: Any) -> dict[str, Any]:
    """The answer of everything that writes, as the contract has it."""
    return {
        "event": done.state.event_rules.slug,
        "n": done.state.n,
        "entries": [line.n for line in done.lines],
        "warnings": [warning_document(warning, language) for warning in done.warnings],
        **more,
    }


def warning_document(warning: EventWarning, language: Language) -> WarningDocument:
    return {"code": warning.code, "level": warning.level, "message": warning.message.text(language)}


# Entries for programs.


def entry_document(state: EventState, entry: int) -> EntryDocument:
    """An entry with its number and its absences."""
    found = state.entries[entry]
    return {
        "entry": entry,
        "number": state.number_of(entry),
        "name": found.name,
        "id": found.id or None,
        "federation": found.federation or None,
        "sex": found.sex or None,
        "title": found.title or None,
        "rating": found.rating,
        "ratings": dict(found.ratings),
        "born": found.born,
        "club": found.club or None,
        "family": found.family or None,
        "labels": dict(found.labels),
        "groups": list(found.groups),
        "invited": found.invited,
        "table": found.table,
        "paid": plain(found.paid),
        "from_round": found.from_round,
        "state": found.state,
        "withdrawn_from": found.withdrawn_from,
        "absences": {str(number): kind for (one, number), kind in sorted(state.absences.items()) if one == entry},
        "unexplained": state.unexplained.get(entry),
        "version": found.version,
    }


def entry_documents(state: EventState) -> list[EntryDocument]:
    """All entries but those removed, by number, then in the order of entry."""
    order = state.pairing_numbers
    there = [entry for entry, one in state.entries.items() if one.state != "removed"]
    there.sort(key=lambda entry: (order.get(entry, len(order) + 1), entry))
    return [entry_document(state, entry) for entry in there]


def players_entered(state: EventState) -> tuple[Player, ...]:
    """Return the players entered so far, as a report has them before the first round."""
    return tuple(player_of(one, place, []) for place, one in enumerate(state.accepted, 1))


def paid_in_all(state: EventState) -> Fraction:
    """Return the fees that were paid."""
    return sum((player.paid for player in state.entries.values() if player.state != "removed"), Fraction(0))


# A round that cannot be paired, for people and programs: who stands in the way, and what may be lifted.


def no_pairing_document(problem: NoPairing, language: Language) -> dict[str, Any]:
    """The answer of a draw that is not possible."""
    offers, state = problem.offers, problem.state
    found = impossible_document(problem.answer, language)
    entries = [state.sides[number - 1] for number in found["unpairable"]]
    lifted = {"restrictions": list(offers.restrictions), "together": offers.together, "bye": offers.bye}
    return {"event": state.event_rules.slug, "n": state.n, **found, "unpairable_entries": entries, "lift": lifted}


def ways_out(problem: NoPairing, language: Language) -> list[str]:
    """What may be lifted, in the order in which it is offered. Pairing by hand is always left."""
    offers, state = problem.offers, problem.state
    found = []
    if offers.restrictions:
        key = "offer-lift-all" if offers.together else "offer-lift"
        found.append(text(f"tournament.said.{key}", language, ids=", ".join(map(str, offers.restrictions))))
    if offers.bye is not None:
        name = state.entries[offers.bye].name
        found.append(text("tournament.said.offer-bye", language, entry=offers.bye, name=name))
    return found


# Teams, line-ups and matches for programs and tables.


def team_document(state: EventState, team: int) -> EventTeamDocument:
    """A team with its list and its points so far."""
    found = state.teams[team]
    match_points, game_points = team_totals(state)[team]
    return {
        "team": team,
        "number": state.side_numbers.get(team),
        "name": found.name,
        "nick": found.nick,
        "captain": found.captain,
        "strength": strength_of(state, found),
        "players": [{"entry": entry, "name": state.entries[entry].name} for entry in found.players],
        "withdrawn_from": found.withdrawn_from,
        "absences": {str(number): kind for number, kind in found.away},
        "match_points": match_points,
        "game_points": game_points,
        "version": found.version,
    }


def line_up_document(state: EventState, team: int, number: int) -> LineUpDocument | None:
    """The line-up of a team in a round, None if there is none yet."""
    found = state.lineups.get((team, number))
    return None if found is None else {"team": team, "round": number, "players": list(found.players), "by": found.by}


def match_document(state: EventState, match: MatchScore) -> MatchDocument:
    """A match with its boards: the score that counts, the raw one, and the boards that were wrong."""
    return {
        "round": match.round,
        "match": match.number,
        "white": match.white,
        "white_name": state.teams[match.white].name,
        "black": match.black,
        "black_name": state.teams[match.black].name,
        "line_ups": [line_up_document(state, team, match.round) for team in (match.white, match.black)],
        "boards": [
            {
                "board": place,
                "number": board.number,
                "white": board.white or None,
                "white_name": state.name_of(board.white),
                "black": board.black or None,
                "black_name": state.name_of(board.black),
                "result": board.result,
            }
            for place, board in enumerate(match.boards, 1)
        ],
        "forfeit": match.forfeit or None,
        "raw": list(match.raw),
        "score": list(match.score),
        "wrong_boards": sorted({*match.wrong[0], *match.wrong[1]}),
        "match_points": list(match.match_points),
        "complete": match.complete,
    }


def match_documents(state: EventState, number: int) -> list[MatchDocument]:
    """All matches of a round."""
    return [match_document(state, match) for match in matches_of(state, number)]


# Ties and play-offs for programs and tables.


def tie_document(state: EventState, tie: Tie) -> TieDocument:
    """A tie with its stages and games."""
    return {
        "tie": tie.number,
        "round": tie.round,
        "seats": list(tie.seats),
        "players": list(tie.players),
        "names": [
            seat if entry is None else state.name_of(entry) for entry, seat in zip(tie.players, tie.seats, strict=True)
        ],
        "stages": [_stage(tie, stage) for stage in tie.stages],
        "score": " · ".join(_score(tie, stage) for stage in tie.stages),
        "winner": tie.winner,
        "winner_name": state.name_of(tie.winner),
        "decided_by": tie.decided_by,
        "level": tie.level,
    }


def _stage(tie: Tie, stage: TieStage) -> TieStageDocument:
    return {
        "stage": stage.name,
        "score": [stage.score(entry) for entry in tie.both or ()],
        "games": [
            {"board": board.number, "white": board.white, "black": board.black, "result": board.result}
            for board in stage.boards
        ],
    }


def _score(tie: Tie, stage: TieStage) -> str:
    return "–".join(_halves(int(2 * stage.score(entry))) for entry in tie.both or ())


def _halves(count: int) -> str:
    whole, half = divmod(count, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def bracket_document(state: EventState) -> list[TieDocument]:
    """All ties of a knock-out."""
    return [tie_document(state, tie) for tie in ties_of(state).values()]


def play_offs_document(state: EventState) -> list[PlayOffDocument]:
    """All play-offs of an event."""
    return [
        {
            "play_off": number,
            "players": list(found.players),
            "games": [
                {
                    "game": game.number,
                    "white": game.white,
                    "white_name": state.name_of(game.white),
                    "black": game.black,
                    "black_name": state.name_of(game.black),
                    "result": game.result,
                }
                for game in found.games
            ],
            "order": [list(level) for level in found.order],
            "winner": found.winner,
            "winner_name": state.name_of(found.winner),
        }
        for number, found in play_offs_of(state).items()
    ]
