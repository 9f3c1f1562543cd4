// Many errors with long names and long notes; few lines, megabytes of messages.
#define TEN(x) x x x x x x x x x x
template <class... Parts>
struct Pack {};
template <class Part>
struct Twice {
  using type = Pack<Part, Part>;
};
template <int Depth>
struct Name {
  using type = Pack<typename Name<Depth - 1>::type, typename Name<Depth - 1>::type>;
};
template <>
struct Name<0> {
  using type = int;
};
#pragma GCC diagnostic warning "-fpermissive"

int main() {
  Name<7>::type name;
  TEN(TEN(name.missing(); name = 1;))
}
