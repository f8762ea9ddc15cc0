"""The report in time: 9.1 of the FIDE texts (rapid and blitz from 2022: 8.1), FEDA 10.11 to 10.14."""

import datetime as dt
from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import finding
from arpad.eligibility.deadlines import due_list, last_day
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition, closing_date, last_list


def check_report_known(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """9.1, FEDA 10.1: without the day the report arrived, or the last day of the event, nothing is late."""
    rules = edition.lists
    named = [
        rule
        for rule in (rules.report_days, rules.upload_days, rules.late_periods, rules.late_lists)
        if rule.value is not None
    ]
    if named and (facts.received is None or event.end is None):
        yield finding("cannot-check-report", named[0], "info")


def check_report_days(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2017 9.1: the report within 7 days, on the server within 30; FEDA 10.11: within two weeks of the last round."""
    rules = edition.lists
    if facts.received is None or event.end is None:
        return
    late = (facts.received - event.end).days
    if rules.upload_days.value is not None and late > rules.upload_days.value:
        yield finding("upload-late", rules.upload_days, "warning", days=late, limit=rules.upload_days.value)
    elif rules.report_days.value is not None and late > rules.report_days.value:
        yield finding("report-late", rules.report_days, "warning", days=late, limit=rules.report_days.value)


def check_due_list(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2022 and 2024 9.1: in time for the list of its month, or the next one if five days or fewer of it remain."""
    rules = edition.lists
    if rules.month_end_days.value is None or facts.received is None or event.end is None:
        return
    due = due_list(edition, event.end, official=facts.official)
    closing = closing_date(edition, due, official=facts.official)
    if facts.received > closing and not _never(edition, event.end, facts):
        values = {"received": facts.received, "list": due, "closing": closing}
        yield finding("report-missed-list", rules.month_end_days, "warning", **values)


def check_third_list(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2022 and 2024 9.1: a report that is not there for the third list after the event is never rated."""
    if facts.received is None or event.end is None or edition.lists.late_lists.value is None:
        return
    if _never(edition, event.end, facts):
        values = {"received": facts.received, "end": event.end, "list": last_list(edition, event.end)}
        last = last_day(edition, event.end, official=facts.official)
        yield finding("report-after-last-list", edition.lists.late_lists, **values, last=last)


def check_returned(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """FEDA 10.13: a report that was returned to be corrected must be back within four weeks of that day, or the event
    counts as not reported."""
    rule = edition.lists.returned_report_days
    if rule.value is None or facts.returned is None or facts.received is None:
        return
    days = (facts.received - facts.returned).days
    if days > rule.value:
        yield finding("returned-late", rule, returned=facts.returned, days=days, limit=rule.value)


def check_late_periods(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """FEDA 10.14: a report more than one period late is not accepted."""
    rule = edition.lists.late_periods
    if facts.received is None or event.end is None or rule.value is None or not _never(edition, event.end, facts):
        return
    last = last_day(edition, event.end, official=facts.official)
    yield finding("report-periods-late", rule, received=facts.received, end=event.end, last=last, periods=rule.value)


def _never(edition: Edition, end: dt.date, facts: Facts) -> bool:
    last = last_day(edition, end, official=facts.official)
    return last is not None and facts.received is not None and facts.received > last
