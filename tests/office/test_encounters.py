"""A player's games in an event."""

from arpad.domain.event import Event, PlayedEncounter, Player, RoundResult
from played_encounters import encounters

EVENT = Event(
    players=(
        Player(1, "Alonso", rating=2100, id="11", rounds=(RoundResult(1, 2, "w", "1"), RoundResult(2, 3, "b", "="))),
        Player(2, "Bravo", title="FM", rating=2200, id="22", rounds=(RoundResult(1, 1, "b", "0"),)),
        Player(3, "Cano", rounds=(RoundResult(2, 1, "w", "="), RoundResult(3, None, None, "U"))),
        Player(4, "Diaz", id="44", rounds=(RoundResult(1, 5, "w", "+"),)),
        Player(5, "Egea", id="55", rounds=(RoundResult(1, 4, "b", "-"),)),
    )
)


def test_played_games_are_found_by_id_and_forfeits_are_none() -> None:
    found = encounters(EVENT)
    assert found["11"] == (
        PlayedEncounter(1, "w", "22", "Bravo", "FM", 2200, 2),
        PlayedEncounter(2, "b", "", "Cano", "", None, 1),
    )
    assert found["22"] == (PlayedEncounter(1, "b", "11", "Alonso", "", 2100, 0),)
    assert found["44"] == found["55"] == ()
    assert set(found) == {"11", "22", "44", "55"}
