"""Norms and needs as JSON."""

from collections.abc import Sequence

from arpad.documents.findings import findings_json
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.domain.games import points
from arpad.i18n import Language
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.model import Candidate, Check, Norm, NormGame
from arpad.titles.need import Need, Way
from arpad.titles.norm import WorthTelling
from arpad.titles.shapes import (
    CandidateDocument,
    NeedDocument,
    NormCheckDocument,
    NormDocument,
    NormGameDocument,
    NormRowDocument,
    NormsDocument,
    WayDocument,
)
from arpad.titles.words import check_words


def candidate_document(candidate: Candidate) -> CandidateDocument:
    """A player's answers, title by title."""
    whole = {norm.title: norm_document(norm) for norm in candidate.whole}
    return {
        "player": candidate.rank,
        "edition": candidate.edition,
        "norms": [{**norm_document(norm), "whole": whole.get(norm.title)} for norm in candidate.norms],
    }


def norms_document(
    event: Event, edition: TitleEdition, worth: Sequence[WorthTelling], findings: Sequence[Finding], language: Language
) -> NormsDocument:
    """The norms of an event that are worth telling, player by player."""
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
