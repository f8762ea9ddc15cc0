"""Norms and needs as a player reads them."""

from collections.abc import Sequence

from arpad.cli.findings import show_findings
from arpad.cli.output import line, table
from arpad.domain.event import Event
from arpad.domain.games import points
from arpad.i18n import Language, number, text
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.documents import check_words, found, remarks, required, value, way_words
from arpad.titles.model import Candidate, Check, Norm
from arpad.titles.needs import Need
from arpad.titles.norms import failing


def show_candidate(candidate: Candidate, event: Event, edition: TitleEdition, spoken: Language, *, full: bool) -> None:
    """Print a player's answers. `full`: every check of every title; otherwise of norms only, and what others lack."""
    head(event, candidate.rank, edition, spoken)
    whole = {norm.title: norm for norm in candidate.whole}
    for norm in candidate.norms:
        line()
        line(verdict(norm, spoken), style="bold")
        for words in remarks(norm, edition, spoken):
            line(f"  {words}")
        if norm.title in whole:
            _show_whole(whole[norm.title], spoken)
        if full or norm.achieved or norm.undecided:
            show_checks(norm.checks, spoken)
        else:
            for check in failing(norm):
                line(f"  {check.article}: {check_words(check, spoken)}")
    if candidate.findings:
        line()
        show_findings(candidate.findings, spoken)


def head(event: Event, rank: int, edition: TitleEdition, spoken: Language) -> None:
    """Print the player, the event and the edition."""
    player = event.player(rank)
    assert player is not None
    name = " ".join(part for part in (str(player.rank), player.title, player.name) if part)
    rating = "–" if player.rating is None else str(player.rating)
    line(" · ".join(part for part in (name, player.federation, rating) if part), style="bold")
    line(f"{event.name or '–'} · {edition.id} – {edition.name[spoken]}")


def verdict(norm: Norm, spoken: Language) -> str:
    """Return the answer with its figures."""
    key = "achieved" if norm.achieved else "undecided" if norm.undecided else "none"
    if norm.average is None:
        return text("norm.verdict.no-games", spoken, title=norm.title)
    return text(
        f"norm.verdict.{key}",
        spoken,
        title=norm.title,
        games=len(norm.games),
        score=points(norm.score),
        required="–" if norm.required is None else points(norm.required),
        average=norm.average,
        performance=norm.performance,
        credit=norm.credit,
    )


def _show_whole(norm: Norm, spoken: Language) -> None:
    """Say why a selection is needed: what all games lack, or how many games they would count for."""
    wanting = "; ".join(f"{check.article}: {check_words(check, spoken)}" for check in failing(norm))
    key = "achieved" if norm.achieved else "none"
    line(f"  {text(f'norm.whole.{key}', spoken, games=len(norm.games), wanting=wanting, credit=norm.credit)}")


def show_checks(checks: Sequence[Check], spoken: Language) -> None:
    """Print every check with its article, what is required, what was found, yes or no."""
    rows = []
    for check in checks:
        ok = text("norm.open" if check.ok is None else "label.yes" if check.ok else "label.no", spoken)
        name = text(f"norm.check.{check.name}", spoken)
        rows.append([str(check.article), name, required(check, spoken), found(check, spoken), ok])
    table(spoken, ["article", "norm-check", "norm-required", "norm-found", "norm-ok"], rows, left=(0, 1, 4))


def show_list(candidates: Sequence[tuple[Candidate, Sequence[Norm]]], event: Event, spoken: Language) -> None:
    """Print a line for each norm that is achieved or near."""
    rows = []
    for candidate, norms in candidates:
        player = event.player(candidate.rank)
        assert player is not None
        for norm in norms:
            wanting = "; ".join(check_words(check, spoken) for check in failing(norm))
            answer = "label.yes" if norm.achieved else "norm.open" if norm.undecided else "label.no"
            rows.append(
                [
                    str(player.rank), player.name, player.federation, norm.title, text(answer, spoken),
                    str(len(norm.games)), number(points(norm.score), spoken), value(norm.average, spoken),
                    value(norm.performance, spoken), str(norm.credit or ""), wanting,
                ]
            )  # fmt: skip
    headings = [
        "player-rank", "player", "federation", "norm-title", "norm-achieved", "games", "score", "norm-average",
        "norm-performance", "norm-credit", "norm-wanting",
    ]  # fmt: skip
    table(spoken, headings, rows, left=(1, 2, 3, 4, 10))


def show_need(need: Need, spoken: Language) -> None:
    """Print what is needed, or why it is no longer possible."""
    line()
    if not need.rounds:
        line(text("norm.need.over", spoken), style="bold")
        return
    for number_, known in zip(need.rounds, need.known, strict=True):
        if known is not None:
            who = " ".join(part for part in (known.title, str(known.rating or "–"), known.federation) if part)
            line(text("norm.need.opponent", spoken, round=number_, opponent=who))
    rounds = ", ".join(str(round_) for round_ in need.rounds)
    if not need.possible:
        line(text("norm.need.impossible", spoken, title=need.title, rounds=rounds), style="bold")
        for check in need.reasons:
            line(f"  {check.article}: {check_words(check, spoken)}")
        return
    line(text("norm.need.possible", spoken, title=need.title, rounds=rounds), style="bold")
    for way in need.ways:
        line(f"  {way_words(way, spoken, known=all(need.known))}")
    line()
    line(text("norm.need.then", spoken))
    show_checks(need.norm.checks, spoken)
