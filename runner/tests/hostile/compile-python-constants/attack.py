"""Constants that a compiler might want to compute: numbers of terabytes, texts of terabytes."""
print(((7 ** 9999) ** 9999) ** 9999)
print(("x" * 10 ** 9) * 10 ** 9)
print((0,) * 10 ** 9)
print(1 << 10 ** 12)
