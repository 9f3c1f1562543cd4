# Bug: says any word that fits.
import random

random.seed(1)
words = [input() for _ in range(int(input()))]
before = words.pop(0)
while True:
    fitting = [word for word in words if word[0] == before[-1]]
    if not fitting:
        print("-", flush=True)
        break
    word = random.choice(fitting)
    words.remove(word)
    print(word, flush=True)
    before = input()
    if before == "-":
        break
    words.remove(before)
