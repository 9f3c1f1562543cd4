#include "verify/mutate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arbiter::verify {
namespace {

/// What every change of a text puts instead of what, as "old -> new".
std::vector<std::string> changes(const std::string& text, Syntax syntax) {
  std::vector<std::string> all;
  for (const Mutation& one : mutations_of(text, syntax))
    all.push_back(text.substr(one.offset, one.length) + " -> " + one.replacement);
  return all;
}

using Changes = std::vector<std::string>;

TEST(Mutate, ChangesOperatorsOfCpp) {
  EXPECT_EQ(changes("a=b<c;", Syntax::cpp), (Changes{"< -> <="}));
  EXPECT_EQ(changes("x = a && b % c", Syntax::cpp), (Changes{"&& -> ||", "% -> *"}));
  EXPECT_EQ(changes("return i != n;", Syntax::cpp), (Changes{"!= -> =="}));
}

TEST(Mutate, ChangesNumbersByOne) {
  EXPECT_EQ(changes("f(0)", Syntax::cpp), (Changes{"0 -> 1"}));
  EXPECT_EQ(changes("f(10ULL)", Syntax::cpp), (Changes{"10ULL -> 11ULL", "10ULL -> 9ULL"}));
  EXPECT_EQ(changes("int a[5];", Syntax::java), (Changes{"5 -> 4"}));
  EXPECT_EQ(changes("f(0x1F, 1.5, 1e9, 017, 1'000)", Syntax::cpp), Changes{});
  EXPECT_EQ(changes("f(9223372036854775807, 99999999999999999999)", Syntax::cpp), Changes{});
}

TEST(Mutate, LeavesWhatItDoesNotUnderstand) {
  for (const char* text : {
           "std::vector<int_pair<key>> v;",
           "T* p; T& r; auto&& x",
           "#define N 5 < 6 \\\n  7 < 8\n",
           "// a < 1\n/* b > 2 */",
           "s(\"1 < 2\", '<', R\"x(3 < 4)\" <)x\")",
           "template <class T>",
           "operator<(const T& other)",
           "p->next",
       })
    EXPECT_EQ(changes(text, Syntax::cpp), Changes{}) << text;
}

TEST(Mutate, NegatesConditionsAndNarrowsTypes) {
  EXPECT_EQ(changes("if (f(a)) g;", Syntax::cpp), (Changes{"(f(a)) -> (!(f(a)))"}));
  EXPECT_EQ(changes("long long s;", Syntax::cpp), (Changes{"long long -> int"}));
  EXPECT_EQ(changes("int a[1 << 5]; return 1;", Syntax::c),
            (Changes{"1 -> 0", "5 -> 4", "1 -> 0"}));
  EXPECT_EQ(changes("int64_t s;", Syntax::c), (Changes{"int64_t -> int32_t"}));
}

TEST(Mutate, DropsStatements) {
  EXPECT_EQ(changes("{ a.clear(); b[i] += c; break; int d = e; std::string f(g); return h; }",
                    Syntax::java),
            (Changes{"a.clear(); -> ;", "b[i] += c; -> ;", "+= -> -=", "break; -> ;"}));
  EXPECT_EQ(changes("for (i = a; b; c) d = e;", Syntax::cpp), (Changes{"d = e; -> ;"}));
  EXPECT_EQ(changes("{ sort(a, [](x) { return f(x); }); }", Syntax::cpp),
            (Changes{"sort(a, [](x) { return f(x); }); -> ;"}));
  EXPECT_EQ(changes("{ ++a; b--; }", Syntax::c),
            (Changes{"++ -> --", "++a; -> ;", "b--; -> ;", "-- -> ++"}));
}

TEST(Mutate, ChangesPython) {
  EXPECT_EQ(changes("if a < b and not c:\n", Syntax::python),
            (Changes{"a < b and not c -> not (a < b and not c)", "< -> <=", "and -> or"}));
  EXPECT_EQ(changes("x = y // z  # 1 < 2\n", Syntax::python),
            (Changes{"x = y // z -> pass", "// -> *"}));
  EXPECT_EQ(changes("print(f'{a < b}',\n  '''\n1 < 2''')\n", Syntax::python),
            (Changes{"print(f'{a < b}',\n  '''\n1 < 2''') -> pass"}));
  EXPECT_EQ(changes("def f(x, *y, **z): return -x\n", Syntax::python), Changes{});
  EXPECT_EQ(changes("from a import b\n", Syntax::python), Changes{});
}

TEST(Mutate, PutsTheChangeIntoTheText) {
  EXPECT_EQ(mutated("a < b", {2, 1, "<="}), "a <= b");
}

TEST(Mutate, TakesTextsThatEndNowhere) {
  for (const Syntax syntax : {Syntax::c, Syntax::cpp, Syntax::java, Syntax::python}) {
    for (const std::string text : {"",     "\"",    "'\\",  "/*",    "R\"", "R\"x(",
                                   "if (", "if (a", "{ f(", "{ a[",  "#",   "# \\\n",
                                   "'''",  "x <",   "< x",  "{ a =", "a.",  "{ a.",
                                   "long", "\\",    "if",   "f(a[{"}) {
      for (const Mutation& one : mutations_of(text, syntax))
        EXPECT_LE(one.offset + one.length, text.size()) << text;
    }
  }
}

TEST(Mutate, SpreadsEvenly) {
  EXPECT_EQ(spread(3, 10), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(spread(10, 3), (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_TRUE(spread(0, 3).empty());
  EXPECT_TRUE(spread(3, 0).empty());
}

TEST(Mutate, KnowsSomeLanguages) {
  EXPECT_EQ(syntax_of("cpp"), Syntax::cpp);
  EXPECT_EQ(syntax_of("pascal"), std::nullopt);
}

}  // namespace
}  // namespace arbiter::verify
