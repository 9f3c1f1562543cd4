"""Attacks nothing: Python itself in little memory."""
import collections

words = collections.Counter(input().split())
print(words.most_common(1)[0][0])
