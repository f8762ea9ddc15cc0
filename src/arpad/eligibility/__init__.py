"""May this event, this game be rated? One small function per article.

In: an edition, an event, the facts that its report lacks. Out: findings with their articles, and the games left out.
"""
