"""The envelope of a sealed move, to fold and close: the seven things of Guidelines I.2, with the position."""

from arpad.arbiters.sheets import SealedMove
from arpad.i18n import Language, date_text, text
from arpad.publication.typesetting import typeset

FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def envelope_sheet(sealed: SealedMove, language: Language = "en") -> bytes:
    """Return the sheet as PDF."""
    side = text(f"envelope.{sealed.sealed_by}", language)
    offer = text(f"envelope.{sealed.draw_offer or 'no-offer'}", language)
    sealer = sealed.white if sealed.sealed_by == "white" else sealed.black
    facts = (
        ("players", f"{sealed.white} – {sealed.black}"),
        ("used-white", sealed.white_used),
        ("used-black", sealed.black_used),
        ("sealed-by", f"{sealer} ({side})"),
        ("move", str(sealed.move)),
        ("offer", offer),
        ("resumed", ", ".join((date_text(sealed.day, language), sealed.hour, sealed.place))),
    )
    numbers = {"of-round": sealed.round, "of-board": sealed.board}
    where = [text(f"envelope.{key}", language, value=value) for key, value in numbers.items() if value]
    data = {
        "words": {},
        "title": text("envelope.title", language),
        "where": " · ".join(part for part in (sealed.event, *where) if part),
        "facts": [[text(f"envelope.item.{key}", language), value] for key, value in facts],
        "position": text("envelope.item.position", language),
        "fen": sealed.fen,
        "rows": [[FIGURES.get(man, "") for man in row] for row in sealed.position],
        "signatures": [text(f"envelope.{key}", language) for key in ("player-signs", "arbiter-signs")],
    }
    return typeset("envelope", data, language)
