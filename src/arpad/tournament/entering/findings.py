"""What an arbiter should know about a player who is entered. Nothing here refuses the entry."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.codes import FEDERATIONS
from arpad.i18n import ArpadError, Words
from arpad.regulations.rating_editions import regulations
from arpad.standings.conditions import Profile, parse_condition
from arpad.tournament.entering.listed import listed_fields, listed_rating
from arpad.tournament.hearing import Hearing
from arpad.tournament.order import plain_name
from arpad.tournament.rule_keys import GROUP_COLUMNS
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState


def say_findings(
    state: EventState, fields: Mapping[str, Any], hearing: Hearing, ratings: RatingList | None, but: int | None = None
) -> None:
    """Say what is odd about a player. `ratings` is the list in force at the start, `but` an entry that is this one."""
    name, born = fields["name"], fields.get("born")
    plain = plain_name(name)
    for other in state.entries.values():
        if other.born == born and other.playing and other.entry != but and plain_name(other.name) == plain:
            hearing.confirm("same-name", name=other.name, entry=other.entry)
            break
    if not fields.get("id"):
        hearing.note("no-id", name=name)
    elif ratings is not None:
        _compare(fields, hearing, ratings, state.laws)
    federation = fields.get("federation")
    if federation and federation not in FEDERATIONS:
        hearing.note("federation-unknown", name=name, federation=federation)
    for group in fields.get("groups", ()):
        _say_group(state.laws, group, fields, hearing)


def _compare(fields: Mapping[str, Any], hearing: Hearing, ratings: RatingList, rules: EventRules) -> None:
    """The rating and the title that the list has: the right ones are named."""
    found = ratings.get(fields["id"])
    if found is None:
        hearing.note("not-listed", name=fields["name"], id=fields["id"])
        return
    _say_other_class(found, fields, hearing, ratings, rules)
    told = listed_fields(found, ratings.combined, rules)
    if fields.get("rating", 0) != told["rating"]:
        hearing.note("list-rating", name=fields["name"], typed=fields.get("rating", 0), listed=told["rating"])
    if fields.get("title", "") != found.title:
        hearing.note("list-title", name=fields["name"], typed=fields.get("title") or "–", listed=found.title or "–")


def _say_other_class(
    found: ListEntry, fields: Mapping[str, Any], hearing: Hearing, ratings: RatingList, rules: EventRules
) -> None:
    """7.2.1, 8.2: a rapid or blitz rating counts in its own class only; in rapid and blitz the standard rating stands
    in. A player whom the list has only in another class is unrated here."""
    if not ratings.combined or listed_rating(found, ratings.combined, rules):
        return
    if rules.start is None:
        return
    try:
        rule = regulations().edition_for("fide", rules.time_class, rules.start).change.standing_in  # type: ignore[arg-type]
    except ArpadError:  # no edition for the day: nothing says what counts
        return
    for time_class, rating in (("rapid", found.rapid_rating), ("blitz", found.blitz_rating)):
        if rating:
            of, article = Words(f"class-rating.{time_class}"), rule.article.number
            hearing.note("other-class", name=fields["name"], of=of, rating=rating, article=article)


def _say_group(rules: EventRules, group: str, fields: Mapping[str, Any], hearing: Hearing) -> None:
    """A group that the player asks for, with a condition that the player does not meet."""
    if group not in rules.groups:
        raise ArpadError("event-group-none", group=group, known=", ".join(rules.groups) or "–")
    condition = parse_condition(rules.groups[group], GROUP_COLUMNS)
    if condition.answer(profile_of_fields(fields, rules.start)) is False:
        hearing.note("group-unfit", name=fields["name"], group=group, condition=condition.text)


def profile_of_fields(fields: Mapping[str, Any], on: dt.date | None) -> Profile:
    """What a condition may ask of an entry."""
    day = fields.get("birthday")
    return Profile(
        fields.get("rating") or None,
        fields.get("born"),
        dt.date.fromisoformat(day) if day else None,
        fields.get("sex") or None,
        fields.get("federation", ""),
        fields.get("title", ""),
        id=fields.get("id", ""),
        on=on,
        others={name: fields.get(name, "") for name in GROUP_COLUMNS},
    )
