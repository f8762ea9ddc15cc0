"""The content of an exported TRF file: players, tournament type, byes to come, and comments.

Comments (`### KIND @ Round n: text`) record what happened, so that later readers understand unusual pairings.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from arpad.domain.event import USUAL_POINTS, Event, ExtraPoints, ResultCode, RoundResult
from arpad.formats.codes import BAKU
from arpad.formats.report import Bye, Forbidden, commented
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords, TrfVersion
from arpad.pairing.systems import SwissSystem, by_id
from arpad.regulations.articles import read_toml
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.standings.model import left_early
from arpad.tournament.as_report import event_of, extra_points, team_absences, team_records, with_teams
from arpad.tournament.drawing import DrawnRound, absentees, draw_swiss, members, swiss_system, virtual_points
from arpad.tournament.journal import after_changes
from arpad.tournament.kinds.boards import ResultsSet
from arpad.tournament.results import ADJOURNED, FORFEITS, is_final
from arpad.tournament.schedules import ordered
from arpad.tournament.state import EventState, FileRemark, Penalty
from arpad.tournament.times import event_times, not_the_first

# What happened in an event, for later readers of its file: `### KIND @ Round n: text`, always in English. A draw that
# looks wrong in a finished file was right when it was made: the comments say why.

DRAW = "="
BYES = {"full-bye": "F", "half-bye": "H"}
RATING_ONLY = "Rating only"
"""The kind of comment that stands last: what came after the event."""


def comments(state: EventState, upto: int, *, rated: bool = False) -> list[str]:
    """Return the comments of a file with the rounds 1 to `upto`, by their rounds. Corrections for rating alone are in
    the file whose results have them."""
    lines = [(remark.round, _line(state, remark)) for remark in _current_remarks(state, rated)]
    lines += _late_to_come(state, upto)
    lines += _breaches(state)
    if own := state.event_rules.own_acceleration:
        lines.append((1, f"Configuration @ Round 1: {_formats()['text']['acceleration'].format(rounds=own)}"))
    if not_the_first(state):
        of = {"of": state.event_rules.ratings_for_tie_breaks, "codes": ", ".join(state.event_rules.tie_breaks)}
        lines.append((1, f"Configuration @ Round 1: {_formats()['text']['ratings'].format(**of)}"))
    lines += _who_left(state)
    lines += [(penalty.round, _penalised(state, penalty)) for penalty in state.penalties if penalty.entry is not None]
    kept = [(number, line) for number, line in lines if number <= upto + 1]
    return [line for _, line in sorted(kept, key=lambda one: (one[1].startswith(RATING_ONLY), one[0]))]


def _late_to_come(state: EventState, upto: int) -> list[tuple[int, str]]:
    """Players who came late, or come in the next round, and have been in no round so far: a reader cannot tell them
    from players who never came. The comments of a file that was taken over stay as they are."""
    noted = {(remark.round, remark.values.get("entry")) for remark in state.remarks if remark.key == "late"}
    kept = set((state.imported or {}).get("records", ()))
    seen = {
        entry
        for number, event_round in state.rounds.items()
        if number <= upto
        for entry in (*event_round.players, event_round.bye)
    }
    entries = () if state.event_rules.team or not upto else [state.entries[entry] for entry in state.numbers]
    lines = [
        (player.from_round, f"Late entry @ Round {player.from_round}: {_number(state, player.entry)}")
        for player in entries
        if 1 < player.from_round <= upto + 1
        and player.entry not in seen
        and (player.from_round, player.entry) not in noted
    ]
    return [(number, line) for number, line in lines if f"### {line}" not in kept]


def _current_remarks(state: EventState, rated: bool) -> Iterator[FileRemark]:
    """Yield the remarks that count now: the last one of each adjourned game, and of each game corrected for rating."""
    last: dict[tuple[object, ...], int] = {}
    for place, remark in enumerate(state.remarks):
        last[_about(remark, place)] = place
    for place, remark in enumerate(state.remarks):
        if last[_about(remark, place)] == place and (rated or remark.kind != RATING_ONLY) and _holds(state, remark):
            yield remark


def _about(remark: FileRemark, place: int) -> tuple[object, ...]:
    if remark.kind in ("Adjournment", RATING_ONLY):
        return remark.kind, remark.round, *sorted((remark.values["white"], remark.values["black"]))
    if remark.key in BYES:
        return "bye", remark.round, remark.values["entry"]
    return (place,)


def _holds(state: EventState, remark: FileRemark) -> bool:
    """Whether a file still shows what the remark is about: a game adjourned and finished before the next draw, or a
    correction for rating or a bye that was taken back, is nothing special."""
    if remark.key in BYES:
        return state.absences.get((remark.values["entry"], remark.round)) == BYES[remark.key]
    if remark.key == "tie":
        ordered = state.ordered_ties.get(remark.round)
        return ordered is not None and tuple(remark.values["order"]) in ordered.groups
    if remark.key not in ("adjourned", "rated"):
        return True
    event_round = state.rounds.get(remark.round)
    both = {remark.values["white"], remark.values["black"]}
    board = (
        next((game for game in event_round.games if set(game.seats) == both), None) if event_round is not None else None
    )
    if board is None:
        return False
    return board.result == "*" if remark.key == "adjourned" else board.rated is not None


@cache
def _formats() -> Mapping[str, Any]:
    """The words of comments: `text` by the key of a remark, `breach` by the kind of a breach."""
    return read_toml(files("arpad.tournament") / "comments.toml")


def _line(state: EventState, remark: FileRemark) -> str:
    words = _formats()["text"][remark.key].format(**_values(state, remark))
    return f"{remark.kind} @ Round {remark.round}: {_with_reason(words, remark.values.get('reason'))}".rstrip(" :")


def _with_reason(words: str, reason: object) -> str:
    """Words, and the reason on one line after them."""
    return "; ".join(part for part in (words, " ".join(str(reason or "").split())) if part)


def _values(state: EventState, remark: FileRemark) -> dict[str, str]:
    """Return the values of a remark as a file writes them: entries by their pairing numbers, and results."""
    values = remark.values
    texts = {name: _plain(value) for name, value in values.items()} | {"next": str(remark.round + 1)}
    texts |= {name: _result(values[name]) for name in ("was", "result") if name in values}
    texts |= {name: _pairs(state, values[name]) for name in ("given", "expected") if name in values}
    if "entry" in values:
        texts["entry"] = _number(state, values["entry"])
    if "order" in values:
        texts["order"] = ", ".join(str(state.side_numbers[side]) for side in values["order"])
    if "numbers" in values:
        texts["moved"] = _renumbered(state, values["numbers"])
    if "form" in values:
        texts["form"] = str(values["form"]).upper()
    if "white" in values:
        texts["pair"] = _pair(state, values["white"], values["black"])
    if "boards" in values:
        boards = [state.rounds[remark.round].boards[number] for number in values["boards"]]
        texts["instead"] = " and ".join(_pair(state, *board.seats) for board in boards)
    return texts


def _number(state: EventState, entry: int) -> str:
    """The pairing number, as the file shows it."""
    number = state.number_of(entry)
    return f"entry {entry}" if number is None else str(number)


def _renumbered(state: EventState, before: Sequence[int]) -> str:
    """The numbers that players have, and had before: those that moved together as one."""
    runs: list[list[int]] = []
    now = [(old, state.number_of(entry)) for old, entry in enumerate(before, 1)]
    for old, number in ((old, number) for old, number in now if number):
        if old == number:
            continue
        if runs and [old, number] == [runs[-1][1] + 1, runs[-1][3] + 1]:
            runs[-1][1::2] = old, number
        else:
            runs.append([old, old, number, number])
    return ", ".join(f"{_span(first, last)} is now {_span(new, newest)}" for first, last, new, newest in runs)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _pair(state: EventState, white: int, black: int | None) -> str:
    """White and Black; a player alone has the bye."""
    return f"{_number(state, white)}-{'bye' if black is None else _number(state, black)}"


def _pairs(state: EventState, pairs: Sequence[Sequence[Any]]) -> str:
    return ", ".join(_pair(state, white, black) for white, black in pairs)


def _result(result: str | None) -> str:
    return DRAW if result == "1/2" else result or "open"


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else "none" if value is None else str(value)


def _breaches(state: EventState) -> list[tuple[int, str]]:
    """Where the rules were left: breaches that no remark tells, and above them that FIDE mode was left, once. A file
    that was taken over has said it before."""
    known, lines = _formats()["breach"], []
    for place, breach in enumerate(state.breaches):
        if breach.kind not in known:
            continue
        words = _with_reason(known[breach.kind]["words"], breach.reason)
        if not place and state.event_rules.fide_system:
            lines.append((breach.left, f"FIDE mode left @ Round {breach.left}: {words}"))
        if "kind" in known[breach.kind]:
            lines.append((breach.round, f"{known[breach.kind]['kind']} @ Round {breach.round}: {words}"))
    return lines


def _who_left(state: EventState) -> list[tuple[int, str]]:
    """Players who withdrew or were expelled, by their numbers, with the first round without them. Readers of the file
    mark them in the standings, and do not rank those who were expelled."""
    kinds = {"withdrawn": "Withdrawal", "expelled": "Expulsion"}
    gone = (
        [] if state.event_rules.team else [state.entries[entry] for entry in state.numbers if state.entries[entry].gone]
    )
    return [
        (first, f"{kinds[one.state]} @ Round {first}: {_number(state, one.entry)}{_games_played(state, one.entry)}")
        for one in gone
        if (first := one.withdrawn_from) is not None
    ]


def _games_played(state: EventState, entry: int) -> str:
    """C.05 6.6: how many games of a round robin a player who left has played, and whether they count."""
    if not state.event_rules.by_table:
        return ""
    games = [board for event_round in state.rounds.values() for board in event_round.games if entry in board.seats]
    played = sum(is_final(board.result) and board.result not in FORFEITS for board in games)
    editions, start = tie_break_library().editions(), state.event_rules.start
    in_force = [edition for edition in editions if start is not None and edition.effective <= start]
    edition = (in_force or editions)[-1 if in_force else 0]
    article = edition.round_robin.withdrawn_below.article.number
    out = f", not in the standings ({article})" if left_early(edition, played, len(games)) else ""
    return f", {played} of {len(games)} games played{out}"


def _penalised(state: EventState, penalty: Penalty) -> str:
    assert penalty.entry is not None
    points = f"{'+' if penalty.points > 0 else ''}{penalty.points}"
    words = _with_reason(f"{_number(state, penalty.entry)} {points} points", penalty.reason)
    return f"Correction @ Round {penalty.round}: {words}"


# What a file says about the rounds to come: who is away, who may not meet, who has virtual points.

KINDS = ("F", "H", "Z")


def byes_to_come(state: EventState, after: int) -> tuple[Bye, ...]:
    """Return the byes and absences of every round after one. A forfeit that nobody has explained is about the next
    round alone."""
    known = state.pairing_numbers
    explained = replace(state, unexplained={})
    byes = []
    for number in range(after + 1, state.event_rules.rounds + 1):
        away = absentees(state if number == after + 1 else explained, number)
        for kind in KINDS:
            if ranks := sorted(known[entry] for entry, own_kind in away if own_kind == kind):
                byes.append(Bye(kind, number, tuple(ranks)))
    return tuple(byes)


def forbidden_pairs(state: EventState, after: int, version: TrfVersion) -> tuple[Forbidden, ...]:
    """Return the players who may not meet, with their rounds. TRF16 has no rounds: it gets those of the next round.

    A file knows no soft restrictions: those that the next round keeps are written as hard ones, and those that it has
    to drop hold from the round after it."""
    known = state.side_numbers
    lifted = _lifted(state, after + 1)
    found = []
    for restriction in state.restrictions:
        first = max(restriction.first, after + 2) if restriction.id in lifted else restriction.first
        if version == "trf16" and not first <= after + 1 <= (restriction.last or state.event_rules.rounds):
            continue
        for group in members(state, restriction):
            ranks = tuple(known[entry] for entry in group if entry in known)
            if len(ranks) > 1 and (restriction.last is None or first <= restriction.last):
                found.append(Forbidden(ranks, first, restriction.last))
    return tuple(found)


def _lifted(state: EventState, number: int) -> tuple[int, ...]:
    """The soft restrictions that the draw of a round drops."""
    rules = state.event_rules
    if (
        all(restriction.hard for restriction in state.restrictions)
        or not rules.swiss
        or number > rules.rounds
        or len(state.sides) < 2
    ):
        return ()
    drawn = draw_swiss(with_open_adjourned(state, number - 1), number)
    return drawn.lifted if isinstance(drawn, DrawnRound) else ()


def with_open_adjourned(state: EventState, number: int) -> EventState:
    """Return an event with the open games of a round adjourned."""
    event_round = state.rounds.get(number)
    missing = event_round.open_boards if event_round is not None else []
    if not missing:
        return state
    data = {"round": number, "results": [[board, ADJOURNED] for board in missing]}
    return after_changes(state, [ResultsSet.change(data)])


# What a file calls an event: its type in words (092) and as a code (192), and the order of its players (172).

SWISS_WORDS: Mapping[str, str] = {
    "dutch": "Dutch", "dubov": "Dubov", "burstein": "Burstein", "lim": "Lim", "double": "Double-Swiss",
}  # fmt: skip
CUSTOM = "CUSTOM_SWISS"
"""The code for a Swiss system that has none of its own."""
OTHER_TYPES: Mapping[str, tuple[str, str]] = {
    "berger": ("Round robin (Berger)", "FIDE_ROUNDROBIN"), "varma": ("Round robin (Varma)", "FIDE_ROUNDROBIN"),
    "double-berger": ("Double round robin (Berger)", "FIDE_DOUBLEROUNDROBIN"), "hilton": ("Hilton", ""),
    "scheveningen": ("Scheveningen", "FIDE_SCHEVENINGEN"), "schiller": ("Schiller", "FIDE_SCHILLER"),
    "skalitzka": ("Skalitzka", ""), "match": ("Match", ""), "knockout": ("Knock-out", "CUSTOM_KNOCKOUT"),
    "manual": ("Swiss system (by hand)", CUSTOM),
}  # fmt: skip
"""The words and the code of all other systems."""
SWISS_CODES: Mapping[str, str] = {"double": "DOUBLESWISS"}
ORDER_CODES: Mapping[str, str] = {
    "fide": "FIDE", "national": "NRO", "fidon": "FIDON", "nidof": "NIDOF", "hbfn": "HBFN", "lbfn": "LBFN",
    "feda": "OTHER", "given": "OTHER",
}  # fmt: skip
"""172: how the players were put in their order."""


def type_words(state: EventState) -> str:
    """092: the type in words, without the edition of its rules."""
    rules = state.event_rules
    kind = "Team" if rules.team else "Individual"
    if not rules.swiss:
        return f"{kind}: {OTHER_TYPES[rules.system][0]}"
    name = swiss_system(state).name
    by = " by match points" if rules.team else ""
    return f"{kind}: Swiss system" if name == "team" else f"{kind}: Swiss system ({SWISS_WORDS[name]}{by})"


def type_code(state: EventState) -> str:
    """192: the type as a code, empty if there is none for it. A system for players, used for teams by their match
    points, has no code of its own."""
    rules = state.event_rules
    if not rules.swiss:
        return "FIDE_TEAM_ROUNDROBIN" if rules.team else OTHER_TYPES[rules.system][1]
    system = swiss_system(state)
    if rules.team:
        colours = "" if rules.colours == "none" else f"_TYPE{rules.colours}"
        return f"FIDE_TEAM{colours}_MP_GP_{system.edition}" if system.name == "team" else CUSTOM
    code = system_code(system, rules.start)
    return f"{code}{BAKU}" if rules.acceleration == "baku" and code != CUSTOM else code


def with_type(state: EventState, event: Event) -> Event:
    """Return an event of a report with its type in words and as a code. An event that was taken over has those of its
    file, as long as it goes on by the system that it had."""
    imported_type = (state.imported or {}).get("type")
    if imported_type is not None and imported_type["system"] == state.event_rules.system:
        return replace(event, type=imported_type["words"], type_code=imported_type["code"])
    return replace(event, type=type_words(state), type_code=type_code(state))


def system_code(system: SwissSystem, start: date | None) -> str:
    """The code of a Swiss system. Only those of the Dutch system have an edition; of the others, one that is not in
    force on the first day. One whose edition has no year is a system of its own."""
    if system.edition and not system.edition.isdecimal():
        return CUSTOM
    name = SWISS_CODES.get(system.name, system.name.upper())
    with_edition = system.name == "dutch" or by_id(system.name, start) != system
    return "_".join(part for part in ("FIDE", name, system.edition if with_edition else "") if part)


# What a file says about an event, before anybody is ranked: its players with their points, its teams, its records.

PROGRAM = "Arpad"
NAMES_OF_THE_SCORE = ("PTS", "MPTS", "PTS:MP")
"""How a list may name the score that it begins with; of teams it is match points."""
WRITTEN_OUT = {code: USUAL_POINTS[code] for code in "1=0ZU"}
"""The usual points, which a file names only beside an X."""
BYE_CODES: dict[str, ResultCode] = {"F": "F", "H": "H", "Z": "Z"}
Places = Mapping[int, int]
"""The places of the standings by the numbers of players, or of teams."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """An event after its round `last`, as one version of the file has it. `event` has the points of everybody, and no
    places yet; `byes` are those that the file tells."""

    state: EventState
    last: int
    version: TrfVersion
    event: Event
    byes: tuple[Bye, ...]
    records: TrfRecords

    def written(self, places: Places) -> bytes:
        """Return the file with the places of its players, or of its teams. Players of teams have theirs by their
        points: there are no standings of them."""
        event = _in_version(self.state, self.event, self.byes, self.last, self.version)
        teams = tuple(replace(team, rank=places.get(team.number or 0)) for team in event.teams)
        of_players = by_points(event) if teams else places
        players = tuple(player._replace(final_rank=of_players.get(player.rank)) for player in event.players)
        return event_to_trf(replace(event, players=players, teams=teams), self.version, self.records)


def file_content(
    state: EventState, version: TrfVersion, *, rated: bool = False, upto: int | None = None, settled: bool = False
) -> FileContent:
    """Return the content of a file of the published rounds, or of those up to one. The arguments are those of
    `export_trf`; `settled` leaves out extra points of matches of teams that are not over."""
    known = state
    if not state.closed:  # the numbers that players would have if the list were closed now
        known = replace(state, numbers=tuple(player.entry for player in ordered(state.accepted, state.event_rules)))
    last = known.last_published if upto is None else min(upto, known.last_published)
    team, tie_breaks = known.event_rules.team, known.event_rules.tie_breaks
    if tie_breaks and tie_breaks[0].upper() in NAMES_OF_THE_SCORE:
        tie_breaks = tie_breaks[1:]
    games = [board for number, event_round in known.rounds.items() if number <= last for board in event_round.games]
    if rated and any(board.rated is not None for board in games):
        tie_breaks = ()  # the places of the event do not follow from results corrected for rating alone (C.04.2.D.8)
    if not_the_first(known):
        tie_breaks = ()  # nor from the ratings that the file has (C.07 10)
    byes = team_absences(known, last) if team else byes_to_come(known, last)
    records = TrfRecords(
        initial=known.initial,
        order=ORDER_CODES[known.event_rules.order],
        program=PROGRAM,
        tie_breaks=tie_breaks,
        byes=byes,
        forbidden=forbidden_pairs(known, last, "trf26" if team else version),
        virtual=virtual_points(known, swiss_system(known)) if known.event_rules.swiss else {},
        national=_national(known),
        comments=tuple(comments(known, last, rated=rated)),
        kept=_kept(known, version),
        teams=team_records(known, last),
    )
    event = with_teams(known, _event(known, last, rated), last, rated=rated, settled=settled)
    return FileContent(known, last, version, event, byes, records)


def _kept(state: EventState, version: TrfVersion) -> tuple[str, ...]:
    """The comments and foreign records of the file that an event was taken over from. Records name players by their
    numbers: they are left out if these have changed. A TRF16 has the code of the type as a comment."""
    records: list[str] = list((state.imported or {}).get("records", []))
    code = with_type(state, Event()).type_code if version == "trf16" and "type" in (state.imported or {}) else ""
    if code and not state.event_rules.team:
        records.append(commented(f"192 {code}"))
    first = state.rounds.get(1)
    same = first is None or first.numbers == state.numbers
    return tuple(line for line in records if same or line.startswith("###"))


def starting_places(event: Event) -> Places:
    """Return the places before round 1: the order of the list."""
    sides = [team.number or 0 for team in event.teams] or [player.rank for player in event.players]
    return {number: place for place, number in enumerate(sorted(sides), 1)}


def by_points(event: Event) -> Places:
    """Return the places of players by their points, and then by their numbers."""
    standing = sorted(event.players, key=lambda player: (-(player.points or Fraction(0)), player.rank))
    return {player.rank: place for place, player in enumerate(standing, 1)}


def _event(state: EventState, last: int, rated: bool) -> Event:
    """The event with its type, its dates, and the points of its players."""
    event = replace(with_type(state, event_of(state, last, rated=rated)), round_dates=_round_dates(state))
    scores = Scores(event)
    players = (player._replace(points=scores.total(player)) for player in event.players)
    return replace(event, players=tuple(players))


def _round_dates(state: EventState) -> tuple[dt.date | None, ...]:
    times, dates = event_times(state.event_rules), dict[int, dt.date]()
    for row in state.event_rules.schedule:
        moment = row.get("start") or row.get("pairings") or ""
        try:
            dates[int(row.get("round", "0"))] = times.local(moment).date()
        except ValueError:
            continue
    return tuple(dates.get(number) for number in range(1, state.event_rules.rounds + 1)) if dates else ()


def _national(state: EventState) -> dict[int, int]:
    """The national ratings, if the file can name their federation."""
    ratings = {number: state.entries[entry].ratings.get("national", 0) for number, entry in enumerate(state.numbers, 1)}
    return {number: rating for number, rating in ratings.items() if rating} if state.event_rules.federation else {}


def _in_version(state: EventState, event: Event, byes: Sequence[Bye], last: int, version: TrfVersion) -> Event:
    """The event with what one version says in its own way: TRF16 has the byes of the next round in the players' lines,
    and corrections for rating only in a comment; TRF26 has points that 162 has no symbol for in 299."""
    games = (board for number in range(1, last + 1) for board in state.rounds[number].games)
    if version == "trf26" and any(board.result == ADJOURNED for board in games):  # 162 says what it is worth
        event = replace(event, scoring={**WRITTEN_OUT, **event.scoring, "X": state.event_rules.worth["draw"]})
    if state.event_rules.team:
        return event
    if version == "trf26":
        forfeit_win = event.scoring.get("+")
        if forfeit_win is None or forfeit_win == event.scoring.get("1"):
            return event
        return replace(event, extra_points=(ExtraPoints("+", forfeit_win), *event.extra_points))
    codes = {rank: BYE_CODES[bye.kind] for bye in byes if bye.round == last + 1 for rank in bye.players}
    players = tuple(
        player._replace(rounds=(*player.rounds, RoundResult(last + 1, None, None, codes[player.rank])))
        if player.rank in codes
        else player
        for player in event.players
    )
    return replace(event, players=players, extra_points=tuple(extra_points(state, last)))
