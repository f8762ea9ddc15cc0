"""1.1 and A.1: the time class of reports whose time control is missing or cannot be read is assumed, and told."""

import pytest

from arpad.documents.findings import message
from arpad.domain.findings import Finding
from arpad.eligibility.checks import check_event, ratable
from arpad.eligibility.facts import Facts
from arpad.formats.read import read_report
from arpad.office.storage._tables import finding_from_document, finding_to_document
from arpad.rating.examine import report_class
from arpad.regulations.rating_editions import edition
from eligibility_events import event, said
from places import FIXTURES

REPORTS = FIXTURES / "reports" / "time-class"


def told(name: str, under: str) -> tuple[str, list[Finding]]:
    report = read_report((REPORTS / name).read_bytes())
    found = check_event(edition(under), report.event, Facts())
    return report_class(report.event, None), [
        finding for finding in found if finding.code.startswith(("cannot-check-time", "hours"))
    ]


@pytest.mark.parametrize(
    ("name", "under", "time_class", "sentence"),
    [
        (
            "rapid-in-092.trf", "fide-2024-rapid-blitz", "rapid",
            "the report has no time control. Assumed: Rapid (it says “Rapid - Swiss”).",
        ),
        (
            "fourteen-rounds-in-a-day.trf", "fide-2024-rapid-blitz", "rapid",
            "the report has no time control. Assumed: Rapid (14 rounds on a day; standard chess has room for 6).",
        ),
        (
            "unreadable.trf", "fide-2024", "standard",
            "the time control “see the leaflet” cannot be read. Assumed: Standard (nothing in the report says",
        ),
    ],
)  # fmt: skip
def test_what_is_assumed_is_a_warning_that_names_it(name: str, under: str, time_class: str, sentence: str) -> None:
    found_class, findings = told(name, under)
    assert found_class == time_class
    assert [finding.severity for finding in findings] == ["warning"]
    assert message(findings[0], "en").startswith(sentence)
    assert message(finding_from_document(finding_to_document(findings[0])), "es") == message(findings[0], "es")


def test_the_time_control_of_fides_own_sample_is_read() -> None:
    assert told("fide-sample.trf", "fide-2024") == ("standard", [])


def test_fourteen_rounds_in_a_day_are_not_standard_chess() -> None:
    """3.1 with 1.1: fourteen games of an hour for each player take 28 hours, whatever the time control was."""
    _, findings = told("fourteen-rounds-in-a-day.trf", "fide-2024")
    assert [(finding.code, finding.severity, finding.article) for finding in findings] == [
        ("cannot-check-time", "warning", "1.1"), ("hours-per-day-least", "error", "3.1"),
    ]  # fmt: skip
    assert not ratable(findings)


@pytest.mark.parametrize(("rounds", "time_class"), [(6, "standard"), (7, "rapid"), (15, "rapid"), (16, "blitz")])
def test_rounds_a_day_tell_the_class(rounds: int, time_class: str) -> None:
    """Six games of two hours fill twelve hours (3.1); rapid chess has 15 rounds a day at most."""
    tournament = event(rounds=rounds, start="2024-05-04", end="2024-05-04")
    assert report_class(tournament, None) == time_class


@pytest.mark.parametrize(
    ("words", "time_class"),
    [
        ("Rapid - Swiss", "rapid"), ("Torneo de Ajedrez Rápido", "rapid"), ("Schnellschach", "rapid"),
        ("Individual: Swiss-System, Blitz", "blitz"), ("Torneo lampo", "blitz"), ("Блиц", "blitz"),
        ("Individual: Swiss-System", "standard"), ("Rapid & Blitz", "standard"),
    ],
)  # fmt: skip
def test_the_type_of_the_event_names_the_class(words: str, time_class: str) -> None:
    assert report_class(event(type=words), None) == time_class


def test_an_edition_of_other_chess_than_the_report_says() -> None:
    assert said("fide-2024", event(type="Blitz"), "time-class-other") == ["1.1"]
    assert said("fide-2024-rapid-blitz", event(type="Blitz"), "time-class-other") == []
