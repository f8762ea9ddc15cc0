"""Forms FA1, IA1, FA2, IA2, IA3, APR and FL2, read back from the PDF and compared with the manual's, field by field."""

from pathlib import Path

import pytest

from answers import Arpad
from arbiter_cases import applications, blocks, day
from arpad.arbiters.application_files import read_arbiter_application
from arpad.arbiters.categories import UpgradeApplication, UpgradeEvent, judge_upgrade
from arpad.arbiters.forms import application_values, exceptions_of, upgrade_values
from arpad.arbiters.needs import judge_application
from arpad.i18n import ArpadError
from arpad.papers.arbiter_forms import arbiter_form_pdf
from arpad.regulations.event_rules import FORM_NUMBERS, FormNumber, _block, arbiter_form
from arpad.regulations.rating_editions import regulations
from certificate_events import pages
from pdf_pages import page_texts
from places import PROJECT

EXAMPLES = PROJECT / "examples"
WINTER = EXAMPLES / "arbiter" / "winter.toml"
SORIA = EXAMPLES / "open-2024.trf"


def flat(pdf: bytes) -> str:
    """The words of all pages in one line, in the order of the print."""
    return " ".join(" ".join(pages(pdf)).split())


@pytest.mark.parametrize(("number", "lines"), list(blocks("forms.txt")))
def test_a_form_has_every_field_of_the_manual_in_its_order(number: str, lines: list[str]) -> None:
    (page,) = pages(arbiter_form_pdf(number.lower()))  # type: ignore[arg-type]
    words = " ".join(page.split())
    assert number in words
    place = 0
    for line in lines:
        count, _, fields = line.rpartition(" × ")
        for _ in range(int(count or 1)):
            for field in fields.split(" | "):
                found = words.find(field, place)
                assert found >= 0, (number, field, words[place : place + 120])
                place = found + (len(field) if not count else 1)


def test_every_form_is_there_in_both_languages_and_cited() -> None:
    assert {number for number, _ in blocks("forms.txt")} == {number.upper() for number in FORM_NUMBERS}
    for number in FORM_NUMBERS:
        form = arbiter_form(number)
        assert form.article.source in regulations().sources
        ids = [cell.id for cell in form.cells()]
        assert ids
        assert all(cell.label["es"] for cell in form.cells())
    certificate = [[cell.id for cell in arbiter_form(number).cells()] for number in ("fa1", "ia1")]
    assert certificate[0] == certificate[1], "FA1 and IA1 have the same fields"
    with pytest.raises(ArpadError, match="roows"):
        _block("x.toml", 1, {"kind": "fields", "roows": []})


# ---------------------------------------------------------------- filled


def test_an_application_fills_form_fa2() -> None:
    answer = judge_application(read_arbiter_application(WINTER))
    words = flat(arbiter_form_pdf("fa2", application_values(answer, "en")))
    for part in (
        "The ESP federation", "Ejemplo", "Ana", "2290001", "FIDE Arbiters' Seminar Valdeoca",
        "9 February 2024 – 11 February 2024", "Abierto de Valdeoca", "Abierto de Almenara",
        "Cerrado de Otoño", "example.org/otono-2024",
        "Marta Directiva", "2 December 2024",
    ):  # fmt: skip
        assert part in words, part
    assert "INCOMPLETE" not in words
    assert words.count("×") == 5, "two languages and three systems are ticked"
    assert "INCOMPLETA" in flat(arbiter_form_pdf("fa2", application_values(answer, "es"), "es", incomplete=True))


def test_the_exception_of_a_norm_is_the_one_that_the_check_found() -> None:
    found = {}
    for vector in applications():
        answer = judge_application(vector.application)
        found[vector.name] = [exceptions_of(answer, norm) for norm in answer.case.norms]
    assert found["short-one"] == [[], ["3.10.1"], []]
    assert found["exam24-swiss100"] == [[], [], ["2.5"]]
    assert found["team"] == [[], [], ["3.9.1"]]
    assert found["ia-7"] == [["4.10.1"], [], [], ["4.8.1"]]


def test_an_upgrade_fills_form_ia3() -> None:
    events = tuple(
        UpgradeEvent(category, "deputy", day("2023-08-01"), day("2023-08-10"), f"Event {place}")  # type: ignore[arg-type]
        for place, category in enumerate("ABBB")
    )
    asked = UpgradeApplication("A", day("2024-06-01"), since=day("2022-06-01"), events=events, last_name="Sol")
    words = flat(arbiter_form_pdf("ia3", upgrade_values(judge_upgrade(asked), "en")))
    assert "1 June 2022" in words
    assert all(f"Event {place}" in words for place in range(4))
    assert words.count("×") == 2 + 4 * 2


# ---------------------------------------------------------------- the commands


def test_a_certificate(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "fa1.pdf"
    line = f'arbiter certificate {SORIA} --title FA --arbiter 2290001 --name "Ejemplo, Ana" --federation ESP -o {out}'
    answer = arpad(f"{line} --recommendation standard --date 2024-07-14 --position 'Chief Arbiter'")
    assert answer.code == 0
    words = flat(out.read_bytes())
    for part in (
        "Ejemplo", "2290001", "Open Ciudad de Soria 2024", "6 July 2024 – 14 July 2024", "Soria", "Swiss",
        "IA Campos, Lucía", "Chief Arbiter", "14 July 2024", "90 min/40 moves",
    ):  # fmt: skip
        assert part in words, part
    assert words.count("×") == 1
    full = arpad(f"{line} --issued 1")
    assert (full.code, "1 of 1 certificates" in full.err) == (2, True)


def test_a_certificate_of_the_chief_arbiter(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "ia1.pdf"
    line = f'arbiter certificate {SORIA} --title IA --arbiter 1 --name "Campos, Lucía" -o {out}'
    own = arpad(f'{line} --signer "Campos, Lucía"')
    assert (own.code, "2.8.1" in own.err, out.exists()) == (2, True, False)
    untitled = arpad(f'{line} --signer "Mar, Eva" --signer-title NA --json')
    assert (untitled.code, untitled.json["findings"][0]["code"], out.exists()) == (
        1,
        "arbiter-supervisor-untitled",
        False,
    )
    assert arpad(f'{line} --signer "Mar, Eva" --signer-title IO').code == 0
    assert "IO Mar, Eva" in flat(out.read_bytes())


def test_an_event_without_norms_has_no_certificate_unless_forced(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "fa1.pdf"
    line = f"arbiter certificate {SORIA} --title FA --arbiter 7 --format knockout -o {out}"
    answer = arpad(line)
    assert (answer.code, out.exists()) == (1, False)
    assert "was not written" in answer.out
    assert arpad(f"{line} --force").code == 1
    assert "INCOMPLETE" in flat(out.read_bytes())


@pytest.mark.parametrize("number", FORM_NUMBERS)
def test_the_english_name_of_a_form_is_in_one_line(number: FormNumber) -> None:
    """Below the Spanish one if it does not fit beside it, and never broken."""
    english = arbiter_form(number).title["en"]
    lines = page_texts(arbiter_form_pdf(number, {}, "es"))[0].splitlines()
    assert any(english in line for line in lines)


def test_the_forms_are_written(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "form.pdf"
    assert arpad(f"arbiter application {WINTER} --pdf {out} --json").json["complete"] is True
    assert out.exists()
    assert arpad(f"report form --number apr -o {out} --lang es").code == 0
    assert "Evaluación general" in flat(out.read_bytes())
    assert arpad(f"report form {SORIA} --number ia1 -o {out}").code == 0
    assert "Open Ciudad de Soria 2024" in flat(out.read_bytes())
    assert arpad(f"report form --number 1 -o {out}").code == 2
    summer = arpad(
        f"arbiter application {EXAMPLES / 'arbiter' / 'summer.toml'} --date 2024-08-01 --pdf {tmp_path / 'no.pdf'}"
    )
    assert (summer.code, (tmp_path / "no.pdf").exists()) == (1, False)
