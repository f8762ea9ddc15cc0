"""`arpad norm certificate` and the forms of titles on the command line: what is written, what is refused."""

from pathlib import Path

import pytest

from answers import Arpad
from pdf_pages import page_texts
from places import PROJECT

THIRTEEN = PROJECT / "examples" / "norm-13-rounds.trf"
OPEN = PROJECT / "examples" / "open-2024.trf"


def printed(file: Path) -> str:
    return " ".join(" ".join(text.split()) for text in page_texts(file.read_bytes()))


def test_the_certificate_of_the_thirteen_rounds(arpad: Arpad, tmp_path: Path) -> None:
    """A norm of twelve games without the win against 2070: 2180 is raised, Ra 2482, Rp 2607."""
    out = tmp_path / "it1.pdf"
    answer = arpad(f"norm certificate {THIRTEEN} --player 1 --title GM -o {out}")
    assert answer.code == 0
    assert str(out) in answer.out.replace("\n", "")
    page = printed(out)
    for part in (
        "Grandmaster", "Number of rounds 12", "Number of rated opponents 12", "Total number of titled opponents 8",
        "Left out: the win of round 7 against Georg, G (2070) (1.4.1f).", "4 David, D 99100185 AUT 2180 2200 1",
        "7 Georg, G 99100296 GER 2070 – [1]", "R(a) Rp Total score d(p) 2482 2607 8 125",
        "12 games; they count for 12 in an application.",
    ):  # fmt: skip
        assert part in page, (part, page)
    spanish = arpad(f"norm certificate {THIRTEEN} --player 1 --title gm -o {out} --lang es --json")
    assert spanish.json == {
        "player": 1, "title": "GM", "achieved": True, "games": 12, "wanting": [], "output": str(out),
    }  # fmt: skip
    assert "Gran Maestro Grandmaster" in printed(out)


def test_no_norm_no_certificate(arpad: Arpad, tmp_path: Path) -> None:
    """Exit 1, the checks that fail, and nothing written; unless as a draft, which says what it is."""
    out = tmp_path / "it1.pdf"
    call = f"norm certificate {OPEN} --player 1 --title GM -o {out}"
    refused = arpad(call)
    assert refused.code == 1
    assert "No GM norm for Abad, Ana" in refused.out
    assert "performance (Rp)" in refused.out
    assert not out.exists()
    document = arpad(f"{call} --json")
    assert (document.code, document.json["achieved"], document.json["output"]) == (1, False, None)
    assert "performance" in {check["name"] for check in document.json["wanting"]}
    draft = arpad(f"{call} --draft")
    assert draft.code == 1
    assert "NOT A NORM" in printed(out)
    assert "DRAFT. This is not a GM norm: " in printed(out)


def test_every_norm_of_a_report(arpad: Arpad, tmp_path: Path) -> None:
    """One file for each norm; not for titles that the player holds already, here IM."""
    out = tmp_path / "deep" / "certificates"
    answer = arpad(f"norm certificate {THIRTEEN} --all -o {out}")
    assert answer.code == 0
    assert [file.name for file in sorted(out.iterdir())] == ["1-GM.pdf"]
    document = arpad(f"norm certificate {THIRTEEN} --all -o {out} --json").json
    assert [(certificate["player"], certificate["title"]) for certificate in document["certificates"]] == [(1, "GM")]
    nobody = tmp_path / "nobody"
    none = arpad(f"norm certificate {THIRTEEN} --all --title WIM -o {nobody}")
    assert none.code == 1
    assert "There is no norm in this report" in none.out
    assert not nobody.exists()
    assert arpad(f"norm certificate {THIRTEEN} --all --title WIM -o {nobody} --json").json["certificates"] == []


def test_the_forms_5_and_it3_with_what_the_report_does_not_tell(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "form.pdf"
    extra = "--fill organiser='Chess Club' --fill program=Vega=7 --host FRA"
    assert arpad(f"report form {OPEN} --number IT3 -o {out} {extra}").code == 0
    page = printed(out)
    for part in ("Tournament Report Form IT3", "Chess Club", "Vega=7", "Open Ciudad de Soria 2024"):
        assert part in page, (part, page)
    document = arpad(f"report form {OPEN} --number it3 -o {out} --json")
    assert document.json == {"form": "it3", "output": str(out)}
    assert arpad(f"report form {OPEN} --number 5 -o {out} --lang es").code == 0
    assert "Formulario 5" in printed(out)


REFUSED = {
    "neither a player nor all": (f"norm certificate {THIRTEEN} --title GM -o x.pdf", "--player RANK and --title GM"),
    "a player without a title": (f"norm certificate {THIRTEEN} --player 1 -o x.pdf", "--player RANK and --title GM"),
    "all and a player": (f"norm certificate {THIRTEEN} --player 1 --all -o x", "--player RANK and --title GM"),
    "an unknown title": (f"norm certificate {THIRTEEN} --player 1 --title FM -o x.pdf", "--title FM"),
    "an unknown player": (f"norm certificate {THIRTEEN} --player 99 --title GM -o x.pdf", "--player 99"),
    "an unknown kind": (f"norm certificate {THIRTEEN} --all --kind club -o x", "--kind club"),
    "a file that cannot be written": (
        f"norm certificate {THIRTEEN} --player 1 --title GM -o nowhere/x.pdf",
        "nowhere/x.pdf",
    ),
    "a folder that cannot be made": (f"norm certificate {THIRTEEN} --all -o {THIRTEEN}", "cannot be written"),
    "a field the form does not have": (f"report form {OPEN} --number it3 --fill city=Soria -o x", "--fill city=Soria"),
    "a field without a value": (f"report form {OPEN} --number it3 --fill contact -o x", "--fill contact"),
    "a certificate of nobody": (f"report form {OPEN} --number 4 --player 99 -o x", "--player 99"),
}


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_what_cannot_be_used_is_refused_in_one_line(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    monkeypatch.chdir(tmp_path)
    call, said = REFUSED[case]
    answer = arpad(call)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert said in answer.err
    assert list(tmp_path.iterdir()) == []
