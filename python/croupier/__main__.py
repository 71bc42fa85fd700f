"""The program `croupier`, from inside the package."""

import signal
import sys

from croupier import _native


def main() -> int:
    """Runs the program with the words of this command line and gives its exit code."""
    # The program has its own way with interrupts; without one it ends at once, like any program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["croupier", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
