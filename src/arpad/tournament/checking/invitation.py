"""C.05 12.3: the 24 items of an invitation. Some are known from the other keys of the rules, the rest is text."""

from collections.abc import Iterator

from arpad.domain.findings import Severity
from arpad.i18n import Language, Words, date_text, text
from arpad.regulations.event_rules import announced_rules
from arpad.tournament.checking.findings import RuleFinding, told
from arpad.tournament.rule_keys import INVITATION_ITEMS
from arpad.tournament.rules import EventRules


def invitation(rules: EventRules, language: Language) -> dict[str, str]:
    """Return the items that are filled in, by number: what the rules say in their words, else what their keys give."""
    known = _known(rules, language)
    found = {item: rules.invitation.get(item) or known.get(item, "") for item in INVITATION_ITEMS}
    return {item: words for item, words in found.items() if words}


def _known(rules: EventRules, language: Language) -> dict[str, str]:
    """Items that the keys of the rules answer."""
    days = " – ".join(date_text(one, language) for one in (rules.start, rules.end) if one is not None)
    tie_breaks = ", ".join(rules.tie_breaks)
    quick = rules.time_class in ("rapid", "blitz") and rules.competition_rules
    chief = text("tournament.invitation.chief", language, name=rules.chief_arbiter) if rules.chief_arbiter else ""
    default = rules.default_minutes
    return {
        "01": ", ".join(one for one in (days, rules.city, rules.federation) if one) if days else "",
        "05": rules.time_control,
        "06": text("tournament.invitation.system", language, system=rules.system, tie_breaks=tie_breaks)
        if rules.system and tie_breaks
        else "",
        "07": "" if default is None else text("tournament.invitation.minutes", language, minutes=default),
        "08": rules.draw_offers,
        "09": text(f"tournament.invitation.{rules.competition_rules}", language) if quick else "",
        "14": chief,
    }


def empty_items(rules: EventRules) -> Iterator[RuleFinding]:
    """Say which items are empty. An official event needs them all, others those that concern them."""
    filled = invitation(rules, "en")
    quick = rules.time_class in ("rapid", "blitz")
    for item in announced_rules().items:
        if item.name not in filled and (item.needs != "quick" or quick):
            severity: Severity = "warning" if rules.level == "L1" else "info"
            title = Words(f"tournament.item.{item.name}")
            article, key = f"C.05 12.3 ({item.number})", f"invitation.{item.name}"
            yield told("invitation-empty", severity, article, key, item=title)
