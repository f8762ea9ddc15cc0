"""A league from January to May by commands: from the first entry to five parts that the office has rated."""

from pathlib import Path

import pytest

from answers import Arpad
from league_of_months import MONTHS, list_csv, read
from places import PROJECT

LEAGUE = PROJECT / "examples" / "league"
DAYS = ("2026-01-10", "2026-01-24", "2026-02-14", "2026-03-07", "2026-03-28", "2026-04-18", "2026-05-16")
NEW_LISTS = ("2026-01", "2026-03", "2026-05")


def test_a_league_from_its_first_entry_to_five_rated_parts(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every part has the ratings and K of its list, and the whole the tie-breaks of the first ratings."""
    monkeypatch.setenv("ARPAD_DB", f"sqlite:///{tmp_path / 'arpad.db'}")
    monkeypatch.setenv("ARPAD_EVENTS", f"sqlite:///{tmp_path / 'arpad.db'}")
    monkeypatch.setenv("ARPAD_WHO", "Clara")

    def does(line: str) -> str:
        answer = arpad(line)
        assert answer.code == 0, (line, answer.err)
        return answer.out

    does("office init --federation ESP --system fide")
    sums = {}
    for period, rounds in MONTHS.items():
        if period in NEW_LISTS:
            file = tmp_path / f"{period}.csv"
            file.write_text(list_csv(period), "utf-8")
            does(f"office import-list {file} --date {period} --publish")
        if period == "2026-01":
            does(f"event new {LEAGUE / 'league.toml'}")
            does(f"event enter liga --csv {LEAGUE / 'list-2026-01.csv'}")
            does("event close-list liga")
        listed = f"--list {tmp_path / '2026-03.csv'} " if period == "2026-04" else ""
        does(f"event period open liga {period} {listed}--yes")
        for number in rounds:
            if number == 5:
                does("event absent liga 9 5 Z")
            does(f"event draw liga {number}")
            does(f"event publish liga {number}")
            does(f"event results liga {number} {LEAGUE / f'round-{number}.txt'}")
        refused = arpad(f"event hand-over liga --period {period} --check --at {DAYS[rounds[-1] - 1]}")
        assert refused.code == 0, refused.err
        handed = arpad(f"event hand-over liga --period {period} --at {DAYS[rounds[-1] - 1]} --json").json
        assert [one["accepted"] for one in handed["reports"]] == [True]
        trf, rated = tmp_path / f"{period}.trf", tmp_path / f"{max(new for new in NEW_LISTS if new <= period)}.csv"
        does(f"event export liga --period {period} -o {trf}")
        players = arpad(f"rate {trf} --list {rated} --json").json["players"]
        sums[period] = [round(player["change"] * 100) for player in players]
    assert sums == read("season")["k_sums"]
    does("event finish liga")
    rows = arpad("event standings liga --json").json["rows"]
    expected = read("season")["tie_breaks"]["first"]
    assert [row["number"] for row in rows] == expected["order"]
    assert [int(row["values"]["ARO"]) for row in sorted(rows, key=lambda row: row["number"])] == expected["ARO"]
    shown = arpad("event show liga --json").json
    assert [(one["state"], one["revision"]) for one in shown["periods"]] == [("handed-over", 1)] * 5
    assert "nothing is left to do" in shown["next"]
    whole = arpad("event hand-over liga")
    assert (whole.code, "were handed over already" in whole.err) == (2, True)
    late = arpad('event correct liga 2 1 1/2 --rating-only --reason "told on 10 March"')
    assert late.code == 0
    assert arpad("event hand-over liga --period 2026-01 --at 2026-05-20").code == 2
    again = arpad('event hand-over liga --period 2026-01 --at 2026-05-20 --reason "told on 10 March" --json').json
    assert [one["office_event"] for one in again["reports"]] == [1]
    assert arpad("event show liga --json").json["periods"][0]["revision"] == 2
    assert arpad("event hand-over liga --period 2026-02 --at 2026-05-20 --json").json["reports"][0]["known"]
