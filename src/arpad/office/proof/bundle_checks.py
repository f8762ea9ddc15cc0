"""A bundle, checked whole without a database: every byte, every member, the readable list, the proof, the signature."""

import datetime as dt
import json
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError
from arpad.lists.ledger import Ledger
from arpad.lists.manifest import named_in
from arpad.lists.period import list_editions
from arpad.lists.published import published_table
from arpad.office.desk import before_decided
from arpad.office.proof.bundle import list_as_csv, needed_lists, needed_reports
from arpad.office.proof.bundle_file import CSV, FORMAT, HEAD, SIGNATURES, BundleFile, opened
from arpad.office.proof.list_signature import check_signed
from arpad.office.proof.proving import IMPORTED, Stored, prove
from arpad.office.proof.public_keys import read_public_keys, trusted_keys
from arpad.office.records import Verified
from arpad.office.storage import list_statement, sha256
from arpad.regulations.rating_editions import Regulations

DAMAGE = (KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError)
HEADS = {"format", "digest", "numbers", "release", "reason"}


def verify_bundle(path: Path, regulations: Regulations, known: str | None = None) -> list[Verified]:
    """Prove the list of a bundle, and that the lists it was made from are what their digests say. With a key of the
    office, its lists must be signed by it."""
    with opened(path) as file:
        try:
            return _verified(file, regulations, known)
        except DAMAGE as problem:
            raise ArpadError("bundle-damaged", file=str(path), problem=str(problem)[:200]) from None


def _verified(file: BundleFile, regulations: Regulations, known: str | None) -> list[Verified]:
    head = file.json(HEAD)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        found = head.get("format") if isinstance(head, dict) else head
        raise ArpadError("bundle-format", file=str(file.path), found=str(found)[:40], known=FORMAT)
    if set(head) != HEADS or file.text(HEAD) != canonical(head):
        raise file.wrong(HEAD, ", ".join(sorted(set(head) ^ HEADS)))
    own = head["digest"]
    manifests = {own: _manifest(file, own)}
    manifests |= {digest: _manifest(file, digest) for digest in sorted(needed_lists(manifests[own]))}
    if head["numbers"].keys() != manifests.keys():
        raise file.wrong(HEAD, "numbers")
    ledgers = {digest: file.ledger(digest) for digest in manifests}
    for digest, manifest in manifests.items():
        if ledgers[digest].hashes() != manifest["list"]:
            raise file.wrong(f"lists/{digest}", "SHA-256")
    stored = _stored(file, ledgers)
    for key in needed_reports(manifests[own]):
        stored.report(key)
    for key in manifests[own].get("editions", {}).values():
        stored.edition(key)
    _check_csv(file, manifests[own], ledgers, own, regulations)
    _check_signatures(file, head, manifests, ledgers, known)
    unknown = sorted(set(file.archive.namelist()) - file.read)
    if unknown:
        raise ArpadError("bundle-unknown", file=str(file.path), member=unknown[0])
    before = [_kept(digest, manifests[digest], head) for digest in manifests if digest != own]
    text = file.text(f"manifests/{own}.json")
    return [*before, prove(own, text, head["numbers"][own], ledgers[own], stored, regulations)]


def _manifest(file: BundleFile, digest: str) -> dict[str, Any]:
    name = f"manifests/{digest}.json"
    text = file.text(name)
    found = file.json(name)
    if sha256_of(text) != digest or not isinstance(found, dict):
        raise file.wrong(name, "SHA-256")
    whole: dict[str, Any] = json.loads(text)
    return whole


def _stored(file: BundleFile, ledgers: Mapping[str, Ledger]) -> Stored:
    """What a proof needs, out of the bundle."""

    def named(folder: str, key: str) -> bytes:
        data = file.member(f"{folder}/{key}")
        if sha256(data) != key:
            raise file.wrong(f"{folder}/{key}", "SHA-256")
        return data

    return Stored(
        lambda digest: ledgers[digest],
        lambda key: named("reports", key),
        lambda key: named("editions", key).decode(),
    )


def _kept(digest: str, manifest: Mapping[str, Any], head: Mapping[str, Any]) -> Verified:
    """A list that another was made from: it is what its digest says, and was not recomputed here."""
    day = dt.date.fromisoformat(manifest["period"])
    made = manifest["made"]
    return Verified(day, head["numbers"][digest], digest, digest, (), "imported" if made == IMPORTED else "kept")


def _check_csv(
    file: BundleFile, manifest: Mapping[str, Any], ledgers: Mapping[str, Ledger], own: str, regulations: Regulations
) -> None:
    """Refuse a list for people that is not the list for the proof, and say in which line."""
    day = dt.date.fromisoformat(manifest["period"])
    editions = list_editions(regulations, manifest["system"], day, named_in(manifest).own)
    before = before_decided(ledgers[manifest["previous"]], manifest) if "previous" in manifest else None
    expected = list_as_csv(published_table(ledgers[own], editions, None, "listed", before))
    found = file.member(CSV)
    if found == expected:
        return
    pairs = zip_longest(found.split(b"\n"), expected.split(b"\n"))
    line, one, other = next((n, one, other) for n, (one, other) in enumerate(pairs, 1) if one != other)
    shown = [(text or b"").decode("utf-8", "replace")[:80] for text in (one, other)]
    raise ArpadError("bundle-csv", file=str(file.path), line=line, found=shown[0], expected=shown[1])


def _check_signatures(
    file: BundleFile,
    head: Mapping[str, Any],
    manifests: Mapping[str, Mapping[str, Any]],
    ledgers: Mapping[str, Ledger],
    known: str | None,
) -> None:
    """Check what is signed: by the keys of the bundle itself, or by those that a known key leads to."""
    document = file.json(SIGNATURES)
    if set(document) != {"keys", "lists"} or not set(document["lists"]) <= set(manifests):
        raise file.wrong(SIGNATURES, ", ".join(sorted(document)))
    own = head["digest"]
    if not document["keys"]:
        if known is not None or document["lists"]:
            raise ArpadError("bundle-unsigned", file=str(file.path))
        return
    keys = read_public_keys(document["keys"])
    trusted = trusted_keys(keys, keys[-1].public if known is None else known)
    if not trusted:
        raise ArpadError("key-other", file=str(file.path), key=str(known))
    if known is not None and own not in document["lists"]:
        raise ArpadError("bundle-unsigned", file=str(file.path))
    for digest, signed in document["lists"].items():
        check_signed(file.path, signed, trusted)
        told, manifest = json.loads(signed["statement"]), manifests[digest]
        more = (told["reason"], told["release"]) if digest != own else (head["reason"], head["release"])
        number, players = head["numbers"][digest], len(ledgers[digest])
        if signed["statement"] != list_statement(
            manifest["system"], manifest["period"], number, digest, players, *more
        ):
            raise file.wrong(SIGNATURES, signed["statement"])
