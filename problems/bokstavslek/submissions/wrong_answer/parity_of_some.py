# Bug: a letter is taken for safe when one of its words has an even length.
import sys

words = sys.stdin.read().split()[1:]
print("S?kra bokst?ver:", *sorted({word[0] for word in words if len(word) % 2 == 0}))
