"""The PyPI package py4swiss pairs a report: prints the seconds of the processor for the pairing alone.

python bench/pairing_py4swiss.py ENGINE FILE
"""

import sys
import time
from pathlib import Path

from py4swiss.engines import BursteinEngine, DubovEngine, DutchEngine
from py4swiss.trf import TrfParser

ENGINES = {"burstein": BursteinEngine, "dubov": DubovEngine, "dutch": DutchEngine}


def main() -> None:
    trf = TrfParser.parse(Path(sys.argv[2]), strict=False)
    start = time.process_time()
    ENGINES[sys.argv[1]].generate_pairings(trf)
    print(time.process_time() - start)


if __name__ == "__main__":
    main()
