"""The program `wythoff`: `python -m wythoff`, and the command that comes with the package."""

import signal
import sys

from ._wythoff import main as _run


def main() -> None:
    """Run the program with the arguments of the command line, and end with its exit code."""
    # Signals end it as they end the program alone. What was to be ignored (`nohup`) stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGXFSZ"):
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    sys.exit(_run(["wythoff", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
