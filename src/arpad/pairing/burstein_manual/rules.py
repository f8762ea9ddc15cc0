"""The articles of the manual's text for what it shares with the other systems."""

ARTICLES = {
    "C.1": "3.1", "C.3": "5.2-5.3", "E.1": "5.4", "E.2": "5.4", "E.3": "5.4", "E.4": "5.4", "E.5": "5.1",
    "order": "3.2", "group": "1.2", "bye": "4.2", "bye-barred": "4.1", "colours": "6.5", "fold": "6.2",
    "float": "6.3", "merged": "6.6", "impossible": "6.6",
}  # fmt: skip


def article(name: str) -> str:
    """Return the number of an article."""
    return ARTICLES.get(name, name)
