"""Starts processes in the ways that Python has, and adds up what they say."""
import multiprocessing
import os
import subprocess


def square(number):
    return number * number


if __name__ == "__main__":
    with multiprocessing.Pool(3) as pool:
        total = sum(pool.map(square, range(10)))
    total += int(subprocess.run(["/bin/sh", "-c", "echo 15"], capture_output=True, check=True).stdout)
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, b"held")
        os._exit(0)
    os.wait()
    print(os.read(reading, 4).decode() if total == 300 else total)
