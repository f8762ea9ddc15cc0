"""A demo federation: invented players and events over two years, made by the office's own hands from a seed.

In: an empty database. Out: an office with published lists across March 2024, a correction, a norm, and work waiting; a
tournament in its fifth round.
"""

from arpad.office.demo.founding import DEMO_NAME, DEMO_PASSWORD, found_demo
from arpad.office.demo.running import found_running_event

__all__ = ["DEMO_NAME", "DEMO_PASSWORD", "found_demo", "found_running_event"]
