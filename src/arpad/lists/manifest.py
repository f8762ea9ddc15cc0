"""The manifest of a list: what it is and what it was made from, as one text. Its hash is the digest of the list.

It does not name a machine, a database or a release, so the same reports, decisions and editions always give
the same digest.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from arpad.domain.values import canonical, sha256_of
from arpad.eligibility.facts import facts_document
from arpad.lists.closing import Closed
from arpad.lists.ledger import Ledger
from arpad.lists.period import Accepted, Decisions, Named, Period
from arpad.regulations.rating_edition import Edition

FORMAT = "arpad-list-1"
BY_REPORT = "by-report"


def edition_text(edition: Edition) -> str:
    """Return every value of an edition, a line each. Articles and notes are not in it: they change no number."""
    values: dict[str, Any] = {"id": edition.id}
    values |= {name: _plain(rule.value) for name, rule in edition.parameters()}
    return "\n".join(f"{name} = {canonical(value)}" for name, value in sorted(values.items()))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value


def edition_changes(text: str, edition: Edition) -> list[str]:
    """Return the values of an edition that differ from when a list was made; values added since do not count."""
    now = dict(line.split(" = ", 1) for line in edition_text(edition).splitlines())
    then = dict(line.split(" = ", 1) for line in text.splitlines())
    changed = [name for name in then if now.get(name) != then[name] and name not in IN_NO_LIST]
    return [f"{name}: {then[name]} -> {now.get(name, '–')}" for name in changed]


IN_NO_LIST = frozenset({"eligibility.player_id"})
"""Values that have been corrected since and change no list: only the examination of a report looks at them."""


BEFORE: Mapping[str, Any] = {
    "k.standing_in": None,
    "k.returning": "games-kept",
    "initial.pooled_from": "list",
    "initial.same_day": "by-text",
    "change.rated_opponents_exempt": (),
    "lists.parts": "events",
    "lists.returning": "own-games",
}
"""The methods used before editions had these parameters, for lists made before."""


def edition_then(text: str, edition: Edition) -> Edition:
    """Return an edition as it was when a list was made: without the methods that it has gained since."""
    then = {line.split(" = ", 1)[0] for line in text.splitlines()}
    for name in BEFORE.keys() - then:
        group, field = name.split(".")
        rules = getattr(edition, group)
        rule = replace(getattr(rules, field), value=BEFORE[name])
        edition = replace(edition, **{group: replace(rules, **{field: rule})})
    return edition


def report_document(accepted: Accepted) -> dict[str, Any]:
    """Return a report as an input: its hash, and everything that counts besides its bytes."""
    days = {"start": accepted.start, "end": accepted.end}
    earlier = [report_document(report) for report in accepted.earlier]
    return {
        **({"earlier": _sorted(earlier)} if earlier else {}),
        **{name: day.isoformat() for name, day in days.items() if day is not None},
        **({"stages": list(accepted.stages)} if accepted.stages else {}),
        "sha256": accepted.sha256,
        "time_class": accepted.time_class,
        "system": accepted.system,
        "edition": accepted.edition,
        "facts": facts_document(accepted.facts),
        "ids": {str(rank): id_ for rank, id_ in accepted.ids.items()},
        "ratings": dict(accepted.ratings),
    }


def decisions_document(decisions: Decisions) -> dict[str, Any]:
    return {
        "persons": [[person.id, person.field, person.value] for person in decisions.persons],
        "ratings": sorted([rating.id, rating.time_class, rating.rating] for rating in decisions.ratings),
        "excluded": sorted(decisions.excluded),
        "merged": dict(decisions.merged),
    }


def closed_manifest(
    period: Period,
    closed: Closed,
    *,
    previous: str,
    lists: Mapping[dt.date, str],
    foreign: Mapping[dt.date, str],
    editions: Mapping[str, str],
) -> dict[str, Any]:
    """Return the manifest of a closed period. `previous`, `lists` and `foreign` are the digests of the lists it was
    made from, `editions` the hashes of the editions."""
    return {
        **_head(period.system, period.federation, closed.ledger),
        **_named(period.named),
        **_foreigners(period, closed),
        "made": "closed",
        "previous": previous,
        "lists": {date.isoformat(): lists[date] for date in closed.lists},
        "foreign": {date.isoformat(): foreign[date] for date in closed.foreign},
        "editions": {name: editions[name] for name in closed.editions},
        "transitions": list(closed.transitions),
        "reports": _sorted(report_document(report) for report in period.reports),
        "decisions": decisions_document(period.decisions),
    }


def imported_manifest(
    system: str,
    federation: str,
    ledger: Ledger,
    source: str,
    named: str | None = None,
    continues: str | None = None,
    classes: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the manifest of an imported list: `source` is the hash of the file, `named` the edition that it was read
    by if none was in force, `continues` the digest of the list before that it goes on from. `classes` tells what the
    list does not: `beside`, the digest of the list of the same day with the other classes; `carried`, those of the list
    before; `flagged`, whose activity it tells if it is not that of all."""
    head = {**_head(system, federation, ledger), **_named(Named(named))}
    series = {} if continues is None else {"continues": continues}
    return {**head, **series, **classes, "made": "imported", "source": source}


def amended_manifest(
    system: str, federation: str, ledger: Ledger, previous: str, decisions: Decisions, named: str | None = None
) -> dict[str, Any]:
    """Return the manifest of an imported list with decided ratings: `previous` is the list as it came."""
    document = decisions_document(Decisions(ratings=decisions.ratings))
    head = {**_head(system, federation, ledger), **_named(Named(named))}
    return {**head, "made": "amended", "previous": previous, "decisions": document}


def _foreigners(period: Period, closed: Closed) -> dict[str, Any]:
    """Return how foreigners count, for lists by an edition that has a rule for them (FEDA 9.56, 10.23)."""
    used = (period.regulations.edition(name) for name in closed.editions)
    by_report = period.foreigners_by_report and any(edition.lists.foreigners_by_fide.value for edition in used)
    return {"foreigners": BY_REPORT} if by_report else {}


def _named(named: Named) -> dict[str, Any]:
    """Return the editions that were named; nothing if those in force held, as in all lists of the past."""
    found = {name: edition for name, edition in (("list", named.own), ("before", named.before)) if edition is not None}
    return {"named": found} if found else {}


def by_report_in(manifest: Mapping[str, Any]) -> bool:
    """Return whether foreigners without a FIDE list counted by the reports when a list was made."""
    return bool(manifest.get("foreigners") == BY_REPORT)


def named_in(manifest: Mapping[str, Any]) -> Named:
    """Return the editions that a manifest names."""
    found = manifest.get("named", {})
    return Named(found.get("list"), found.get("before"))


def _head(system: str, federation: str, ledger: Ledger) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "system": system,
        "federation": federation,
        "period": ledger.date.isoformat(),
        "since": ledger.since.isoformat(),
        "list": ledger.hashes(),
    }


def _sorted(documents: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(documents, key=canonical)


def digest_of(manifest: Mapping[str, Any]) -> str:
    """Return the digest of a list: the hash of its manifest."""
    return sha256_of(canonical(manifest))
