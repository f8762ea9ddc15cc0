"""The names that `import arpad` gives: kept, documented, loaded late, and typed."""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import arpad
from arpad.extras import EXTRAS
from places import PROJECT

KEPT = {
    "ArpadError", "Board", "BoardDifference", "Change", "Check", "Checked", "CheckedFile", "CheckedStandings",
    "ClosedList", "CountedGame", "Crosstable", "Draw", "Edition", "EditionDifference", "Entrant", "Entrants",
    "Finding", "FirstRating", "FittingEdition", "Game", "History", "HistoryEntry", "LeftGame", "ListEntries",
    "ListEntry", "ListedRating", "MissingFile", "MissingPackage", "NoPairing", "Norm", "NormGame", "NormNamed",
    "NormOfPlayer", "Norms", "NotConfirmed", "NotRatedGame", "Note", "Office", "OfficeEvent", "OfficeHistory",
    "OfficePlayer", "OfficeSheet", "Parameter", "Performance", "Player", "Plot", "Prize", "Proof", "ProvedVersion",
    "RaisedGame", "RatedPlayer", "RatedPlayers", "RatedReport", "RatingList", "Replayed", "Report", "ReportChecks",
    "ReportForensics", "ReportGames", "ReportPlayers", "Round", "RoundForensics", "RoundVerdict", "Standing",
    "Standings", "StandingsDifference", "StorageFault", "SubmittedReport", "SystemDeparture", "Tournament",
    "TournamentBoard", "TournamentPrizes", "TournamentRound", "Trial", "UnknownKey", "UnusableValue", "Verified",
    "Version", "baseline", "berger", "check", "diff", "edition", "edition_for", "editions", "first_rating",
    "history", "performance", "rate", "rate_frame", "read", "read_list", "verify",
}  # fmt: skip
"""Programs rely on these: a name may be added, and none is taken away."""


def test_the_names_are_kept_and_documented() -> None:
    assert set(arpad.__all__) == KEPT
    page = (PROJECT / "docs" / "reference" / "library.md").read_text("utf-8")
    table = page[page.index("## All names") :]
    assert set(re.findall(r"^\| `(?:arpad\.)?(\w+)", table, re.MULTILINE)) == KEPT
    for name in KEPT:
        assert getattr(arpad, name).__doc__, name
    assert set(dir(arpad)) == KEPT | {"__version__"}


def modules(code: str) -> set[str]:
    """The modules that a program has loaded at its end."""
    end = "; import sys, json; print(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code + end], stdout=subprocess.PIPE, check=True)
    return set(json.loads(done.stdout))


def test_the_import_loads_nothing_else() -> None:
    assert modules("import arpad") - modules("pass") == {"arpad", "arpad.release"}


def test_one_player_needs_no_extra() -> None:
    rated = modules('import arpad; arpad.rate(2000, [(1900, 1)], k=20, edition="fide-2024").why()')
    assert not rated & {*EXTRAS, "networkx", "pandas", "polars", "arpad.formats"}


def test_what_an_extra_brings_is_asked_for_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    report = PROJECT / "examples" / "open-2024.trf"
    for package, extra, call in (
        ("pyarrow", "tables", arpad.read(report).players.to_arrow),
        ("typst", "pdf", arpad.read(report).rate()[1].pdf),
        ("sqlalchemy", "office", arpad.Office.memory),
    ):
        with monkeypatch.context() as without:
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                without.delitem(sys.modules, name)
            if "arpad.office" in sys.modules:  # the package keeps the modules that other tests have loaded
                without.setattr(arpad, "office", sys.modules["arpad.office"], raising=False)
            for name in [name for name in sys.modules if name.startswith("arpad.office")]:
                without.delitem(sys.modules, name)
            without.setitem(sys.modules, package, None)
            with pytest.raises(arpad.ArpadError) as problem:
                call()
        assert problem.value.key == "needs-extra"
        assert f'pip install "arpad[{extra}]"' in str(problem.value)


def test_functions_are_safe_in_threads() -> None:
    """The first calls of a process come from several threads at once, and all answer alike."""
    code = (
        "import arpad; from concurrent.futures import ThreadPoolExecutor\n"
        "def one(_):\n"
        "    found = arpad.read('examples/open-2024.trf')\n"
        "    return found.rate().to_json('es'), found.standings().to_json(), found.pair(rounds=11).to_json()\n"
        "with ThreadPoolExecutor(8) as pool: answers = set(pool.map(one, range(16)))\n"
        "assert len(answers) == 1, len(answers)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=True)


def test_an_office_is_safe_in_threads() -> None:
    folder = PROJECT / "examples" / "federation"
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(folder / "list-2023-09.csv", "2023-09")
        names = ("01-valdeoca", "02-ribera", "03-montejara", "04-navidad")
        with ThreadPoolExecutor(4) as pool:
            submitted = list(pool.map(lambda name: office.submit(folder / f"{name}.trf"), names))
        assert all(submitted)
        assert sorted(event.id for event in office.events()) == [1, 2, 3, 4]
