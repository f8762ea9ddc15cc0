"""The claim sheet of a player for one event: every round in FIDE's columns, the sums and the reasons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from arpad.documents.findings import message
from arpad.documents.steps import Explanation, Step, sentence, walk
from arpad.domain.event import BYES, CYCLES, Event, Game, RoundResult
from arpad.domain.games import PlayerGame, points
from arpad.i18n import ArpadError, Language, date_text, hundredths, number, number_or_dash, text
from arpad.papers.old_forms import colour, symbol
from arpad.papers.typeset import typeset, words
from arpad.rating.first_rating import InitialRating
from arpad.rating.model import EventRating, NotRated, PlayerRating
from arpad.rating.results import GameChange
from arpad.rating.round_robin import LEFT_OUT
from arpad.regulations.rating_edition import Edition

# The numbers of a player's games, found for each pairing: from the engine's own list, or from its reasons.

Key = tuple[int, int, int]
"""A pairing: the round and the two starting ranks, the lower first."""


def key_of(game: Game) -> Key:
    low, high = sorted((game.white, game.black))
    return (game.round, low, high)


def game_changes(rating: EventRating, own: PlayerRating) -> dict[Key, GameChange]:
    """Return the numbers of each game that is rated separately; none if the event is rated by its average."""
    out = {key_of(omission.game) for omission in rating.not_rated}
    counted = [game for game in _games_of(rating, own.participant.player.rank) if key_of(game) not in out]
    if own.detail is None:
        return _of_round_robin(rating, own, counted)
    if not own.detail.games:
        return {}
    rank = own.participant.player.rank
    counted = [game for game in counted if counts_for(rating, game.black if game.white == rank else game.white)]
    return {key_of(game): change for game, change in zip(counted, own.detail.games, strict=True)}


def counts_for(rating: EventRating, opponent: int) -> bool:
    """Return whether a game against the opponent counts: rated now, and when the event began (10.4, 8.2.4)."""
    other = rating.player(opponent)
    return other is not None and other.participant.for_opponents is not None


def _games_of(rating: EventRating, rank: int) -> Iterator[Game]:
    """Return the player's games as the engine takes them: in the order of the event, both players taking part."""
    taking_part = {player.participant.player.rank for player in rating.players}
    for game in rating.event.games():
        if rank in (game.white, game.black) and {game.white, game.black} <= taking_part:
            yield game


def _of_round_robin(rating: EventRating, own: PlayerRating, counted: list[Game]) -> dict[Key, GameChange]:
    """2005 10.54, 2017 8.58: a round robin game by game gives its numbers opponent by opponent, in its reasons."""
    rank, before = own.participant.player.rank, own.participant.rating
    if before is None:
        return {}
    expected: dict[str, list[Step]] = {}
    for _, step in walk(own.steps):
        if step.what == "round-robin.expected":
            expected.setdefault(str(step.inputs["name"]), []).append(step)
    changes = {}
    for game in counted:
        other, score = (game.black, game.score) if game.white == rank else (game.white, 2 - (game.score or 0))
        steps = expected.get(label_of(rating, other))
        if steps and score is not None:
            changes[key_of(game)] = _change(before, steps.pop(0), score)
    return changes


def _change(rating: int, step: Step, score: int) -> GameChange:
    opponent, used = step.inputs["opponent"], step.inputs["difference"]
    assert isinstance(opponent, int)
    assert isinstance(used, int)
    assert isinstance(step.value, Decimal)
    expected = int(step.value * 100)
    return GameChange(PlayerGame(opponent, score), rating - opponent, used, expected, score * 50 - expected)


def label_of(rating: EventRating, rank: int) -> str:
    """Return how the reasons of a round robin call a player."""
    player = rating.event.player(rank)
    return f"{rank} {player.name if player else ''}".strip()


# A player's rounds, each a line of the sheet: games that count with their numbers, others with the reason.


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of the sheet. `rating` is the opponent's rating that counts, `used` its value by event average.

    `change` has the numbers of a game that is rated separately. `reason` says why a game is not rated, with `article`.
    `id` is the opponent's.
    """

    result: RoundResult
    opponent: str = ""
    rating: int | None = None
    used: int | None = None
    change: GameChange | None = None
    standing_in: bool = False
    reason: str = ""
    article: str = ""
    id: str = ""

    @property
    def rated(self) -> bool:
        return not self.reason


def lines(rating: EventRating, own: PlayerRating, edition: Edition, language: Language) -> list[RoundLine]:
    """Return every round of the player, in order."""
    numbers, capped = game_changes(rating, own), _opponents_capped(own)
    found = []
    for round_result in sorted(own.participant.player.rounds, key=lambda round_: round_.round):
        reason, article = _reason(rating, own, edition, round_result, language)
        other = None if round_result.opponent is None else rating.player(round_result.opponent)
        if other is None:
            found.append(RoundLine(round_result, reason=reason, article=article))
            continue
        listed, standing_in = other.participant.for_opponents, other.participant.standing_in
        id_ = other.participant.player.id
        if reason:
            found.append(
                RoundLine(round_result, titled_name(other), listed, None, None, standing_in, reason, article, id_)
            )
            continue
        change = numbers.get(_key(own, round_result))
        counts = listed if change is None else change.game.opponent
        used = None if listed is None else capped.get(listed)
        found.append(RoundLine(round_result, titled_name(other), counts, used, change, standing_in, id=id_))
    return found


def titled_name(own: PlayerRating) -> str:
    """Return the title and the name of a player; without a name, the starting rank."""
    player = own.participant.player
    return " ".join(part for part in (player.title, player.name or f"({player.rank})") if part)


def _key(own: PlayerRating, round_: RoundResult) -> Key:
    low, high = sorted((own.participant.player.rank, round_.opponent or 0))
    return (round_.round, low, high)


def _opponents_capped(own: PlayerRating) -> dict[int, int]:
    """Return the opponents that an event average moves within the cap, and their ratings there."""
    found = {}
    for _, step in walk(own.steps):
        opponent = step.inputs.get("opponent")
        if step.what == "change.opponent-capped" and isinstance(opponent, int) and isinstance(step.value, int):
            found[opponent] = step.value
    return found


def _reason(
    rating: EventRating, own: PlayerRating, edition: Edition, round_: RoundResult, language: Language
) -> tuple[str, str]:
    """Return why a round does not count, and the article; two empty texts if it does."""
    unplayed = edition.eligibility.unplayed_rated.article.number
    if round_.result in BYES or round_.opponent is None:
        return text(f"sheet.bye.{round_.result if round_.result in BYES else 'none'}", language), unplayed
    left_out = next((entry for entry in rating.not_rated if key_of(entry.game) == _key(own, round_)), None)
    if left_out is not None and _holds_for(left_out, rating, own, round_.opponent):
        return _left_out(left_out, language), left_out.article
    ignored = _ignored(rating, round_.opponent) or _ignored(rating, own.participant.player.rank)
    if ignored is not None:
        return text("not-rated.ignored", language), ignored.article.number
    if rating.player(round_.opponent) is None:
        return text("sheet.not-in-report", language, rank=round_.opponent), unplayed
    if own.detail is not None and round_.result is not None and not counts_for(rating, round_.opponent):
        return text("not-rated.unrated", language), edition.change.rated_opponents_only.article.number
    return (text("not-rated.no-result", language), unplayed) if round_.result is None else ("", "")


def _holds_for(left_out: NotRated, rating: EventRating, own: PlayerRating, opponent: int) -> bool:
    """A game between an unrated and a rated player is not rated for the rated one, but counts for the other's first
    rating."""
    counts = own.participant.rating is None and counts_for(rating, opponent)
    return not (left_out.code == "unrated" and counts)


def _left_out(entry: NotRated, language: Language) -> str:
    if entry.finding is not None:
        return text(f"finding.{entry.finding.code}", language, **entry.finding.values)
    return text(f"not-rated.{entry.code}", language)


def _ignored(rating: EventRating, rank: int) -> Step | None:
    """Return the step by which a round robin leaves out an unrated player with all games."""
    label = label_of(rating, rank)
    return next((step for step in rating.steps if step.what in LEFT_OUT and step.inputs["name"] == label), None)


def opening_cells(line: RoundLine, language: Language) -> list[str]:
    """Return round, colour, opponent, Rc and W, which every sheet shows."""
    counts = "" if line.rating is None else str(line.rating)
    mark = "†" if line.standing_in and counts else ""
    return [str(line.result.round), colour(line.result, language), line.opponent, counts + mark, symbol(line.result)]


def game_cells(line: RoundLine, k: int, language: Language) -> list[str]:
    """Return D, the D used with the mark of the cap, PD, the change, and K times it."""
    change = line.change
    if change is None:
        return []
    used = number(change.used_difference, language) + ("*" if change.capped else "")
    delta, whole = (number(hundredths(points), language, sign=True) for points in (change.change, change.times_k(k)))
    return [
        number(change.difference, language), used, number(hundredths(change.expected), language), delta, whole,
    ]  # fmt: skip


# The reasons of a player's sheet, article by article, and the documents that print them.

Sources = Mapping[str, Mapping[str, str]]


def reasons_of(rating: EventRating, own: PlayerRating) -> Explanation:
    """Return the event's reasons, then the player's. A reason to leave out one game is in the line of its round."""
    return tuple(step for step in (*rating.steps, *own.steps) if not step.what.startswith("left-out."))


def documents(trail: Explanation, otherwise: str) -> list[str]:
    """Return the sources of all reasons in order of appearance; the source of the edition if there are none."""
    used = dict.fromkeys(step.article.source for _, step in walk(trail))
    return list(used) or [otherwise]


def reason_items(
    trail: Explanation, lines: Sequence[RoundLine], order: Sequence[str], language: Language
) -> list[dict[str, object]]:
    """Return each reason with what led to it. A game's reason names its round; an article shows its document if several
    are cited."""
    rounds = iter([line.result.round for line in lines if line.rated and line.change is not None])
    items: list[dict[str, object]] = []
    for step in trail:
        item: dict[str, object] = dict(_reason_item(step, order, language))
        item["round"] = str(next(rounds, "")) if step.what == "change.game" else ""
        item["parts"] = [_reason_item(inner, order, language) for _, inner in walk(step.steps)]
        items.append(item)
    return items


def _reason_item(step: Step, order: Sequence[str], language: Language) -> dict[str, str]:
    mark = str(order.index(step.article.source) + 1) if len(order) > 1 else ""
    return {"article": step.article.number, "mark": mark, "text": sentence(step, language)}


def source_items(order: Sequence[str], sources: Sources, language: Language) -> list[dict[str, str]]:
    """Return the documents with their marks."""
    return [
        {"mark": str(at) if len(order) > 1 else "", "text": sources[source][language]}
        for at, source in enumerate(order, 1)
    ]


# The sums of a player's sheet: one band of numbers under FIDE's own names.

Sums = list[list[str]]
"""Pairs of a name and its number."""

AVERAGES = ("change.average", "change.average-round-robin", "round-robin.rc")


def rated_sums(own: PlayerRating, language: Language) -> Sums:
    """Return Rc, Ro, n, W, We, W − We, K, K times it, rounded, Rn; D and PD too for an event rated by its average."""
    rounded = number_or_dash(own.rounded_change, language, sign=True)
    last = [("rounded", rounded), ("rn", "–" if own.new_rating is None else str(own.new_rating))]
    return [*event_sums(own, own.k, language), *named(last, language)]


def event_sums(own: PlayerRating, k: int | None, language: Language) -> Sums:
    """Return the result of an event before rounding, with the K that counts."""
    by_average = _event_line(own)
    average = own.average if by_average is None else by_average[0]
    rc = [[average_symbol(own, language), number_or_dash(average, language)]]
    found = [("ro", str(own.participant.rating))]
    if by_average is not None:
        _, difference, expected = by_average
        found += [("d", number(difference, language)), ("pd", number(expected, language))]
    found += [
        ("n", str(own.games)),
        ("w", number(points(own.score), language)),
        ("we", "–" if own.expected is None else number(hundredths(own.expected), language)),
        ("sum", signed(own.result, language)),
        ("k", "–" if k is None else str(k)),
        ("k-sum", signed(own.times_k(k), language)),
    ]
    return [*rc, *named(found, language)]


def first_rating_sums(initial: InitialRating | None, language: Language) -> Sums:
    """Return Ra, n, W, p, dp or the bonus, and the first rating."""
    if initial is None:
        return []
    found = [
        ("n", str(initial.games_counted)),
        ("w", "–" if initial.score is None else number(points(initial.score), language)),
        ("p", "–" if initial.percentage is None else f"{initial.percentage}%"),
        _added(initial, language),
        ("first", "–" if initial.rating is None else str(initial.rating)),
    ]
    average = [symbol_of(initial.steps, "ra", language), number_or_dash(initial.average, language)]
    return [average, *named(found, language)]


def average_symbol(own: PlayerRating, language: Language) -> str:
    """Return the edition's symbol for the average of a player's opponents: Rc, or Ra."""
    if own.initial is not None:
        return symbol_of(own.initial.steps, "ra", language)
    return symbol_of(own.steps, "rc", language)


def symbol_of(trail: Explanation, otherwise: str, language: Language) -> str:
    """Return the symbol of the average in the reasons; if they have none, the usual one."""
    named_by = (step.inputs["symbol"] for _, step in walk(trail) if "symbol" in step.inputs)
    return str(next(named_by, text(f"sheet.sum.{otherwise}", language)))


def verdict(initial: InitialRating | None, language: Language) -> str:
    """Return whether a first rating is published, and if not why."""
    if initial is None or (initial.rating is None and not initial.reasons):
        return text("sheet.verdict.none", language)
    if initial.publishable:
        return text("sheet.verdict.published", language)
    why = "; ".join(f"{sentence(step, language)} ({step.article.number})" for step in initial.reasons)
    return text("sheet.verdict.not-published", language, why=why)


def named(found: list[tuple[str, str]], language: Language) -> Sums:
    """Return numbers under their names."""
    return [[text(f"sheet.sum.{name}", language), value] for name, value in found]


def _added(initial: InitialRating, language: Language) -> tuple[str, str]:
    if initial.bonus is not None:
        return "bonus", number(initial.bonus, language, sign=True)
    return "dp", number_or_dash(initial.dp, language, sign=True)


def _event_line(own: PlayerRating) -> tuple[Fraction, int, Decimal] | None:
    """Return the average that counts, D and PD of an event that is rated by its average, as the reasons give them."""
    values = {step.what: step.value for _, step in walk(own.steps)}
    average = next((values[what] for what in AVERAGES if what in values), None)
    difference, expected = values.get("change.event-difference"), values.get("change.expected")
    if isinstance(average, int | Fraction) and isinstance(difference, int) and isinstance(expected, Decimal):
        return Fraction(average), difference, expected
    return None


def signed(value: int | None, language: Language) -> str:
    """Return hundredths as a number with its sign."""
    return "–" if value is None else number(hundredths(value), language, sign=True)


# The table of a player's games in an event as every sheet prints it: the columns, the rows, the meaning of the marks.

OPENING = ("round", "colour", "opponent", "rc", "w")
BY_GAME = ("d", "d-used", "pd", "change", "k-change")
BY_AVERAGE = ("counts-as", "")
NO_MORE = ("",)
"""An empty name: a column that only shows why a game is not rated."""


def table_data(rounds: list[RoundLine], k: int | None, language: Language) -> dict[str, object]:
    """Return the headings and the rows; K is the one that counts."""
    columns = columns_of(rounds)
    return {
        "columns": [name and text(f"sheet.column.{name}", language) for name in (*OPENING, *columns)],
        "rounds": [_row(line, k, columns, language) for line in rounds],
    }


def columns_of(rounds: list[RoundLine]) -> tuple[str, ...]:
    """Return the columns after W: the numbers of each game, or an opponent's value in a capped average."""
    if any(line.change is not None for line in rounds):
        return BY_GAME
    return BY_AVERAGE if any(line.used is not None for line in rounds) else NO_MORE


def more_cells(line: RoundLine, k: int | None, columns: tuple[str, ...], language: Language) -> list[str]:
    """Return the cells after W, as many as there are columns."""
    more: list[str] = []
    if columns is BY_GAME:
        more = game_cells(line, k or 0, language)
    elif columns is BY_AVERAGE:
        counts = line.rating if line.used is None else line.used
        more = ["" if counts is None else str(counts) + ("" if line.used is None else "*")]
    return [*more, *[""] * (len(columns) - len(more))]


def reason_text(line: RoundLine) -> str:
    """Return why a game is not rated, with the article."""
    return f"{line.reason} ({line.article})" if line.article else line.reason


def _row(line: RoundLine, k: int | None, columns: tuple[str, ...], language: Language) -> dict[str, object]:
    return {
        "rated": line.rated,
        "cells": opening_cells(line, language),
        "more": more_cells(line, k, columns, language),
        "reason": reason_text(line),
    }


def column_legend(rating: EventRating, own: PlayerRating, rounds: list[RoundLine], language: Language) -> str:
    """Return the meaning of the columns."""
    by_game = any(line.change is not None for line in rounds)
    kind = "game" if by_game else "average"
    if own.participant.rating is None:
        kind = "first-round-robin" if rating.counted_as in CYCLES else "first"
    return text(f"sheet.legend.{kind}", language, symbol=average_symbol(own, language))


def mark_legend(rounds: list[RoundLine], edition: Edition, language: Language) -> list[str]:
    """Return the meaning of the marks that occur."""
    found = []
    cap, standing_in = edition.change.cap, edition.change.standing_in
    if any(line.used is not None or (line.change is not None and line.change.capped) for line in rounds):
        found.append(text("sheet.legend.cap", language, cap=cap.value, article=cap.article.number))
    if any(line.standing_in for line in rounds):
        found.append(text("sheet.legend.standing-in", language, article=standing_in.article.number))
    return found


# The sheet of one player, for a claim: the rounds in FIDE's own columns, the sums, the reasons.


def player_sheet(
    rating: EventRating, rank: int, edition: Edition, sources: Sources, language: Language = "en"
) -> bytes:
    """Return one page for one player of a rated event, as PDF. `sources` are the documents by their ids."""
    own = rating.player(rank)
    if own is None:
        ranks = [player.participant.player.rank for player in rating.players] or [0]
        raise ArpadError("publication.no-player", rank=rank, first=min(ranks), last=max(ranks))
    return typeset("sheet", sheet_data(rating, own, edition, sources, language), language, ["sheet_parts"])


def sheet_data(
    rating: EventRating, own: PlayerRating, edition: Edition, sources: Sources, language: Language
) -> dict[str, object]:
    """Return the texts for the template; numbers are already written in the language."""
    rounds = lines(rating, own, edition, language)
    first = own.participant.rating is None
    order = documents((*rating.steps, *own.steps), edition.source)
    return {
        "words": words("sheet", language),
        "player": _player(own, language),
        "facts": _facts(rating, own, edition, sources, language),
        **table_data(rounds, own.k, language),
        "legend": [column_legend(rating, own, rounds, language), *mark_legend(rounds, edition, language)],
        "sums": first_rating_sums(own.initial, language) if first else rated_sums(own, language),
        "verdict": verdict(own.initial, language) if first else "",
        "reasons": reason_items(reasons_of(rating, own), rounds, order, language),
        "notes": _notes(rating, own, language),
        "sources": source_items(order, sources, language),
    }


def _player(own: PlayerRating, language: Language) -> dict[str, str]:
    player = own.participant.player
    born = player.birthday or player.born
    facts = [
        player.id and text("sheet.id", language, id=player.id),
        player.federation,
        born and text("sheet.born", language, born=born if player.birthday else str(born)),
        text("sheet.number", language, rank=player.rank),
    ]
    before = own.participant.rating
    after = own.new_rating if own.initial is None else own.initial.rating
    return {
        "name": titled_name(own),
        "line": " · ".join(str(fact) for fact in facts if fact),
        "before": text("word.unrated", language) if before is None else str(before),
        "after": "–" if after is None else str(after),
    }


def _facts(
    rating: EventRating, own: PlayerRating, edition: Edition, sources: Sources, language: Language
) -> list[list[str]]:
    """Return the head: the event on the left, the rules on the right."""
    event = rating.event
    system = text(f"format.{rating.system}", language)
    if rating.counted_as != rating.system:
        system = text("sheet.counted-as", language, system=system, other=text(f"format.{rating.counted_as}", language))
    facts = [
        ("event", event.name),
        ("edition", f"{edition.name[language]} ({edition.id})"),
        ("place", ", ".join(value for value in (event.city, event.federation) if value)),
        ("document", sources[edition.source][language]),
        ("dates", dates(event, language)),
        ("k", _why_k(own, language)),
        ("system", system),
    ]
    return [[text(f"sheet.fact.{name}", language), value or "–"] for name, value in facts]


def dates(event: Event, language: Language) -> str:
    """Return the days of an event, from the first to the last."""
    days = dict.fromkeys((event.start, event.end))
    return " – ".join(date_text(day, language) for day in days if day is not None)


def _why_k(own: PlayerRating, language: Language) -> str:
    """8.3.3 and similar: K, and the article that gives it; or the list, if it published the K."""
    if own.k is None:
        return text("sheet.k-none", language)
    taken = [step for _, step in walk(own.steps) if step.what.startswith("k.")]
    sentences = [f"{sentence(step, language)} ({step.article.number})" for step in taken]
    if not any(step.what != "k.limit" for step in taken):
        sentences.insert(0, text("sheet.k-listed", language, k=own.participant.k))
    return ". ".join(sentences)


def _notes(rating: EventRating, own: PlayerRating, language: Language) -> list[str]:
    """Return the findings about this player."""
    mine = [finding for finding in rating.findings if finding.player == own.participant.player.rank]
    return list(dict.fromkeys(message(finding, language) for finding in mine))
