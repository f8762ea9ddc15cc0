"""Every federation has a name in both languages."""

from arpad.formats.codes import FEDERATIONS, federation_name
from arpad.i18n import LANGUAGES


def test_every_code_has_a_name_in_both_languages() -> None:
    missing = [
        (code, language) for code in FEDERATIONS for language in LANGUAGES if not federation_name(code, language)
    ]
    assert missing == []


def test_names_of_today_are_different() -> None:
    names = [federation_name(code, "en") for code in FEDERATIONS - {"ROM", "SIN", "TRI"}]  # replaced by ROU, SGP, TTO
    assert len(names) == len(set(names))


def test_names_are_in_the_language_that_is_asked_for() -> None:
    assert (federation_name("ESP", "en"), federation_name("ESP", "es")) == ("Spain", "España")


def test_a_code_that_is_not_known_has_no_name() -> None:
    assert [federation_name(code, "en") for code in ("XYZ", "", None)] == ["", "", ""]
