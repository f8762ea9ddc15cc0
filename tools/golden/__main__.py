"""Record what every command and every address answers, or compare with what was recorded.

python -m tools.golden record [--only TEXT ...]     write the digests and the whole outputs
python -m tools.golden compare [--only TEXT ...] [--first N]
                                                    run everything again; exit 1 if an answer has changed
python -m tools.golden commands                     name the commands that have no golden; exit 1 if there is one
python -m tools.golden without                      name the addresses that have no golden

`--only` takes groups by the beginning of their names. `--first` asks for so many of the recorded addresses of each
visitor: they are recorded from the first pages on. Everything is run in a process with its own environment.
"""

import json
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from tools.golden.running import ENVIRONMENT

WORKERS = os.cpu_count() or 1


def main(arguments: list[str]) -> int:
    if os.environ.get("ARPAD_GOLDEN") != "1":
        paths = {"PATH": os.environ.get("PATH", "")}
        os.execve(sys.executable, [sys.executable, "-m", "tools.golden", *arguments], ENVIRONMENT | paths)
    from tools.golden import inside, lines, site, store

    what = arguments[0] if arguments else ""
    only = tuple(_values(arguments, "--only"))
    first = int((_values(arguments, "--first") or ["0"])[0])
    if what not in ("record", "compare", "commands", "without"):
        print(__doc__)
        return 2
    known = store.read_digests() if store.DIGESTS.exists() else {}
    if what == "compare" and first:
        for group in site.crawls():
            known[group] = dict(list(known[group].items())[:first])
    if what == "commands":
        missing = lines.without_golden(known)
        print("\n".join(missing))
        return 1 if missing else 0
    if what == "without":
        print("\n".join(site.without_golden(known)))
        return 0
    inside.load_everything()
    inside.cheap_passwords()
    wanted = [group for group in [*lines.groups(), *site.groups()] if not only or group.startswith(only)]
    begun, problems, digests = time.monotonic(), [], {} if not only else dict(known)
    with site.prepared(any(group.startswith("web") for group in wanted)):
        results = dict(_in_parallel(wanted, known if what == "compare" else {}))
    keys = 0
    for group in wanted:
        records = results[group]
        keys += len(records)
        if what == "record":
            store.write_outputs(group, records)
            digests[group] = {key: store.digest(record) for key, record in records.items()}
        else:
            problems += store.differences(group, known.get(group, {}), records)
    took = time.monotonic() - begun
    if what == "record":
        store.write_digests(digests)
        print(f"{keys} keys in {len(wanted)} groups recorded in {took:.0f} s")
        return 0
    print(
        "\n".join([*problems, f"{keys} keys in {len(wanted)} groups compared in {took:.0f} s: {len(problems)} changed"])
    )
    return 1 if problems else 0


def _values(arguments: list[str], option: str) -> list[str]:
    """What stands behind an option, until the next one."""
    if option not in arguments:
        return []
    behind = arguments[arguments.index(option) + 1 :]
    return behind[: next((at for at, word in enumerate(behind) if word.startswith("--")), len(behind))]


def _in_parallel(wanted: list[str], known: dict[str, dict[str, str]]) -> Iterator[tuple[str, Any]]:
    """Run the groups in as many processes as there are processors, those of the web first, which take longest. Each
    writes its answers into a file."""
    waiting = sorted(wanted, key=lambda group: not group.startswith("web"))
    running: dict[int, tuple[str, Path]] = {}
    with tempfile.TemporaryDirectory(prefix="arpad-golden-", dir="/tmp") as place:
        while waiting or running:
            while waiting and len(running) < WORKERS:
                group = waiting.pop(0)
                file = Path(place) / f"{len(waiting)}.json"
                child = os.fork()
                if child == 0:
                    _be_group(group, list(known.get(group, ())), file)
                running[child] = (group, file)
            child, status = os.wait()
            group, file = running.pop(child)
            if status != 0:
                raise SystemExit(f"{group} could not be run; the reason stands above")
            yield group, json.loads(file.read_text(encoding="utf-8"))


def _be_group(group: str, keys: list[str], file: Path) -> NoReturn:
    """Become the process of a group, which ends here."""
    from tools.golden import lines, site

    begun, code = time.monotonic(), 1
    try:
        records = site.run_group(group, keys) if group.startswith("web") else lines.run_group(group)
        file.write_text(json.dumps(records), encoding="utf-8")
        if "--times" in sys.argv:
            print(f"{time.monotonic() - begun:6.1f} s  {len(records):4}  {group}", flush=True)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


if __name__ == "__main__":
    try:
        ended = main(sys.argv[1:])
    except BaseException:
        traceback.print_exc()
        ended = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)  # libraries that were loaded and never used tell of what is left of them
