"""A combined list of all players: read as a table beside DuckDB, and its XML streamed; time and memory in one run.

DuckDB cuts the same fixed-width columns out of the same file into an Arrow table. Each reading has a process of its
own, which tells its time and the most memory it ever held (a large parent would count too, so the lists are made in
another); the two readers take turns.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from arpad.formats.rating_lists._fide_text import COMBINED_HEADER, from_header
from arpad.formats.rating_lists.columns import TEXTS, Found, schema
from arpad.formats.rating_lists.files import opened, read_list, read_table, stream, writing

TEXT_FILE, XML_FILE = "players_list_foa.txt", "players_list_xml_foa.xml"
CHUNK = 100_000
ROUNDS = 3
SYLLABLES = ("ba", "che", "dor", "fi", "gal", "hu", "jen", "ko", "lan", "mi", "nor", "pe", "ra", "sto", "tu", "vin")
FEDERATIONS = ("ARG", "BEL", "CHN", "CZE", "ENG", "ESP", "FRA", "GER", "HUN", "IND", "ITA", "NOR", "POL", "SRB", "USA")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
MOST_TABLE_MB, MOST_XML_MB, MOST_TIMES_DUCKDB = 1500, 300, 3


def player(number: int, dice: random.Random) -> dict[str, Any]:
    """A plausible player who does not exist."""

    def word() -> str:
        return "".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))).title()

    row: dict[str, Any] = {
        "id": str(100_000 + 7 * number), "name": f"{word()}, {word()}", "federation": dice.choice(FEDERATIONS),
        "sex": dice.choice("MMMMF"), "title": dice.choice(TITLES) if dice.randrange(100) == 0 else "",
        "born": dice.randint(1940, 2018), "flag": dice.choice(("", "", "i", "w", "wi")),
    }  # fmt: skip
    for kind in ("", "rapid_", "blitz_"):
        rated = dice.randrange(5) < 2
        row[f"{kind}rating"] = dice.randint(1400, 2700) if rated else None
        row[f"{kind}games"] = dice.randint(0, 12) if rated else 0
        row[f"{kind}k"] = dice.choice((10, 20, 40)) if rated else None
    return row


def generate(players: int, folder: Path, seed: int = 1) -> None:
    """The same players as text and as XML."""
    dice = random.Random(seed)
    columns = schema(True)
    text, xml = (writing(folder / name, True, None, Found()) for name in (TEXT_FILE, XML_FILE))
    with text as write_text, xml as write_xml:
        for start in range(0, players, CHUNK):
            rows = [player(number, dice) for number in range(start, min(start + CHUNK, players))]
            batch = pa.RecordBatch.from_pylist(rows, schema=columns)
            write_text(batch)
            write_xml(batch)
            print(f"\r  {start + len(rows):,} of {players:,} players written", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def duckdb_table(path: Path) -> int:
    """What DuckDB needs for the same columns."""
    layout = from_header(COMBINED_HEADER)
    assert layout is not None
    cells = []
    for field in layout.named:
        cell = f"trim(substr(line, {field.start + 1}, {min(field.stop, 162) - field.start}))"
        cells.append(cell if field.name in (*TEXTS, "w_title") else f"try_cast({cell} as integer)")
    query = f"""select {", ".join(cells)} from read_csv(?, columns = {{'line': 'varchar'}}, delim = '\x01',
        quote = '', escape = '', header = true, auto_detect = false)"""
    table = duckdb.connect().execute(query, [str(path)]).to_arrow_table()
    assert table is not None
    return int(table.num_rows)


def arpad_table(path: Path) -> int:
    return int(read_table(path, found=Found()).num_rows)


def arpad_stream(path: Path) -> int:
    return sum(len(batch) for batch in stream(opened(path), found=Found()))


def arpad_event(path: Path) -> int:
    """The 130 players of one event."""
    return len(read_list(path, {str(100_000 + 7 * number) for number in range(0, 1300, 10)}))


WORK = {"duckdb": duckdb_table, "table": arpad_table, "stream": arpad_stream, "event": arpad_event}


def measured(work: str, path: Path) -> dict[str, int]:
    """One piece of work in a process of its own: rows, milliseconds, the most megabytes it held."""
    answer = subprocess.run([sys.executable, __file__, work, str(path)], check=True, capture_output=True, text=True)
    found: dict[str, int] = json.loads(answer.stdout)
    return found


def child(work: str, path: Path) -> None:
    begun = time.perf_counter_ns()
    rows = WORK[work](path)
    milliseconds = (time.perf_counter_ns() - begun) // 1_000_000
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"rows": rows, "ms": milliseconds, "mb": megabytes}))


def best(runs: list[dict[str, int]]) -> dict[str, int]:
    return min(runs, key=lambda run: run["ms"])


def main(players: int = 1_900_000, folder: Path | None = None) -> None:
    """Generate, measure, delete. Raises an error if a target is missed."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        text, xml = Path(place) / TEXT_FILE, Path(place) / XML_FILE
        subprocess.run([sys.executable, __file__, "generate", place, str(players)], check=True)
        turns = [(measured("duckdb", text), measured("table", text)) for _ in range(ROUNDS)]
        other, table = best([turn[0] for turn in turns]), best([turn[1] for turn in turns])
        event, stream = measured("event", text), measured("stream", xml)
        sizes = [path.stat().st_size // 1_000_000 for path in (text, xml)]
    print(f"A combined list of {players:,} players, {sizes[0]} MB, as XML {sizes[1]} MB; best of {ROUNDS} rounds")
    for name, run in (("DuckDB, the same columns", other), ("read_table, with findings", table)):
        print(f"  {name:<28}{run['ms']:>7} ms {run['mb']:>6} MB")
    print(f"  {'read_list, 130 players':<28}{event['ms']:>7} ms {event['mb']:>6} MB")
    print(f"  {'batches of the XML':<28}{stream['ms']:>7} ms {stream['mb']:>6} MB")
    print(f"  read_table takes {100 * table['ms'] // other['ms']} % of DuckDB's time")
    assert table["rows"] == other["rows"] == stream["rows"] == players
    assert table["ms"] <= MOST_TIMES_DUCKDB * other["ms"]
    assert table["mb"] < MOST_TABLE_MB
    assert stream["mb"] < MOST_XML_MB


if __name__ == "__main__":
    if sys.argv[1:2] == ["generate"]:
        generate(int(sys.argv[3]), Path(sys.argv[2]))
    elif len(sys.argv) == 3:
        child(sys.argv[1], Path(sys.argv[2]))
    else:
        main()
