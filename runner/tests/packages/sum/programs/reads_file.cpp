#include <cstdio>

int main() {
  std::freopen("input.txt", "r", stdin);
  std::freopen("output.txt", "w", stdout);
  long long a = 0;
  long long b = 0;
  if (std::scanf("%lld %lld", &a, &b) != 2) return 3;
  std::printf("%lld\n", a + b);
}
