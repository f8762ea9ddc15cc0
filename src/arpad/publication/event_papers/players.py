"""The players of an event to hang up: by name, by rating; and the list at the door, with the fees."""

from fractions import Fraction

from arpad.prizes.rules import Currency
from arpad.publication.event_papers.model import Paper, PaperColumn, PaperFact, PaperTable, without_empty
from arpad.publication.event_papers.names import alphabetical, column, fact, number_of, team_of
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.acts.absences import expected
from arpad.tournament.documents import paid_in_all
from arpad.tournament.state import Entry, EventState

THERE = "✓"
CENTS = Currency("", 2)
"""Fees have no currency in the rules of an event; they are written with two decimals."""


def players_by_name(state: EventState, words: PaperWords) -> Paper:
    """Return the players in the order of the alphabet."""
    return _players(state, words, "players", alphabetical(_taking_part(state)))


def players_by_rating(state: EventState, words: PaperWords) -> Paper:
    """Return the players, the highest rating first."""
    ordered = sorted(alphabetical(_taking_part(state)), key=lambda player: -player.rating)
    return _players(state, words, "players-by-rating", ordered)


def _taking_part(state: EventState) -> list[Entry]:
    return [player for _, player in sorted(state.entries.items()) if player.playing]


def _players(state: EventState, words: PaperWords, what: str, players: list[Entry]) -> Paper:
    columns = (
        column(words, "number", "strong"), PaperColumn((), "left"), column(words, "name", "name"),
        column(words, "federation", "left"), column(words, "rating", "right"), column(words, "born", "quiet"),
        column(words, "id", "quiet"), column(words, "club", "name"), column(words, "team", "name"),
    )  # fmt: skip
    rows = tuple(
        (
            number_of(state, player.entry), player.title, player.name, player.federation, str(player.rating or ""),
            str(player.born or ""), player.id, player.club, team_of(state, player),
        )
        for player in players
    )  # fmt: skip
    table = without_empty(PaperTable(columns, rows))
    return Paper(words.told(f"paper.title.{what}"), _counts(players, words), (table,))


def _counts(players: list[Entry], words: PaperWords) -> tuple[PaperFact, ...]:
    rated = [player.rating for player in players if player.rating]
    mean = str((2 * sum(rated) + len(rated)) // (2 * len(rated))) if rated else ""
    facts = [
        fact(words, "players", str(len(players))),
        fact(words, "rated", str(len(rated))),
        fact(words, "mean-rating", mean),
        fact(words, "federations", str(len({one.federation for one in players if one.federation}))),
        fact(words, "titled", str(sum(bool(one.title) for one in players))),
        fact(words, "women", str(sum(one.sex.lower() in ("f", "w") for one in players))),
    ]
    return tuple(one for one in facts if one.value not in ("", "0"))


def presence_list(state: EventState, words: PaperWords, round_number: int) -> Paper:
    """Return the list at the door before a round: a box for each player who should come, fees and their total."""
    there = state.presence.get(round_number, frozenset())
    players = alphabetical([state.entries[entry] for entry in expected(state, round_number)])
    columns = (
        PaperColumn((), "box"), column(words, "number", "quiet"), PaperColumn((), "left"),
        column(words, "name", "name"), column(words, "federation", "left"), column(words, "rating", "right"),
        column(words, "paid", "write"), column(words, "remarks", "room"),
    )  # fmt: skip
    rows = tuple(
        (
            THERE if player.entry in there else "", number_of(state, player.entry), player.title, player.name,
            player.federation, str(player.rating or ""), money(player.paid, words), "",
        )
        for player in players
    )  # fmt: skip
    fees = sum((player.paid for player in players), Fraction(0))
    others = paid_in_all(state) - fees
    facts = (
        fact(words, "expected", str(len(players))),
        fact(words, "there", str(sum(player.entry in there for player in players))),
        fact(words, "have-paid", str(sum(player.paid > 0 for player in players))),
        fact(words, "fees", money(fees, words) or "0"),
    )
    notes = (words.say("paper.paid-others", amount=money(others, words)),) if others else ()
    title = words.told("paper.round-title.presence", round=round_number)
    return Paper(title, facts, (without_empty(PaperTable(columns, rows, tall=True)),), notes)


def money(amount: Fraction, words: PaperWords) -> str:
    """Return an amount as the first language writes it, with cents if it has any; empty if it is nothing."""
    return CENTS.written(amount * 100, words.first) if amount else ""
