"""Forms IT1 (certificate of a title result) and IT3 (tournament report), and forms 4, 5 and 6 of 2003 and 2005."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from arpad.documents.checks import Check, check_words
from arpad.domain.event import HALF_POINTS_OF, Event, Player, RoundResult
from arpad.domain.games import PlayerGame, points
from arpad.i18n import Language, text
from arpad.papers.old_forms import (
    Ratings,
    chosen,
    event_data,
    number_text,
    opponent_name,
    person_data,
    rating_of,
    symbol,
)
from arpad.papers.typeset import typeset, words
from arpad.rating.participants import detect_system
from arpad.rating.performance import performance_rating
from arpad.rating.results import half_up
from arpad.regulations.arbiter_editions import arbiter_numbers
from arpad.regulations.title_editions import NORM_TITLES, TitleEdition
from arpad.standings.reasons import points_text
from arpad.titles.games import FID, NO_FEDERATION, code, federations_of
from arpad.titles.model import EventFacts, Norm, NormGame
from arpad.titles.norms import remarks

# Forms IT1, IT3 and 5: the players of an event by type, their federations, and who of them is at home.

TITLES_COUNTED = ("GM", "IM", "FM", "WGM", "WIM", "WFM")
TYPES = ("rated", "gm", "im", "fm", "unrated", "wgm", "wim", "wfm")
"""The types in the order of the form: down its left half, then down its right."""


class Count(NamedTuple):
    """How many players, of how many federations, how many of the host's and of others.

    Players without a federation in the report are in neither. `host` and `other` are None if the host is not known.
    """

    number: int
    federations: int
    host: int | None
    other: int | None


def census(players: Iterable[Player], host: str, ratings: Ratings | None = None) -> Mapping[str, Count]:
    """Return the table of the form, type by type."""
    everybody = list(players)

    def counted(belongs: Callable[[Player], bool]) -> Count:
        return _count([player for player in everybody if belongs(player)], host)

    counts = {
        "rated": counted(lambda player: rating_of(player, ratings) is not None),
        "unrated": counted(lambda player: rating_of(player, ratings) is None),
    }
    for title in TITLES_COUNTED:
        counts[title.lower()] = counted(lambda player, title=title: player.title.strip().upper() == title)  # type: ignore[misc]
    return {name: counts[name] for name in TYPES}


def _count(players: list[Player], host: str) -> Count:
    known = [code(player.federation) for player in players if code(player.federation)]
    at_home = known.count(code(host))
    return Count(len(players), len(set(known)), at_home if host else None, len(known) - at_home if host else None)


def foreigners(players: Iterable[Player], host: str) -> dict[str, str]:
    """1.4.3d: count the rated players not of the host federation, their federations, and those of them with a title,
    as form IT1 asks if the opponents' federations do not matter."""
    nobody = ("", FID, NO_FEDERATION, code(host))
    away = [player for player in players if player.rating is not None and code(player.federation) not in nobody]
    titled = sum(player.title.strip().upper() in NORM_TITLES for player in away)
    return {
        "federations": str(len({code(player.federation) for player in away})),
        "rated": str(len(away)),
        "titled": str(titled),
    }


# Form IT1, special remarks: by which edition and articles games were left out, and what the arbiter has to confirm.


def it1_remarks(norm: Norm, facts: EventFacts, edition: TitleEdition, language: Language) -> Iterator[str]:
    """Return the remarks, one a line."""
    if norm.failing:
        yield text("it1.remark.no-norm", language, title=norm.title, checks=_checks(norm.failing, language))
    elif not norm.achieved:
        yield text("it1.remark.draft", language, title=norm.title)
    yield text("it1.remark.edition", language, edition=edition.name[language], id=edition.id)
    if facts.kind != "ordinary":
        yield text("it1.remark.kind", language, kind=text(f"norm.kind.{facts.kind}", language))
    yield from (f"{remark}." for remark in remarks(norm, edition, language))
    if norm.achieved:
        yield text("it1.remark.credit", language, games=norm.games, credit=norm.credit)
    if unknown := [check for check in norm.checks if check.ok is None]:
        yield text("it1.remark.to-confirm", language, checks=_checks(unknown, language))


def _checks(checks: Iterable[Check], language: Language) -> str:
    return "; ".join(f"{check_words(check, language)} ({check.article})" for check in checks)


def is_exempt(norm: Norm, edition: TitleEdition) -> bool:
    """1.4.3d: whether the federations of the opponents do not matter because enough foreigners take part."""
    article = edition.norm.swiss_rated_foreigners.article
    return any(check.ok and check.article == article for check in norm.checks)


# Form IT1: the certificate of a title result.

NOTHING = "\N{EN DASH}"
SHARED = ("form_parts",)


class NormCounters(NamedTuple):
    """How many opponents are not of the candidate's federation, rated, of the host federation, and titled; None if
    the report does not have the federations. An opponent met twice is one opponent."""

    not_own: int | None
    rated: int
    host: int | None
    titled: int


def it1(
    event: Event,
    norm: Norm,
    candidate: Player,
    facts: EventFacts,
    edition: TitleEdition,
    language: Language = "en",
) -> bytes:
    """Return the certificate as PDF. If the result is not a norm, it says so across the page."""
    return typeset("it1", it1_data(event, norm, candidate, facts, edition, language), language, shared=SHARED)


def it1_data(
    event: Event, norm: Norm, candidate: Player, facts: EventFacts, edition: TitleEdition, language: Language
) -> dict[str, object]:
    """Return the texts for the template; numbers are already written in the language."""
    host = facts.host or event.federation
    count = counters(norm.rows, candidate.federation, host, edition.norm.titles_counted.value)
    floor, unrated = edition.norm.raised.article, edition.norm.unrated_as
    return {
        "words": {**words("it1", language), "adjusted": text("it1.adjusted", language, article=floor)},
        "page": text("form.page", language),
        "across": "" if norm.achieved else text("it1.draft" if norm.undecided else "it1.no-norm", language),
        "title": text(f"it1.titles.{norm.title}", language),
        "english": {"heading": text("it1.heading", "en"), "title": text(f"it1.titles.{norm.title}", "en")},
        "event": event_data(event, language),
        "person": person_data(candidate, language),
        "count": {
            "rounds": str(norm.games),
            "not-own": number_text(count.not_own),
            "rated": str(count.rated),
            "host": number_text(count.host),
            "titled": str(count.titled),
        },
        "where-exempt": text("it1.where-exempt", language, article=edition.norm.swiss_rated_foreigners.article),
        "exemption": foreigners(event.players, host) if is_exempt(norm, edition) else {},
        "remarks": list(it1_remarks(norm, facts, edition, language)),
        "rows": rows(event, norm, candidate, unrated.value, language),
        "sums": [
            ["R(a)", number_text(norm.average) or NOTHING],
            ["Rp", number_text(norm.performance) or NOTHING],
            [text("it1.total", language), points_text(points(norm.half_points), language)],
            ["d(p)", number_text(norm.dp) or NOTHING],
        ],
        "note": text("it1.note", language, unrated=str(unrated.value), article=floor),
    }


def counters(games: Iterable[NormGame], own: str, host: str, titles: Container[str]) -> NormCounters:
    """Count the games that count, without forfeits and games dropped or cut off."""
    met = list({game.opponent: game for game in games}.values())
    federations = federations_of(met, code(own))
    return NormCounters(
        not_own=len(met) - federations.own if code(own) and not federations.unknown else None,
        rated=sum(player.rating is not None for player in met),
        host=sum(code(player.federation) == code(host) for player in met) if host else None,
        titled=sum(opponent.title in titles for opponent in met),
    )


def rows(event: Event, norm: Norm, candidate: Player, unrated: int, language: Language) -> list[dict[str, object]]:
    """Return every round of the candidate. Unplayed games have + and −, played games that do not count have
    brackets."""
    counted = {game.round: game for game in norm.rows}
    left_out = {game.round: game for game in (*norm.dropped, *norm.left)}
    found: list[dict[str, object]] = []
    for round_result in sorted(candidate.rounds, key=lambda round_: round_.round):
        if round_result.result is None:
            continue
        game = counted.get(round_result.round)
        opponent = (
            game
            or left_out.get(round_result.round)
            or (None if round_result.opponent is None else event.player(round_result.opponent))
        )
        bracketed = round_result.played and game is None
        name, number, federation, rating, title = _opponent(round_result, opponent, language)
        adjusted = NOTHING if game is None else _adjusted(norm, game, unrated)
        found.append(
            {
                "cells": [
                    str(round_result.round),
                    name,
                    number,
                    federation,
                    rating,
                    adjusted,
                    title,
                    _score(round_result, game),
                ],
                "counts": game is not None,
                "raised": norm.raised is not None and norm.raised.round == round_result.round,
                "bracketed": bracketed,
            }
        )
    return found


def _opponent(round_: RoundResult, opponent: NormGame | Player | None, language: Language) -> tuple[str, ...]:
    """Return the opponent's name, number, federation, rating and title, or the kind of bye."""
    if opponent is None or round_.opponent is None:
        return opponent_name(round_, None, language), "", "", "", ""
    return (
        opponent.name or f"#{round_.opponent}",
        opponent.id,
        opponent.federation,
        number_text(opponent.rating),
        opponent.title,
    )


def _score(round_: RoundResult, game: NormGame | None) -> str:
    """Return 1, ½, 0; in brackets if played but not counted; 1.4.2c: + (0) for an absent opponent who counts."""
    if game is None:
        return f"[{symbol(round_)}]" if round_.played else symbol(round_)
    return symbol(round_) if round_.played else f"{symbol(round_)} ({points_text(points(game.score), 'en')})"


def _adjusted(norm: Norm, game: NormGame, unrated: int) -> str:
    """Return the rating with which the opponent counts, if it is not their own."""
    if norm.raised is not None and norm.raised.round == game.round:
        return str(norm.raised.to)
    return str(unrated) if game.rating is None else ""


# Form IT3: the report of a tournament, with its players by type and its arbiters.

DEPUTIES = 6


@dataclass(frozen=True, slots=True)
class ReportExtra:
    """Fields of the form that a tournament file does not have. `responsible` for manual pairings, or a `program`."""

    organiser: str = ""
    contact: str = ""
    pairing: str = ""
    responsible: str = ""
    program: str = ""
    remarks: str = ""
    arbiter: str = ""
    host: str = ""


def it3(
    event: Event, extra: ReportExtra | None = None, language: Language = "en", ratings: Ratings | None = None
) -> bytes:
    """Return the tournament report as PDF."""
    notes = [text("it3.provide", language), text("it3.privacy", language)]
    return tournament_report("it3", event, extra or ReportExtra(), language, ratings, DEPUTIES, notes)


def tournament_report(
    form: str,
    event: Event,
    extra: ReportExtra,
    language: Language,
    ratings: Ratings | None,
    deputies: int,
    notes: Sequence[str] = (),
) -> bytes:
    """Return form IT3 or form 5 as PDF: `form` is where its headings are, and there is a line for each deputy."""
    rows = census(event.players, extra.host or event.federation, ratings)
    data = {
        "words": words("it3", language),
        "page": text("form.page", language),
        "event": event_data(event, language),
        "place": ", ".join(part for part in (event.federation, event.city) if part),
        "rounds": str(event.all_rounds or ""),
        "schedule": schedule(event, language),
        "system": event.type or text(f"format.{detect_system(event)}", language),
        "filled": asdict(extra),
        "types": [[text(f"it3.types.{name}", language), *map(number_text, count)] for name, count in rows.items()],
        "deputies": _deputies(event, language, deputies),
        "heading": text(f"{form}.heading", language),
        "form": text(f"{form}.form", language),
        "english": text(f"{form}.heading", "en"),
        "notes": list(notes),
    }
    return typeset("tournament_report", data, language, shared=["form_parts"])


def schedule(event: Event, language: Language) -> str:
    """Return the rounds a day, if the report dates all rounds: `1`, or `1 (5 days), 2 (2 days)`."""
    days = Counter(day for day in event.round_dates[: event.rounds] if day is not None)
    if not days or days.total() < event.rounds:
        return ""
    by_number = sorted(Counter(days.values()).items())
    if len(by_number) == 1:
        return str(by_number[0][0])
    return ", ".join(text("it3.on-days", language, rounds=rounds, days=count) for rounds, count in by_number)


def _deputies(event: Event, language: Language, lines: int) -> list[Mapping[str, str]]:
    """Return a deputy for each line of the form; if there are more deputies than lines, they share the last one."""
    first, rest = event.deputy_arbiters[: lines - 1], event.deputy_arbiters[lines - 1 :]
    named = [*first, ", ".join(rest), *[""] * (lines - 1 - len(first))]
    limits = arbiter_numbers().more_deputies_over.value
    before = ["", *(text("it3.more-than", language, players=number) for number in limits[: lines - 1])]
    return [
        {"label": text(f"it3.deputy.{at}", language), "name": name, "more": more}
        for at, (name, more) in enumerate(zip(named, before, strict=True), 1)
    ]


# Form 4: the certificate of a title result, as the editions of 2003 and 2005 have it.

UNRATED = 2000
"""The note of the form: unrated = 2000."""


def form_4(
    event: Event, ranks: Iterable[int] | None = None, ratings: Ratings | None = None, language: Language = "en"
) -> bytes:
    """Return the certificates of the players with these starting ranks, or of everybody, a page each.

    The title and the required points stay empty: we have no edition that gives them.
    """
    data = {
        "words": words("form", language),
        "page": text("form.page", language),
        "english": text("form.four.heading", "en"),
        "note": text("form.four.note", language, unrated=str(UNRATED)),
        "event": event_data(event, language),
        "players": [_certificate(event, player, ratings, language) for player in chosen(event, ranks)],
    }
    return typeset("form_4", data, language, shared=["form_parts"])


def games_of(event: Event, player: Player, ratings: Ratings | None) -> list[tuple[Player, PlayerGame]]:
    """Return the games played, with their opponents; an unrated opponent counts as the note says."""
    known = {other.rank: other for other in event.players}
    return [
        (
            known[round_.opponent],
            PlayerGame(rating_of(known[round_.opponent], ratings) or UNRATED, HALF_POINTS_OF[round_.result]),
        )
        for round_ in player.rounds
        if round_.played and round_.result is not None and round_.opponent in known
    ]


def average_with_player(player: Player, games: list[tuple[Player, PlayerGame]], ratings: Ratings | None) -> str:
    """R(a): the average of the player and the opponents."""
    found = [rating_of(player, ratings) or UNRATED, *(game.opponent or UNRATED for _, game in games)]
    return str(half_up(sum(found), len(found))) if games else ""


def _certificate(event: Event, player: Player, ratings: Ratings | None, language: Language) -> dict[str, object]:
    games = games_of(event, player, ratings)
    return person_data(player, language) | {
        "rows": _rows(event, player, ratings, language),
        "average": average_with_player(player, games, ratings),
        "games": str(len(games)),
    }


def _rows(event: Event, player: Player, ratings: Ratings | None, language: Language) -> list[list[str]]:
    """Return round, opponent, federation, rating, title, score; games not played as + and −."""
    rows = [[str(at), "", "", "", "", ""] for at in range(1, event.all_rounds + 1)]
    for round_ in player.rounds:
        if round_.result is None or not 1 <= round_.round <= len(rows):
            continue
        other = None if round_.opponent is None else event.player(round_.opponent)
        rating = None if other is None else rating_of(other, ratings)
        rows[round_.round - 1][1:] = [
            opponent_name(round_, other, language),
            "" if other is None else other.federation,
            number_text(rating),
            "" if other is None else other.title,
            symbol(round_),
        ]
    return rows


# Form 5: the tournament report of title events, as the editions of 2003 and 2005 have it.

DEPUTIES_2003 = 4


def form_5(
    event: Event, extra: ReportExtra | None = None, language: Language = "en", ratings: Ratings | None = None
) -> bytes:
    """Return the tournament report as PDF: the forerunner of form IT3, with four deputies."""
    return tournament_report("form.five", event, extra or ReportExtra(), language, ratings, DEPUTIES_2003)


# Form 6: the table of title norms, as the editions of 2003 and 2005 have it.

COLUMNS = (
    "norm-title", "name-and-id", "federation", "n", "nf", "hfp", "ffp", "rp", "urp", "gm", "im", "fm", "wgm", "wim",
    "wfm", "rating", "ra", "cat", "required", "achieved", "rc", "rp-performance",
)  # fmt: skip


def form_6(
    event: Event,
    ranks: Iterable[int] | None = None,
    ratings: Ratings | None = None,
    language: Language = "en",
    host: str = "",
) -> bytes:
    """Return a row for each of the players with these starting ranks, or for everybody who played a game, as PDF.

    The title, the category and the required points stay empty: we have no edition that gives them.
    """
    rows = [norm_row(event, player, ratings, host or event.federation, language) for player in chosen(event, ranks)]
    data = {
        "words": words("form", language),
        "page": text("form.page", language),
        "english": text("form.six.heading", "en"),
        "note": text("form.six.note", language, unrated=str(UNRATED)),
        "event": event_data(event, language),
        "heading": [text(f"form.six.{name}", language) for name in COLUMNS],
        "rows": [row for row in rows if ranks is not None or row[3] != "0"],
    }
    return typeset("form_6", data, language, shared=["form_parts"])


def norm_row(event: Event, player: Player, ratings: Ratings | None, host: str, language: Language) -> list[str]:
    """Return the cells of a row. By the legend of the form, nf and hfp include the player; the others do not."""
    games = games_of(event, player, ratings)
    met = list({other.rank: other for other, _ in games}.values())
    by_type = census(met, host, ratings)
    at_home = sum(code(other.federation) == code(host) for other in (player, *met)) if host else None
    result = performance_rating([game for _, game in games])
    return [
        "",
        " ".join(part for part in (player.name, player.id) if part),
        player.federation,
        str(len(games)),
        str(len({code(other.federation) for other in (player, *met)} - {""})),
        number_text(at_home),
        number_text(sum(by_type[name].other or 0 for name in ("rated", "unrated")) if host else None),
        *(str(by_type[name].number) for name in ("rated", "unrated", "gm", "im", "fm", "wgm", "wim", "wfm")),
        number_text(rating_of(player, ratings)),
        average_with_player(player, games, ratings),
        "",
        "",
        points_text(points(sum(game.score for _, game in games)), language),
        "" if result is None else str(result.average),
        "" if result is None else str(result.performance),
    ]
