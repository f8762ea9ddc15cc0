"""What both versions can say survives the way there and back: XXP is 260, XXA is 250, XXZ is 240 (TRF26)."""

import pytest

from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.trf_write import write_trf
from arpad.pairing.files import PairingWishes, report_tournament
from places import FIXTURES

EIGHT = (FIXTURES / "pairing" / "eight-192.trf").read_text("utf-8")


def eight(*more: str) -> Report:
    return read_report((EIGHT + "".join(f"{line}\n" for line in more)).encode())


def converted(report: Report, version: str) -> tuple[Report, list[tuple[str, object]]]:
    written, findings = write_trf(report, "trf26" if version == "trf26" else "trf16")
    return read_report(written), [(finding.code, finding.values.get("code")) for finding in findings]


def ending(report: Report, count: int) -> list[str]:
    return list(report.lines[-count:])


def same_pairing(one: Report, other: Report) -> None:
    """Pairing sees the same tournament in both."""
    first, second = (report_tournament(report, PairingWishes(system="dutch")) for report in (one, other))
    assert (first.scores, first.virtual, first.announced, first.initial, first.rounds) == (
        second.scores, second.virtual, second.announced, second.initial, second.rounds,
    )  # fmt: skip
    assert [first.records.forbidden_in(number) for number in (1, 2, 3)] == [
        second.records.forbidden_in(number) for number in (1, 2, 3)
    ]


def test_trf26_to_trf16_and_back_keeps_every_record() -> None:
    """A prohibition for some rounds, a half-point bye, extra points and the type have no form of TRF16: they stay."""
    more = [
        "240 Z   2    8", "240 H   3    5", "250       1.0   1   2    1    4", "250       0.5   3   3    1    4",
        "260   1   3    3    7", "260   2   2    1    2", "299           0.5  001    6",
    ]  # fmt: skip
    first = eight(*more)
    middle, findings = converted(first, "trf16")
    assert middle.format == "trf16"
    assert ending(middle, 9) == [
        "XXZ    8", "240 H   3    5",
        *(f"XXA {rank:4}  1.0  1.0  0.5" for rank in range(1, 5)),
        "XXP    3    7", "260   2   2    1    2", "299           0.5  001    6",
    ]  # fmt: skip
    assert findings == [("record-kept", code) for code in ("192", "240", "260", "299")]
    last, findings = converted(middle, "trf26")
    assert ending(last, 7) == more
    assert "192 FIDE_DUTCH_2017" in last.lines
    assert findings == []
    same_pairing(first, middle)
    same_pairing(first, last)


def test_trf16_to_trf26_and_back() -> None:
    """Players with the same virtual points who stand together share a 250."""
    more = [
        "XXP    3    7    8",
        "XXA    1  1.0  1.0  0.5",
        "XXA    2  1.0  1.0  0.5",
        "XXA    4  0.5",
        "XXZ    6    5",
    ]
    first = read_report(
        EIGHT.replace("142 3", "XXR 3").replace("152 W", "XXC white1").encode() + "\n".join(more).encode()
    )
    middle, findings = converted(first, "trf26")
    assert findings == []
    assert ending(middle, 5) == [
        "260   1   3    3    7    8", "250       1.0   1   2    1    2", "250       0.5   3   3    1    2",
        "250       0.5   1   1    4    4", "240 Z   2    6    5",
    ]  # fmt: skip
    last, _ = converted(middle, "trf16")
    assert ending(last, 5) == more
    same_pairing(first, middle)
    same_pairing(first, last)


@pytest.mark.parametrize(("record", "code"), [("XXZ    5", "XXZ")])
def test_an_absence_after_the_last_round_has_no_round_to_name(record: str, code: str) -> None:
    """One round played of one: there is no next round for a 240."""
    text = EIGHT.replace("142 3", "XXR 1").replace("152 W\n", "") + f"{record}\n"
    last, findings = converted(read_report(text.encode()), "trf26")
    assert ending(last, 1) == [record]
    assert findings == [("record-kept", code)]
