"""Norms as JSON documents and in words."""

from collections.abc import Sequence
from typing import TypedDict

from arpad.documents.findings import findings_json
from arpad.documents.schema import Anything, FindingDocument, Points
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.domain.games import points
from arpad.i18n import Language, plain, text
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.model import Candidate, Check, Norm, NormGame
from arpad.titles.needs import Need, Way
from arpad.titles.norms import NotableNorms

# The shapes of the documents about norms.


class NormGameDocument(TypedDict):
    """A game of a norm; the opponent by the starting rank."""

    round: int
    opponent: int
    opponent_id: str | None
    rating: int | None
    name: str


class RaisedGameDocument(NormGameDocument):
    """The game against the opponent whose rating is raised."""

    to: int


class NormRowDocument(NormGameDocument):
    """A game of a norm as its table has it."""

    federation: str
    title: str
    score: Points


class LeftGameDocument(NormRowDocument):
    """A game that does not count for a norm, and why."""

    article: str
    reason: str


class NormCheckDocument(TypedDict):
    """A condition of a norm; `ok` is null if the report does not tell."""

    article: str
    name: str
    required: Anything
    found: Anything
    ok: bool | None
    sense: str
    detail: str
    missing: list[str]


class NormDocument(TypedDict):
    """A norm with all its checks."""

    title: str
    achieved: bool
    undecided: bool
    games: int
    dropped: list[NormGameDocument]
    cut_after: int | None
    score: Points
    required: Points | None
    average: int | None
    percentage: int | None
    dp: int | None
    performance: int | None
    raised: RaisedGameDocument | None
    credit: int
    special: str | None
    foreigners: bool | None
    checks: list[NormCheckDocument]
    rows: list[NormRowDocument]
    left: list[LeftGameDocument]


class WholeNormDocument(NormDocument):
    """A norm, and the answer with all games if some were left out."""

    whole: NormDocument | None


class CandidateDocument(TypedDict):
    """A player's norms, title by title."""

    player: int
    edition: str
    norms: list[WholeNormDocument]


class NormsDocument(TypedDict):
    """The norms of an event."""

    edition: str
    event: str
    players: list[CandidateDocument]
    findings: list[FindingDocument]


class PlayerNormDocument(NormDocument):
    """A norm of a player, who is named by the starting rank."""

    player: int


class WayDocument(TypedDict):
    """A score that is enough, and against whom."""

    score: Points
    least_rating: int | None
    titles: list[str] | None
    federations_excluded: list[str]
    federations_from: dict[str, int]


class ComingOpponentDocument(TypedDict):
    """An opponent to come."""

    rating: int | None
    title: str
    federation: str


class NeedDocument(TypedDict):
    """What a player still needs for a norm."""

    player: int
    edition: str
    title: str
    possible: bool
    undecided: bool
    rounds: list[int]
    score_needed: Points | None
    least_rating: int | None
    titles: list[str] | None
    federations_excluded: list[str]
    ways: list[WayDocument]
    opponents: list[ComingOpponentDocument | None]
    reasons: list[str]
    norm: NormDocument


# Norms in words: a check with what is required and what was found; games left out, cut off or raised.

SIGNS = {"least": "≥ ", "over": "> ", "most": "≤ ", "is": ""}


def value(found: object, spoken: Language) -> str:
    """Write a number in the language, a dash if there is none."""
    return "–" if found is None else str(plain(found, spoken))


def required(check: Check, spoken: Language) -> str:
    """Return what a check requires: ≥ 5, ≤ 8, f."""
    return SIGNS[check.sense] + value(check.required, spoken)


def found(check: Check, spoken: Language) -> str:
    """Return what was found, and for whom."""
    words = value(check.found, spoken)
    return f"{words} ({check.detail})" if check.detail else words


def check_words(check: Check, spoken: Language) -> str:
    """Return a check in one line: what was found, and what is required."""
    name = text(f"norm.check.{check.name}", spoken)
    return text("norm.wanting", spoken, name=name, found=found(check, spoken), required=required(check, spoken))


def remarks(norm: Norm, edition: TitleEdition, spoken: Language) -> list[str]:
    """Return what was left out, cut off or raised, each with its article."""
    rules = edition.norm
    sentences = [
        text("norm.remark.dropped", spoken, article=str(rules.drop_wins.article), **_who(game)) for game in norm.dropped
    ]
    if norm.cut_after is not None:
        sentences.append(text("norm.remark.cut", spoken, article=str(rules.cut_off.article), round=norm.cut_after))
    for omission in norm.left:
        key, who = (
            ("left", _who(omission.game)) if omission.game.opponent else ("left-bye", {"round": omission.game.round})
        )
        reason = text(omission.reason, spoken)
        sentences.append(text(f"norm.remark.{key}", spoken, article=str(omission.article), reason=reason, **who))
    if norm.raised is not None:
        article = str(rules.raised.article)
        sentences.append(
            text("norm.remark.raised", spoken, article=article, to=norm.raised.to, **_who(norm.raised.game))
        )
    if norm.special:
        absent = norm.special == "last-round-absent"
        article = str(rules.last_round_absent.article if absent else rules.games_nine_rounds.article)
        sentences.append(text(f"norm.remark.{norm.special}", spoken, article=article))
    if norm.achieved and norm.foreigners is not True:
        sentences.append(text("norm.remark.exempt", spoken, article=str(edition.application.foreign_norms.article)))
    return sentences


def _who(game: NormGame) -> dict[str, object]:
    return {
        "round": game.round,
        "name": game.name or f"#{game.opponent}",
        "rating": "–" if game.rating is None else str(game.rating),
    }


def way_words(way: Way, spoken: Language, *, known: bool) -> str:
    """Return one way in words: the score, and against whom."""
    words = [text("norm.need.nothing" if way.score == 0 else "norm.need.score", spoken, score=points(way.score))]
    if not known:
        asked = [
            text("norm.need.title", spoken, titles=", ".join(way.titles)) if way.titles else "",
            text("norm.need.rating", spoken, rating=way.rating) if way.rating is not None else "",
            text("norm.need.excluded", spoken, federations=", ".join(way.excluded)) if way.excluded else "",
            *(text("norm.need.dearer", spoken, federation=name, rating=least) for name, least in way.dearer),
        ]
        conditions = ", ".join(condition for condition in asked if condition) or text("norm.need.anybody", spoken)
        words.append(text("norm.need.against", spoken, conditions=conditions))
    return " ".join(words)


# Norms and needs as JSON.


def candidate_document(candidate: Candidate) -> CandidateDocument:
    """A player's answers, title by title."""
    whole = {norm.title: norm_document(norm) for norm in candidate.whole}
    return {
        "player": candidate.rank,
        "edition": candidate.edition,
        "norms": [{**norm_document(norm), "whole": whole.get(norm.title)} for norm in candidate.norms],
    }


def norms_document(
    event: Event, edition: TitleEdition, worth: Sequence[NotableNorms], findings: Sequence[Finding], language: Language
) -> NormsDocument:
    """Return the norms of an event that are shown, player by player."""
    players = []
    for candidate, norms in worth:
        document = candidate_document(candidate)
        shown = {norm.title for norm in norms}
        document["norms"] = [norm for norm in document["norms"] if norm["title"] in shown]
        players.append(document)
    found = findings_json(findings, language)
    return {"edition": edition.id, "event": event.name, "players": players, "findings": found}


def norm_document(norm: Norm) -> NormDocument:
    """One answer; scores in points."""
    return {
        "title": norm.title,
        "achieved": norm.achieved,
        "undecided": norm.undecided,
        "games": len(norm.games),
        "dropped": [_game(game) for game in norm.dropped],
        "cut_after": norm.cut_after,
        "score": points(norm.score),
        "required": None if norm.required is None else points(norm.required),
        "average": norm.average,
        "percentage": norm.percentage,
        "dp": norm.dp,
        "performance": norm.performance,
        "raised": None if norm.raised is None else {**_game(norm.raised.game), "to": norm.raised.to},
        "credit": norm.credit,
        "special": norm.special or None,
        "foreigners": norm.foreigners,
        "checks": [check_document(check) for check in norm.checks],
        "rows": [_row(game) for game in norm.games],
        "left": [
            {**_row(omission.game), "article": str(omission.article), "reason": omission.reason.rpartition(".")[2]}
            for omission in norm.left
        ],
    }


def check_document(check: Check) -> NormCheckDocument:
    return {
        "article": str(check.article),
        "name": check.name,
        "required": check.required,
        "found": check.found,
        "ok": check.ok,
        "sense": check.sense,
        "detail": check.detail,
        "missing": list(check.missing),
    }


def _game(game: NormGame) -> NormGameDocument:
    return {
        "round": game.round,
        "opponent": game.opponent,
        "opponent_id": game.id or None,
        "rating": game.rating,
        "name": game.name,
    }


def _row(game: NormGame) -> NormRowDocument:
    return {**_game(game), "federation": game.federation, "title": game.title, "score": points(game.score)}


def need_document(need: Need, rank: int, edition: str, language: Language) -> NeedDocument:
    """Return what is needed: the most likely way first, then all ways."""
    way = None if need.way is None else _way(need.way)
    return {
        "player": rank,
        "edition": edition,
        "title": need.title,
        "possible": need.possible,
        "undecided": need.norm.undecided,
        "rounds": list(need.rounds),
        "score_needed": None if need.score is None else points(need.score),
        "least_rating": None if way is None else way["least_rating"],
        "titles": None if way is None else way["titles"],
        "federations_excluded": [] if way is None else way["federations_excluded"],
        "ways": [_way(way) for way in need.ways],
        "opponents": [
            None
            if player is None
            else {"rating": player.rating, "title": player.title, "federation": player.federation}
            for player in need.known
        ],
        "reasons": [f"{check.article}: {check_words(check, language)}" for check in need.reasons],
        "norm": norm_document(need.norm),
    }


def _way(way: Way) -> WayDocument:
    return {
        "score": points(way.score),
        "least_rating": way.rating,
        "titles": list(way.titles) or None,
        "federations_excluded": list(way.excluded),
        "federations_from": dict(way.dearer),
    }
