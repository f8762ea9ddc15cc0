"""Games, claims and positions as JSON documents."""

from collections.abc import Sequence
from typing import Any

from arpad.documents.findings import findings_json
from arpad.domain.findings import Finding
from arpad.games.against_report import ComparedGames
from arpad.games.chess960 import Chess960Position
from arpad.games.claims import Claim
from arpad.games.record import GameRecord
from arpad.i18n import Language


def game_document(record: GameRecord, found: Sequence[Finding], language: Language) -> dict[str, Any]:
    """One game in the answer of `arpad games check`."""
    documents = [
        {**told, **{name: finding.values[name] for name in ("ply", "move", "fen") if name in finding.values}}
        for finding, told in zip(found, findings_json(found, language), strict=True)
    ]
    return {
        "nr": record.number,
        "line": record.line,
        "round": record.round,
        "white": record.tags.get("White", ""),
        "black": record.tags.get("Black", ""),
        "result": record.result,
        "plies": len(record.moves),
        "language": record.language,
        "end": record.end,
        "third": record.third,
        "fifth": record.fifth,
        "fifty": record.fifty,
        "seventy_five": record.seventy_five,
        "offers": list(record.offers),
        "fen": record.fen,
        "findings": documents,
    }


def compared_document(compared: ComparedGames, language: Language) -> dict[str, Any]:
    """What the answer says of the report."""
    missing = [{"round": game.round, "white": game.white, "black": game.black} for game in compared.missing]
    return {
        "report": {
            "played": compared.played,
            "found": compared.found,
            "missing": missing,
            "findings": findings_json(compared.lacking, language),
        },
        "complete": {"duty": compared.duty, "ok": compared.complete},
    }


def claim_document(claim: Claim) -> dict[str, Any]:
    """The answer of `arpad games claim`."""
    return {
        "kind": claim.kind,
        "right": claim.right,
        "article": claim.article,
        "ply": claim.ply,
        "move": claim.move or None,
        "plies": list(claim.plies),
        "places": list(claim.places),
        "quiet_half_moves": claim.quiet,
    }


def chess960_document(position: Chess960Position) -> dict[str, Any]:
    """The answer of `arpad games chess960`."""
    return {
        "number": position.number,
        "english": position.row,
        "spanish": position.in_language("es"),
        "fen": position.fen,
    }
