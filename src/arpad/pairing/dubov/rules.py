"""How the editions of the Dubov system call their articles."""

from arpad.pairing.systems import SwissSystem

ARTICLES = {
    "dubov-2018": {
        "bracket": "A.3", "sides": "B.3", "impossible": "A.8", "bye": "B.0", "bye-complete": "B.0",
        "first-shift": "B.4", "second-shift": "B.4", "s1": "B.5", "upfloaters": "D.1",
        "shifters": "D.2", "transposition": "D.3",
        **{f"C{number}": f"C.{number}" for number in range(1, 11)},
    },
    "dubov-2026": {
        "bracket": "1.3.2", "sides": "3.2.3", "impossible": "1.9.3", "bye": "3.1", "bye-complete": "3.1.2",
        "first-shift": "3.2.4", "second-shift": "3.2.4", "s1": "3.2.5", "upfloaters": "4.2",
        "shifters": "4.3", "transposition": "4.4",
    },
}  # fmt: skip


def article(system: SwissSystem, name: str) -> str:
    """Return the number of an article, or of a criterion of 2026, in an edition."""
    return ARTICLES[system.id].get(name, name)


def words(criterion: str) -> str:
    """Return the key of the words for a criterion."""
    return f"pairing.criterion-dubov.{criterion.lower()}"
