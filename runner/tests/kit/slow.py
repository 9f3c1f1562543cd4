"""What `./check` leaves to `./check --slow`, which starts each script that says so once more with the word `slow`."""

import sys

IS_SLOW = "slow" in sys.argv


def slow(test):
    """Runs the test in the slow check only. Another one looks for the same faults, less closely."""
    test.is_slow = True
    return test
