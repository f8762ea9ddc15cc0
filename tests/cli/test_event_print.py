"""`arpad event print`: a PDF, or one line that says why not."""

from pathlib import Path

import pytest

from answers import Answer, Arpad
from arpad.papers.event_papers import PAPERS
from papers import ReadPaper
from places import FIXTURES


@pytest.fixture
def printed(arpad: Arpad, tmp_path: Path) -> object:
    """The Swiss of Valdeoca in a database; a line is the paper with its options."""
    where = f"--events sqlite:///{tmp_path}/event.db"
    assert arpad(f"event restore {FIXTURES}/tournament/swiss-60.log.jsonl {where}").code == 0

    def call(line: str) -> Answer:
        return arpad(f"event print valdeoca-2026 {line} -o {tmp_path}/paper.pdf {where}")

    return call


def test_papers_are_written(printed: object, tmp_path: Path) -> None:
    answer = printed("badges --both --address https://ajedrez.example --lang es --json")  # type: ignore[operator]
    assert answer.code == 0, answer.err
    assert answer.json == {
        "event": "valdeoca-2026", "n": 110, "paper": "badges", "round": None, "languages": ["es", "en"],
        "output": f"{tmp_path}/paper.pdf", "address": "https://ajedrez.example", "unreachable": None,
    }  # fmt: skip
    assert len(ReadPaper((tmp_path / "paper.pdf").read_bytes()).pages) == 15
    answer = printed("pairings 8 --both")  # type: ignore[operator]
    assert answer.out.strip() == f"Written: {tmp_path}/paper.pdf"
    paper = ReadPaper((tmp_path / "paper.pdf").read_bytes())
    assert len(paper.pages) == 1
    assert "Pairings of round 8 / Emparejamientos de la ronda 8" in paper.flat
    assert "Erbina, Katia" in paper.flat


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("poster", "there is no paper poster; there are: " + ", ".join(PAPERS)),
        ("pairings 12", "round 12 is not drawn; drawn rounds: 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("pairings x", "ROUND"),
        ("standings --both", "standings is printed in one language"),
        ("badges --address ajedrez.example", "ajedrez.example is not the address of a server"),
        ("badges --address 'https://a.example/?x=1'", "is not the address of a server"),
        ("protocols 1", "the event is not one of teams"),
        ("bracket", "the event is not a knock-out"),
    ],
)
def test_what_cannot_be_printed_is_one_line(printed: object, tmp_path: Path, line: str, says: str) -> None:
    answer = printed(line)  # type: ignore[operator]
    assert answer.code == 2
    assert says in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "paper.pdf").exists()
