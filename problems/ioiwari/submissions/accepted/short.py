# Looks for any move that keeps the win; a position is a board and the lead that is still needed.
from functools import lru_cache


def sow(board, pit):
    pits = list(board)
    hand, gain = pits[pit], 0
    pits[pit] = 0
    pit = (pit + 1) % 7
    while hand > 1:
        if pits[pit] == 5:
            pits[pit] = 4
            gain += 1
        else:
            pits[pit] += 1
            hand -= 1
        pit = (pit + 1) % 7
    if pits[pit] in (0, 5):
        return tuple(pits), gain - 1
    gain += pits[pit] + 1
    pits[pit] = 0
    return tuple(pits), gain


@lru_cache(maxsize=None)
def moves(board):
    """All moves as (board, gain, pit), those with the largest gain first."""
    found = [(*sow(board, pit), pit) for pit in range(7) if board[pit]]
    return sorted(found, key=lambda move: -move[1])


@lru_cache(maxsize=None)
def gets(board, least):
    """Whether the player to move can get at least so many beads more than the other."""
    beads = sum(board)
    if not -beads <= least <= beads:
        return least < 0
    if not beads:
        return True
    return any(not gets(after, gain - least + 1) for after, gain, _ in moves(board))


def main():
    board = tuple(map(int, input().split()))
    lead = 0
    while True:
        for after, gain, pit in moves(board):
            if not gets(after, lead + gain):
                break
        print(pit + 1, flush=True)
        board, lead = after, lead + gain
        if not any(board):
            return
        board, gain = sow(board, int(input()) - 1)
        lead -= gain
        if not any(board):
            return


main()
