"""The digest of a list: it changes with whatever the list was made from, and with nothing else."""

import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from typing import Any

import pyarrow as pa
import pytest

from arpad.domain.values import canonical, sha256_of
from arpad.eligibility.facts import Facts, facts_document, facts_of
from arpad.formats.trf_event_lines import event_to_trf
from arpad.i18n import ArpadError
from arpad.lists.closing import close_period
from arpad.lists.ledger import Ledger
from arpad.lists.manifest import (
    closed_manifest,
    digest_of,
    edition_changes,
    edition_text,
    edition_then,
    imported_manifest,
)
from arpad.lists.period import Accepted, Decisions, Period, PersonChange, RatingDecision
from arpad.office.proof.verification import Stored, prove
from arpad.office.storage._tables import accepted_report
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition, regulations
from small_seasons import Season, accept, first_list, plain_event, player, report

ONE = plain_event("2024-05-04", "2024-05-05", ["ana-bob 1, cid-new 0"], name="One")
TWO = plain_event("2024-05-11", "2024-05-12", ["bob-ana =, cid-new ="], name="Two")
THREE = plain_event("2024-05-18", "2024-05-19", ["ana-new 1"], name="Three", time_class="rapid")
PLAYERS = [player("ana", 2000), player("bob", 1900, federation="ESP"), player("cid", 1800), player("old", 1700)]


def the_period() -> Period:
    """Two standard events and a rapid one; a newcomer whose name each report writes otherwise."""
    named = [{"new": {"name": name, "born": born}} for name, born in (("Nuno", 2001), ("Nuño", 2002), ("N.", 2003))]
    reports = [accept(report, people) for report, people in zip((ONE, TWO, THREE), named, strict=True)]
    return Season(first_list("2024-05-01", PLAYERS)).period("2024-06-01", *reports)


def editions_of(changed: Edition | None = None) -> Callable[[str], str]:
    def hash_of(name: str) -> str:
        return sha256_of(edition_text(changed if changed is not None and changed.id == name else edition(name)))

    return hash_of


def digest(period: Period, hash_of: Callable[[str], str] | None = None, previous: str = "before") -> str:
    """The digest of the list that a period ends in; lists of the past by their contents."""
    closed = close_period(period)
    lists = {date: canonical(period.past(date).hashes()) for date in closed.lists}
    hashes = {name: (hash_of or editions_of())(name) for name in closed.editions}
    return digest_of(closed_manifest(period, closed, previous=previous, lists=lists, foreign={}, editions=hashes))


def with_report(change: Callable[[Accepted], Accepted]) -> Period:
    period = the_period()
    return replace(period, reports=(change(period.reports[0]), *period.reports[1:]))


def decided(**values: Any) -> Period:
    return replace(the_period(), decisions=Decisions(**values))


CHANGES: dict[str, Callable[[], Period]] = {
    "a byte of a report": lambda: with_report(lambda accepted: replace(accepted, sha256="0" + accepted.sha256[1:])),
    "a fact": lambda: with_report(lambda accepted: replace(accepted, facts=Facts(received=dt.date(2024, 5, 6)))),
    "a fact that is known to be false": lambda: with_report(
        lambda accepted: replace(accepted, facts=Facts(hybrid=False))
    ),
    "a base rating": lambda: with_report(lambda accepted: replace(accepted, ratings={"ana": 2001})),
    "an id": lambda: with_report(lambda accepted: replace(accepted, ids={1: "old"})),
    "the system": lambda: with_report(lambda accepted: replace(accepted, system="team")),
    "the edition named": lambda: with_report(lambda accepted: replace(accepted, edition="fide-2024")),
    "a report less": lambda: replace(the_period(), reports=the_period().reports[:2]),
    "a rating decided": lambda: decided(ratings=(RatingDecision("old", "standard", 1700),)),
    "a person": lambda: decided(persons=(PersonChange("old", "title", "FM"),)),
    "a federation excluded": lambda: decided(excluded=frozenset({"XXX"})),
    "a merge": lambda: decided(merged={"new": "old"}),
    "the federation of the office": lambda: replace(the_period(), federation="ESP"),
    "a rating of the list before": lambda: replace(
        the_period(), previous=first_list("2024-05-01", [*PLAYERS[:3], player("old", 1701)])
    ),
    "the list in force at the start": lambda: replace(
        the_period(), past=lambda _: first_list("2024-05-01", [*PLAYERS[:3], player("old", 1701)])
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_digest_changes_with(what: str) -> None:
    assert digest(CHANGES[what]()) != digest(the_period())


def test_the_digest_changes_with_the_version_of_the_list_before() -> None:
    assert digest(the_period(), previous="another") != digest(the_period())


def test_the_digest_changes_with_a_value_of_an_edition() -> None:
    """Each edition that was used is named with its values: the events', the lists', those of first ratings."""
    rules = edition("fide-2024-rapid-blitz")
    other = replace(rules, lists=replace(rules.lists, floor=replace(rules.lists.floor, value=1401)))
    assert digest(the_period(), editions_of(other)) != digest(the_period())
    unused = edition("fide-2005")
    unused = replace(unused, lists=replace(unused.lists, floor=replace(unused.lists.floor, value=1)))
    assert digest(the_period(), editions_of(unused)) == digest(the_period())


def test_the_digest_is_the_same_in_whatever_order_the_reports_come() -> None:
    """Also if a newcomer has another name in each: the report of the first event decides."""
    period = the_period()
    found = {digest(replace(period, reports=order)) for order in permutations(period.reports)}
    assert found == {digest(period)}
    row = close_period(replace(period, reports=period.reports[::-1])).ledger.rows(["new"])["new"]
    assert (row.name, row.born) == ("Nuno", 2001)


def test_the_digest_is_the_same_wherever_the_list_is_kept() -> None:
    """As parquet, or in pieces: the same rows are the same list."""
    period = the_period()
    ledger = close_period(period).ledger
    stored = Ledger.from_parquet(ledger.to_parquet())
    pieces = pa.concat_tables([ledger.players.slice(0, 2), ledger.players.slice(2)])
    assert stored.hashes() == replace(ledger, players=pieces).hashes() == ledger.hashes()
    again = replace(period, previous=Ledger.from_parquet(period.previous.to_parquet()))
    assert digest(again) == digest(period)


def test_tabs_and_line_ends_in_a_name_cannot_hide_a_change() -> None:
    """`a<tab>b` in one cell is not `a` and `b` in two; nor is a backslash and t a tab."""
    names = ["a\tb", "a\\tb", "a\nb", "a\\nb", "ab", "a\\\tb"]
    found = {first_list("2024-05-01", [player("x", 2000, name=name)]).hashes()["players"] for name in names}
    assert len(found) == len(names)


def test_what_a_manifest_says() -> None:
    """The lists that counted, the editions used, the transitions made, the reports in the order of their text."""
    season = Season(first_list("2024-02-01", PLAYERS))
    late = plain_event("2024-02-10", "2024-02-11", ["ana-bob 1"], name="Late")
    season.close("2024-03-01")
    period = season.period(
        "2024-04-01", late, plain_event("2024-03-09", "2024-03-10", ["ana-bob 1"], time_class="rapid")
    )
    closed = close_period(period)
    lists = dict.fromkeys(closed.lists, "digest")
    made = closed_manifest(
        period, closed, previous="p", lists=lists, foreign={}, editions={one: one for one in closed.editions}
    )
    assert list(made["lists"]) == ["2024-02-01", "2024-03-01"]
    assert list(made["editions"]) == ["fide-2022", "fide-2024", "fide-2024-rapid-blitz"]
    assert (made["made"], made["period"], made["transitions"]) == ("closed", "2024-04-01", [])
    assert made["reports"] == sorted(made["reports"], key=canonical)
    assert "release" not in canonical(made)


def test_a_first_rating_names_its_edition() -> None:
    """x has four games under fide-2022 and one, a list late, as old: the scale of March 2024 is then named too."""
    players = [player(f"p{number}", 1800) for number in range(5)]
    season = Season(first_list("2024-02-01", players))
    season.close("2024-03-01", plain_event("2024-02-03", "2024-02-04", [f"x-p{number} =" for number in range(4)]))
    late = plain_event("2024-02-10", "2024-02-11", ["x-p4 ="], name="Late")
    closed = close_period(season.period("2025-11-01", late))
    assert "fide-2022" in closed.editions
    assert "fide-2024" in closed.editions
    assert closed.ledger.rows(["x"])["x"].standing("standard").rating == 1880


def test_the_canonical_text() -> None:
    """Sorted names, no blanks, letters as they are: one text for one document."""
    assert canonical({"b": [1, None], "a": "Núñez"}) == '{"a":"Núñez","b":[1,null]}'
    assert digest_of({"b": 1, "a": 2}) == digest_of({"a": 2, "b": 1}) == sha256_of('{"a":2,"b":1}')


def test_an_imported_list_is_its_file_and_its_rows() -> None:
    ledger = first_list("2024-05-01", PLAYERS)
    one = digest_of(imported_manifest("fide", "", ledger, "file"))
    assert one != digest_of(imported_manifest("fide", "", ledger, "another"))
    assert one != digest_of(imported_manifest("fide", "", first_list("2024-05-01", PLAYERS[:3]), "file"))
    assert one == digest_of(imported_manifest("fide", "", first_list("2024-05-01", PLAYERS), "file"))


def test_facts_there_and_back() -> None:
    facts = Facts(received=dt.date(2024, 5, 6), official=True, hybrid=False, scheduled=6)
    assert facts_document(facts) == {"received": "2024-05-06", "official": True, "hybrid": False, "scheduled": 6}
    assert facts_of(facts_document(facts)) == facts
    with pytest.raises(ArpadError):
        facts_of({"weather": "fine"})


def test_an_edition_may_gain_values_but_not_change_them() -> None:
    """A list made before a parameter was added is still proved; one made by another value, or by one that is gone, is
    not."""
    rules = edition("fide-2024")
    text = edition_text(rules)
    assert edition_changes(text, rules) == []
    lines = text.splitlines()
    assert edition_changes("\n".join(lines[1:]), rules) == []
    older = text.replace("change.cap = 400", "change.cap = 350")
    assert edition_changes(older, rules) == ["change.cap: 350 -> 400"]
    assert edition_changes(text + "\nchange.gone = 1", rules) == ["change.gone: 1 -> –"]
    assert 'transition.factor = "2/5"' in lines


def without_new_values(rules: Edition) -> str:
    """The text of an edition as it was kept before K knew of standing in and of returning."""
    gone = ("k.standing_in = ", "k.returning = ")
    return "\n".join(line for line in edition_text(rules).splitlines() if not line.startswith(gone))


def test_a_list_is_proved_by_the_methods_of_its_day() -> None:
    """x (1800 at standard, K 20) wins at rapid. A list from before 7.3.3 was read as now gave him K 40 and 1820; it is
    proved as it was made, and one made today has 1810."""
    rows = [player("1001", 1800, total=200), player("1002", 1800, rapid=1800)]
    first = first_list("2024-05-01", rows)
    told = report(plain_event("2024-05-11", "2024-05-12", ["1001-1002 1"], time_class="rapid")).event
    data = event_to_trf(told, "trf16")
    key = hashlib.sha256(data).hexdigest()
    texts = {one.id: without_new_values(one) for one in regulations().editions()}
    then = regulations().with_editions(edition_then(texts[one.id], one) for one in regulations().editions())
    for rules, text_of, rating in (
        (then, texts, 1820),
        (regulations(), {one.id: edition_text(one) for one in regulations().editions()}, 1810),
    ):
        season = Season(first, rules=rules)
        period = season.period("2024-06-01", accepted_report(key, {key: data}.__getitem__, "rapid", {}))
        closed = close_period(period)
        assert closed.ledger.rows(["1001"])["1001"].standing("rapid").rating == rating
        hashes = {name: sha256_of(text_of[name]) for name in closed.editions}
        kept = {sha256_of(text): text for text in text_of.values()}
        made = closed_manifest(
            period, closed, previous="first", lists={first.date: "first"}, foreign={}, editions=hashes
        )
        stored = Stored(lambda _: first, lambda _: data, kept.__getitem__)
        proof = prove(digest_of(made), canonical(made), 1, closed.ledger, stored, regulations())
        assert proof.sound, proof
