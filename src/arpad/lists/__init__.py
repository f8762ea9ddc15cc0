"""The lists: which one is in force, when it closes, and what is done once when an edition comes into force.

In: an edition, dates, ratings. Out: dates and ratings, with their articles.
"""

from arpad.rating.change import apply_transition
from arpad.regulations.rating_edition import closing_date, last_list, list_in_force, lists_after, rated_in

__all__ = ["apply_transition", "closing_date", "last_list", "list_in_force", "lists_after", "rated_in"]
