"""A page says what to do in the words of its forms, and names no option of the command line."""

import pytest

from arpad.i18n import LANGUAGES, Language, keys, text
from arpad.web.site import on_page

SHOWN = ("finding.", "advice.")
PROBLEMS = (
    "error.k-missing", "error.list-edition-held", "error.no-games", "error.office-person-nothing",
    "error.pairing-rounds-unknown", "error.period-more-reports", "error.rating-missing", "error.reason-missing",
    "error.report-no-start", "error.stages-without-games",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_finding_names_an_option(language: Language) -> None:
    named = [key for key in keys(language) if key.startswith(SHOWN) or key in PROBLEMS]
    assert [key for key in named if "--" in on_page(text(key, language), language)] == []


def test_a_field_is_called_by_its_label() -> None:
    said = "it is not known; give --registered DATE, or --women or --no-women"
    assert on_page(said, "en") == "it is not known; give “Registered on”, or “For women only”"
    assert on_page("indique --arbiter-ok o --no-arbiter", "es") == (
        "indique «Árbitros con el título y la licencia exigidos»"
    )


def test_other_words_stay() -> None:
    assert on_page("Smith--Jones, 12 -- 0, --no-such", "en") == "Smith--Jones, 12 -- 0, --no-such"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finding_names_the_form_and_not_the_command(language: Language) -> None:
    for key in ("finding.player-without-id", "finding.id-of-another"):
        said = on_page(text(key, language), language)
        assert "arpad" not in said
        assert text("web.form.identify", language) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_that_is_turned_away_names_no_command(language: Language) -> None:
    for key in (
        "event-without-player", "period-no-list", "period-not-closed", "decision-unknown", "merge-none",
        "player-not-on-list", "period-unpublished", "list-provisional", "event-has-report", "event-submitted-before",
        "event-registered-before", "event-played-before", "office-no-event", "event-no-report", "event-withdrawn",
        "period-published", "merge-both-play",
    ):  # fmt: skip
        assert "arpad" not in on_page(text(f"error.{key}", language), language), key
