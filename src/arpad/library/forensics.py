"""Which rules made the rounds of a report, and what else it says."""

from arpad.documents.document import Document, extended, known_language, shows
from arpad.eligibility.facts import Facts
from arpad.examination import examine
from arpad.formats.report import Report as ReadReport
from arpad.formats.report import tie_break_records
from arpad.i18n import Language, text
from arpad.library.results import Comparable
from arpad.pairing.forensic_words import forensic_lines
from arpad.pairing.forensics import Forensics, examine_rounds
from arpad.rating.examine import report_system
from arpad.regulations.rating_editions import Regulations
from arpad.titles.norms import achieved_norms

# What else a report says.


class NormOfPlayer(Document, frozen=True):
    """A norm that a report shows, by the starting number of the player."""

    player: int
    title: str


class ReportChecks(Document, frozen=True):
    """Whether the report may be rated, its ranks against the tie-breaks that it names (None: it names none), and its
    norms."""

    edition: str | None
    ratable: bool
    errors: int
    warnings: int
    ranks_as_named: bool | None
    norms: tuple[NormOfPlayer, ...]

    def lines(self, language: Language, title: str = "") -> list[str]:
        """Return the checks in words, a sentence each; with the title of the edition, if somebody does not know its
        id."""
        verdict = "none" if self.edition is None else "ratable" if self.ratable else "not-ratable"
        values = {"edition": title or self.edition or "", "errors": self.errors, "warnings": self.warnings}
        ranks = "unnamed" if self.ranks_as_named is None else "as-named" if self.ranks_as_named else "otherwise"
        norms = ", ".join(f"{norm.player} {norm.title}" for norm in self.norms)
        return [
            text(f"forensics.rating-{verdict}", language, **values),
            text(f"forensics.ranks-{ranks}", language),
            text(f"forensics.norms-{'some' if norms else 'none'}", language, norms=norms, count=len(self.norms)),
        ]


def report_checks(report: ReadReport, regulations: Regulations) -> ReportChecks:
    """Check eligibility, standings and norms of a report."""
    examined = examine(report, Facts(system=report_system(report, None)), regulations)
    severities = [finding.severity for finding in examined.findings]
    ranked = any(player.final_rank for player in report.event.players) and bool(tie_break_records(report))
    wrong = any(finding.code == "rank-not-by-tie-breaks" for finding in examined.findings)
    return ReportChecks(
        None if examined.edition is None else examined.edition.id,
        examined.ratable,
        severities.count("error"),
        severities.count("warning"),
        not wrong if ranked else None,
        tuple(NormOfPlayer(norm.player, norm.title) for norm in achieved_norms(report.event)),
    )


class ReportForensics(Comparable, Forensics, frozen=True, kw_only=True, eq=False):
    """Which edition made each round of a report, or what explains it: `made_by` is the one that made all of them, if
    the rounds in `telling` prove it; `fits` are those that fit. A round has a `verdict`, and says how `sure` it is."""

    shown = shows("file", *Forensics.__struct_fields__, "checks")
    file: str
    checks: ReportChecks

    def lines(self, language: str = "en") -> list[str]:
        """Return the answer in words, a sentence each: every round, the whole report, what else it says."""
        spoken = known_language(language)
        return [*forensic_lines(self, spoken), *self.checks.lines(spoken)]

    def __repr__(self) -> str:
        return f"<ReportForensics {self.name}: {len(self.rounds)} rounds, made by {self.made_by or '–'}>"


def report_forensics(
    report: ReadReport, regulations: Regulations, file: str, *, all_systems: bool = False
) -> ReportForensics:
    """Examine the rounds of a report, and what else it says."""
    answer = examine_rounds(report, all_systems=all_systems)
    return extended(ReportForensics, answer, file=file, checks=report_checks(report, regulations))
