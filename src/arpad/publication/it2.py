"""Form IT2: the application for a title by norms."""

from arpad.domain.games import points
from arpad.i18n import Language, date_text, text
from arpad.publication.crosstable import number_text, score_text
from arpad.publication.typesetting import typeset, words
from arpad.regulations.title_editions import NORM_TITLES, title_edition_for
from arpad.titles.model import Application, NormEntry

LINES = 3
"""The norms that one form has room for."""
OPPONENTS = ("titled", "gm", "im", "fm", "wgm", "wim", "wfm", "rated", "unrated")


def it2(application: Application, language: Language = "en") -> bytes:
    """Return the application as PDF, three norms on a page; each further page is another form, as the form asks."""
    person, reached = application.person, application.rating
    rules = title_edition_for(application.date).application
    norms = [_norm(at, norm, language) for at, norm in enumerate(application.norms, 1)]
    norms += [_empty(at, language) for at in range(len(norms) + 1, -(-max(len(norms), 1) // LINES) * LINES + 1)]
    data = {
        "words": words("it2", language),
        "page": text("form.page", language),
        "english": {"heading": text("it2.heading", "en")},
        "federation": application.federation,
        "titles": [
            {
                "name": text("it2.title", language, title=text(f"it1.titles.{title}", language), rating=str(rating)),
                "chosen": title == application.title,
            }
            for title, rating in zip(NORM_TITLES, rules.rating.value, strict=True)
        ],
        "person": {
            "name": f"{person.family_name}, {person.first_name}",
            "family-name": person.family_name,
            "first-name": person.first_name,
            "id": person.id,
            "federation": person.federation,
        },
        "rating": {
            "gained": "" if reached.gained is None else date_text(reached.gained, language),
            "highest": str(reached.highest),
        },
        "conditional": text("it2.conditional", language, article=rules.rating.article),
        "norms": norms,
        "total": str(application.total_games),
        "total-words": text("it2.total", language, games=rules.games.value),
        "comments": application.comments.splitlines(),
        "official": application.official,
        "date": date_text(application.date, language),
    }
    return typeset("it2", data, language, shared=["form_parts"])


def _norm(number: int, norm: NormEntry, language: Language) -> dict[str, object]:
    met = norm.opponents
    return {
        "number": str(number),
        "event": norm.event,
        "location": norm.location,
        "dates": f"{date_text(norm.start, language)} – {date_text(norm.end, language)}",
        "system": text(f"format.{norm.system}", language),
        "average": number_text(norm.average),
        "games": str(norm.games),
        "required": _score(norm.required, language),
        "score": _score(norm.score, language),
        "counted": number_text(norm.counted),
        "counted-required": _score(norm.counted_required, language),
        "counted-score": _score(norm.counted_score, language),
        "host": number_text(met.host),
        "not-own": number_text(met.foreign),
        "opponents": [[text(f"it2.opponent.{name}", language), number_text(getattr(met, name))] for name in OPPONENTS],
    }


def _empty(number: int, language: Language) -> dict[str, object]:
    """Return a norm still to be filled in."""
    names = (
        "event", "location", "dates", "system", "average", "games", "required", "score", "counted", "counted-required",
        "counted-score", "host", "not-own",
    )  # fmt: skip
    blank: dict[str, object] = dict.fromkeys(names, "")
    return blank | {
        "number": str(number),
        "opponents": [[text(f"it2.opponent.{opponent}", language), ""] for opponent in OPPONENTS],
    }


def _score(half_points: int | None, language: Language) -> str:
    return "" if half_points is None else score_text(points(half_points), language)
