// Computes for ever, at compile time, in steps that each stay below the compiler's own limits.
constexpr unsigned long burn(unsigned long sum) {
  for (unsigned i = 0; i < 200000; ++i)
    sum = sum * 31 + i;
  return sum;
}

template <unsigned Which>
struct All {
  static constexpr unsigned long value = burn(All<Which - 1>::value + Which);
};
template <>
struct All<0> {
  static constexpr unsigned long value = 0;
};

int main() { return All<800>::value == 1; }
