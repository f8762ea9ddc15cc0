"""The games of an event player by player, the plain way."""

from arpad.domain.event import Event, PlayedEncounter, rounds_played


def encounters(event: Event) -> dict[str, tuple[PlayedEncounter, ...]]:
    """Return the games played in an event, by the ids of its players."""
    return {
        player.id: tuple(
            PlayedEncounter(one.round, one.colour, other.id, other.name, other.title, other.rating or None, score)
            for one, other, score in played
        )
        for player, played in rounds_played(event)
        if player.id
    }
