"""An examination of rounds in words: line by line, and as the row of a table."""

from collections.abc import Iterator

from arpad.i18n import Language, text
from arpad.pairing.forensics import Forensics, RoundForensics


def sure_words(round_: RoundForensics, language: Language) -> str:
    """Say how sure the verdict of a round is."""
    return text(f"forensics.sure-{round_.sure}", language)


def departure_lines(round_: RoundForensics, language: Language) -> Iterator[str]:
    """Say where each system departs that does not give a round, unless something else explains it."""
    if round_.fits or round_.explained_by in UNEXPLAINED:
        for departure in round_.departs:
            yield text("forensics.departs", language, system=departure.system, why=departure.why.text(language))


def summary_lines(found: Forensics, language: Language) -> Iterator[str]:
    """Return what was found about the report as a whole."""
    if found.acceleration is not None:
        yield text(f"forensics.acceleration-{found.acceleration}", language)
    yield found.summary.text(language)
    if found.cut_short:
        yield text("forensics.cut-short", language, most=found.trials)


def forensic_lines(found: Forensics, language: Language) -> Iterator[str]:
    """Return what was found, a sentence or two for each round, and the summary."""
    for round_ in found.rounds:
        head = text("forensics.round", language, round=round_.round, verdict=round_.verdict.text(language))
        sure = [sure_words(round_, language)] if round_.sure in ("explained", "unexplained") else []
        yield " ".join([head, *(words.text(language) for words in round_.why), *sure])
        yield from (f"  {words}" for words in departure_lines(round_, language))
    yield from summary_lines(found, language)


def forensic_cells(found: Forensics) -> list[str]:
    """Return the cells of a row: a report's rounds, what made them, those that depart, those that are explained."""
    departing = [str(round_.round) for round_ in found.rounds if not round_.fits and round_.explained_by in UNEXPLAINED]
    explained = [str(round_.round) for round_ in found.rounds if round_.explained_by not in UNEXPLAINED]
    by = found.made_by or (", ".join(found.fits) if not departing else "")
    return [str(len(found.rounds)), by or "–", ", ".join(departing) or "–", ", ".join(explained) or "–"]


UNEXPLAINED = (None, "engine-not-used")
"""What explains nothing."""
