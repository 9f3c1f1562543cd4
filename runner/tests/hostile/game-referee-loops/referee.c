// Computes for ever.
int main(void) {
  for (;;) {
  }
}
