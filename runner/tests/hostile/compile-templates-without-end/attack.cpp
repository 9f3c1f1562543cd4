// A template that needs itself, larger each time.
template <class Part>
struct Larger {
  Larger<Larger<Part>> *next;
  static const int value = Larger<Larger<Part>>::value;
};

int main() { return Larger<int>::value; }
