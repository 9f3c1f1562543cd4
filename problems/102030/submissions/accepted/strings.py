import sys
from itertools import product

CARDS = "0123456789A"
FITS = {
    CARDS[a] + CARDS[b] + CARDS[c]
    for a, b, c in product(range(1, 11), repeat=3)
    if (a + b + c) % 10 == 0
}


def play(pack):
    piles = list(pack[:7])
    deck = pack[7:]
    dealt = 7
    turn = 0
    seen = {deck + "|" + "|".join(piles)}
    while True:
        pile = piles[turn] + deck[0]
        deck = deck[1:]
        dealt += 1
        while len(pile) >= 3:
            if pile[:2] + pile[-1] in FITS:
                deck += pile[:2] + pile[-1]
                pile = pile[2:-1]
            elif pile[0] + pile[-2:] in FITS:
                deck += pile[0] + pile[-2:]
                pile = pile[1:-2]
            elif pile[-3:] in FITS:
                deck += pile[-3:]
                pile = pile[:-3]
            else:
                break
        if pile:
            piles[turn] = pile
            turn += 1
        else:
            del piles[turn]
            if not piles:
                return "Win : %d" % dealt
        if turn == len(piles):
            turn = 0
        if not deck:
            return "Loss: %d" % dealt
        state = deck + "|" + "|".join(piles)
        if state in seen:
            return "Draw: %d" % dealt
        seen.add(state)


def main():
    cards = "".join(CARDS[int(word)] for word in sys.stdin.read().split())
    cards = cards[:cards.index("0")]
    for start in range(0, len(cards), 52):
        print(play(cards[start:start + 52]))


main()
