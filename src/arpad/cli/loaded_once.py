"""What a process loads of which all workers of a server are copies.

Nothing of it is garbage, so nobody looks for garbage meanwhile; a worker begins to when its application is made.
"""

import gc
from importlib import import_module

gc.disable()
for name in ("arpad.web.app", "arpad.web.server", "arpad.web.middleware"):
    import_module(name)
