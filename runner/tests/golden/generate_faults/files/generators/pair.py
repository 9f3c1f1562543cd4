import random
import sys

seed, largest = map(int, sys.argv[1:])
random.seed(seed)
print(random.randint(1, largest), random.randint(1, largest))
