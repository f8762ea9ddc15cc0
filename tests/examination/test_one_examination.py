"""One report, one examination: the command line, the library, the page for reports and the office find the same."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import arpad as library
from answers import Arpad
from arpad.documents.findings import findings_json
from arpad.domain.findings import SAME_CAUSE
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.office.events import list_events, submit
from arpad.office.periods import import_list
from listless_office import desk_of, founded
from office_databases import NewDatabase
from places import FIXTURES, PROJECT
from visitor import TestClient

Found = list[dict[str, Any]]

SUFFIXES = (".trf", ".trfx", ".tab", ".txt", ".TUNX", ".TURX", ".TUMX")
OF_THE_OFFICE = {
    "event-no-list",
    "event-no-start",
    "event-no-end",
    "event-before-lists",
    "player-without-id",
    "id-of-another",
}
"""What only an office can find: it knows its own lists, and a report without a date is due for none of them."""
EXAMPLE = PROJECT / "examples" / "open-2024.trf"


def _is_report(file: Path) -> bool:
    try:
        read_report(file.read_bytes())
    except ArpadError:
        return False
    return True


SAMPLES: dict[str, list[Path]] = {}
for _file in sorted(path for root in (PROJECT / "examples", FIXTURES) for path in root.rglob("*")):
    if _file.suffix in SUFFIXES and _is_report(_file):
        SAMPLES.setdefault(str(_file.parent.relative_to(PROJECT)), []).append(_file)


def by_code(found: Found) -> Found:
    return sorted(found, key=str)


def without_words(found: Found) -> Found:
    """A page says the same without the names of options."""
    return [{name: value for name, value in finding.items() if name != "message"} for finding in found]


def as_the_office(found: Found, own: Found) -> Found:
    """The findings of everybody and the office's own; of two with one cause, only the one that says more."""
    about = {(finding["code"], finding["player"]) for finding in own}
    kept = [
        finding
        for finding in found
        if not any((code, finding["player"]) in about for code in SAME_CAUSE.get(finding["code"], ()))
    ]
    return [*kept, *own]


def plain(answer: Any) -> Found:
    """The findings of a document, numbers as the command line reads them."""
    found: Found = [
        {name: Decimal(value) if isinstance(value, float) else value for name, value in finding.items()}
        for finding in answer["findings"]
    ]
    return found


@pytest.fixture
def submitted(new_database: NewDatabase) -> Callable[..., Found]:
    """The findings of an office that has no list."""

    def submit_to_a_new_office(file: Path, edition: str | None = None) -> Found:
        desk = desk_of(new_database("sqlite", prepare=founded))
        done = submit(desk, file.read_bytes(), edition=edition)
        return plain({"findings": findings_json(done.findings, "en")})

    return submit_to_a_new_office


def by_the_commands(arpad: Arpad, file: Path, edition: str | None) -> Found:
    """The findings of `report check`, which `rate` must find too, or say why there is no rating."""
    named = f" --edition {edition}" if edition else ""
    checked = plain(arpad(f"report check '{file}' --json{named}").json)
    answer = arpad(f"rate '{file}' --json{named}")
    if answer.code < 2:
        assert plain(answer.json) == checked, file
    else:
        (problem,) = (one for one in checked if one["code"] in ("no-edition", "event-not-computable"))
        assert answer.err.removeprefix("error: ").strip() in problem["message"], file
    return checked


def by_the_library(file: Path, edition: str | None, checked: Found) -> Found:
    """The findings of `check`, which `rate` must find too, or say why there is no rating."""
    report = library.read(file)
    try:
        assert plain(report.rate(edition=edition).to_dict()) == checked, file
    except library.ArpadError as problem:
        words = str(problem).replace("edition=", "--edition")
        assert any(words in finding["message"] for finding in checked), file
    return plain(report.check(edition=edition).to_dict())


@pytest.mark.long
@pytest.mark.parametrize("folder", SAMPLES)
def test_one_examination_for_four_entrances(
    arpad: Arpad, client: TestClient, submitted: Callable[..., Found], folder: str
) -> None:
    """Every sample of the project. Reports that do not say when their event started are examined by an edition, too."""
    for file in SAMPLES[folder]:
        started = read_report(file.read_bytes()).event.start is not None
        for edition in (None,) if started else (None, "fide-2024"):
            checked = by_the_commands(arpad, file, edition)
            assert by_the_library(file, edition, checked) == checked, file
            form = {"ratings": "report", "edition": edition or ""}
            page = client.post("/report.json", files={"file": file.read_bytes()}, data=form)
            assert without_words(plain(page.json())) == without_words(checked), file
            office = submitted(file, edition)
            own = [finding for finding in office if finding["code"] in OF_THE_OFFICE]
            assert by_code(office) == by_code(as_the_office(checked, own)), file


def test_a_damaged_file_is_refused_with_its_byte_by_all(
    arpad: Arpad, client: TestClient, new_database: NewDatabase, tmp_path: Path
) -> None:
    """A file of Swiss-Manager that is cut: one sentence at every entrance, and the office keeps nothing."""
    file = tmp_path / "cut.TURX"
    file.write_bytes((FIXTURES / "swiss_manager" / "a03-roundrobin-six.TURX").read_bytes()[:8875])
    words = "ends at byte 8875, inside pairing 2 of round 3, which needs bytes 8870 to 8890"
    commands = ("report check", "report show", "rate", "norm", "standings", "pair check", "pair explain --round 1")
    for command in commands:
        answer = arpad(f"{command} {file}")
        assert (answer.code, answer.out, words in answer.err) == (2, "", True), command
    with pytest.raises(library.ArpadError, match=words):
        library.read(file)
    page = client.post("/report.json", files={"file": file.read_bytes()}, data={"ratings": "report"})
    assert (page.status_code, words in page.text) == (400, True)
    desk = desk_of(new_database("sqlite", prepare=founded))
    with pytest.raises(ArpadError, match=words):
        submit(desk, file.read_bytes())
    assert list_events(desk) == []


def test_a_list_of_the_office_is_a_list_of_the_command(arpad: Arpad, new_database: NewDatabase, tmp_path: Path) -> None:
    """The players of a report on a list, one of them with another rating: the office that has the list finds what
    `rate --list` finds."""
    rows = ["id,name,federation,sex,title,rating,games,k,born,flag"]
    for player in read_report(EXAMPLE.read_bytes()).event.players:
        rating = (player.rating or 0) + (player.rank == 3)
        rows.append(f'{player.id},"{player.name}",{player.federation},,,{rating or ""},0,20,{player.born or ""},')
    file = tmp_path / "list.csv"
    file.write_text("\n".join([*rows, ""]), encoding="utf-8")
    desk = desk_of(new_database("sqlite", prepare=founded))
    import_list(desk, file, dt.date(2024, 7, 1))
    office = findings_json(submit(desk, EXAMPLE.read_bytes()).findings, "en")
    assert "rating-differs" in {finding["code"] for finding in office}
    assert plain({"findings": office}) == plain(arpad(f"rate {EXAMPLE} --list {file} --json").json)


def test_ranks_not_by_the_named_tie_breaks_are_found_by_all(arpad: Arpad, submitted: Callable[..., Found]) -> None:
    """A report that names its tie-breaks and swaps two ranks: `rank-not-by-tie-breaks` at every entrance."""
    file = FIXTURES / "examination" / "ranks-swapped.trf"
    for found in (
        arpad(f"report check {file} --json").json["findings"],
        arpad(f"rate {file} --json").json["findings"],
        library.read(file).rate().to_dict()["findings"],
        submitted(file),
    ):
        assert "rank-not-by-tie-breaks" in {finding["code"] for finding in found}
