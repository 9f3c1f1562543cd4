// Has made up its mind before the game.
int main(void) { return 43; }
