"""Runs the command line as ``python -m gm``, the same as the scripts ``gm`` and ``mj``."""

import sys

from gm.cli import main

if __name__ == "__main__":
    sys.exit(main())
