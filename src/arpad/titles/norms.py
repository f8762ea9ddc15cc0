"""Find the best norm for each title from a candidate's games, and all norms made in an event."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import NamedTuple

from msgspec import structs

from arpad.documents.checks import all_hold
from arpad.documents.document import extended, replace
from arpad.domain.event import Event, Player
from arpad.formats.consistency import contradictions
from arpad.i18n import ArpadError, Language, text
from arpad.rating.examine import report_class
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import dp, performance_rules
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition, title_edition_for
from arpad.titles.event import (
    SCORE_CHECKS,
    Case,
    EventConditions,
    GamePool,
    case_of,
    counts_for,
    exemption,
    least_games,
    pool_of,
    run_checks,
    setting_of,
    usual_federations,
)
from arpad.titles.games import FID, NormSelection, Requirements, alike, code, least_averages, requirements, value_of
from arpad.titles.model import HELD, Candidate, EventFacts, Norm, NormGame, NotableNorms, PlayerNorm, WholeNorm

# Dropping a number of games with the least loss: numbers for each class of opponents, without hopeless ones. A class
# is made of opponents alike in title, federation (as far as it is too often met) and being unrated; the lowest rated
# of a class go first. If some opponents were met more often than others, the order is not known, and each of them is a
# separate class.

UNKNOWN, REST = "", "*"


class Unit(NamedTuple):
    """An opponent with all games against them. `column`: 2 MO, 1 only TH, 0 neither; `free`: may be dropped."""

    games: tuple[NormGame, ...]
    value: int
    column: int
    federation: str
    free: bool

    @property
    def unrated(self) -> bool:
        return self.games[0].rating is None


class _Class(NamedTuple):
    """Equal opponents, the lowest rated first, and the sums of the first ones."""

    row: str
    column: int
    unrated: bool
    size: int
    units: tuple[Unit, ...]
    sums: tuple[int, ...]


@dataclass(slots=True)
class _ThinningSearch:
    """The classes, how many may and must go, and the best choice found so far."""

    classes: list[_Class]
    cheapest: list[list[int]]
    total: int
    floor: int
    bonus: int
    fixed: list[tuple[int, int]]
    rows: Counter[str]
    limits: dict[str, int]
    careful: bool
    unrated_go: int
    best: int = -1
    taken: tuple[int, ...] | None = None

    def run(self, games: int, units: int, titled: int, alike: int) -> None:
        if self._must_go() <= units:
            self._step(0, games, units, titled, alike, 0, (), {})

    def _must_go(self) -> int:
        """1.4.4: how many opponents must go at least, so that no federation is met too often."""
        unknown = self.rows[UNKNOWN] if self.careful else 0
        over = {row: self.rows[row] - most for row, most in self.limits.items() if row != UNKNOWN}
        return max(
            sum(surplus for surplus in over.values() if surplus > 0), unknown + max(over.values(), default=-unknown)
        )

    def _step(
        self, at: int, games: int, units: int, titled: int, alike: int, lost: int, taken: tuple[int, ...],
        gone: dict[str, int],
    ) -> None:  # fmt: skip
        if titled < 0 or alike < 0 or games < 0 or units < 0:
            return
        cheapest = self.cheapest[at]
        if games >= len(cheapest) or self.total - lost - cheapest[games] + self.bonus <= self.best:
            return
        if at == len(self.classes):
            if units == 0:
                self._settle(lost, taken, gone)
            return
        one = self.classes[at]
        if at and self.classes[at - 1].row not in (one.row, REST) and self._too_many(self.classes[at - 1].row, gone):
            return
        for count in range(min(len(one.units), units), -1, -1):
            then = gone if count == 0 else gone | {one.row: gone.get(one.row, 0) + count}
            self._step(
                at + 1,
                games - count * one.size,
                units - count,
                titled - count * (one.column > 0),
                alike - count * (one.column > 1),
                lost + one.sums[count],
                (*taken, count),
                then,
            )

    def _too_many(self, row: str, gone: dict[str, int]) -> bool:
        """1.4.4: too many opponents of one federation, including those of unknown federation if necessary."""
        unknown = self.rows[UNKNOWN] - gone.get(UNKNOWN, 0) if self.careful and row != UNKNOWN else 0
        return row in self.limits and self.rows[row] - gone.get(row, 0) + unknown > self.limits[row]

    def _settle(self, lost: int, taken: tuple[int, ...], gone: dict[str, int]) -> None:
        unrated = sum(count for one, count in zip(self.classes, taken, strict=True) if one.unrated)
        if unrated < self.unrated_go or any(self._too_many(row, gone) for row in self.limits):
            return
        first_kept = [
            (one.units[count].value, -one.size)
            for one, count in zip(self.classes, taken, strict=True)
            if count < len(one.units)
        ]
        low, met = min([*self.fixed, *first_kept])
        found = self.total - lost + max(0, self.floor - low) * -met
        if found > self.best:
            self.best, self.taken = found, taken


def fewest_lost(
    units: Sequence[Unit], games: int, opponents: int, needs: Requirements, own: str, floor: int, *, careful: bool
) -> tuple[int, tuple[Unit, ...]] | None:
    """Return the highest sum of ratings, one opponent raised to the floor, after dropping these games and opponents;
    and the dropped opponents. None if titles and federations (1.4.4, 1.4.5) allow no choice."""
    rows, limits = _rows(units, needs, own, careful=careful)
    free = [unit for unit in units if unit.free]
    apart = len({len(unit.games) for unit in free}) > 1 or len({len(unit.games) for unit in units}) > 1
    most_unrated = needs.unrated_most
    classes = _classes(free, rows, by_unrated=most_unrated is not None, apart=apart)
    unrated = sum(unit.unrated for unit in units)
    search = _ThinningSearch(
        classes,
        _cheapest(classes),
        sum(unit.value * len(unit.games) for unit in units),
        floor,
        most_raised(units, floor),
        [(unit.value, -len(unit.games)) for unit in units if not unit.free],
        Counter(rows[unit.federation] for unit in units),
        limits,
        careful,
        0 if most_unrated is None else unrated - most_unrated,
    )
    titled = sum(unit.column > 0 for unit in units) - needs.titled
    search.run(games, opponents, titled, sum(unit.column > 1 for unit in units) - needs.alike)
    if search.taken is None:
        return None
    chosen = [unit for one, count in zip(classes, search.taken, strict=True) for unit in one.units[:count]]
    return search.best, tuple(chosen)


def most_raised(units: Iterable[Unit], floor: int) -> int:
    """1.4.6c: the most that raising one opponent can add to the sum."""
    return max((max(0, floor - unit.value) * len(unit.games) for unit in units), default=0)


def _rows(
    units: Sequence[Unit], needs: Requirements, own: str, *, careful: bool
) -> tuple[dict[str, str], dict[str, int]]:
    """Return the row of each federation, and its limit: a separate row if it is met too often, otherwise the rest."""
    counted = Counter(unit.federation for unit in units)
    if needs.own_federation_most is None or needs.one_federation_most is None:
        return dict.fromkeys(counted, REST), {}
    unknown = counted[UNKNOWN] if careful else 0
    rows, limits = {}, {}
    for federation, count in counted.items():
        most = needs.own_federation_most if own and federation == own else needs.one_federation_most
        if federation == UNKNOWN:
            rows[federation] = UNKNOWN if careful else REST
            if careful:
                limits[UNKNOWN] = min(needs.own_federation_most, needs.one_federation_most)
        elif (federation == FID and own != FID) or count + unknown <= most:
            rows[federation] = REST
        else:
            rows[federation], limits[federation] = federation, most
    return rows, limits


def _classes(free: Sequence[Unit], rows: dict[str, str], *, by_unrated: bool, apart: bool) -> list[_Class]:
    """Return the opponents that may be dropped, class by class; unknown federations first."""
    groups: dict[tuple[str, int, bool, int, int], list[Unit]] = {}
    for unit in free:
        alone = unit.games[0].opponent if apart else 0
        key = (rows[unit.federation], unit.column, by_unrated and unit.unrated, len(unit.games), alone)
        groups.setdefault(key, []).append(unit)
    classes = []
    for (row, column, unrated, size, _), members in sorted(groups.items()):
        ordered = tuple(sorted(members, key=lambda member: (member.value, member.games[0].round)))
        sums = tuple(accumulate((unit.value * size for unit in ordered), initial=0))
        classes.append(_Class(row, column, unrated, size, ordered, sums))
    return classes


def _cheapest(classes: Sequence[_Class]) -> list[list[int]]:
    """Return, from each class on, the least cost of dropping a number of games."""
    return [
        list(accumulate(sorted(unit.value for one in rest for unit in one.units for _ in unit.games), initial=0))
        for rest in (classes[at:] for at in range(len(classes) + 1))
    ]


# 1.4.1e and f: the best choice of games to cut off or drop; exact, but without trying all choices. For a cut-off and a
# number of games dropped the score is fixed, so the best choice has the highest sum of ratings. Wins that are alike in
# everything but the rating form a class, and of a class the lowest rated go first: with the one raised opponent too
# the sum never falls if a rating rises. So only the numbers dropped from each class are tried, and those that cannot
# reach the best sum found so far are skipped. Cut-offs and numbers are tried in the order of the best result they
# could give, and the first that nothing can exceed ends the search.


@dataclass(frozen=True, slots=True)
class Terms:
    """The limits of a search. `federations`, `titles`: whether they matter; `careful`: an opponent whose federation is
    unknown counts against the player; `mix`: 1.42e(d) of 2017, opponents' titles are always needed."""

    setting: EventConditions
    title: NormTitle
    least: int
    own: str
    federations: bool = True
    titles: bool = True
    careful: bool = True
    may_cut: bool = True
    may_drop: bool = True
    mix: int = 0

    @property
    def floor(self) -> int:
        """1.4.6b: the rating to which one opponent is raised."""
        return self.setting.edition.norm.floor.value[NORM_TITLES.index(self.title)]

    def needs(self, opponents: int) -> Requirements:
        """1.4.3 to 1.4.5 for a selection with this number of opponents."""
        edition = self.setting.edition
        whole = requirements(edition, max(opponents, self.mix), self.federations)
        titled, similar = (whole.titled, whole.alike) if self.titles else (0, 0)
        return replace(requirements(edition, opponents, self.federations), titled=titled, alike=similar)


class Key(NamedTuple):
    """What makes one selection better than another: it counts for more games, leaves out fewer, cuts nothing off, and
    has a higher Rp."""

    credit: int
    kept: int
    uncut: bool
    performance: int


class _Trial(NamedTuple):
    """A cut-off, a number of dropped games and opponents, and the best possible result."""

    limit: Key
    length: int
    games: int
    opponents: int


def best_selection(terms: Terms, games: Sequence[NormGame]) -> NormSelection | None:
    """The best selection of a player's games, given in the order of the rounds, that is a norm; None: none is."""
    best: tuple[Key, NormSelection] | None = None
    for trial in sorted(_trials(terms, games), key=lambda trial: trial.limit, reverse=True):
        if best is not None and best[0] >= trial.limit:
            break
        dropped = _thinned(terms, games[: trial.length], trial)
        if dropped is None:
            continue
        gone = {game for unit in dropped[1] for game in unit.games}
        kept = tuple(game for game in games[: trial.length] if game not in gone)
        score = sum(game.score for game in games[: trial.length])
        key = _limit(terms, len(games), trial.length, trial.games, score, dropped[0])
        if key is not None and (best is None or key > best[0]):
            cut_after = None if trial.length == len(games) else games[trial.length - 1].round
            best = key, NormSelection(kept, tuple(sorted(gone, key=lambda game: game.round)), cut_after)
    return None if best is None else best[1]


def units_of(terms: Terms, games: Iterable[NormGame]) -> list[Unit]:
    """The opponents with their games. Only one beaten in every game can be dropped (1.4.1f)."""
    met: dict[int, list[NormGame]] = {}
    for game in games:
        met.setdefault(game.opponent, []).append(game)
    counted = terms.setting.edition.norm.titles_counted.value
    wanted = alike(terms.title)
    units = []
    for own in met.values():
        title = own[0].title
        column = 2 if title in wanted else 1 if title in counted else 0
        won = terms.may_drop and all(game.score == 2 for game in own)
        units.append(Unit(tuple(own), value_of(terms.setting.edition, own[0]), column, own[0].federation, won))
    return units


def _trials(terms: Terms, games: Sequence[NormGame]) -> Iterator[_Trial]:
    """Every cut-off and every number of dropped games that could be enough if titles and federations did not matter."""
    shortest = terms.least if terms.may_cut else len(games)
    for length in range(max(shortest, terms.least), len(games) + 1):
        units = units_of(terms, games[:length])
        free = [unit for unit in units if unit.free]
        lowest = list(accumulate(sorted(unit.value for unit in free for _ in unit.games), initial=0))
        total = sum(unit.value * len(unit.games) for unit in units)
        bonus = most_raised(units, terms.floor)
        most = max((len(unit.games) for unit in free), default=1)
        fewest = min((len(unit.games) for unit in free), default=1)
        score = sum(game.score for game in games[:length])
        for dropped in range(min(length - terms.least, len(lowest) - 1) + 1):
            limit = _limit(terms, len(games), length, dropped, score, total - lowest[dropped] + bonus)
            if limit is not None:
                for count in range(-(-dropped // most), dropped // fewest + 1):
                    yield _Trial(limit, length, dropped, count)


def _limit(terms: Terms, everything: int, length: int, dropped: int, score: int, ratings: int) -> Key | None:
    """Return how good a selection with this sum of ratings is; None if it is not a norm."""
    n, left = length - dropped, score - 2 * dropped
    average = half_up(ratings, n)
    enough = least_averages(terms.setting.edition, terms.title, n)
    least = enough[left]
    if least is None or average < least:
        return None
    required = next(at for at, least in enumerate(enough) if least is not None and least <= average)
    difference = dp(half_up(50 * left, n), performance_rules().dp_at_extremes.value)
    assert difference is not None
    credit = counts_for(terms.setting, n, "", (left - required) // 2)
    return Key(credit, n, length == everything, average + difference)


def _thinned(terms: Terms, games: Sequence[NormGame], trial: _Trial) -> tuple[int, tuple[Unit, ...]] | None:
    """Return the highest sum of ratings after dropping these games, and the dropped opponents; None if the titles and
    the federations of the opponents allow none."""
    units = units_of(terms, games)
    needs = terms.needs(len(units) - trial.opponents)
    if needs.other_federations is not None and _others(terms, units) < needs.other_federations:
        return None
    lost = fewest_lost(units, trial.games, trial.opponents, needs, terms.own, terms.floor, careful=terms.careful)
    if lost is None or needs.other_federations is None:
        return lost
    if _others(terms, (unit for unit in units if unit not in lost[1])) >= needs.other_federations:
        return lost
    return _keeping_others(terms, units, trial, needs)


def _keeping_others(
    terms: Terms, units: Sequence[Unit], trial: _Trial, needs: Requirements
) -> tuple[int, tuple[Unit, ...]] | None:
    """1.4.3 if the best choice has too few other federations: one opponent of enough federations must stay."""
    best = None
    for staying in combinations(
        _worth_keeping(terms, units, needs.other_federations or 0), needs.other_federations or 0
    ):
        if len({_other(terms, unit) for unit in staying}) < len(staying):
            continue
        bound = [unit._replace(free=False) if unit in staying else unit for unit in units]
        lost = fewest_lost(bound, trial.games, trial.opponents, needs, terms.own, terms.floor, careful=terms.careful)
        if lost is not None and (best is None or lost[0] > best[0]):
            best = lost
    return best


def _worth_keeping(terms: Terms, units: Sequence[Unit], most: int) -> list[Unit]:
    """Return the foreigners of whom one or two must stay: of those equal in all but the rating the highest rated;
    everybody if some opponents were met more often than others."""
    if len({len(unit.games) for unit in units}) > 1:
        return [unit for unit in units if _other(terms, unit)]
    taken: Counter[tuple[object, ...]] = Counter()
    found = []
    for unit in sorted(units, key=lambda unit: -unit.value):
        kind = (unit.federation, unit.column, unit.unrated, unit.free, len(unit.games))
        taken[kind] += 1
        if _other(terms, unit) and taken[kind] <= most:
            found.append(unit)
    return found


def _other(terms: Terms, unit: Unit) -> str:
    """Return the federation by which an opponent is a foreigner; empty if they are not, or if it is unknown."""
    if unit.federation in (terms.own, FID):
        return ""
    if unit.federation or terms.careful:
        return unit.federation
    return f"?{unit.games[0].opponent}"


def _others(terms: Terms, units: Iterable[Unit]) -> int:
    return len({_other(terms, unit) for unit in units} - {""})


# Norms: for each title the best of all selections of a candidate's games, with every check.


def find_norms(
    event: Event,
    rank: int,
    edition: TitleEdition,
    facts: EventFacts,
    titles: Sequence[NormTitle] = NORM_TITLES,
) -> Candidate:
    """1.4: find what a player of an event has achieved for each title."""
    setting = setting_of(event, edition, facts)
    return candidate(setting, setting.player(rank), titles)


def find_all(
    event: Event, edition: TitleEdition, facts: EventFacts, titles: Sequence[NormTitle] = NORM_TITLES
) -> list[Candidate]:
    """1.4: the same for every player of an event."""
    setting = setting_of(event, edition, facts)
    return [candidate(setting, player, titles) for player in event.players]


def notable_norms(
    event: Event, edition: TitleEdition, facts: EventFacts, titles: Sequence[NormTitle] = NORM_TITLES
) -> NotableNorms:
    """Return all players with a norm, with an undecided one, or with one that misses a single condition; and what was
    found about the event."""
    candidates = find_all(event, edition, facts, titles)
    players = [
        replace(found, norms=tuple(norm for norm in found.norms if _is_notable(norm, player)))
        for found, player in zip(candidates, event.players, strict=True)
    ]
    findings = candidates[-1].findings if candidates else ()
    return NotableNorms(edition.id, event.name, tuple(player for player in players if player.norms), findings)


def _is_notable(norm: Norm, player: Player) -> bool:
    if norm.title in HELD.get(player.title, ()) or (player.sex != "f" and norm.title.startswith("W")):
        return False
    return norm.achieved or norm.undecided or is_near(norm)


def candidate(setting: EventConditions, player: Player, titles: Sequence[NormTitle] = NORM_TITLES) -> Candidate:
    """The answers for one player; `whole` if the best selection leaves out games."""
    pool = pool_of(setting, player)
    norms = []
    for title in titles:
        search = NormSearch(setting, player, pool, title)
        best = search.best()
        partly = best.dropped or best.cut_after is not None
        norms.append(extended(WholeNorm, best, whole=search.norm(NormSelection(pool.games)) if partly else None))
    return Candidate(player.rank, setting.edition.id, tuple(norms), setting.findings)


@dataclass(frozen=True, slots=True)
class NormSearch:
    """A player's games in an event, searched for a norm of a title."""

    setting: EventConditions
    player: Player
    pool: GamePool
    title: NormTitle

    def best(self) -> Norm:
        """Return the best norm; if there is none, one that is open because data are missing; else the answer for all
        games, with what 1.4.2c or 1.4.1c may add if they are too few."""
        best = next((norm for careful in self._ways() if (norm := self._best(careful=careful)) is not None), None)
        return best or self.norm(next(self._special(), NormSelection(self.pool.games)))

    def _ways(self) -> tuple[bool, ...]:
        """Return how to search: carefully and, if important data are missing, also without care."""
        if not code(self.player.federation) or not self.setting.titles_known:
            return (False,)
        silent = self._exempt() is None or not all(game.federation for game in self.pool.games)
        return (True, False) if silent else (True,)

    def _exempt(self) -> bool | None:
        return exemption(self.setting, self.player)[0]

    def _special(self) -> Iterator[NormSelection]:
        """1.4.2c: the last-round opponent who did not come, as a lost game, if one game is missing; 1.4.1c: eight of
        nine rounds; an application may have only one such norm. Never with games left out: there are too few."""
        pool, least = self.pool, least_games(self.setting).value
        if pool.lost is not None and len(pool.games) + 1 == least:
            yield NormSelection((*pool.games, pool.lost), special="last-round-absent")
        if pool.spared and len(pool.games) == self.setting.edition.norm.games_nine_rounds.value < least:
            yield NormSelection(pool.games, special="eight-of-nine")

    def _best(self, *, careful: bool) -> Norm | None:
        """Return the best norm; with `careful` off, one that nothing in the report contradicts."""
        if self.player.sex == "m" and self.title.startswith("W"):
            return None
        selections = list(self._special())
        terms = self._terms(careful=careful)
        if terms is not None and (ordinary := best_selection(terms, self.pool.games)) is not None:
            selections.insert(0, ordinary)
        norms = (self.norm(selection) for selection in selections)
        return next((norm for norm in norms if self._holds(norm, careful=careful)), None)

    def _holds(self, norm: Norm, *, careful: bool) -> bool:
        """Whether the games make a norm, whatever the event's own conditions and the player's sex say."""
        of_games = norm.checks[len(self.setting.conditions) :]
        answer = all_hold(check for check in of_games if check.name != "sex")
        return answer is True or (answer is None and not careful)

    def _terms(self, *, careful: bool) -> Terms | None:
        """Return the limits of the search; None if no selection can be good."""
        setting, games = self.setting, self.pool.games
        rules, least = setting.edition.norm, least_games(setting).value
        if len(games) < least:
            return None
        free = not setting.predetermined or not rules.predetermined_whole.value
        if setting.predetermined and free and rules.predetermined_mix.value:
            free = self._mix_holds()
        exempt = self._exempt()
        return Terms(
            setting,
            self.title,
            least,
            code(self.player.federation),
            federations=exempt is False or (exempt is None and careful),
            titles=setting.titles_known,
            careful=careful,
            may_cut=free and rules.cut_off.value,
            may_drop=free and rules.drop_wins.value,
            mix=len({game.opponent for game in games}) if setting.system == "double-round-robin" else 0,
        )

    def _case(self, selection: NormSelection) -> Case:
        return case_of(self.setting, self.player, self.title, selection)

    def _mix_holds(self) -> bool:
        """1.42e(c), 1.42f of 2017: with predetermined pairings all but the score must hold over the whole event."""
        checks = run_checks(self._case(NormSelection(self.pool.games)))
        return all(check.ok is not False for check in checks if check.name not in SCORE_CHECKS)

    def norm(self, selection: NormSelection) -> Norm:
        """A selection with all its checks."""
        case = self._case(selection)
        checks, rounds = run_checks(case), {game.round for game in selection.games}
        achieved = all_hold(checks) is True
        return Norm(
            title=self.title,
            achieved=achieved,
            rows=selection.games,
            left=tuple(game for game in self.pool.left if game.round not in rounds),
            dropped=selection.dropped,
            cut_after=selection.cut_after,
            checks=checks,
            credit=_credit(case) if achieved else 0,
            special=selection.special,
            foreigners=all_hold(usual_federations(case)),
            **structs.asdict(case.figures),
        )


def _credit(case: Case) -> int:
    required = case.figures.required_half_points
    assert required is not None
    extra = (case.figures.half_points - required) // 2
    return counts_for(case.setting, len(case.selection.games), case.selection.special, extra)


def is_near(norm: Norm) -> bool:
    """Return whether only one condition is missing, and at most one point if it is the score."""
    wanting = norm.failing
    if norm.achieved or norm.undecided or len(wanting) != 1:
        return False
    return wanting[0].name not in SCORE_CHECKS or (norm.required is not None and norm.required - norm.score <= 1)


# The norms that an event gave: those of every player for a title not yet held.

MOST_PLAYERS = 1_000


def achieved_norms(event: Event) -> list[PlayerNorm]:
    """Return each norm for a title not yet held, if the day has an edition of the title regulations. An event whose
    lines contradict each other, or have no number, gave none."""
    edition = norm_edition(event)
    if edition is None or any(contradictions(event)) or not all(player.rank for player in event.players):
        return []
    return made_norms(event, edition, EventFacts(host=event.federation))


def made_norms(
    event: Event, edition: TitleEdition, facts: EventFacts, titles: Sequence[NormTitle] = NORM_TITLES
) -> list[PlayerNorm]:
    """Return each norm of an event for a title that its player does not hold yet."""
    return [
        extended(PlayerNorm, norm, player=player.rank)
        for player, found in zip(event.players, find_all(event, edition, facts, titles), strict=True)
        for norm in found.norms
        if norm.achieved and norm.title not in HELD.get(player.title, ())
    ]


def edition_of_event(event: Event, name: str | None = None) -> TitleEdition:
    """Return the edition named, or the one in force when the event started."""
    if name is not None:
        return title_edition(name)
    if event.start is None:
        raise ArpadError("norm.no-start")
    return title_edition_for(event.start)


def norm_edition(event: Event) -> TitleEdition | None:
    """Return the edition of the title regulations, None if there are no norms in such an event."""
    if event.start is None or len(event.players) > MOST_PLAYERS or report_class(event, None) != "standard":
        return None
    try:
        return title_edition_for(event.start)
    except ArpadError:
        return None


# A norm in words: games left out, cut off or raised.


def remarks(norm: Norm, edition: TitleEdition, language: Language) -> list[str]:
    """Return what was left out, cut off or raised, each with its article."""
    rules = edition.norm

    def remark(key: str, article: object, game: NormGame | None = None, **values: object) -> str:
        if game is not None:
            values |= {"round": game.round, "name": game.name or f"#{game.opponent}"}
            values |= {"rating": "–" if game.rating is None else str(game.rating)}
        return text(f"norm.remark.{key}", language, article=str(article), **values)

    sentences = [remark("dropped", rules.drop_wins.article, game) for game in norm.dropped]
    if norm.cut_after is not None:
        sentences.append(remark("cut", rules.cut_off.article, round=norm.cut_after))
    for game in norm.left:
        reason = text(f"norm.left.{game.reason}", language)
        sentences.append(remark("left" if game.opponent else "left-bye", game.article, game, reason=reason))
    if norm.raised is not None:
        sentences.append(remark("raised", rules.raised.article, norm.raised, to=norm.raised.to))
    if norm.special:
        absent = norm.special == "last-round-absent"
        sentences.append(remark(norm.special, (rules.last_round_absent if absent else rules.games_nine_rounds).article))
    if norm.achieved and norm.foreigners is not True:
        sentences.append(remark("exempt", edition.application.foreign_norms.article))
    return sentences
