"""Interim ratings game by game within a period (B.01 1.5.3a), and how fast a rating follows strength.

An interim rating is the last list's rating plus K times the sum of score − PD, an exact fraction, never rounded.
"""

import datetime as dt
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import numpy as np

from arpad.documents.fields import ShownField, ShownFields
from arpad.domain.games import PlayerGame, points
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError, Language, date_text, hundredths, text
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, DAY, WORDS, TomlKey, TomlTable
from arpad.lab.game_groups import SCALE
from arpad.lab.tables import LabTable, decimal_of, exact_fields
from arpad.lists.player_period import Outcome, PlayerPeriod
from arpad.rating.change import new_rating, rating_change
from arpad.rating.coefficient import within_limit
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.regulations.rating_rules import pd
from arpad.regulations.title_editions import NORM_TITLES, title_edition_for

# How fast a rating follows a change of strength. 14.3: K 10, 15 and 25 renew it in about 75, 50 and 30 games.

STEP = 100
GAMES = (30, 50, 75)
MOST_HALF_LIFE_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class HalfLife:
    """What K makes of a step of 100 points: after how many games half of it is made up, by the formula of 14.1 and by
    the table, and the share made up after 30, 50 and 75 games, by the formula."""

    k: int
    formula: Any
    table: int | None
    made_up: tuple[Any, ...]


def half_life(k: int) -> HalfLife:
    """Against steady opponents of the true strength, an error shrinks with each game by K · P'(0), P'(0) = ln 10 / 1600
    for the formula of 14.1; by the table by K · (PD − ½)."""
    rate = k * np.log(10) / (4 * SCALE)
    return HalfLife(k, np.log(2) / rate, _by_table(k), tuple(1 - np.exp(-rate * games) for games in GAMES))


def _by_table(k: int) -> int | None:
    """Count the games until the rating is half of the step behind, each won as often as expected."""
    behind = Fraction(STEP)
    for game in range(1, MOST_HALF_LIFE_GAMES):
        behind -= Fraction(k * (pd(int(behind)) - 50), 100)
        if behind <= STEP // 2:
            return game
    return None


def edition_ks(edition: Edition) -> tuple[int, ...]:
    """Return every K of an edition, the least first."""
    named = (getattr(edition.k, name).value for name in ("low", "middle", "new", "junior"))
    return tuple(sorted({k for k in named if k}))


# Interim ratings: a player's rating after every rated game of a period (B.01 1.5.3a, 1.3, 0.4.3). The rating on the
# list before, plus K times the sum of score − PD up to a game, as an exact fraction, never rounded. Opponents count
# with the list in force at the start of the event. K is read in two ways: cut by all games of the period as the
# closing cuts it, and cut by the games up to then, as if the later ones had not been played.

HALF = Fraction(1, 2)
TitleOutcome = Literal["reached", "cut-only", "rounding-only", "too-few-games", "not-reached"]
State = Literal["provisional", "confirmed"]


@dataclass(frozen=True, slots=True)
class InterimPart:
    """An event, or the part of a long one that is rated by one list. `own` and `k` are what the player had when it
    began; `dated`: the days of its rounds are known."""

    key: str
    event: str
    start: dt.date
    end: dt.date
    own: int
    k: int
    edition: Edition
    dated: bool = True

    @property
    def by_game(self) -> bool:
        return self.edition.change.method.value == "game-by-game"

    def overlaps(self, other: "InterimPart") -> bool:
        return self.start <= other.end and other.start <= self.end


@dataclass(frozen=True, slots=True)
class InterimGame:
    """A rated game of a period; without the days of rounds it stands at the last day of its event."""

    part: InterimPart
    round: int
    date: dt.date
    opponent: str
    game: PlayerGame


@dataclass(frozen=True, slots=True)
class InterimRow:
    """A player after a game: PD, score − PD and its sum in hundredths; the running rating by K of the whole period and
    by K of the games up to then. `shown` is False if the order of the games is not known, or the event has no result
    before its end."""

    number: int
    game: InterimGame
    expected: int | None
    result: int
    sum: int
    by_period: Fraction
    by_cut: Fraction
    shown: bool


@dataclass(frozen=True, slots=True)
class Threshold:
    """A rating to be reached, with rated games in all by then (1.3); `title` if it is for one."""

    rating: int
    games: int = 0
    title: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True)
class ReachedVerdict:
    """Whether a threshold was reached, and by which row; `open` if the text does not say."""

    threshold: Threshold
    outcome: TitleOutcome
    row: InterimRow | None

    @property
    def is_open(self) -> bool:
        return self.outcome in ("cut-only", "rounding-only")


@dataclass(frozen=True, slots=True)
class Interim:
    """A period game by game. `before` are the rated games up to it; `final` is the rating at its end, before floors,
    transitions and decisions."""

    base: int
    before: int
    rows: tuple[InterimRow, ...]
    final: int

    def until(self, day: dt.date) -> "Interim":
        """Return the same up to a day."""
        rows = tuple(row for row in self.rows if row.game.date <= day)
        return Interim(self.base, self.before, rows, self.final)

    @property
    def hidden(self) -> bool:
        """Return whether there are games after which no running rating is shown."""
        return any(not row.shown for row in self.rows)


def interim(base: int, before: int, games: Iterable[InterimGame], final: int | None = None) -> Interim:
    """Follow a rating through the games of a period, in their order of play: by day, then the start of the event, its
    key and the round."""
    played = sorted(games, key=lambda one: (one.date, one.part.start, one.part.key, one.round))
    unsure = _unsure({game.part.key: game.part for game in played})
    last = {game.part.key: number for number, game in enumerate(played)}
    rows = []
    for number, game in enumerate(played, 1):
        after = _after(base, played[:number], len(played))
        ends = last[game.part.key] == number - 1
        shown = ends or (game.part.by_game and game.part.key not in unsure)
        rows.append(InterimRow(number, game, *after, shown))
    computed = base
    if rows:
        computed = new_rating(played[-1].part.edition, base, int((rows[-1].by_period - base) * 100))
    return Interim(base, before, tuple(rows), computed if final is None else final)


def _unsure(parts: dict[str, InterimPart]) -> set[str]:
    """Return events without days of rounds, and those that overlap with them: the order of their games is unknown."""
    found = set[str]()
    for part in parts.values():
        others = [other for other in parts.values() if other.key != part.key and other.overlaps(part)]
        if not part.dated and others:
            found |= {part.key, *(other.key for other in others)}
    return found


def _after(base: int, played: Sequence[InterimGame], whole: int) -> tuple[int | None, int, int, Fraction, Fraction]:
    """Return PD and result of the last game, the sum of all, and the running ratings. An event's cap that holds once
    looks at its games up to then (2022 8.3.1)."""
    by_part: dict[str, list[InterimGame]] = {}
    for interim_game in played:
        by_part.setdefault(interim_game.part.key, []).append(interim_game)
    total, by_period, by_cut = 0, Fraction(base), Fraction(base)
    expected: int | None = None
    result = 0
    for key, games in by_part.items():
        part = games[0].part
        found = rating_change(
            part.edition, part.own, part.k, [interim_game.game for interim_game in games], explain=False
        )
        total += found.sum
        by_period += Fraction(within_limit(part.edition, part.k, whole) * found.sum, 100)
        by_cut += Fraction(within_limit(part.edition, part.k, len(played)) * found.sum, 100)
        if key == played[-1].part.key:
            own = found.games[-1] if found.games else None
            expected, result = (own.expected, own.change) if own is not None else (None, 0)
    return expected, result, total, by_period, by_cut


def verdict(found: Interim, threshold: Threshold) -> ReachedVerdict:
    """1.5.3a: whether a rating was reached inside the period. It needs both readings of K; less than half a point below
    is reached by rounding only, on which the text is silent."""
    few = False
    cut: InterimRow | None = None
    close: InterimRow | None = None
    for row in found.rows:
        if not row.shown or max(row.by_period, row.by_cut) < threshold.rating - HALF:
            continue
        if row.by_period >= threshold.rating and row.by_cut >= threshold.rating:
            if found.before + row.number < threshold.games:
                few = True
                continue
            return ReachedVerdict(threshold, "reached", row)
        if max(row.by_period, row.by_cut) >= threshold.rating:
            cut = cut or row
        else:
            close = close or row
    if cut is not None:
        return ReachedVerdict(threshold, "cut-only", cut)
    if close is not None:
        return ReachedVerdict(threshold, "rounding-only", close)
    return ReachedVerdict(threshold, "too-few-games" if few else "not-reached", None)


def rating_on(found: Interim, day: dt.date) -> int | None:
    """Return the rating at the end of a day, whole points of the lower reading of K; None without a game on it."""
    rows = [row for row in found.rows if row.game.date == day and row.shown]
    return int(min(rows[-1].by_period, rows[-1].by_cut)) if rows else None


# The ratings that titles ask for: 1.5.3 for those with norms, 1.3 for those by a rating.

BY_RATING = ("FM", "CM", "WFM", "WCM")
INTERIM_TITLES = (*NORM_TITLES, *BY_RATING)


def title_threshold(title: str, day: dt.date) -> Threshold:
    """Return what a title asks for by the edition in force on a day."""
    edition = title_edition_for(day)
    if title in NORM_TITLES:
        rule = edition.application.rating
        return Threshold(rule.value[NORM_TITLES.index(title)], 0, title, rule.article.number)
    rules = edition.by_rating
    least = {"FM": rules.fm, "CM": rules.cm, "WFM": rules.wfm, "WCM": rules.wcm}[title]
    games = rules.games.value if day > dt.date.fromisoformat(rules.games_from.value) else 0
    return Threshold(least.value, games, title, least.article.number)


def checked(threshold: Threshold, base: int) -> Threshold:
    """Return a threshold that can still be reached in the period."""
    if threshold.rating <= base:
        raise ArpadError("lab-threshold", threshold=threshold.rating, rating=base)
    return threshold


def thresholds_ahead(found: Interim, time_class: str) -> list[Threshold]:
    """Return the ratings of titles above the rating before a standard period, each once, the lowest first."""
    if time_class != "standard" or not found.rows:
        return []
    asked = [title_threshold(title, found.rows[-1].game.date) for title in INTERIM_TITLES]
    ahead = {
        threshold.rating: threshold
        for threshold in asked
        if threshold.rating > found.base and threshold.title in ("GM", "IM", "FM", "CM")
    }
    return [ahead[rating] for rating in sorted(ahead)]


# An interim rating from a TOML file: a rating, K, the games so far, an edition and the games.

LOWEST = 1000
MOST_K = 200
MOST_FILE_GAMES = 100_000
MOST_ROUNDS = 200
MOST_ROWS = 2000

HEAD = {
    "rating": TomlKey(f.whole(LOWEST, HIGHEST_RATING), "2385", needed=True),
    "k": TomlKey(f.whole(1, MOST_K), "20", needed=True),
    "games_so_far": TomlKey(f.whole(0, MOST_FILE_GAMES), "120"),
    "edition": replace(WORDS, example='"fide-2024"', needed=True),
    "name": WORDS,
    "id": f.IDENTIFIER,
    "title": f.choice(INTERIM_TITLES),
    "game": replace(ANYTHING, needed=True),
}
GAME = {
    "date": replace(DAY, needed=True),
    "event": replace(WORDS, needed=True),
    "round": TomlKey(f.whole(1, MOST_ROUNDS), "1"),
    "opponent": TomlKey(f.whole(LOWEST, HIGHEST_RATING), "2450", needed=True),
    "name": WORDS,
    "score": TomlKey(f.half_points, "0.5", needed=True),
}


@dataclass(frozen=True, slots=True)
class InterimFile:
    """What a file says: who, the title that is asked for, and the rating game by game."""

    id: str
    name: str
    title: str
    interim: Interim


def read_interim(file: Path, regulations: Regulations) -> InterimFile:
    """Read the games of a file and follow the rating through them."""
    head: dict[str, Any] = TomlTable("lab-interim", str(file)).read(f.load(file), HEAD)
    rows = head["game"]
    if not isinstance(rows, list) or not rows or len(rows) > MOST_ROWS:
        raise ArpadError("lab-interim-games", file=str(file), most=MOST_ROWS)
    games = [
        TomlTable("lab-interim", str(file), f"[[game]] {place}").read(row, GAME) for place, row in enumerate(rows, 1)
    ]
    for place, game in enumerate(games, 1):
        if game["score"] > 2:
            raise ArpadError("lab-interim-score", file=str(file), place=place)
    edition = regulations.edition(head["edition"])
    days: dict[str, list[dt.date]] = {}
    for game in games:
        days.setdefault(game["event"], []).append(game["date"])
    parts = {
        name: InterimPart(name, name, min(day), max(day), head["rating"], head["k"], edition)
        for name, day in days.items()
    }
    played = [
        InterimGame(
            parts[game["event"]],
            game.get("round", place),
            game["date"],
            game.get("name", ""),
            PlayerGame(game["opponent"], game["score"], game["event"]),
        )
        for place, game in enumerate(games, 1)
    ]
    found = interim(head["rating"], head.get("games_so_far", 0), played)
    return InterimFile(head.get("id", ""), head.get("name", ""), head.get("title", ""), found)


# A player's period, as the closing explains it, game by game for an interim rating.


def interim_of_period(id_: str, period: PlayerPeriod, before: int) -> Interim:
    """Follow the rating of a player through a period. `before` are the rated games up to it."""
    if period.base is None:
        raise ArpadError("lab-interim-unrated", id=id_)
    games = [game for number, outcome in enumerate(period.outcomes) for game in _games(number, outcome)]
    return interim(period.base, before, games, period.rating)


def _games(number: int, outcome: Outcome) -> Iterator[InterimGame]:
    """Return the rated games of a player in a part, with their rounds and days."""
    part, line = outcome.of.part, outcome.line
    event, own = part.event, line.participant
    start = event.start or part.accepted.event.start or part.list_date
    end = event.end or part.accepted.event.end or start
    if line.detail is None or own.rating is None:
        return
    rounds: dict[int, deque[int]] = defaultdict(deque)
    for game in outcome.of.rating.event.games():
        if game.played and own.player.rank in (game.white, game.black):
            rounds[game.black if game.white == own.player.rank else game.white].append(game.round)
    names = {player.rank: player.name for player in event.players}
    changes = [(change.game, change.game.rank) for change in line.detail.games]
    found = [(rounds[rank].popleft() if rounds[rank] else 0, game, rank) for game, rank in changes]
    days = [_day(event.round_dates, round_) for round_, _, _ in found]
    dated = all(day is not None for day in days)
    of = InterimPart(
        f"{start:%Y%m%d}-{part.accepted.sha256[:12]}-{number:03}",
        event.name,
        start,
        end,
        own.rating,
        own.k or 0,
        part.edition,
        dated,
    )
    for (round_, own_game, rank), day in zip(found, days, strict=True):
        yield InterimGame(of, round_, day if dated and day is not None else end, names.get(rank, ""), own_game)


def _day(dates: tuple[dt.date | None, ...], round_: int) -> dt.date | None:
    return dates[round_ - 1] if 0 < round_ <= len(dates) else None


# An interim rating as a table and as a document.

FIELDS = ShownFields[InterimRow](
    ShownField("game", lambda row: row.number, "lab-number"),
    ShownField("date", lambda row: row.game.date, "lab-date"),
    ShownField("event", lambda row: row.game.part.event, "lab-event"),
    ShownField("round", lambda row: row.game.round or None, "lab-round"),
    ShownField("opponent", lambda row: row.game.opponent, "lab-opponent"),
    ShownField("opponent_rating", lambda row: row.game.game.opponent, "lab-opponent-rating"),
    ShownField("score", lambda row: points(row.game.game.score), "lab-score"),
    ShownField("expected", lambda row: None if row.expected is None else hundredths(row.expected), "lab-pd"),
    ShownField("result", lambda row: hundredths(row.result), "lab-result"),
    ShownField("sum", lambda row: hundredths(row.sum), "lab-result-sum"),
    *exact_fields("running_period", lambda row: row.by_period if row.shown else None, 2, "lab-running-period"),
    *exact_fields("running_cut", lambda row: row.by_cut if row.shown else None, 2, "lab-running-cut"),
)


def interim_table(found: Interim) -> LabTable[InterimRow]:
    """Return a row for each game."""
    return LabTable("interim", FIELDS, found.rows)


def verdict_words(found: ReachedVerdict, language: Language) -> str:
    """Say whether a rating was reached, when, and what the text leaves open."""
    limit = found.threshold
    name = f"{limit.title} {limit.rating}" if limit.title else str(limit.rating)
    values: dict[str, object] = {"threshold": name, "games": limit.games, "article": limit.article}
    if found.row is not None:
        values |= {"game": found.row.number, "date": date_text(found.row.game.date, language)}
    return text(f"lab.interim.{found.outcome}", language, **values)


def verdict_document(found: ReachedVerdict, language: Language) -> dict[str, Any]:
    row = found.row
    return {
        "rating": found.threshold.rating,
        "title": found.threshold.title or None,
        "games_needed": found.threshold.games,
        "article": found.threshold.article or None,
        "outcome": found.outcome,
        "reached": None if found.is_open else found.outcome == "reached",
        "game": None if row is None else row.number,
        "date": None if row is None else row.game.date,
        "running": None if row is None else decimal_of(row.by_period, 2),
        "message": verdict_words(found, language),
    }


def interim_document(found: Interim, verdicts: list[ReachedVerdict], language: Language) -> dict[str, Any]:
    """Return the games and the verdicts."""
    return {
        "rating": found.base,
        "games_before": found.before,
        "final": found.final,
        "order_known": not found.hidden,
        "games": interim_table(found).document(),
        "verdicts": [verdict_document(reached_verdict, language) for reached_verdict in verdicts],
    }
