#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "grade/likeness/likeness.hpp"

namespace arbiter::grade {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using Tokens = std::vector<SourceToken>;

/// The tokens from `first` on, each another one, one a line.
Tokens tokens_from(std::uint64_t first, std::size_t count) {
  Tokens tokens;
  for (std::size_t i = 0; i < count; ++i)
    tokens.push_back({text_hash(std::to_string(first + i)), i + 1});
  return tokens;
}

Tokens joined(Tokens a, const Tokens& b) {
  a.insert(a.end(), b.begin(), b.end());
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i].line = i + 1;
  return a;
}

Fingerprints prints_of(const Tokens& tokens) {
  Fingerprints prints = winnow(tokens, 0);
  keep_each_once(prints);
  return prints;
}

bool share_a_fingerprint(const Tokens& a, const Tokens& b) {
  const Fingerprints others = prints_of(b);
  return std::ranges::any_of(prints_of(a), [&](const Fingerprint& one) {
    return std::ranges::find(others, one.hash, &Fingerprint::hash) != others.end();
  });
}

std::vector<AlikePair> pairs_of(const std::vector<Tokens>& programs,
                                const std::set<std::uint64_t>& given = {}) {
  std::vector<Fingerprints> prints;
  std::vector<const Fingerprints*> all;
  for (const Tokens& one : programs)
    prints.push_back(prints_of(one));
  for (const Fingerprints& one : prints)
    all.push_back(&one);
  return alike_pairs(all, given);
}

TEST(Winnowing, FindsEveryRunOfTheGuaranteedLength) {
  constexpr std::size_t k_guaranteed = k_gram_tokens + k_window_grams - 1;
  std::mt19937 random(3);
  // Few different tokens, as in programs: many runs are equal by chance.
  const auto noise = [&](std::size_t count) {
    Tokens tokens;
    while (tokens.size() < count)
      tokens.push_back({text_hash(std::to_string(random() % 3)), 1});
    return tokens;
  };
  for (int i = 0; i < 500; ++i) {
    const Tokens run = noise(k_guaranteed);
    const Tokens a = joined(joined(noise(random() % 40), run), noise(random() % 40));
    const Tokens b = joined(joined(noise(random() % 40), run), noise(random() % 40));
    ASSERT_TRUE(share_a_fingerprint(a, b));
  }
}

TEST(Winnowing, FindsNothingShorterThanAFingerprint) {
  for (std::uint64_t size = 0; size < k_gram_tokens; ++size) {
    const Tokens run = tokens_from(1, size);
    EXPECT_FALSE(
        share_a_fingerprint(joined(joined(tokens_from(1000, 30), run), tokens_from(2000, 30)),
                            joined(joined(tokens_from(3000, 30), run), tokens_from(4000, 30))));
    EXPECT_THAT(winnow(run, 0), IsEmpty());
  }
  EXPECT_THAT(winnow(tokens_from(1, k_gram_tokens), 0), SizeIs(1));
}

TEST(Winnowing, KeepsAboutOneInThreeOfAllRuns) {
  const Tokens tokens = tokens_from(1, 3000);
  const std::size_t kept = winnow(tokens, 0).size();
  // 2 / (window + 1) of them, says the paper.
  EXPECT_GT(kept, 900U);
  EXPECT_LT(kept, 1100U);
}

TEST(AlikePairs, AreFoundWhereverTheSharedPartStands) {
  const Tokens shared = tokens_from(1, 200);
  const auto found = pairs_of({joined(tokens_from(1000, 60), shared), tokens_from(5000, 300),
                               joined(shared, tokens_from(2000, 60))});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].a, 0U);
  EXPECT_EQ(found[0].b, 2U);
  EXPECT_GT(found[0].score, 65);
  EXPECT_LT(found[0].score, 90);
  ASSERT_THAT(found[0].lines, SizeIs(1)) << "what follows each other is one part";
  EXPECT_LE(found[0].lines[0].one.first, 66U);
  EXPECT_GE(found[0].lines[0].one.last, 255U);
  EXPECT_LE(found[0].lines[0].other.first, 6U);
}

TEST(AlikePairs, LeaveOutWhatWasGivenAndWhatManyShare) {
  const Tokens common = tokens_from(1, 200);
  std::vector<Tokens> programs;
  for (std::uint64_t i = 0; i < 6; ++i)
    programs.push_back(joined(common, tokens_from(1000 * (i + 1), 100)));
  EXPECT_THAT(pairs_of(programs), SizeIs(15)) << "six may have copied";
  const auto grams = gram_hashes(common);
  EXPECT_THAT(pairs_of(programs, {grams.begin(), grams.end()}), IsEmpty());
  programs.push_back(joined(common, tokens_from(9000, 100)));
  EXPECT_THAT(pairs_of(programs), IsEmpty()) << "seven are many";
}

TEST(AlikePairs, AreNotMadeOfAFewFingerprints) {
  const Tokens shared = tokens_from(1, k_gram_tokens + 2);
  EXPECT_THAT(pairs_of({shared, joined(shared, tokens_from(1000, 1))}), IsEmpty());
}

TEST(LeastScore, FollowsHowAlikeTheClassIs) {
  EXPECT_EQ(least_score({}), 50);
  EXPECT_EQ(least_score(std::vector<double>(9, 80)), 50) << "a small class";
  std::vector<double> nearest(101);
  std::iota(nearest.begin(), nearest.end(), 0);
  for (double& score : nearest)
    score = score / 10;
  EXPECT_EQ(least_score(nearest), 50) << "of nothing alike";
  for (double& score : nearest)
    score += 50;
  EXPECT_NEAR(least_score(nearest), 55 + 2.5 * 1.4826 * 2.5, 0.01);
  nearest.back() = 100;
  EXPECT_NEAR(least_score(nearest), 55 + 2.5 * 1.4826 * 2.5, 0.01) << "one pair changes nothing";
  EXPECT_EQ(least_score(std::vector<double>(20, 95)), 90) << "the same program is always found";
}

}  // namespace
}  // namespace arbiter::grade
