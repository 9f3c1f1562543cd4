"""Attacks nothing: it minds its own business while others attack."""
import hashlib
import json
import sys

words = sys.stdin.buffer.read()
with open("work", "wb") as file:
    file.write(words * 10)
with open("work", "rb") as file:
    again = file.read()
table = {str(number): number * number for number in range(20000)}
print(len(again), hashlib.sha256(again).hexdigest(), len(json.dumps(table)))
