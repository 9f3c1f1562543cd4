// Templates that need twice as many at each of many levels.
template <int Depth, int Which>
struct Tree {
  static const long value = Tree<Depth - 1, Which * 2>::value + Tree<Depth - 1, Which * 2 + 1>::value;
};
template <int Which>
struct Tree<0, Which> {
  static const long value = Which;
};

int main() { return Tree<28, 1>::value != 0; }
