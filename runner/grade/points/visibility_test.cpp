#include "grade/points/visibility.hpp"

#include <gtest/gtest.h>

namespace arbiter::grade {
namespace {

using model::Disclosure;
using model::Visibility;

TEST(Visibility, SamplesAreAnybodysWhateverTheGlobsSay) {
  model::FeedbackPolicy policy;
  EXPECT_EQ(visibility_of("sample/1", policy), Visibility::sample);
  EXPECT_EQ(visibility_of("sample/deep/1", policy), Visibility::sample);
  policy.open_tests = {"*"};
  EXPECT_EQ(visibility_of("sample/1", policy), Visibility::sample);
}

TEST(Visibility, WhatOnlyBeginsLikeASampleIsHidden) {
  const model::FeedbackPolicy policy;
  EXPECT_EQ(visibility_of("samples/1", policy), Visibility::hidden);
  EXPECT_EQ(visibility_of("secret/sample/1", policy), Visibility::hidden);
  EXPECT_EQ(visibility_of("", policy), Visibility::hidden);
}

TEST(Visibility, AGlobOpensWholeNamesAndItsStarCrossesFolders) {
  model::FeedbackPolicy policy;
  policy.open_tests = {"secret/easy", "secret/public-*"};
  EXPECT_EQ(visibility_of("secret/easy", policy), Visibility::open);
  EXPECT_EQ(visibility_of("secret/easy/1", policy), Visibility::hidden);
  EXPECT_EQ(visibility_of("secret/public-a/b", policy), Visibility::open);
  EXPECT_EQ(visibility_of("secret/hard/public-1", policy), Visibility::hidden);
}

TEST(Visibility, EveryClassHasItsOwnDisclosure) {
  model::FeedbackPolicy policy;
  EXPECT_EQ(disclosure_of(Visibility::sample, policy), Disclosure::full);
  EXPECT_EQ(disclosure_of(Visibility::open, policy), Disclosure::first_difference);
  EXPECT_EQ(disclosure_of(Visibility::hidden, policy), Disclosure::verdict);
  policy.hidden = Disclosure::full;
  policy.sample = Disclosure::verdict;
  EXPECT_EQ(disclosure_of(Visibility::hidden, policy), Disclosure::full);
  EXPECT_EQ(disclosure_of(Visibility::sample, policy), Disclosure::verdict);
}

}  // namespace
}  // namespace arbiter::grade
