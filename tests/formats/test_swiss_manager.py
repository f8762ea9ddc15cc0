"""Files of Swiss-Manager: every value that is known of them, how they are damaged, and the same answers as a TRF."""

import csv
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from answers import Arpad
from arpad.formats.read import read_report
from arpad.formats.swiss_manager import FilePairing, read_file
from arpad.formats.trf_write import write_trf
from arpad.i18n import LANGUAGES, ArpadError
from places import FIXTURES
from proofs import examples

FOLDER = FIXTURES / "swiss_manager"
FILES = sorted(FOLDER.glob("*.T*X"))
WITH_TRF = [file for file in FILES if file.with_suffix(".trf").exists()]
RESULTS = {
    "1-0": "10", "0-1": "01", "1/2-1/2": "==", "+/-": "+-", "-/+": "-+", "-/-": "--", "open": None,
    "1-0 unrated": "WL", "0-1 unrated": "LW",
}  # fmt: skip
KINDS = {
    "zero-point": "Z", "absent": "Z", "half-point": "H", "pairing-allocated": "U", "free": "U",
    "pairing-allocated, not yet scored": "U",
}  # fmt: skip
NOT_TOLD = re.compile(rb"[^ ]@|\\Users|[A-Z]:\\")


def expected(file: Path) -> dict[str, Any]:
    known: dict[str, Any] = json.loads(file.with_suffix(".json").read_text("utf-8"))
    return known


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_everything_that_is_known_of_a_file_is_read(file: Path) -> None:
    read, known = read_file(file.read_bytes()), expected(file)
    event = known["event"]
    assert (read.kind, read.version, read.rounds) == (known["kind"], known["version"], event["rounds"])
    assert (read.name, read.city) == (one_line(event["name"]), one_line(event["place"]))
    assert (read.chief_arbiter, read.time_control) == (
        one_line(event["chief_arbiter"]),
        one_line(event["time_control"]),
    )
    assert (str(read.start), str(read.end), read.time_class) == (event["start"], event["end"], event["time_class"])
    assert [[one.number, one.cut_lowest, one.cut_highest] for one in read.tie_breaks] == [
        [one["code"], one["cut_lowest"], one["cut_highest"]] for one in event["tie_breaks"]
    ]
    for one, wanted in zip(read.tie_breaks, event["tie_breaks"], strict=True):
        assert one.value == wanted.get("value", wanted.get("type", one.value))
    assert [list(pair) for pair in read.forbidden] == event["forbidden_pairs"]
    assert read.unknown == 0
    for player, wanted in zip(read.players, known["players"], strict=True):
        assert player.surname == one_line(wanted["surname"])
        assert player.first_name == one_line(wanted["first"])
        assert (player.id or None, player.rating or None) == (wanted["fide_id"], wanted["fide_rating"])
        assert (player.national_rating or None, player.national_id) == (
            wanted["national_rating"],
            wanted["national_id"],
        )
        assert (player.title, player.federation, player.woman) == (
            wanted["title"],
            wanted["federation"],
            wanted["sex"] != "m",
        )
        assert player.born == int((wanted["born"] or "0")[:4])
        assert (player.entered_after, player.fixed_board or None) == (
            wanted["entered_after_round"],
            wanted["fixed_board"],
        )
        assert (player.team, player.board) == (wanted.get("team") or 0, wanted.get("board") or 0)
    assert [team.name for team in read.teams] == [one_line(team["name"]) for team in known.get("teams", [])]
    for round_, wanted in zip(read.played, known["rounds"], strict=False):
        assert (round_.by_engine, str(round_.day or None)) == (wanted["engine"], str(wanted["date"]))
        assert list(map(shown, round_.pairings)) == list(pairings_of(wanted))


def shown(pairing: FilePairing) -> tuple[Any, ...]:
    if pairing.black:
        return pairing.white, pairing.black, pairing.result, pairing.by_hand
    if pairing.result == "+":
        return ("+", pairing.white, pairing.white_empty)
    return pairing.white, pairing.result


def pairings_of(wanted: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for pair in wanted["pairs"]:
        if pair["white"] and pair["black"]:
            yield pair["white"], pair["black"], RESULTS[pair["result"]], bool(pair.get("by_hand"))
        else:
            yield ("+", pair["white"] or pair["black"], not pair["white"])
    for bye in wanted["byes"]:
        yield bye["player"], KINDS[bye["kind"]]


@pytest.mark.parametrize("file", WITH_TRF, ids=lambda file: file.stem)
def test_a_file_is_the_report_that_its_trf_is(file: Path) -> None:
    read, wanted = read_report(file.read_bytes()), read_report(file.with_suffix(".trf").read_bytes())
    assert read.format == "swiss-manager"
    for player, other in zip(read.event.players, wanted.event.players, strict=True):
        for name in ("rank", "sex", "title", "rating", "federation", "id", "born", "points"):
            assert getattr(player, name) == getattr(other, name), (player.rank, name)
        assert [cell[:4] for cell in player.rounds] == [cell[:4] for cell in other.rounds]
        assert player.name.startswith(one_line(other.name))
    assert [pair.players for pair in read.pairing.forbidden] == [pair.players for pair in wanted.pairing.forbidden]
    assert (read.event.start, read.event.end, read.event.rounds) == (
        wanted.event.start, wanted.event.end, wanted.event.rounds,
    )  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_written_as_trf_gives_the_same_report(file: Path) -> None:
    """Every command reads reports in one way, so a file and its TRF have the same games and the same ratings."""
    read = read_report(file.read_bytes())
    for version in ("trf16", "trf26"):
        written, _ = write_trf(read, version)
        assert NOT_TOLD.search(written) is None
        if not read.event.players:
            continue
        again = read_report(written)
        assert [player.rounds for player in again.event.players] == [player.rounds for player in read.event.players]
        assert [player.id for player in again.event.players] == [player.id for player in read.event.players]
        assert [pair.players for pair in again.pairing.forbidden] == [pair.players for pair in read.pairing.forbidden]


def test_the_rounds_are_those_of_the_rules(arpad: Arpad) -> None:
    """The next round follows from the results, so they are read rightly."""
    for name, rounds in (("a07-swiss-unrated-games-cyrillic", 8), ("a06-swiss-forbidden-pairs", 5)):
        answer = arpad(f"pair check {FOLDER / name}.TUNX --system dutch-2017")
        assert answer.code == 0
        assert answer.out.count("as the rules have it") == rounds


TAKES_REPORTS = (
    "rate {file} --json", "standings {file} --tie-breaks PTS,DE,BH/C1 --edition c07-2026 --json", "norm {file} --json",
    "pair check {file} --system dutch-2017 --json", "report show {file} --json",
)  # fmt: skip


@pytest.mark.parametrize("command", TAKES_REPORTS, ids=lambda command: command.partition(" {")[0])
def test_every_command_answers_as_with_the_trf(arpad: Arpad, tmp_path: Path, command: str) -> None:
    file, trf = FOLDER / "a06-swiss-forbidden-pairs.TUNX", tmp_path / "a06.trf"
    assert arpad(f"report convert {file} --to trf26 -o {trf}").code == 0
    answers = [json.loads(arpad(command.format(file=source)).out) for source in (file, trf)]
    for answer in answers:
        for name in ("findings", "file", "format", "players"):
            answer.pop(name, None) if name != "players" or command.startswith("report") else None
    assert answers[0] == answers[1]


def test_an_office_takes_a_file(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = FOLDER / "a08-swiss-half-point-byes.TUNX"
    rows = ["id,name,federation,sex,title,rating,games,k,born,flag"]
    for player in read_file(file.read_bytes()).players:
        if player.id:
            rows.append(f'{player.id},"{player.name}",ESP,M,,{player.rating or 1500},0,20,1980,')
    (tmp_path / "list.csv").write_text("\n".join(rows), "utf-8")
    assert arpad("office init --federation ESP").code == 0
    assert arpad("office import-list list.csv --date 2026-01").code == 0
    answer = arpad(f"office submit {file} --registered 2026-01-01 --received 2026-05-01 --no-hybrid --json")
    findings = answer.json["findings"]
    assert "swiss-manager-read" in {finding["code"] for finding in findings}
    assert {finding["code"] for finding in findings if finding["severity"] == "error"} == {"player-without-id"}
    assert answer.json["sha256"] == sha256(file.read_bytes()).hexdigest(), "the bytes are kept as they came"
    assert arpad("office verify").code == 0


def test_a_running_event_is_taken_over(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    taken = arpad(f"event take-over {FOLDER / 'a01-swiss-unfinished.TUNX'} --slug club")
    assert "29 players, 5 rounds paired, 12 games open" in taken.out
    players = arpad("event entries club --json").json
    assert [player["from_round"] for player in players if player["from_round"] > 1] == [2]


def test_findings_say_what_the_program_did() -> None:
    by_hand = read_report((FOLDER / "a10-swiss-hand-and-corrections.TUNX").read_bytes())
    found = {(finding.code, finding.round) for finding in by_hand.findings}
    assert ("swiss-manager-by-hand", 1) in found
    assert ("swiss-manager-blitz", None) in found
    assert "Blitz" in by_hand.event.type, "a time control that cannot be read must not make it another list"
    engine = read_report((FOLDER / "a09-swiss-not-by-the-engine.TUNX").read_bytes())
    rounds = [dict(finding.values) for finding in engine.findings if finding.code == "swiss-manager-not-by-engine"]
    assert rounds == [{"count": 6, "rounds": "2, 3, 4, 5, 6, 7"}]
    late = read_report((FOLDER / "a11-swiss-late-entries.TUNX").read_bytes())
    assert "swiss-manager-late" in {finding.code for finding in late.findings}


def test_players_who_will_be_absent_stand_in_the_rounds_to_come() -> None:
    report = read_report((FOLDER / "a01-swiss-unfinished.TUNX").read_bytes())
    assert {bye.round for bye in report.byes} == {6, 7}
    assert all(len(player.rounds) == 5 for player in report.event.players)


TIE_BREAKS = {
    "a02-roundrobin-odd-open-games.TUNX": "", "a03-roundrobin-six.TURX": "DE,SB,KS",
    "a04-team-swiss.TUMX": "", "a08-swiss-half-point-byes.TUNX": "OTHER_BH,OTHER_BH/M1,DE",
    "a10-swiss-hand-and-corrections.TUNX": "BH", "a11-swiss-late-entries.TUNX": "",
    "a13-swiss-accents.TUNX": "DE,PS,BH",
}  # fmt: skip


@pytest.mark.parametrize(("name", "codes"), TIE_BREAKS.items())
def test_tie_breaks_are_taken_over_whole_or_not_at_all(arpad: Arpad, name: str, codes: str) -> None:
    """68 has a type and flags that nobody knows, so a list with it is named in a finding and stays a comment."""
    report = read_report((FOLDER / name).read_bytes())
    assert [record.text[4:] for record in report.records if record.code == "202"] == ([codes] if codes else [])
    found = {finding.code for finding in report.findings}
    assert ("swiss-manager-tie-breaks" in found) is not bool(codes)
    assert ("swiss-manager-old-tie-breaks" in found) is ("OTHER_BH" in codes)
    if codes:
        shown = codes.replace("OTHER_", "").split(",")
        assert arpad(f"standings {FOLDER / name} --json").json["tie_breaks"] == shown


def changed(name: str, *edits: tuple[int, bytes]) -> bytes:
    """A file with other settings: offsets behind the marker of the settings."""
    data = bytearray((FOLDER / name).read_bytes())
    start = data.index(b"\x95\xff\x89\x44") + 4
    for at, value in edits:
        data[start + at : start + at + len(value)] = value
    return bytes(data)


def test_flags_and_values_that_nobody_knows_leave_a_list_out() -> None:
    def codes(data: bytes) -> list[str]:
        return [record.text[4:] for record in read_report(data).records if record.code == "202"]

    name, parameters = "a03-roundrobin-six.TURX", 0x28B
    assert codes(changed(name, (parameters + 19 + 1, b"\x31"))) == []
    assert codes(changed(name, (parameters + 2 * 19 + 2, b"\x28"))) == [], "Koya from 40 per cent"
    assert codes(changed(name, (0x1B, b"\x02"))) == ["DE,SB"]
    assert codes(changed("a05-team-roundrobin-empty.TUNX", (0x1B, b"\x02"))) == ["GPTS"]
    assert codes(changed("a05-team-roundrobin-empty.TUNX", (0x1B, b"\x02"), (0x1D, b"\x01"))) == []


def test_boards_that_are_no_matches_and_forbidden_players_who_are_not_there_are_refused() -> None:
    with pytest.raises(ArpadError, match="round 1 has 32 boards, which is not 8 matches of 3"):
        read_file(changed("a04-team-swiss.TUMX", (0x31, b"\x03")))
    data = bytearray((FOLDER / "a06-swiss-forbidden-pairs.TUNX").read_bytes())
    section = data.index(b"\xc5\xff\x89\x44")
    data[section + 4] = 250
    with pytest.raises(ArpadError, match=f"byte {section + 4}: forbidden pair 1 names number 250 of 71"):
        read_file(bytes(data))


def test_fixed_boards_are_tables_of_the_event(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = FOLDER / "a14-swiss-colours-by-hand.TUNX"
    fixed = {player.number: player.fixed_board for player in read_file(file.read_bytes()).players if player.fixed_board}
    assert fixed == {36: 22, 39: 18, 40: 19, 43: 20, 44: 21}
    assert arpad(f"event take-over {file} --slug club --yes").code == 0
    players = arpad("event entries club --json").json
    assert {player["number"]: player["table"] for player in players if player["table"]} == fixed


def test_an_arbiter_in_cyrillic_letters_has_the_title_of_the_rules() -> None:
    typed = "ФА Гепун Колиноматара".encode("utf-16-le")
    data = bytearray((FOLDER / "a10-swiss-hand-and-corrections.TUNX").read_bytes())
    at = data.index("БО Гепун Колиноматара".encode("utf-16-le"))
    data[at : at + len(typed)] = typed
    assert read_report(bytes(data)).event.chief_arbiter.startswith("FA Гепун")


def test_names_the_other_way_round_are_offered_if_the_list_says_so(arpad: Arpad, tmp_path: Path) -> None:
    file, rows = FOLDER / "a08-swiss-half-point-byes.TUNX", ["id,name,federation,sex,title,rating,games,k,born,flag"]
    players = [player for player in read_file(file.read_bytes()).players if player.id]
    for place, player in enumerate(players):
        one, other = (player.surname, player.first_name) if place > 1 else (player.first_name, player.surname)
        rows.append(f'{player.id},"{one}, {other}",ESP,M,,{player.rating or 1500},0,20,1980,')
    listed = tmp_path / "list.csv"
    listed.write_text("\n".join(rows), "utf-8")
    found = arpad(f"report check {file} --list {listed} --json").json["findings"]
    (swapped,) = (finding for finding in found if finding["code"] == "swiss-manager-names-swapped")
    assert f"({players[0].number}, {players[1].number})" in swapped["message"]


EDIT = re.compile(r"(cut to|u32 at|u16 at|byte at) (\d+)(?: := (\d+))?")
SIZES = {"u32 at": 4, "u16 at": 2, "byte at": 1}


def damaged(base: str, edit: str) -> bytes:
    data = bytearray((FOLDER / base).read_bytes())
    if "ZIP" in edit:
        data[:4] = b"PK\x03\x04"
    elif "zero bytes added" in edit:
        data += bytes(10)
    elif match := EDIT.match(edit):
        kind, at, value = match[1], int(match[2]), int(match[3] or 0)
        if kind == "cut to":
            return bytes(data[:at])
        data[at : at + SIZES[kind]] = value.to_bytes(SIZES[kind], "little")
    return bytes(data)


MALFORMED = list(csv.DictReader((FOLDER / "malformed.tsv").read_text("utf-8").splitlines(), delimiter="\t"))


@pytest.mark.parametrize("row", MALFORMED, ids=lambda row: row["edit"])
def test_a_damaged_file_is_refused_with_its_byte(row: dict[str, str]) -> None:
    with pytest.raises(ArpadError) as problem:
        read_file(damaged(row["base"], row["edit"]))
    assert problem.value.key == f"swiss-manager-{row['finding']}"
    assert problem.value.values["byte"] == int(row["byte"])
    for language in LANGUAGES:
        assert row["byte"] in problem.value.text(language)


def test_a_file_is_refused_or_read_whatever_its_bytes() -> None:
    chance = Random(7)
    files = [file.read_bytes() for file in FILES]
    for _ in range(examples(300)):
        data = bytearray(chance.choice(files))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            data[at] = chance.choice((0, 255, chance.randrange(256), data[at] ^ 1 << chance.randrange(8)))
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        with suppress(ArpadError):
            assert read_report(bytes(data)).lines


def test_a_field_that_no_known_file_has_is_a_finding() -> None:
    data = bytearray((FOLDER / "a03-roundrobin-six.TURX").read_bytes())
    data[8723 + 2 + 10] = 1
    report = read_report(bytes(data))
    found = [dict(finding.values) for finding in report.findings if finding.code == "swiss-manager-unknown"]
    assert found == [{"count": 1, "byte": 8730}]
