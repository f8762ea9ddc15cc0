"""Find the best norm for each title from a candidate's games, and all norms made in an event."""

from collections.abc import Iterator, Sequence

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.formats.consistency import contradictions
from arpad.i18n import ArpadError
from arpad.rating.examine import report_class
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for
from arpad.titles._search import Terms, best_selection
from arpad.titles.checks import SCORE_CHECKS, Case, case_of, exemption, run_checks, usual_federations
from arpad.titles.event import EventConditions, GamePool, counts_for, least_games, pool_of, setting_of
from arpad.titles.games import NormSelection, code
from arpad.titles.model import HELD, Candidate, Check, EventFacts, Norm, all_hold

# Norms: for each title the best of all selections of a candidate's games, with every check.

NotableNorms = tuple[Candidate, list[Norm]]
"""A player, and the norms of theirs that are shown."""


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
) -> tuple[list[NotableNorms], tuple[Finding, ...]]:
    """Return all players with a norm, with an undecided one, or with one that misses a single condition; and what was
    found about the event."""
    players = {player.rank: player for player in event.players}
    worth: list[NotableNorms] = []
    findings: tuple[Finding, ...] = ()
    for found in find_all(event, edition, facts, titles):
        findings = found.findings
        norms = [norm for norm in found.norms if _is_notable(norm, players[found.rank])]
        if norms:
            worth.append((found, norms))
    return worth, findings


def _is_notable(norm: Norm, player: Player) -> bool:
    if norm.title in HELD.get(player.title, ()) or (player.sex != "f" and norm.title.startswith("W")):
        return False
    return norm.achieved or norm.undecided or is_near(norm)


def candidate(setting: EventConditions, player: Player, titles: Sequence[NormTitle] = NORM_TITLES) -> Candidate:
    """The answers for one player; `whole` if the best selection leaves out games."""
    pool = pool_of(setting, player)
    norms, whole = [], []
    for title in titles:
        best = best_norm(setting, player, pool, title)
        norms.append(best)
        if best.dropped or best.cut_after is not None:
            whole.append(_norm(setting, player, pool, title, NormSelection(pool.games)))
    return Candidate(player.rank, setting.edition.id, tuple(norms), tuple(whole), setting.findings)


def best_norm(setting: EventConditions, player: Player, pool: GamePool, title: NormTitle) -> Norm:
    """Return the best norm for a title; if there is none, one that is open because data are missing; else the answer
    for all games."""
    for careful in _ways(setting, player, pool):
        found = _best(setting, player, pool, title, careful=careful)
        if found is not None:
            return found
    return _norm(setting, player, pool, title, _whole(setting, pool))


def _ways(setting: EventConditions, player: Player, pool: GamePool) -> tuple[bool, ...]:
    """Return how to search: carefully and, if important data are missing, also without care."""
    if not code(player.federation) or not setting.titles_known:
        return (False,)
    exempt, _ = exemption(setting, player)
    silent = exempt is None or not all(game.federation for game in pool.games)
    return (True, False) if silent else (True,)


def _whole(setting: EventConditions, pool: GamePool) -> NormSelection:
    """Return all games, with what 1.4.2c or 1.4.1c may add if they are too few."""
    return next(_special(setting, pool), NormSelection(pool.games))


def _special(setting: EventConditions, pool: GamePool) -> Iterator[NormSelection]:
    """1.4.2c: the last-round opponent who did not come, as a lost game, if one game is missing; 1.4.1c: eight of nine
    rounds; an application may have only one such norm. Never with games left out: there are too few."""
    least = least_games(setting).value
    if pool.lost is not None and len(pool.games) + 1 == least:
        yield NormSelection((*pool.games, pool.lost), special="last-round-absent")
    if pool.spared and len(pool.games) == setting.edition.norm.games_nine_rounds.value < least:
        yield NormSelection(pool.games, special="eight-of-nine")


def _best(setting: EventConditions, player: Player, pool: GamePool, title: NormTitle, *, careful: bool) -> Norm | None:
    """Return the best norm; with `careful` off, one that nothing in the report contradicts."""
    if player.sex == "m" and title.startswith("W"):
        return None
    selections = list(_special(setting, pool))
    terms = _terms(setting, player, pool, title, careful=careful)
    if terms is not None and (ordinary := best_selection(terms, pool.games)) is not None:
        selections.insert(0, ordinary)
    norms = [_norm(setting, player, pool, title, selection) for selection in selections]
    return next((norm for norm in norms if _holds(setting, norm, careful=careful)), None)


def _holds(setting: EventConditions, norm: Norm, *, careful: bool) -> bool:
    """Whether the games make a norm, whatever the event's own conditions and the player's sex say."""
    own = norm.checks[len(setting.conditions) :]
    answer = all_hold(check for check in own if check.name != "sex")
    return answer is True or (answer is None and not careful)


def _terms(
    setting: EventConditions, player: Player, pool: GamePool, title: NormTitle, *, careful: bool
) -> Terms | None:
    """Return the limits of the search; None if no selection can be good."""
    rules = setting.edition.norm
    least = least_games(setting).value
    if len(pool.games) < least:
        return None
    free = not setting.predetermined or not rules.predetermined_whole.value
    if setting.predetermined and free and rules.predetermined_mix.value:
        free = _mix_holds(setting, player, title, NormSelection(pool.games))
    exempt, _ = exemption(setting, player)
    return Terms(
        setting,
        title,
        least,
        code(player.federation),
        federations=exempt is False or (exempt is None and careful),
        titles=setting.titles_known,
        careful=careful,
        may_cut=free and rules.cut_off.value,
        may_drop=free and rules.drop_wins.value,
        mix=len({game.opponent for game in pool.games}) if setting.system == "double-round-robin" else 0,
    )


def _mix_holds(setting: EventConditions, player: Player, title: NormTitle, whole: NormSelection) -> bool:
    """1.42e(c), 1.42f of 2017: with predetermined pairings all but the score must hold over the whole event."""
    checks = run_checks(case_of(setting, player, title, whole))
    return all(check.ok is not False for check in checks if check.name not in SCORE_CHECKS)


def _norm(setting: EventConditions, player: Player, pool: GamePool, title: NormTitle, selection: NormSelection) -> Norm:
    """A selection with all its checks."""
    case = case_of(setting, player, title, selection)
    checks, found = run_checks(case), case.figures
    achieved = all_hold(checks) is True
    return Norm(
        title,
        achieved,
        selection.games,
        tuple(
            omission for omission in pool.left if omission.game.round not in {game.round for game in selection.games}
        ),
        selection.dropped,
        selection.cut_after,
        0 if found is None else found.score,
        None if found is None else found.required,
        None if found is None else found.average,
        None if found is None else found.percentage,
        None if found is None else found.dp,
        None if found is None else found.performance,
        None if found is None else found.raised,
        checks,
        _credit(setting, case) if achieved else 0,
        selection.special,
        usual_federations(case),
    )


def _credit(setting: EventConditions, case: Case) -> int:
    found = case.figures
    assert found is not None
    assert found.required is not None
    return counts_for(setting, found.games, case.selection.special, (found.score - found.required) // 2)


def failing(norm: Norm) -> tuple[Check, ...]:
    """The conditions that a norm does not meet."""
    return tuple(check for check in norm.checks if check.ok is False)


def is_near(norm: Norm) -> bool:
    """Return whether only one condition is missing, and at most one point if it is the score."""
    wanting = failing(norm)
    if norm.achieved or norm.undecided or len(wanting) != 1:
        return False
    return wanting[0].name not in SCORE_CHECKS or (norm.required is not None and norm.required - norm.score <= 2)


# The norms that an event gave: those of every player for a title not yet held.

MOST_PLAYERS = 1_000
Achieved = list[tuple[int, Norm]]


def achieved_norms(event: Event) -> Achieved:
    """Return each norm for a title not yet held, with the starting rank of its player, if the day has an edition of
    the title regulations. An event whose lines contradict each other, or have no number, gave none."""
    edition = norm_edition(event)
    if edition is None or any(contradictions(event)) or not all(player.rank for player in event.players):
        return []
    candidates = find_all(event, edition, EventFacts(host=event.federation))
    held = {player.rank: HELD.get(player.title, ()) for player in event.players}
    return [
        (candidate.rank, norm)
        for candidate in candidates
        for norm in candidate.norms
        if norm.achieved and norm.title not in held[candidate.rank]
    ]


def norm_edition(event: Event) -> TitleEdition | None:
    """Return the edition of the title regulations, None if there are no norms in such an event."""
    if event.start is None or len(event.players) > MOST_PLAYERS or report_class(event, None) != "standard":
        return None
    try:
        return title_edition_for(event.start)
    except ArpadError:
        return None
