"""Arbiters: their titles, norms and categories, the papers of their work, the protection of fair play.

In: an application, an event or a report, and the facts that nobody else knows. Out: conditions with their articles,
what is still needed, and what a form or a sheet shows. A fact that was not given leaves its condition open.
"""
