// Leaves the game at once, with a status of its own.
int main(void) { return 5; }
