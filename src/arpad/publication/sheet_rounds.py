"""A player's rounds, each a line of the sheet: games that count with their numbers, others with the reason."""

from dataclasses import dataclass

from arpad.documents.steps import Step, walk
from arpad.domain.event import BYES, RoundResult
from arpad.i18n import Language, hundredths, number, text
from arpad.publication.crosstable import colour, symbol
from arpad.publication.sheet_games import Key, counts_for, game_changes, key_of, label_of
from arpad.rating.model import EventRating, NotRated, PlayerRating
from arpad.rating.results import GameChange
from arpad.rating.round_robin import LEFT_OUT
from arpad.regulations.rating_edition import Edition


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
    for one in sorted(own.participant.player.rounds, key=lambda round_: round_.round):
        reason, article = _reason(rating, own, edition, one, language)
        other = None if one.opponent is None else rating.player(one.opponent)
        if other is None:
            found.append(RoundLine(one, reason=reason, article=article))
            continue
        listed, standing_in = other.participant.for_opponents, other.participant.standing_in
        id_ = other.participant.player.id
        if reason:
            found.append(RoundLine(one, titled_name(other), listed, None, None, standing_in, reason, article, id_))
            continue
        change = numbers.get(_key(own, one))
        counts = listed if change is None else change.game.opponent
        used = None if listed is None else capped.get(listed)
        found.append(RoundLine(one, titled_name(other), counts, used, change, standing_in, id=id_))
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
    return not (left_out.reason == "unrated" and counts)


def _left_out(entry: NotRated, language: Language) -> str:
    if entry.finding is not None:
        return text(f"finding.{entry.finding.code}", language, **entry.finding.values)
    return text(f"not-rated.{entry.reason}", language)


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
    delta, whole = (number(hundredths(points), language, sign=True) for points in (change.change, k * change.change))
    return [
        number(change.difference, language), used, number(hundredths(change.expected), language), delta, whole,
    ]  # fmt: skip
