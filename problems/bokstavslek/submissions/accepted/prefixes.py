# Solves all beginnings of words, longest first: a beginning is good to have said if it is no word
# and no longer beginning is good to have said after it. The label is plain ASCII.
import sys

words = set(sys.stdin.read().split()[1:])
beginnings = [set() for _ in range(21)]
for word in words:
    for length in range(len(word), 0, -1):
        if word[:length] in beginnings[length]:
            break
        beginnings[length].add(word[:length])

answered = set()  # beginnings after which the opponent has a good letter
good = []
for length in range(20, 0, -1):
    good = [said for said in beginnings[length] if said not in words and said not in answered]
    answered = {said[:-1] for said in good}
print("Sakra bokstaver:", *sorted(good))
