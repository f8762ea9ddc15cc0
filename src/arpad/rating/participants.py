"""The system of an event, and the rating and K of each participant.

Assumptions are reported as findings.
"""

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Event, Player, System
from arpad.domain.findings import Finding, Severity
from arpad.domain.games import History
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.codes import everybody_met, is_called, is_called_swiss
from arpad.rating.coefficient import k_factor
from arpad.rating.inputs import rated_as
from arpad.regulations.articles import Article, TimeClass
from arpad.regulations.rating_edition import Edition

# The system of an event: given by the caller, otherwise found from the pairings.


def detect_system(event: Event) -> System:
    """Return the system by the pairings, including forfeits; if they leave it open, as the report calls it.

    A Swiss in which everybody met everybody stays a Swiss, as the report says; a finding says so. A round
    robin of more than two cycles follows the rules of the double one.
    """
    pairs = Counter(tuple(sorted((game.white, game.black))) for game in event.games())
    players = {player.rank for player in event.players}
    if len(players) == 2:
        return "match"
    if len(event.teams) == 2 and _everybody_meets_the_other_team(event, pairs):
        return "scheveningen"
    if is_called(event, "scheveningen"):
        return "scheveningen"
    if event.teams or is_called(event, "team"):
        return "team"
    if is_called_swiss(event):
        return "swiss"
    cycles = everybody_met(event)
    if not cycles and is_called(event, "round-robin"):
        cycles = 2 if is_called(event, "double") else 1
        if max(pairs.values(), default=0) > cycles:
            cycles = 0
    return "swiss" if not cycles else "round-robin" if cycles == 1 else "double-round-robin"


def _everybody_meets_the_other_team(event: Event, pairs: Counter[tuple[int, ...]]) -> bool:
    one, two = (set(team.players) for team in event.teams)
    wanted = {tuple(sorted((a, b))) for a in one for b in two}
    return bool(wanted) and wanted == set(pairs)


# The rating and K of each player: from a list, otherwise from the report; assumptions are findings.


@dataclass(frozen=True, slots=True)
class Participant:
    """A player as the engine rates them. `rating` None: unrated. `standing_in`: it is the standard rating.

    `entered`: they entered the list after the event began; they are rated, but not for their opponents (10.4, 8.2.4).
    `first_event` is False if an unrated player has played before, and for players who entered the list since. `guest`:
    a foreigner who counts for the others and gets no rating of this list (FEDA 9.56). `ru` is the rating with which an
    unrated player counts for the opponents in a Scheveningen match, or while it is `provisional` (FRBE 10.e).
    `cap_used`: the one game that profits by the cap (8.3.1 of 2022) is in another part of the event."""

    player: Player
    rating: int | None
    k: int | None
    steps: Explanation = ()
    standing_in: bool = False
    entered: bool = False
    first_event: bool = True
    guest: bool = False
    ru: int | None = None
    cap_used: bool = False
    provisional: bool = False

    @property
    def for_opponents(self) -> int | None:
        """Return the rating with which the opponents' games count."""
        return None if self.entered else self.ru if self.rating is None else self.rating


HOME = {"feda": "ESP", "frbe": "BEL"}
"""The federation of a national system: FEDA is the federation of Spain, FRBE that of Belgium."""


def foreigners_in_reports(edition: Edition) -> str:
    """The article by which a report gives the foreigners with their FIDE rating: FEDA 10.23."""
    return "10.23" if edition.system == "feda" else edition.lists.foreigners_by_fide.article.number


def is_foreigner(edition: Edition, player: Player, home: str) -> bool:
    """FEDA 9.56: whether a player who is not on the list is a foreigner. `home` is the federation whose list it is."""
    return edition.lists.foreigners_by_fide.value and bool(home) and player.federation not in ("", home)


def foreigner(edition: Edition, player: Player, rating: int | None, *, by_report: bool = False) -> Participant:
    """A foreigner as the rating takes them: by FIDE's list (9.56), or by the report (10.23)."""
    article, what = edition.lists.foreigners_by_fide.article, "foreigner.listed"
    if by_report:
        article, what = Article(foreigners_in_reports(edition), article.source), "foreigner.reported"
    return Participant(player, rating, edition.k.middle.value, (Step(article, what, {}, rating),), guest=True)


def participants(
    edition: Edition, event: Event, time_class: TimeClass, ratings: RatingList | None, *, sums: bool = False
) -> tuple[dict[int, Participant], list[Finding]]:
    """Return every player of an event by starting rank, and findings on assumptions and contradictions. `sums`: the
    report has no games (FEDA 10.31); its federations are Spain's regions, so nobody is a foreigner by them."""
    found: dict[int, Participant] = {}
    findings: list[Finding] = []
    for player in event.players:
        entry = None if ratings is None else ratings.get(player.id)
        if entry is None and not sums and is_foreigner(edition, player, HOME.get(edition.system, "")):
            found.setdefault(player.rank, foreigner(edition, player, player.rating, by_report=True))
            continue
        if ratings is not None and entry is None:
            code = "not-on-list" if player.rating is None else "not-on-list-rated"
            findings.append(about(player, code, "warning", id=player.id or "–"))
        of_class: TimeClass = time_class if ratings is None or ratings.combined else "standard"
        found.setdefault(player.rank, _participant(edition, event, player, of_class, entry, findings))
    return found, findings


def about(player: Player, code: str, severity: Severity, article: str | None = None, **values: object) -> Finding:
    """Return a finding about a player of a report, with the player's line."""
    return Finding(code, severity, article, line=player.line or None, player=player.rank, values=values)


def _of_class(entry: ListEntry, time_class: TimeClass) -> tuple[int | None, int | None]:
    """The rating and the K that a list has for a time class. A list of one class has them as `rating` and `k`."""
    if time_class == "rapid":
        return entry.rapid_rating, entry.rapid_k
    if time_class == "blitz":
        return entry.blitz_rating, entry.blitz_k
    return entry.rating, entry.k


def _participant(
    edition: Edition,
    event: Event,
    player: Player,
    time_class: TimeClass,
    entry: ListEntry | None,
    findings: list[Finding],
) -> Participant:
    rating, k, standard = player.rating, None, None
    if entry is not None:
        rating, k = _of_class(entry, time_class)
        standard = entry.rating if time_class != "standard" else None
        if player.rating is not None and rating != player.rating and not (rating is None and standard == player.rating):
            shown = "–" if rating is None else rating
            findings.append(about(player, "rating-differs", "warning", report=player.rating, list=shown))
    taken = rated_as(edition, rating, standard=standard)
    if taken.own is None:
        return Participant(player, None, None)
    steps = taken.steps
    standing_in = rating is None
    if not k or standing_in:
        as_standard = _k_as_standard(edition, entry) if standing_in else None
        new = standing_in and (as_standard is not None or edition.k.standing_in.value is None)
        factor = k_factor(edition, _history(event, player, entry, taken.own, new, as_standard))
        k, steps = factor.k, (*steps, *factor.steps)
        if edition.k.method.value != "fixed" and as_standard is None:
            findings.append(about(player, "k-assumed-new" if new else "k-assumed", "info", k=k))
    return Participant(player, taken.own, k, steps, standing_in)


def _k_as_standard(edition: Edition, entry: ListEntry | None) -> int | None:
    """Return the K of the standard list, if the edition uses it for a player rated by the standard rating."""
    return None if entry is None or edition.k.standing_in.value is None else entry.k


def _history(
    event: Event, player: Player, entry: ListEntry | None, rating: int, new: bool, standard_k: int | None
) -> History:
    """Return an assumed history for a player whose K is not on the list: not new, never higher than now."""
    born = player.born if player.born is not None or entry is None else entry.born
    return History(
        rating=0 if new else rating,
        games_played=0 if new else MANY_GAMES,
        highest=0 if new else rating,
        date=event.start or dt.date.max,
        born=born,
        birthday=player.birthday,
        standard_k=standard_k,
    )


MANY_GAMES = 1_000
"""More games than make any edition's newcomer."""

Participants = Mapping[int, Participant]


def ratings_of(taking_part: Participants) -> dict[int, int | None]:
    """The ratings that count, by starting rank."""
    return {rank: own.rating for rank, own in taking_part.items()}
