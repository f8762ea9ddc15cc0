"""Find the best norm for each title from a candidate's games, and all norms made in an event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import structs

from arpad.documents.checks import all_hold
from arpad.documents.document import extended, replace
from arpad.domain.event import Event, Player
from arpad.formats.consistency import contradictions
from arpad.i18n import ArpadError, Language, text
from arpad.rating.examine import report_class
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition, title_edition_for
from arpad.titles._search import Terms, best_selection
from arpad.titles.checks import SCORE_CHECKS, Case, case_of, exemption, run_checks, usual_federations
from arpad.titles.event import EventConditions, GamePool, counts_for, least_games, pool_of, setting_of
from arpad.titles.games import NormSelection, code
from arpad.titles.model import HELD, Candidate, EventFacts, Norm, NormGame, NotableNorms, PlayerNorm, WholeNorm

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
