"""2.7, 2.8: how many certificates of norms an event may issue, and who signs them."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.arbiters.model import ROUND_ROBINS, NormEvent
from arpad.arbiters.norm_articles import WORLD_LEVELS
from arpad.domain import Event, Finding
from arpad.locale import ArpadError
from arpad.regulations import ArbiterEdition, Article, Rule

TITLES_BEFORE = frozenset({"IA", "FA", "NA", "IO"})
"""The titles of arbiters and organisers that may come before a name."""


@dataclass(frozen=True, slots=True)
class CertificateQuota:
    """How many certificates an event may issue. `known` False: no article gives a number; `most` None: no limit."""

    most: int | None
    article: Article
    known: bool = True

    def is_full(self, issued: int) -> bool:
        """Return whether no further certificate may be issued."""
        return self.most is not None and issued >= self.most


def certificate_quota(edition: ArbiterEdition, event: NormEvent) -> CertificateQuota:
    """2.7: one certificate for every 25 players of a Swiss, two in a round robin, no limit at world and continental
    level. No article speaks of other systems."""
    rules = edition.norms
    if event.level in WORLD_LEVELS:
        return CertificateQuota(rules.certificates_world.value, rules.certificates_world.article)
    if event.system in ROUND_ROBINS:
        return CertificateQuota(rules.certificates_round_robin.value, rules.certificates_round_robin.article)
    if event.system == "swiss" and event.players is not None:
        per: Rule[int] = rules.certificate_players
        return CertificateQuota(-(-event.players // per.value), per.article)
    return CertificateQuota(None, Article("2.7", edition.source), known=False)


@dataclass(frozen=True, slots=True)
class NormSigner:
    """The person who signs a certificate: a name, the title as arbiter or organiser, and the position."""

    name: str = ""
    id: str = ""
    title: str = ""
    position: str = ""
    federation: str = ""


def chief_of(event: Event) -> NormSigner:
    """Return the chief arbiter as the report names them: the title before the name, if there is one."""
    first, _, rest = event.chief_arbiter.replace(".", " ").strip().partition(" ")
    titled = first.upper() in TITLES_BEFORE and bool(rest)
    name = rest.strip() if titled else event.chief_arbiter.strip()
    return NormSigner(name=name, title=first.upper() if titled else "", federation=event.federation)


def check_signer(
    edition: ArbiterEdition, *, applicant: str, chief: NormSigner, signer: NormSigner
) -> Sequence[Finding]:
    """2.8: the chief arbiter signs for others; a supervisor with a title signs for the chief arbiter. A chief arbiter
    without a title signs for nobody, and nobody else gets a norm. Ids or names tell people apart."""
    rules = edition.norms
    if signer.name and _same(applicant, signer):
        raise ArpadError("arbiter-signer", article=rules.supervisor_titles.article.number)
    for_chief = _same(applicant, chief)
    found = []
    titled = chief.title in rules.chief_titles.value
    if not for_chief and chief.title and not titled:
        titles = " | ".join(rules.chief_titles.value)
        found.append(_finding("arbiter-chief-untitled", "error", rules.chief_titles.article, titles=titles))
    if not for_chief and not chief.title:
        found.append(_finding("arbiter-chief-title-open", "warning", rules.chief_titles.article))
    if for_chief:
        wanted = " | ".join(rules.supervisor_titles.value)
        article = rules.supervisor_titles.article
        if signer.title and signer.title not in rules.supervisor_titles.value:
            found.append(_finding("arbiter-supervisor-untitled", "error", article, titles=wanted))
        elif not signer.title:
            found.append(_finding("arbiter-supervisor-open", "warning", article, titles=wanted))
    return found


def _same(applicant: str, person: NormSigner) -> bool:
    return bool(applicant) and applicant in (person.id, person.name)


def _finding(code: str, severity: str, article: Article, **values: object) -> Finding:
    return Finding(code, "error" if severity == "error" else "warning", article.number, values=values)
