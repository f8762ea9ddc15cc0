"""The codes on badges: of the event's secret and the entry alone."""

import hashlib
import hmac

from arpad.tournament.roles import badge_code, is_badge_code

SECRET = "5f2b8c1d9e0a47638b1c2d3e4f506172"


def test_a_code_is_six_figures_of_the_hmac() -> None:
    whole = int(hmac.new(SECRET.encode(), b"17", hashlib.sha256).hexdigest()[:16], 16)
    assert badge_code(SECRET, 17) == f"{whole % 1_000_000:06}"
    assert badge_code(SECRET, 17) == "156521"


def test_codes_differ_by_entry_and_by_event() -> None:
    codes = [badge_code(SECRET, entry) for entry in range(1, 301)]
    assert all(len(code) == 6 and code.isdecimal() for code in codes)
    assert len(set(codes)) > 295
    assert badge_code("another", 17) != badge_code(SECRET, 17)


def test_a_code_is_checked_with_its_entry() -> None:
    code = badge_code(SECRET, 17)
    assert is_badge_code(SECRET, 17, code)
    assert is_badge_code(SECRET, 17, f" {code[:3]} {code[3:]} ")
    assert not is_badge_code(SECRET, 18, code)
    assert not is_badge_code(SECRET, 17, code[:5])
    assert not is_badge_code(SECRET, 17, "٤٨٢٩١٣")
    assert not is_badge_code("", 17, badge_code("", 17)), "a copy has no codes"
