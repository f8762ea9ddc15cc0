"""The picture that other sites show when a page is shared: drawn once for what stands on it."""

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from arpad.i18n import Language
from arpad.papers.typeset import typeset

PPI = 144
"""Two pixels to a point: 1200 by 630."""
ACROSS, DOWN = 1000, 200


class CardCell(NamedTuple):
    """A number with its caption, and perhaps how it changed."""

    caption: str
    value: str
    more: str = ""


class ShareCard(NamedTuple):
    """What stands on a card: `course` is a rating through the lists, `lines` a short ranking."""

    title: str
    about: str
    cells: tuple[CardCell, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    course: tuple[tuple[dt.date, int], ...] = ()
    foot: str = ""


def draw_card(card: ShareCard, language: Language) -> bytes:
    """Return the card as a PNG file."""
    data = {
        "title": card.title,
        "about": card.about,
        "cells": [cell._asdict() for cell in card.cells],
        "lines": list(card.lines),
        "foot": card.foot,
        "words": {},
    }
    plot = course_svg(card.course)
    return typeset("share-card", data, language, ppi=PPI, drawings={"plot": plot} if plot else {})


def course_svg(course: Sequence[tuple[dt.date, int]]) -> str:
    """Return a rating through the lists as a drawing, in steps; empty if it has not two days."""
    points = sorted(course)
    if len({day for day, _ in points}) < 2:
        return ""
    first, last = points[0][0], points[-1][0]
    low, high = min(rating for _, rating in points), max(rating for _, rating in points)

    def across(day: dt.date) -> int:
        return ACROSS * (day - first).days // (last - first).days

    def down(rating: int) -> int:
        return 10 + (DOWN - 20) * (high - rating) // max(high - low, 1)

    path = f"M{across(first)} {down(points[0][1])}" + "".join(
        f"H{across(day)}V{down(rating)}" for day, rating in points[1:]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS} {DOWN}" preserveAspectRatio="none">'
        f'<path d="{path}V{DOWN}H0Z" fill="#e8f1ea"/>'
        f'<path d="{path}" fill="none" stroke="#14532d" stroke-width="4" stroke-linejoin="round"/></svg>'
    )
