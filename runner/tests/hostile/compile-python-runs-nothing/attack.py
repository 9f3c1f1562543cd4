"""Would compute for ever if looking at it ran it."""
while True:
    pass
