print(io.read())
