# Bug: expects each pack on a line of its own, though a pack may be spread over lines in any way.
import sys


def play(pack):
    piles = [[card] for card in pack[:7]]
    deck = pack[7:52]
    dealt = 7
    turn = 0
    seen = set()
    while True:
        pile = piles[turn]
        pile.append(deck.pop(0))
        dealt += 1
        while len(pile) >= 3:
            for part in ([0, 1, -1], [0, -2, -1], [-3, -2, -1]):
                if sum(pile[i] for i in part) in (10, 20, 30):
                    deck += [pile[i] for i in part]
                    for i in sorted(i % len(pile) for i in part)[::-1]:
                        del pile[i]
                    break
            else:
                break
        if not pile:
            del piles[turn]
            if not piles:
                return "Win : %d" % dealt
        else:
            turn += 1
        turn %= len(piles)
        if not deck:
            return "Loss: %d" % dealt
        state = tuple(deck), tuple(map(tuple, piles))
        if state in seen:
            return "Draw: %d" % dealt
        seen.add(state)


for line in sys.stdin:
    pack = [int(word) for word in line.split()]
    if pack[0] == 0:
        break
    assert len(pack) == 52
    print(play(pack))
