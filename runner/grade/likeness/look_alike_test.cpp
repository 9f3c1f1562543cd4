#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "grade/book.hpp"
#include "grade/grade_test_kit.hpp"
#include "grade/likeness/likeness.hpp"

namespace arbiter::grade {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr std::string_view k_sum = "int main() { int a, b; std::cin >> a >> b; return a + b; }\n";
constexpr std::string_view k_renamed =
    "// mine\nint main() {\n  int first, second;\n  std::cin >> first >> second;\n"
    "  return first + second;\n}\n";
constexpr std::string_view k_other = "int main() { int a, b; std::cin >> a >> b; return a - b; }\n";

SourcePrint print(std::string_view source) {
  return source_print("cpp20", {std::string(source)});
}

/// Students, and works with these sources.
struct Cohort {
  explicit Cohort(const std::vector<std::string_view>& sources) {
    for (const char* id : {"ada", "bob", "eve", "joe"})
      kit.student(id);
    kit.problem("sum", {"secret/1"});
    for (const std::string_view source : sources) {
      kit.work(0, {model::Verdict::ac});
      prints.push_back(print(source));
    }
  }
  [[nodiscard]] std::vector<model::LookAlike> found() const {
    return find_look_alikes(kit.book, prints);
  }
  BookKit kit;
  std::vector<SourcePrint> prints;
};

TEST(SourcePrint, SeesThroughNamesBlanksAndCommentsOnly) {
  EXPECT_EQ(print(k_sum).normal_sha256, print(k_renamed).normal_sha256);
  EXPECT_NE(print(k_sum).bytes_sha256, print(k_renamed).bytes_sha256);
  EXPECT_NE(print(k_sum).normal_sha256, print(k_other).normal_sha256);
  EXPECT_NE(source_print("python3", {std::string(k_sum)}).normal_sha256,
            print(k_sum).normal_sha256);
}

TEST(SourcePrint, DoesNotCareForTheOrderOfFiles) {
  const std::string a(k_sum);
  const std::string b(k_other);
  const SourcePrint one = source_print("cpp20", {a, b});
  const SourcePrint other = source_print("cpp20", {b, a});
  EXPECT_EQ(one.bytes_sha256, other.bytes_sha256);
  EXPECT_EQ(one.normal_sha256, other.normal_sha256);
  EXPECT_EQ(one.tokens, other.tokens);
  // A file more that says nothing disguises nothing.
  EXPECT_EQ(source_print("cpp20", {a, "// nothing\n"}).normal_sha256,
            source_print("cpp20", {a}).normal_sha256);
}

TEST(LookAlike, FlagsTheSameByDifferentStudents) {
  Cohort cohort({k_sum, k_renamed, k_other});
  cohort.kit.attempts({0, 1, 2});
  const auto found = cohort.found();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].attempts, ElementsAre(0, 1));
  EXPECT_FALSE(found[0].is_identical);
}

TEST(LookAlike, FlagsWhatIsTheSameByteByByteOfItsOwn) {
  Cohort cohort({k_sum, k_renamed});
  cohort.kit.attempts({0, 0, 1});
  const auto found = cohort.found();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].attempts, ElementsAre(0, 1, 2));
  EXPECT_FALSE(found[0].is_identical);
  EXPECT_THAT(found[1].attempts, ElementsAre(0, 1));
  EXPECT_TRUE(found[1].is_identical);
  cohort.kit.book.attempts.pop_back();
  ASSERT_EQ(cohort.found().size(), 1U);
  EXPECT_TRUE(cohort.found()[0].is_identical);
}

TEST(LookAlike, LeavesOutOnesOwnAndThoseOfTheOwnGroup) {
  Cohort cohort({k_sum, k_renamed});
  cohort.kit.attempt({0}, 0, std::nullopt, 1);
  cohort.kit.attempt({0}, 1, std::nullopt, 2);
  EXPECT_THAT(cohort.found(), IsEmpty());
  cohort.kit.book.students[0].group = "red";
  cohort.kit.book.students[1].group = "red";
  cohort.kit.attempt({1}, 1);
  EXPECT_THAT(cohort.found(), IsEmpty());
  cohort.kit.attempt({1, 2}, 0);
  cohort.kit.attempt({2}, 0);
  EXPECT_THAT(cohort.found(), IsEmpty()) << "who hands in together works together";
  cohort.kit.attempt({3}, 0);
  ASSERT_EQ(cohort.found().size(), 1U);
  EXPECT_EQ(cohort.found()[0].attempts.size(), 2U) << "one of each party";
}

/// A program of some functions, each of them another one.
std::string program(std::initializer_list<int> functions) {
  std::string text;
  for (const int number : functions) {
    const std::string constant = std::to_string(number);
    text += "int f" + constant + "(int a, int b) {\n";
    for (int i = 0; i < 8; ++i) {
      text += "  a += b * " + constant + " - " + std::to_string(i) + ";\n";
    }
    text += "  return a;\n}\n";
  }
  return text;
}

TEST(LookAlike, FindsPairsOfAttemptsThatCount) {
  const std::string original = program({1, 2, 3, 4});
  const std::string reordered = program({4, 2, 9, 1, 3});
  const std::string other = program({5, 6, 7, 8});
  Cohort cohort({original, reordered, other});
  cohort.kit.attempts({0, 1, 2});
  EXPECT_THAT(cohort.found(), IsEmpty()) << "none counts yet";
  assemble_grades(cohort.kit.book, {});
  const auto found = cohort.found();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].attempts, UnorderedElementsAre(0, 1));
  EXPECT_GT(found[0].score, 75);
  EXPECT_LT(found[0].score, 100);
  EXPECT_GE(found[0].lines.size(), 3U);
  cohort.kit.book.students[0].group = "red";
  cohort.kit.book.students[1].group = "red";
  EXPECT_THAT(cohort.found(), IsEmpty()) << "they work together";
  // Who handed in the same is named once.
  cohort.kit.attempt({3}, 0);
  assemble_grades(cohort.kit.book, {});
  ASSERT_EQ(cohort.found().size(), 2U);
  EXPECT_THAT(cohort.found()[0].attempts, ElementsAre(0, 3));
  EXPECT_TRUE(cohort.found()[0].is_identical);
  EXPECT_THAT(cohort.found()[1].attempts, UnorderedElementsAre(3, 1));
}

TEST(LookAlike, LeavesOutWhatIsTooShortToTell) {
  Cohort cohort({"print(sum(a))", ""});
  cohort.kit.attempts({0, 0, 1, 1});
  EXPECT_LT(cohort.prints[0].tokens, k_least_tokens);
  EXPECT_THAT(cohort.found(), IsEmpty());
}

TEST(LookAlike, DoesNotDependOnTheOrderOfAttempts) {
  std::mt19937 random(9);
  Cohort cohort({k_sum, k_renamed, k_other, k_sum});
  for (int i = 0; i < 12; ++i)
    cohort.kit.attempt({random() % 4}, random() % 4, std::nullopt, 1 + i % 3);
  const auto names = [&](const model::Gradebook& book) {
    std::vector<std::vector<std::string>> all;
    for (const model::LookAlike& one : find_look_alikes(book, cohort.prints)) {
      all.emplace_back();
      for (const std::size_t attempt : one.attempts)
        all.back().push_back(book.attempts[attempt].origin);
    }
    return all;
  };
  model::Gradebook shuffled = cohort.kit.book;
  for (int i = 0; i < 30; ++i) {
    std::ranges::shuffle(shuffled.attempts, random);
    ASSERT_EQ(names(shuffled), names(cohort.kit.book));
  }
  EXPECT_FALSE(names(shuffled).empty());
}

/// The tokens with blanks between them.
std::string form(std::string_view language, std::string_view source) {
  std::string text = normal_form(source, language).text;
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  if (!text.empty()) text.pop_back();
  return text;
}

TEST(NormalForm, DropsCommentsAndBlanksAndTakesNamesAway) {
  EXPECT_EQ(form("cpp20", "int sum(int a) { // adds\n  return a + 10; /* b */ }"),
            "I I ( I I ) { return I + 10 ; }");
  EXPECT_EQ(form("python3", "total = 0  # none\nfor i in range(10):\n\tprint(i)\n"),
            "I = 0 for I in I ( 10 ) : I ( I )");
  EXPECT_EQ(form("java", ""), "");
}

TEST(NormalForm, TellsKeywordsFromNames) {
  EXPECT_NE(form("cpp20", "while (a) b();"), form("cpp20", "if (a) b();"));
  EXPECT_EQ(form("pascal-fpc", "BEGIN x := y END"), form("pascal-fpc", "begin Foo := bar end"));
}

TEST(NormalForm, KeepsStringsEvenIfTheyLookLikeComments) {
  EXPECT_EQ(form("cpp20", R"(a = "// no" + '"' + "\"/*";)"), R"(I = "// no" + '"' + "\"/*" ;)");
  EXPECT_EQ(form("cpp20", "R\"x(// \" )\" )x\" + b"), "R\"x(// \" )\" )x\" + I");
  EXPECT_EQ(form("python3", "a = '''# no\n\"x'''; b"), "I = '''# no \"x''' ; I")
      << "a newline within is kept";
  EXPECT_EQ(form("pascal-fpc", "write('{no}') {yes} (* and *) // so"), "I ( '{no}' )");
  EXPECT_EQ(form("javascript", "x = `// ${a}\n`"), "I = `// ${a} `");
}

TEST(NormalForm, KnowsTheCommentsOfEachFamily) {
  EXPECT_EQ(form("haskell", "f x' = x' -- so\n{- a {- b -} c -} y"), "I I = I I");
  EXPECT_EQ(form("rust", "/* a /* b */ c */ let x: &'a str = 'y';"), "let I : & ' I I = ' I ' ;");
  EXPECT_EQ(form("cpp20", "/* a /* b */ c"), "I");
  EXPECT_EQ(form("ocaml", "let (* (* *) *) x = 1"), "I I = 1");
  EXPECT_EQ(form("lua", "--[[ a\nb ]] x -- y\nz"), "I I");
  EXPECT_EQ(form("ada", "X : Y; -- so"), "I : I ;");
  EXPECT_EQ(form("prolog", "a(X). % so\n/* b */"), "I ( I ) .");
  EXPECT_EQ(form("php", "$a = 1; # so\n// so\n/* so */"), "$ I = 1 ;");
  EXPECT_EQ(form("bash", "echo a # so"), "I I");
}

TEST(NormalForm, TellsTheSameOfEveryKindOfLoop) {
  const auto telling = [](std::string_view source) {
    std::vector<std::uint64_t> hashes;
    for (const SourceToken& token : normal_form(source, "cpp20").telling)
      hashes.push_back(token.hash);
    return hashes;
  };
  const auto loop = telling("for (int i = 0; i < n; i++) { s += a[i]; }");
  EXPECT_EQ(telling("int k = 0;\nwhile (k < n) {\n  s += a[k];\n  ++k;\n}"), loop);
  EXPECT_EQ(telling("for (int i = 0; i < n; i += 1) s += a[i];"), loop);
  EXPECT_NE(telling("for (int i = 0; i < n; i += 2) s += a[i];"), loop);
  EXPECT_NE(telling("for (int i = 0; i < n; i++) s -= a[i];"), loop);
  const auto lines = normal_form("a;\n/* b\n*/ c = \"d\";", "cpp20").telling;
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[1].line, 3U);
}

TEST(NormalForm, ReadsNumbersWhole) {
  EXPECT_EQ(form("cpp20", "1'000 0x1F 1.5e3 2LL"), "1'000 0x1F 1.5e3 2LL");
  EXPECT_NE(form("cpp20", "a + 1"), form("cpp20", "a + 2"));
}

TEST(NormalForm, EndsWhateverTheBytesAre) {
  std::mt19937 random(5);
  constexpr std::string_view k_bytes = "\"'`R(*)/{-}#\\\n a1[]%\xff\0";
  for (const std::string_view language :
       {"cpp20", "python3", "pascal-fpc", "haskell", "ocaml", "lua", "rust", "bash", "unknown"}) {
    for (int i = 0; i < 300; ++i) {
      std::string source;
      for (std::size_t size = random() % 60; size > 0; --size)
        source += k_bytes[random() % k_bytes.size()];
      const NormalForm made = normal_form(source, language);
      EXPECT_LE(made.tokens, source.size());
    }
  }
  EXPECT_EQ(form("cpp20", "a /* never ends"), "I");
  EXPECT_EQ(form("cpp20", "\"never ends\nx"), "\"never ends I");
  EXPECT_EQ(form("cpp20", "R\"x(never ends"), "R\"x(never ends");
  EXPECT_EQ(form("python3", "'''never"), "'''never");
  EXPECT_EQ(form("cpp20", "\"ends in \\"), "\"ends in \\");
}

}  // namespace

}  // namespace arbiter::grade
