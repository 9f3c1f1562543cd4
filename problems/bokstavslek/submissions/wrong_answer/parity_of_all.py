# Bug: a letter is taken for safe when all its words have an even length.
import sys

words = sys.stdin.read().split()[1:]
odd = {word[0] for word in words if len(word) % 2}
print("S?kra bokst?ver:", *sorted({word[0] for word in words} - odd))
