"""The upload file of chess-results: the right file, and each change of it with what must be found."""

import csv
import re
from collections.abc import Callable

import pytest

from arpad.documents.findings import message
from arpad.domain.findings import Finding
from arpad.formats.chess_results import Element, Upload, check_upload, read_upload, write_upload
from arpad.i18n import ArpadError
from places import FIXTURES

FOLDER = FIXTURES / "chess_results"
RIGHT = (FOLDER / "swiss.xml").read_bytes()
CHANGES = [
    tuple(row) for row in csv.reader((FOLDER / "checks.tsv").read_text("utf-8").splitlines()[1:], delimiter="\t")
]


def changed(upload: Upload, where: str, change: Callable[[dict[str, str]], None]) -> Upload:
    """The file with other attributes of one element: `player:2` is the second player."""
    name, _, place = where.partition(":")
    wanted = upload.of(name)[int(place or 1) - 1]
    attributes = dict(wanted.attributes)
    change(attributes)
    return Upload(tuple(Element(name, attributes, one.line) if one is wanted else one for one in upload.elements))


def with_value(where: str, attribute: str, value: str) -> Upload:
    def change(attributes: dict[str, str]) -> None:
        if value == "(removed)":
            del attributes[attribute]
        elif letters := re.fullmatch(r"(\d+) characters", value):
            attributes[attribute] = "x" * int(letters[1])
        else:
            attributes[attribute] = value

    return changed(read_upload(RIGHT), where, change)


SAID: dict[str, Callable[[Finding], str]] = {
    "too-long": lambda one: f"{one.values['place']} {one.values['length']}>{one.values['most']}",
    "date": lambda one: f"{one.values['place']}={one.values['value']}",
    "teams-missing": lambda one: f"type {one.values['value']}",
    "federation": lambda one: str(one.values["value"]),
    "flag": lambda one: str(one.values["place"]),
    "missing": lambda one: str(one.values["place"]),
    "no-player": lambda one: f"round {one.round}: {one.values['value']}",
    "points": lambda one: f"player {one.player}: {one.values['points']}, results give {one.values['given']}",
    "twice": lambda one: f"round {one.round}: {one.values['value']}",
    "forfeit": lambda one: str(one.values["value"]),
    "opponent": lambda one: str(one.values["value"]),
    "sum": lambda one: f"round {one.round}: {one.values['players']}",
}


def short(finding: Finding) -> str:
    """A finding as the table of changes has it."""
    code = finding.code.removeprefix("chess-results-")
    return f"{code} {SAID[code](finding)}" if code in SAID else code


@pytest.mark.parametrize(
    ("where", "attribute", "value", "expected"), CHANGES, ids=["-".join(row[:3]) for row in CHANGES]
)
def test_each_change_gives_its_finding(where: str, attribute: str, value: str, expected: str) -> None:
    upload = with_value(where, attribute, value)
    found = check_upload(upload)
    assert [short(finding) for finding in found] == expected.split("; ")
    assert all(finding.line for finding in found)
    assert all(message(finding, "en") != message(finding, "es") for finding in found)
    again = [short(finding) for finding in check_upload(read_upload(write_upload(upload)))]
    assert again == expected.split("; ") or value == "(removed)", "what is removed is written empty"


def test_there_are_seventeen_changes() -> None:
    assert len(CHANGES) == 17


def test_the_right_file_is_read_and_written_back_equal() -> None:
    """Byte for byte, but for the two attributes that the owner's samples spell otherwise."""
    upload = read_upload(RIGHT)
    assert check_upload(upload) == ()
    written = write_upload(upload)
    assert written == RIGHT.replace(b"ratingavg=", b"rtg_average=").replace(b"homepageorganiser=", b"homepage=")
    assert read_upload(written) == upload


def test_both_forms_of_days_and_points_are_read() -> None:
    other = RIGHT.replace(b'from="20260905"', b'from="05.09.2026"').replace(b'pts="2,5"', b'pts="2.5"')
    assert read_upload(other.replace(b'reswhite="0.5"', b'reswhite="0,5"')) == read_upload(RIGHT)


@pytest.mark.parametrize(
    ("where", "attribute", "value", "code"),
    [
        ("playerpairing:1", "whiteno", "-1", "opponent"),
        ("playerpairing:1", "round", "9", "no-round"),
        ("playerpairing:1", "resblack", "", "sum"),
        ("playerpairing:1", "resblack", "one", "number"),
        ("playerpairing:3", "resblack", "1.0", "sum"),
        ("playerpairing:1", "forfeit", "H", "sum"),
        ("player:1", "pts", "many", "number"),
        ("player:1", "no", "first", "number"),
        ("tournament", "rounds", "three", "number"),
        ("tournament", "to", "20260931", "date"),
        ("tournament", "name", " ", "missing"),
        ("tournament", "type", "1", "flag"),
        ("tournament", "type", "7", "flag"),
        ("tournament", "federation", "esp", "federation"),
        ("tournament", "currentround", "4", "round-order"),
    ],
)
def test_other_faults_are_found_too(where: str, attribute: str, value: str, code: str) -> None:
    assert f"chess-results-{code}" in {finding.code for finding in check_upload(with_value(where, attribute, value))}


def test_a_better_rank_with_fewer_points_is_found() -> None:
    upload = changed(read_upload(RIGHT), "player:1", lambda one: one.update(rank="3"))
    upload = changed(upload, "player:3", lambda one: one.update(rank="1"))
    assert [finding.code for finding in check_upload(upload)] == ["chess-results-rank-order"]


def test_teams_and_their_matches() -> None:
    """Two teams of one player: their match is the sum of its board; a file of players has no teams."""
    tournament = dict(read_upload(RIGHT).tournament.attributes)
    tournament |= {"type": "3", "rounds": "1", "currentround": "1", "rankinground": "1"}
    tournament |= {"homecolor": "w", "samecolor": "N", "playerperteam": "1"}
    player = dict(read_upload(RIGHT).of("player")[0].attributes) | {"board": "1"}
    team = {"no": "1", "teamname": "A", "rank": "1", "points": "2,0", "equal": "N"} | {
        f"tb{n}": "" for n in range(1, 6)
    }
    pair = {"round": "1", "pairing": "1", "board": "1", "whiteno": "1", "blackno": "2"}
    upload = Upload((
        Element("tournament", tournament),
        Element("player", player | {"no": "1", "rank": "1", "pts": "1,0", "teamno": "1"}),
        Element("player", player | {"no": "2", "rank": "2", "pts": "0,0", "teamno": "2"}),
        Element("team", team), Element("team", team | {"no": "2", "rank": "2", "points": "0,0"}),
        Element("playerpairing", pair | {"reswhite": "1.0", "resblack": "0.0", "forfeit": ""}),
        Element("teampairing", {"round": "1", "pairing": "1", "no1": "1", "no2": "2", "res1": "1.0", "res2": "0.0"}),
    ))  # fmt: skip
    assert check_upload(upload) == ()
    assert read_upload(write_upload(upload)).of("teampairing") == upload.of("teampairing")
    for where, attribute, value, code in (
        ("teampairing", "res2", "1.0", "match"),
        ("teampairing", "no2", "3", "no-player"),
        ("tournament", "homecolor", "b", "flag"),
        ("tournament", "playerperteam", "", "number"),
        ("tournament", "type", "0", "teams-extra"),
    ):
        other = changed(upload, where, lambda one, name=attribute, new=value: one.update({name: new}))  # type: ignore[misc]
        assert f"chess-results-{code}" in {finding.code for finding in check_upload(other)}, (attribute, code)


def test_what_was_signed_is_no_file_to_send() -> None:
    signed = RIGHT.replace(b"</chessresults>", b'<security><securitydata sid="1" /></security></chessresults>')
    assert [finding.code for finding in check_upload(read_upload(signed))] == ["chess-results-security"]


def test_a_second_tournament_and_none() -> None:
    start = RIGHT.index(b"    <tournament ")
    head = RIGHT[start : RIGHT.index(b"/>", start) + 2]
    two = check_upload(read_upload(RIGHT.replace(head, head + head)))
    assert [finding.code for finding in two] == ["chess-results-twice-tournament"]
    assert [one.code for one in check_upload(read_upload(RIGHT.replace(head, b"")))] == ["chess-results-missing"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "chess-results-xml"),
        (RIGHT[:-40], "chess-results-xml"),
        (b"012 Open\n", "chess-results-xml"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><chessresults/>", "chess-results-doctype"),
        (b"<playerslist/>", "chess-results-element"),
        (RIGHT.replace(b"<round ", b"<runde ", 1), "chess-results-element"),
        (b"<chessresults><player no='1'/></chessresults>", "chess-results-element"),
        (b" " * 20_000_001, "chess-results-too-large"),
    ],
    ids=["empty", "cut", "a TRF", "entities", "another list", "an unknown element", "a wrong place", "too large"],
)
def test_what_is_no_such_file_is_refused(data: bytes, key: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_upload(data)
    assert refused.value.key == key
    assert refused.value.text("es")


def test_every_character_is_kept() -> None:
    name = "Ñandú & <Söhne> \"A\" 'B' \U0001f600"
    upload = with_value("tournament", "name", name)
    assert read_upload(write_upload(upload)).tournament.text("name") == name
    assert b"\x0b" not in write_upload(with_value("tournament", "name", "a\x0bb"))
