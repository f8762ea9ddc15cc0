"""Norms in words: a check with what is required and what was found; games left out, cut off or raised."""

from arpad.domain.games import points
from arpad.i18n import Language, plain, text
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.model import Check, Norm, NormGame
from arpad.titles.need import Way

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
    said = [
        text("norm.remark.dropped", spoken, article=str(rules.drop_wins.article), **_who(game)) for game in norm.dropped
    ]
    if norm.cut_after is not None:
        said.append(text("norm.remark.cut", spoken, article=str(rules.cut_off.article), round=norm.cut_after))
    for omission in norm.left:
        key, who = (
            ("left", _who(omission.game)) if omission.game.opponent else ("left-bye", {"round": omission.game.round})
        )
        reason = text(omission.reason, spoken)
        said.append(text(f"norm.remark.{key}", spoken, article=str(omission.article), reason=reason, **who))
    if norm.raised is not None:
        article = str(rules.raised.article)
        said.append(text("norm.remark.raised", spoken, article=article, to=norm.raised.to, **_who(norm.raised.game)))
    if norm.special:
        absent = norm.special == "last-round-absent"
        article = str(rules.last_round_absent.article if absent else rules.games_nine_rounds.article)
        said.append(text(f"norm.remark.{norm.special}", spoken, article=article))
    if norm.achieved and norm.foreigners is not True:
        said.append(text("norm.remark.exempt", spoken, article=str(edition.application.foreign_norms.article)))
    return said


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
