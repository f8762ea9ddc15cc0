"""`arpad norm`: check players' title norms, show what is still needed, and print IT1 certificates."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.options import Command, Group, Option, ReportFile, Shared, declared, event_with_games, rank_typed, shared
from arpad.cli.output import line, make_folder, print_json, show_findings, table, write_bytes
from arpad.cli.titles import show_checks
from arpad.documents.checks import Check, check_words
from arpad.documents.document import document_of, replace
from arpad.domain.event import Event, Player
from arpad.domain.rating_list import TITLES
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition
from arpad.titles.model import KINDS, NORM_SYSTEMS, Candidate, CandidateFindings, EventFacts, Norm
from arpad.titles.needs import ComingOpponent, Need, find_need
from arpad.titles.norms import edition_of_event, find_norms, made_norms, notable_norms, remarks

# The group `arpad norm`, and how its commands read a title; `arpad norm FILE` is `arpad norm check`.

norm = Group(default="check", help="cli.command.norm", no_args_is_help=True)


def title(typed: str) -> NormTitle:
    """Read one of the four titles with norms."""
    return parse.choice("--title", typed.strip().upper(), NORM_TITLES)


# The options of all commands on norms: facts that the report does not have, and the edition.


@dataclass(frozen=True, slots=True)
class NormOptions:
    """The facts that the report does not have, and the edition, as they were typed."""

    host: Annotated[str | None, Option("--host", metavar="FED", help="cli.help.norm-host")] = None
    kind: Annotated[str, Option("--kind", metavar="KIND", help="cli.help.norm-kind")] = "ordinary"
    registered: Annotated[str | None, Option("--registered", metavar="DATE", help="fact.registered")] = None
    format_: Annotated[str | None, Option("--format", metavar="SYSTEM", help="cli.help.norm-format")] = None
    approved: Annotated[bool, Option("--approved", help="cli.help.norm-approved")] = False
    outside: Annotated[list[str] | None, Option("--outside", metavar="FED", help="cli.help.norm-outside")] = None
    edition: Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.norm-edition")] = None


class NormCommand(Command):
    """A command on the norms of a report."""

    declares = (NormOptions,)


@dataclass(frozen=True, slots=True)
class Asked:
    """An event, its edition, and the facts from the command line."""

    event: Event
    edition: TitleEdition
    facts: EventFacts


def asked(context: click.Context, file: Path) -> Asked:
    """Read a report with games, and the options on it."""
    typed, event = declared(context, NormOptions), event_with_games(file)
    return Asked(event, edition_of_event(event, typed.edition), _facts(typed))


def _facts(typed: NormOptions) -> EventFacts:
    """Return the facts that the report does not have."""
    return EventFacts(
        parse.choice("--kind", typed.kind, KINDS),
        parse.federation("--host", typed.host) if typed.host else "",
        parse.date("--registered", typed.registered) if typed.registered else None,
        None if typed.format_ is None else parse.choice("--format", typed.format_, NORM_SYSTEMS),
        tuple(parse.federation("--outside", federation) for federation in typed.outside or ()),
        typed.approved,
    )


# `arpad norm certificate`: form IT1 for a norm, or for every norm of a report.


@norm.command("certificate", cls=NormCommand, help="cli.command.norm-certificate")
def certificate(
    context: click.Context,
    file: ReportFile,
    output: Annotated[Path, Option("-o", "--output", metavar="OUT", help="cli.help.certificate-output")],
    player: Annotated[str | None, Option("--player", metavar="RANK", help="cli.help.certificate-player")] = None,
    title_: Annotated[str | None, Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-title")] = None,
    everything: Annotated[bool, Option("--all", help="cli.help.certificate-all")] = False,
    draft: Annotated[bool, Option("--draft", help="cli.help.certificate-draft")] = False,
) -> None:
    settings = shared(context)
    wanted = NORM_TITLES if title_ is None else (title(title_),)
    if everything:
        if player is not None or draft:
            raise ArpadError("certificate-which")
        _every(settings, asked(context, file), wanted, output)
    elif player is None or title_ is None:
        raise ArpadError("certificate-which")
    else:
        call = asked(context, file)
        _certificate(settings, call, rank_typed(call.event, file, player), wanted[0], output, draft=draft)


def _certificate(settings: Shared, call: Asked, rank: int, wanted: NormTitle, output: Path, *, draft: bool) -> None:
    """Write the certificate of one player. If there is no norm, say why and write nothing, except for a draft."""
    (norm,) = find_norms(call.event, rank, call.edition, call.facts, (wanted,)).norms
    who = next(player for player in call.event.players if player.rank == rank)
    written = norm.achieved or draft
    if written:
        write_bytes(output, _pdf(settings, call, who, norm))
    if settings.as_json:
        print_json(_document(who, norm, output if written else None))
    else:
        if not norm.achieved:
            _say_why(settings, who, norm)
        if written:
            line(text("label.written", settings.language, file=str(output)))
    if not norm.achieved:
        raise Exit(1)


def _every(settings: Shared, call: Asked, titles: tuple[NormTitle, ...], output: Path) -> None:
    """Write a certificate for each norm that is of use to its player."""
    norms = made_norms(call.event, call.edition, call.facts, titles)
    if norms:
        make_folder(output)
    rows = []
    for norm in norms:
        who, file = call.event.player(norm.player), output / f"{norm.player}-{norm.title}.pdf"
        assert who is not None
        write_bytes(file, _pdf(settings, call, who, norm))
        rows.append(_document(who, norm, file))
        if not settings.as_json:
            line(text("label.written", settings.language, file=str(file)))
    if settings.as_json:
        print_json({"edition": call.edition.id, "certificates": rows})
    elif not norms:
        line(text("certificate.none", settings.language))
    if not norms:
        raise Exit(1)


def _pdf(settings: Shared, call: Asked, who: Player, norm: Norm) -> bytes:
    from arpad.papers.title_forms import it1

    return it1(call.event, norm, who, call.facts, call.edition, settings.language)


def _document(who: Player, norm: Norm, file: Path | None) -> dict[str, Any]:
    return {
        "player": who.rank,
        "title": norm.title,
        "achieved": norm.achieved,
        "games": norm.games,
        "wanting": [{"article": str(omission.article), "name": omission.name} for omission in _wanting(norm)],
        "output": None if file is None else str(file),
    }


def _wanting(norm: Norm) -> list[Check]:
    """Return the checks that fail or, if none fails, the checks that cannot be decided."""
    return list(norm.failing) or [check for check in norm.checks if check.ok is None]


def _say_why(settings: Shared, who: Player, norm: Norm) -> None:
    key = "certificate.undecided" if norm.undecided else "certificate.no-norm"
    line(text(key, settings.language, title=norm.title, player=who.name or f"#{who.rank}"), style="bold")
    show_failing(_wanting(norm), settings.language)


# Norms and needs as a player reads them.


def show_candidate(
    candidate: Candidate, event: Event, edition: TitleEdition, language: Language, *, full: bool
) -> None:
    """Print a player's answers. `full`: every check of every title; otherwise of norms only, and what others lack."""
    head(event, candidate.player, edition, language)
    for norm in candidate.norms:
        line()
        line(verdict(norm, language), style="bold")
        for words in remarks(norm, edition, language):
            line(f"  {words}")
        if norm.whole is not None:
            _show_whole(norm.whole, language)
        if full or norm.achieved or norm.undecided:
            show_checks(norm.checks, language)
        else:
            show_failing(norm.failing, language)
    if candidate.findings:
        line()
        show_findings(candidate.findings, language)


def head(event: Event, rank: int, edition: TitleEdition, language: Language) -> None:
    """Print the player, the event and the edition."""
    player = event.player(rank)
    assert player is not None
    name = " ".join(part for part in (str(player.rank), player.title, player.name) if part)
    rating = "–" if player.rating is None else str(player.rating)
    line(" · ".join(part for part in (name, player.federation, rating) if part), style="bold")
    line(f"{event.name or '–'} · {edition.id} – {edition.name[language]}")


def verdict(norm: Norm, language: Language) -> str:
    """Return the answer with its figures."""
    key = "achieved" if norm.achieved else "undecided" if norm.undecided else "none"
    if norm.average is None:
        return text("norm.verdict.no-games", language, title=norm.title)
    return text(
        f"norm.verdict.{key}",
        language,
        title=norm.title,
        games=norm.games,
        score=norm.score,
        required="–" if norm.required is None else norm.required,
        average=norm.average,
        performance=norm.performance,
        credit=norm.credit,
    )


def _show_whole(norm: Norm, language: Language) -> None:
    """Say why a selection is needed: what all games lack, or how many games they would count for."""
    wanting = "; ".join(f"{check.article}: {check_words(check, language)}" for check in norm.failing)
    key = "achieved" if norm.achieved else "none"
    line(f"  {text(f'norm.whole.{key}', language, games=norm.games, wanting=wanting, credit=norm.credit)}")


def show_failing(checks: Iterable[Check], language: Language) -> None:
    """Print conditions that are not met, each in one line."""
    for check in checks:
        line(f"  {check.article}: {check_words(check, language)}")


def show_list(candidates: Iterable[Candidate], event: Event, language: Language) -> None:
    """Print a line for each norm that is achieved or near."""
    rows = []
    for candidate in candidates:
        player = event.player(candidate.player)
        assert player is not None
        for norm in candidate.norms:
            wanting = "; ".join(check_words(check, language) for check in norm.failing)
            answer = "label.yes" if norm.achieved else "norm.open" if norm.undecided else "label.no"
            rows.append(
                [
                    str(player.rank), player.name, player.federation, norm.title, text(answer, language),
                    str(norm.games), number(norm.score, language), str(norm.average or "–"),
                    str(norm.performance or "–"), str(norm.credit or ""), wanting,
                ]
            )  # fmt: skip
    headings = [
        "player-rank", "player", "federation", "norm-title", "norm-achieved", "games", "score", "norm-average",
        "norm-performance", "norm-credit", "norm-wanting",
    ]  # fmt: skip
    table(language, headings, rows, left=(1, 2, 3, 4, 10))


def show_need(need: Need, language: Language) -> None:
    """Print what is needed, or why it is no longer possible."""
    line()
    if not need.rounds:
        line(text("norm.need.over", language), style="bold")
        return
    for number_, known in zip(need.rounds, need.opponents, strict=True):
        if known is not None:
            who = " ".join(part for part in (known.title, str(known.rating or "–"), known.federation) if part)
            line(text("norm.need.opponent", language, round=number_, opponent=who))
    rounds = ", ".join(str(round_) for round_ in need.rounds)
    if not need.possible:
        line(text("norm.need.impossible", language, title=need.title, rounds=rounds), style="bold")
        show_failing(need.reasons, language)
        return
    line(text("norm.need.possible", language, title=need.title, rounds=rounds), style="bold")
    for way in need.ways:
        line(f"  {way.words(language, known=all(need.opponents))}")
    line()
    line(text("norm.need.then", language))
    show_checks(need.norm.checks, language)


# `arpad norm FILE`: the norms of a player, or of everybody in a report.

Titles = Annotated[list[str] | None, Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-titles")]


@norm.command("check", cls=NormCommand, help="cli.command.norm-check")
def check(
    context: click.Context,
    file: ReportFile,
    player: Annotated[str | None, Option("--player", metavar="RANK", help="cli.help.norm-player")] = None,
    title_: Titles = None,
) -> None:
    settings = shared(context)
    call = asked(context, file)
    titles = tuple(dict.fromkeys(title(one) for one in title_ or ())) or NORM_TITLES
    if player is not None:
        candidate = find_norms(call.event, rank_typed(call.event, file, player), call.edition, call.facts, titles)
        _check_player(settings, call, candidate, full=bool(title_))
        good = any(norm.achieved for norm in candidate.norms)
    else:
        good = _everybody(settings, call, titles)
    if not good:
        raise Exit(1)


def _check_player(settings: Shared, call: Asked, candidate: Candidate, *, full: bool) -> None:
    language = settings.language
    if settings.as_json:
        print_json(document_of(CandidateFindings, candidate, language))
        return
    who = call.event.player(candidate.player)
    if not full and who is not None and who.sex == "m":
        candidate = replace(candidate, norms=tuple(norm for norm in candidate.norms if not norm.title.startswith("W")))
    show_candidate(candidate, call.event, call.edition, language, full=full)


def _everybody(settings: Shared, call: Asked, titles: tuple[NormTitle, ...]) -> bool:
    """List all players with a norm, with an undecided one, or with one that misses a single condition."""
    notable = notable_norms(call.event, call.edition, call.facts, titles)
    if settings.as_json:
        print_json(notable.document(settings.language))
    else:
        language = settings.language
        line(f"{call.event.name or '–'} · {call.edition.id} – {call.edition.name[language]}", style="bold")
        if notable.players:
            show_list(notable.players, call.event, language)
        else:
            line(text("norm.nobody", language))
        show_findings(notable.findings, language)
    return any(norm.achieved for candidate in notable.players for norm in candidate.norms)


# `arpad norm need`: what a player still needs in the remaining rounds.

EXAMPLE = "2426:IM:ESP"
NOTHING = ("", "-")


@norm.command("need", cls=NormCommand, help="cli.command.norm-need")
def need(
    context: click.Context,
    file: ReportFile,
    player: Annotated[str, Option("--player", metavar="RANK", help="cli.help.player")],
    title_: Annotated[str, Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-title")],
    opponent: Annotated[
        list[str] | None, Option("--opponent", metavar="RATING:TITLE:FED", help="cli.help.norm-opponent")
    ] = None,
    rounds: Annotated[str | None, Option("--rounds", metavar="N", help="cli.help.norm-rounds")] = None,
) -> None:
    settings = shared(context)
    call = asked(context, file)
    event = call.event
    if rounds is not None:
        event = replace(event, rounds=_rounds(event, parse.whole("--rounds", rounds, 1, 99)))
    rank = rank_typed(event, file, player)
    opponents = [_opponent(one) for one in opponent or ()]
    found = find_need(event, rank, call.edition, call.facts, title(title_), opponents)
    if settings.as_json:
        print_json(found.document(settings.language))
    else:
        head(event, rank, call.edition, settings.language)
        show_need(found, settings.language)
    if not found.possible:
        raise Exit(1)


def _rounds(event: Event, rounds: int) -> int:
    """Return the number of rounds, if it is not less than the report has or announces."""
    known = max([event.rounds, *(round_.round for player in event.players for round_ in player.rounds)])
    if rounds < known:
        raise ArpadError("norm.need-rounds", rounds=rounds, known=known)
    return rounds


def _opponent(typed: str) -> ComingOpponent:
    """Read RATING:TITLE:FED. The rating may be 0 or `unrated`, the title empty or a dash."""
    parts = [part.strip() for part in typed.split(":")]
    if len(parts) != 3:
        raise ArpadError("format-form", option="--opponent", value=typed, example=EXAMPLE)
    held = "" if parts[1] in NOTHING else parts[1].upper()
    if held and held not in TITLES:
        raise ArpadError("format-form", option="--opponent", value=typed, example=EXAMPLE)
    rating = None if parts[0].lower() in parse.UNRATED else parse.rating(f"--opponent {typed}", parts[0])
    return ComingOpponent(rating, held, parse.federation("--opponent", parts[2]))
