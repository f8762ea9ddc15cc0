"""Whether a file that somebody has is one that the office published: a list as it is downloaded, or a bundle."""

import datetime as dt
import re
import tempfile
from pathlib import Path
from typing import Literal

from arpad.documents.document import Document
from arpad.formats.rating_lists.files import list_bytes
from arpad.i18n import ArpadError
from arpad.inputs.parse import period_in_address
from arpad.office.context import Desk, systems_of
from arpad.office.lists import published_list
from arpad.office.proof.bundle import verify_bundle
from arpad.office.proof.signatures import public_keys
from arpad.office.publications import publications
from arpad.regulations.articles import TIME_CLASSES, TimeClass

NAMED = re.compile(
    r"(?P<system>[\w-]+?)-(?P<period>\d{4}-\d{2})-v(?P<version>\d{1,6})-"
    r"(?P<class>standard|rapid|blitz|combined)(?: ?\(\d+\))?\.(?P<format>txt|xml|csv|parquet)"
)
"""The name under which a list is downloaded; browsers number those that they have twice."""
ZIPPED = b"PK"
MOST_VERSIONS = 10_000
ClassOfFile = TimeClass | Literal["combined"]


class OwnFile(Document, frozen=True):
    """A file beside what the office published: `own` if it is the same to the byte (a list), or proves the same list
    (a bundle). `lines` are those of a text that differ, `first` the first of them."""

    kind: Literal["list", "bundle"]
    own: bool
    system: str
    period: dt.date
    version: int
    time_class: str | None
    digest: str
    since: dt.datetime | None
    lines: int = 0
    first: int | None = None


def check_file(desk: Desk, name: str, data: bytes) -> OwnFile:
    """Compare a file with what the office published. A list is known by the name under which it was downloaded; a
    bundle by what is in it."""
    if data.startswith(ZIPPED):
        return _bundle(desk, data)
    found = NAMED.fullmatch(Path(name.replace("\\", "/")).name)
    if found is None or found["system"] not in {system.name for system in systems_of(desk.database)}:
        raise ArpadError("own-file-name", name=name[:200])
    of_system = _desk_of(desk, found["system"])
    chosen = next((one for one in TIME_CLASSES if one == found["class"]), None)
    version, table = published_list(
        of_system, period_in_address(found["period"]), int(found["version"]), chosen, published=True
    )
    expected = list_bytes(table, found["format"])
    different = [] if data == expected or found["format"] == "parquet" else _different(data, expected)
    return OwnFile(
        "list",
        data == expected,
        of_system.system,
        version.period,
        version.number,
        found["class"],
        version.digest,
        _since(of_system, version.digest),
        len(different),
        different[0] if different else None,
    )


def _desk_of(desk: Desk, system: str) -> Desk:
    return Desk(desk.database, desk.regulations, system, desk.who, desk.at, desk.ledgers, desk.checked, desk.unchanged)


def _different(data: bytes, expected: bytes) -> list[int]:
    """The numbers of the lines that are not the same."""
    own, theirs = data.split(b"\n"), expected.split(b"\n")
    most = max(len(own), len(theirs))
    own, theirs = own + [b""] * (most - len(own)), theirs + [b""] * (most - len(theirs))
    return [number for number, (one, other) in enumerate(zip(own, theirs, strict=True), 1) if one != other]


def _since(desk: Desk, digest: str) -> dt.datetime | None:
    found = (one.at for one in publications(desk, MOST_VERSIONS) if one.version.digest == digest)
    return next(found, None)


def _bundle(desk: Desk, data: bytes) -> OwnFile:
    """Prove the list of a bundle, and look for it among those that were published."""
    with desk.database.reading() as connection:
        keys = public_keys(connection)
    with tempfile.TemporaryDirectory(prefix="arpad-") as folder:
        path = Path(folder) / "bundle.zip"
        path.write_bytes(data)
        proof = verify_bundle(path, desk.regulations, keys[-1].public if keys else None)
    proved = proof.versions[-1]
    for system in systems_of(desk.database):
        of_system = _desk_of(desk, system.name)
        for one in publications(of_system, MOST_VERSIONS):
            if one.version.digest == proved.digest:
                version = one.version
                return OwnFile(
                    "bundle", proof.proved, system.name, version.period, version.number, None, version.digest, one.at
                )
    return OwnFile("bundle", False, desk.system, proved.period, proved.version, None, proved.digest, None)
