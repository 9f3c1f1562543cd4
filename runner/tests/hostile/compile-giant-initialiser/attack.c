// A program of a GiB from one line.
char all[1 << 30] = {1};

int main(void) { return all[5]; }
