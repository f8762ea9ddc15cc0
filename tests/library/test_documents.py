"""What a result tells is what the command prints: documents, tables and reasons."""

from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.library.editions import diff, edition
from arpad.library.lists import read_list
from arpad.library.players import first_rating, performance, rate
from arpad.library.reports import Report, read
from arpad.library.standings import berger
from places import PROJECT

OPEN = PROJECT / "examples" / "open-2024.trf"
NORMS = PROJECT / "examples" / "norm-example-1.trf"


@pytest.fixture(scope="module")
def report() -> Report:
    return read(OPEN)


def printed(call: Arpad, line: str) -> Any:
    """What a command prints."""
    return call(f"{line} --json").json


def test_documents_are_those_of_the_commands(arpad: Arpad, report: Report) -> None:
    game = [(1926, 1), (2659, 0.5)]
    same: dict[str, Any] = {
        "calc change --edition fide-2024 --rating 2212 --k 40 --game 1926:1 --game 2659:0.5": rate(
            2212, game, k=40, edition="fide-2024"
        ),
        "calc initial --edition fide-2022 --game 1926:1 --game 2659:0.5": first_rating(game, edition="fide-2022"),
        "calc performance --game 1926:1 --game 2659:0.5": performance(game),
        f"report show {OPEN}": report,
        f"report check {OPEN} --no-hybrid": report.check(hybrid=False),
        f"rate {OPEN} --edition fide-2022": report.rate(edition="fide-2022"),
        f"explain {OPEN} --player 10": report.rate()[10],
        f"norm {OPEN}": report.norms(),
        f"norm {NORMS} --player 1": read(NORMS).norms(player=1),
        f"standings {OPEN} --round 5 --tie-breaks BH/C1,SB": report.standings(round=5, tie_breaks="BH/C1,SB"),
        f"pair {OPEN} --rounds 11": report.pair(rounds=11),
        "draw berger 7 --double": berger(7, double=True),
        "editions show fide-2024": edition("fide-2024"),
    }
    for line, found in same.items():
        assert found.to_dict() == printed(arpad, line), line
        assert len(repr(found)) < 400, line
    differences = [difference.to_dict() for difference in diff("fide-2022", "fide-2024")]
    assert differences == printed(arpad, "editions diff fide-2022 fide-2024")


def test_several_words_are_a_list_or_one_text(report: Report) -> None:
    assert report.standings(tie_breaks=["BH/C1", "SB"]).to_dict() == report.standings(tie_breaks="BH/C1,SB").to_dict()
    assert report.norms(titles="WGM, WIM").to_dict() == report.norms(titles=["WGM", "WIM"]).to_dict()
    assert {norm.title for norm in report.norms(titles="WGM")} == {"WGM"}


def test_reasons_are_those_of_the_commands(arpad: Arpad, report: Report) -> None:
    told = arpad(f"explain {OPEN} --player 10 --lang es").out
    why = report.rate()["Jara, Jorge"].why("es")
    assert [line.split()[-1] for line in why.splitlines()] == [
        line.split()[-1] for line in told.splitlines()[-len(why.splitlines()) :]
    ]
    assert "8.3.2d" in why
    assert report.standings().why("Abad, Ana", "Blanco, Borja")
    assert report.pair(rounds=11).why("es")
    assert "1.4" in report.norms()[0].why()


def test_paths_bytes_and_open_files_are_alike() -> None:
    data = OPEN.read_bytes()
    wanted = read(OPEN).to_dict()
    with OPEN.open("rb") as opened:
        for source in (str(OPEN), data, BytesIO(data), opened, StringIO(data.decode("utf-8"))):
            assert read(source).to_dict() == wanted
    ratings = PROJECT / "examples" / "lists" / "2025-01.csv"
    rows = read_list(ratings).to_dicts()
    with ratings.open("rb") as stream:
        for list_source in (str(ratings), ratings.read_bytes(), stream):
            assert read_list(list_source).to_dicts() == rows
    with pytest.raises(ArpadError, match="<bytes>: this is a zip archive"):
        read_list(b"PK\x03\x04")


def test_tables_hold_exact_numbers(report: Report) -> None:
    rated = report.rate()
    table = rated.to_arrow()
    assert table.schema.field("change").type == pa.decimal128(9, 2)
    assert table["change"][0].as_py() == rated["Abad, Ana"].change == Decimal("3.30")
    frame = rated.to_pandas()
    assert str(frame["new_rating"].dtype) == "Int64"
    assert frame["score"][0] == Decimal("7.5")
    assert rated.to_polars()["name"][0] == "Abad, Ana"
    assert report.games.to_arrow().num_rows == len(report.games)
    assert report.players.to_pandas()["rating"][0] == 2486
    empty = read_list(PROJECT / "examples" / "lists" / "2025-01.csv").to_polars()
    assert empty["rating"].dtype.is_integer()


def test_a_player_is_found_by_name_rank_or_id(report: Report) -> None:
    rated = report.rate()
    assert rated["Abad, Ana"].number == rated[1].number == rated[rated[1].id].number == 1
    assert report.player("Abad, Ana").rating == 2486
    newcomer = next(player for player in rated if player.first is not None)
    assert newcomer.first is not None
    assert newcomer.first_rating == newcomer.first.rating
    with pytest.raises(ArpadError, match="perhaps Abad, Ana"):
        _ = rated["Abad, Anna"]
    with pytest.raises(ArpadError, match="from 1 to 24"):
        report.player(99)


def test_findings_speak_both_languages_and_name_arguments(report: Report) -> None:
    findings = report.check().findings
    assert any("hybrid=" in finding.text() for finding in findings)
    assert all("--" not in finding.text(language) for finding in findings for language in ("en", "es"))
    assert {finding.severity for finding in findings} <= {"error", "warning", "info"}
    assert findings[0].to_dict()["message"] != findings[0].to_dict("es")["message"]


def test_a_sheet_a_certificate_and_a_report_are_written(report: Report, tmp_path: Path) -> None:
    sheet = report.rate()["Abad, Ana"].pdf(tmp_path / "claim.pdf", "es")
    assert (tmp_path / "claim.pdf").read_bytes() == sheet
    assert sheet.startswith(b"%PDF")
    held = BytesIO()
    assert report.norms().achieved[0].pdf(held) == held.getvalue()
    missing = next(norm for norm in report.norms() if not norm.achieved)
    with pytest.raises(ArpadError, match="no certificate"):
        missing.pdf()
    assert read(report.to_trf("trf16", tmp_path / "again.trf")).to_dict()["games"] == (report.to_dict()["games"])
    assert report.to_feda().strip()
    with pytest.raises(ArpadError, match="cannot be written"):
        report.to_trf(file=tmp_path / "no" / "folder.trf")


def line(rank: int, name: str, round_: str) -> str:
    """A player's line of a report."""
    return f"001 {rank:>4} m    {name:<33} 2000 ESP {'':>11} {'':<10}  0.5 {rank:>4}  {round_}"


def test_a_round_that_cannot_be_paired_says_who_prevents_it() -> None:
    two = "\n".join(["012 Match", "042 2024/05/01", line(1, "Alba, Ana", "   2 w ="), line(2, "Bru, Bo", "   1 b =")])
    paired = read(two.encode()).pair(rounds=5)
    assert not paired
    assert (paired.boards, paired.bye, paired.number) == ((), None, 2)
    assert "1, 2" in paired.why()
