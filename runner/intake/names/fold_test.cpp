#include "intake/names/fold.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arbiter::intake {
namespace {

using ::testing::ElementsAre;

TEST(Fold, ComparesAsPeopleDo) {
  EXPECT_EQ(folded("A\u030Asa"), folded("\u00E5SA"));
  EXPECT_NE(folded("asa"), folded("åsa"));
  EXPECT_EQ(folded("STRASSE"), folded("straße"));
  EXPECT_EQ(composed("A\u030A"), "\u00C5");
  EXPECT_EQ(folded("\xFF"), "\uFFFD");
}

TEST(Fold, TakesLettersAndWords) {
  EXPECT_EQ(letters_of("Lab 3"), "lab3");
  EXPECT_EQ(letters_of("lab_3"), "lab3");
  EXPECT_EQ(letters_of("李 伟!"), "李伟");
  EXPECT_EQ(letters_of("😀"), "");
  EXPECT_THAT(words_of("Lab3-extra"), ElementsAre("lab", "3", "extra"));
  EXPECT_THAT(parts_of_name("Öberg, Anna-Karin 2b"), ElementsAre("öberg", "anna", "karin", "2b"));
}

}  // namespace
}  // namespace arbiter::intake
