"""The titles of players, and the letters that older files write for them."""

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
OPEN_TITLES, WOMENS_TITLES = TITLES[:4], TITLES[4:]

LETTER_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip
"""The letters of TRF06, and of the lists up to 2012."""
