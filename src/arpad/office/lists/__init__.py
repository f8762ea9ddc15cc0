"""Lists: periods closed and published, lists imported, replayed, compared and looked up.

In: a desk and the day of a list. Out: versions, tables, a player's history.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.domain.values import fold
    from arpad.lists.player_index import FoundPlayer, NameIndex
    from arpad.office.lists.comparing import compare_file, compare_versions
    from arpad.office.lists.importing import import_list
    from arpad.office.lists.listing import (
        best_at_home,
        published_federations,
        published_list,
        published_news,
        published_rows,
        published_top,
    )
    from arpad.office.lists.making import period_of_events
    from arpad.office.lists.periods import close, discard, due_events, must_be_published, publish
    from arpad.office.lists.queries import (
        diff,
        list_changes,
        newest_index,
        player_on,
        ranks_on,
        show_player,
        version,
        versions,
    )
    from arpad.office.lists.replaying import must_have_reason, replay
    from arpad.office.lists.resembling import alike
    from arpad.office.lists.waiting import Overview, handed_in_by, log_lines, overview

__getattr__ = door(__name__)

__all__ = [
    "FoundPlayer", "NameIndex", "Overview", "alike", "best_at_home", "close", "compare_file", "compare_versions",
    "diff", "discard", "due_events", "fold", "handed_in_by", "import_list", "list_changes", "log_lines",
    "must_be_published", "must_have_reason", "newest_index", "overview", "period_of_events", "player_on", "publish",
    "published_federations", "published_list", "published_news", "published_rows", "published_top", "ranks_on",
    "replay", "show_player", "version", "versions",
]  # fmt: skip
