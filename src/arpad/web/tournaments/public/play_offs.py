"""Play-offs of players who are level: their games, and who stands before whom because of them."""

from arpad.tournament.documents import play_offs_document
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.shapes import PlayOffsDocument

play_offs = Pages("event")


@play_offs.page("/t/{slug}/play-offs", "event_play_offs.html", PlayOffsDocument)
def all_play_offs(event: Seen) -> Answer:
    """The play-offs of an event."""
    view = event.view

    def document() -> PlayOffsDocument:
        return {"event": event.slug, "play_offs": play_offs_document(view)}

    names = {entry: player.name for entry, player in view.entries.items()}
    return event.answer(document, lambda: {"data": document(), "names": names})
