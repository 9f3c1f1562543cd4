#include "arbiter/options.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace arbiter {
namespace {

using Words = std::vector<std::string>;

/// What is wrong with these words when `declare` says which options there are.
std::string fault_of(const Words& words, const std::function<void(Options&)>& declare) {
  try {
    Options options(words);
    declare(options);
    options.close();
    return "none";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(Options, TakeTheirValuesInEveryForm) {
  for (const Words& words : {Words{"--n", "5"}, Words{"--n=5"}, Words{"-n", "5"}, Words{"-n=5"},
                             Words{"n=5"}, Words{"5"}, Words{"--", "5"}}) {
    Options options(words);
    EXPECT_EQ(options.integer("n", 1, 9), 5);
    options.close();
  }
  Options options({"--low", "-7", "--x=-0.25", "--text=a=b", "--kind", "b"});
  EXPECT_EQ(options.integer("low", -9, 9), -7);
  EXPECT_EQ(options.real("x", "-1", "1", 2), (Decimal{-25, 2}));
  EXPECT_EQ(options.text("text"), "a=b");
  EXPECT_EQ(options.word("kind", {"a", "b"}), "b");
  EXPECT_EQ(options.integer("other", 1, 9, 3), 3);
  EXPECT_EQ(options.real("y", "0", "1", 1, "0.5"), (Decimal{5, 1}));
  EXPECT_EQ(options.word("way", {"up", "down"}, "down"), "down");
  EXPECT_EQ(options.text("name", "none"), "none");
  options.close();
}

TEST(Options, TakeNamesWithoutDashes) {
  Options options({"n=2", "--fast", "kind=b", "9", "text=a=b", "--word", "x=y", "seed=7"});
  EXPECT_TRUE(options.flag("fast"));
  EXPECT_EQ(options.integer("first", 0, 9), 9);
  EXPECT_EQ(options.integer("n", 0, 9, 1), 2);
  EXPECT_EQ(options.word("kind", {"a", "b"}, "a"), "b");
  EXPECT_EQ(options.text("text"), "a=b");
  EXPECT_EQ(options.text("word"), "x=y");
  options.close();
  EXPECT_EQ(options.seed(), "7");
  // What is no name, or stands after --, is a value as it is.
  for (const Words& words : {Words{"3=x"}, Words{"=x"}, Words{"a b=x"}, Words{"--", "n=x"}}) {
    Options plain(words);
    EXPECT_EQ(plain.text("text"), words.back());
    plain.close();
  }
}

TEST(Options, GiveWordsWithoutNamesToThoseThatMustBeGiven) {
  Options options({"3", "--with", "4", "99"});
  EXPECT_TRUE(options.flag("with"));
  EXPECT_EQ(options.integer("default", 0, 9, 7), 7);
  EXPECT_EQ(options.integer("a", 0, 9), 3);
  EXPECT_EQ(options.integer("b", 0, 9), 4);
  options.close();
  EXPECT_EQ(options.seed(), "99");
}

TEST(Options, TakeTheSeedFromItsNameOrTheLastWordOrAllWords) {
  const auto seed_of = [](const Words& words) {
    Options options(words);
    options.integer("n", 0, 9, 1);
    options.close();
    return options.seed();
  };
  EXPECT_EQ(seed_of({"--seed", "7"}), "7");
  EXPECT_EQ(seed_of({"--n", "2", "7"}), "7");
  EXPECT_EQ(seed_of({"--n", "2"}), "--n 2 ");
  // Where choices are kept changes nothing.
  EXPECT_EQ(seed_of({"--choices-out", "a", "--n", "2", "-choices-in=b"}), "--n 2 ");
}

TEST(Options, SayAllThatIsWrong) {
  const auto declare = [](Options& options) {
    options.flag("fast");
    options.integer("n", 1, 9);
    options.word("kind", {"random", "sorted"}, "random");
    options.real("x", "0", "1", 1, "0");
  };
  EXPECT_EQ(fault_of({"4"}, declare), "none");
  EXPECT_EQ(fault_of({}, declare), "--n: is missing: integer, 1 to 9\n");
  EXPECT_EQ(fault_of({"--n"}, declare), "--n: needs a value: integer, 1 to 9\n");
  EXPECT_EQ(fault_of({"--n=10"}, declare), "--n: 10 is not within 1 to 9\n");
  EXPECT_EQ(fault_of({"99999999999999999999"}, declare),
            "--n: 99999999999999999999 is not within 1 to 9\n");
  EXPECT_EQ(fault_of({"--n="}, declare), "--n: '' is no integer\n");
  EXPECT_EQ(fault_of({"5x"}, declare), "--n: '5x' is no integer\n");
  EXPECT_EQ(fault_of({"--n=1", "-n=2"}, declare), "--n: is given twice\n");
  EXPECT_EQ(fault_of({"1", "2", "3"}, declare), "'3' belongs to no option\n");
  EXPECT_EQ(fault_of({"1", "--seed=1", "2"}, declare), "'2' belongs to no option\n");
  EXPECT_EQ(fault_of({"1", "--seed"}, declare), "--seed: needs a value\n");
  EXPECT_EQ(fault_of({"1", "--fast=yes"}, declare), "--fast: takes no value\n");
  EXPECT_EQ(fault_of({"1", "--x=0.55"}, declare),
            "--x: '0.55' is not a number with at most 1 decimals\n");
  EXPECT_EQ(fault_of({"1", "--x=1.1"}, declare), "--x: 1.1 is not within 0 to 1\n");
  EXPECT_EQ(fault_of({"1", "--knid=random"}, declare),
            "unknown option --knid; did you mean '--kind'?\n");
  EXPECT_EQ(fault_of({"n=1", "-n=2"}, declare), "--n: is given twice\n");
  EXPECT_EQ(fault_of({"n=10"}, declare), "--n: 10 is not within 1 to 9\n");
  EXPECT_EQ(fault_of({"n=1..9"}, declare), "--n: '1..9' is no integer\n");
  EXPECT_EQ(fault_of({"1", "fast=yes"}, declare), "--fast: takes no value\n");
  EXPECT_EQ(fault_of({"1", "knid=random"}, declare), "unknown option knid; did you mean 'kind'?\n");
  EXPECT_EQ(fault_of({"1", "strange=1"}, declare),
            "unknown option strange; to give a value with '=' in it, name its option or put it "
            "after --\n");
  EXPECT_EQ(fault_of({"--n=0", "--kind=sortde", "--strange"}, declare),
            "--n: 0 is not within 1 to 9\n"
            "--kind: 'sortde' is none of random|sorted; did you mean 'sorted'?\n"
            "unknown option --strange\n");
}

TEST(Options, RefuseWhatTheyContradict) {
  const auto declare = [](Options& options) {
    const std::int64_t n = options.integer("n", 1, 9);
    const std::int64_t m = options.integer("m", 1, 9);
    options.require(m <= n, "--m must not be more than --n");
  };
  EXPECT_EQ(fault_of({"3", "2"}, declare), "none");
  EXPECT_EQ(fault_of({"3", "4"}, declare), "--m must not be more than --n\n");
  // A value that was refused is not compared as well.
  EXPECT_EQ(fault_of({"0", "4"}, declare), "--n: 0 is not within 1 to 9\n");
}

TEST(Options, PrintThemselves) {
  Options options({"--help"});
  options.flag("fast");
  options.integer("n", 1, 9);
  options.word("kind", {"a", "b"}, "a");
  EXPECT_THROW(options.close(), HelpWanted);
  EXPECT_EQ(options.help().substr(0, options.help().find("  --seed")),
            "  --fast  flag\n"
            "  --n  integer, 1 to 9; must be given\n"
            "  --kind  a|b; default a\n");
}

TEST(Options, RefuseToBeDeclaredWrongly) {
  Options options({"5"});
  options.integer("n", 1, 9);
  EXPECT_THROW(options.integer("n", 1, 9, 1), std::logic_error);
  EXPECT_THROW(options.integer("seed", 1, 9, 1), std::logic_error);
  EXPECT_THROW(options.flag("late"), std::logic_error);
  EXPECT_THROW(options.word("none", {}), std::logic_error);
  EXPECT_THROW(options.real("x", "0.25", "1", 1), std::logic_error);
  options.close();
  EXPECT_THROW(options.integer("later", 1, 9, 1), std::logic_error);
}

TEST(ProbablyMeant, NamesTheNearest) {
  EXPECT_EQ(probably_meant("egdes", {"nodes", "edges"}, "--"), "; did you mean '--edges'?");
  EXPECT_EQ(probably_meant("x", {"n", "m"}), "");
  EXPECT_EQ(probably_meant("weight", {"nodes"}), "");
}

}  // namespace
}  // namespace arbiter
