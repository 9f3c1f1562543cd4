int deeper(int n) {
  volatile char frame[1000];
  frame[0] = static_cast<char>(n);
  return deeper(n + 1) + frame[0];
}

int main() {
  return deeper(0);
}
