"""What was recorded: whole outputs in a folder outside of git, and a short digest of each in one file inside of it."""

import gzip
import hashlib
import json
from difflib import unified_diff
from pathlib import Path

from tools.golden.lines import PROJECT
from tools.golden.running import Record

DIGESTS = PROJECT / "tests" / "golden" / "digests.tsv"
OUTPUTS = PROJECT / ".golden"
LENGTH = 12
SHOWN = 40
"""Lines of a difference that are printed."""

Digests = dict[str, dict[str, str]]
"""Of every group, its keys with exit code or status, and digest."""


def digest(record: Record) -> str:
    """`0 1f3a…`: the exit code or the status, and the beginning of the SHA-256 of everything."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return f"{record['exit']} {hashlib.sha256(text.encode()).hexdigest()[:LENGTH]}"


def read_digests() -> Digests:
    digests: Digests = {}
    for line in DIGESTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            group = digests.setdefault(line[1:-1], {})
        elif line:
            key, _, known = line.rpartition("\t")
            group[key] = known
    return digests


def write_digests(digests: Digests) -> None:
    DIGESTS.parent.mkdir(exist_ok=True)
    lines = []
    for group, keys in digests.items():
        lines += ["", f"[{group}]", *(f"{key}\t{known}" for key, known in keys.items())]
    DIGESTS.write_text("\n".join([*lines[1:], ""]), encoding="utf-8")


def _file(group: str) -> Path:
    return OUTPUTS / f"{group.replace('/', '-').replace(' ', '.')}.json.gz"


def write_outputs(group: str, records: dict[str, Record]) -> None:
    OUTPUTS.mkdir(exist_ok=True)
    text = json.dumps(records, ensure_ascii=False, indent=0)
    with gzip.GzipFile(_file(group), "wb", compresslevel=3, mtime=0) as file:
        file.write(text.encode())


def read_outputs(group: str) -> dict[str, Record]:
    """The whole outputs as they were recorded, if they are on this machine."""
    if not _file(group).exists():
        return {}
    with gzip.open(_file(group), "rt", encoding="utf-8") as file:
        records: dict[str, Record] = json.load(file)
    return records


def differences(group: str, known: dict[str, str], records: dict[str, Record]) -> list[str]:
    """What is not as it was recorded: a line for every key, with the difference of its output if that is here."""
    changes, outputs = [], read_outputs(group)
    for key in [*known, *(key for key in records if key not in known)]:
        name = f"{group}: {key}"
        if key not in records:
            changes.append(f"{name}\n  was not run")
        elif key not in known:
            changes.append(f"{name}\n  is new")
        elif known[key] != digest(records[key]):
            changes.append(
                f"{name}\n  was {known[key]}, is {digest(records[key])}{_shown(outputs.get(key), records[key])}"
            )
    return changes


def _shown(before: Record | None, after: Record) -> str:
    if before is None:
        return ""
    changed = list(unified_diff(_lines(before), _lines(after), "recorded", "now", lineterm="", n=1))
    more = [f"… and {len(changed) - SHOWN} lines"] if len(changed) > SHOWN else []
    return "".join(f"\n    {line}" for line in [*changed[:SHOWN], *more])


def _lines(record: Record) -> list[str]:
    """A record as lines."""
    lines = []
    for name, value in record.items():
        if isinstance(value, dict):
            lines += [f"{name} {key}: {part}" for key, part in value.items()]
        elif isinstance(value, str) and "\n" in value:
            lines += [f"{name}:", *value.split("\n")]
        else:
            lines.append(f"{name}: {value}")
    return lines
