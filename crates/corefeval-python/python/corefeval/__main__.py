"""``python -m corefeval`` and the command ``corefeval``: the same command line as the program written in Rust."""

from __future__ import annotations

import signal
import sys

from ._corefeval import run


def main() -> None:
    """Runs the command line and exits with its status."""
    # the command runs outside the interpreter, so that Ctrl-C must end the process itself
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["corefeval", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
