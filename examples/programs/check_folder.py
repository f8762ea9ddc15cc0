"""A folder of Swiss-Manager files checked: a line for each, and the exit code is the answer."""

import sys
from pathlib import Path

import arpad

checked = [arpad.check(file) for file in sorted(Path("examples/swiss-manager").glob("*.TU*"))]
for file in checked:
    print(f"{Path(file.file).name:<12} {file.verdict}")
sys.exit(0 if all(file.verdict == "right" for file in checked) else 1)
