# Only numbers up to 20 have a word of their own.
task, word = input(), input()
print("a" * min(int(word), 20) if task == "encode" and word != "0" else "b" if task == "encode" else len(word))
