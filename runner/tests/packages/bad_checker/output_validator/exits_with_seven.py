"""A checker at fault: 7 is neither 42 nor 43."""
import sys

print("confused", file=sys.stderr)
sys.exit(7)
