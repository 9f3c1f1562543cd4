#include "report/verify/verification.hpp"

#include <gtest/gtest.h>

#include "report/samples.hpp"

namespace arbiter::report {
namespace {

const VerifyFormat& format(std::string_view name) {
  return *format_named(verify_formats(), name);
}

TEST(Verification, IsReadAsItWasKept) {
  for (const model::Verification& one : verify_samples()) {
    const auto again = parse_verification(kept_verification(one));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, one);
  }
}

TEST(Verification, ThatIsDamagedIsNone) {
  const std::string kept = kept_verification(verify_samples().front());
  EXPECT_FALSE(parse_verification(""));
  EXPECT_FALSE(parse_verification("{}"));
  EXPECT_FALSE(parse_verification(kept.substr(0, kept.size() / 2)));
  EXPECT_FALSE(parse_verification("[1]"));
}

TEST(Verification, OfSeveralProblemsEndsWithOneLineForAll) {
  const std::string text = format("human").render(verify_samples(), {false, 80});
  EXPECT_TRUE(text.ends_with("1 error, 1 warning, 1 note\n")) << text;
  EXPECT_EQ(text.find("accepted/a.c"), std::string::npos) << "no matrix of several";
  EXPECT_TRUE(text.starts_with(verify_samples().front().problem + "\n")) << text;
}

TEST(Verification, OfOneProblemShowsItsSubmissions) {
  const std::string text = format("human").render({verify_samples().front()}, {false, 80});
  EXPECT_NE(text.find("accepted/a.c"), std::string::npos) << text;
  EXPECT_NE(text.find("error[V501]: it is wrong"), std::string::npos) << text;
  EXPECT_NE(text.find("  = help: mend it"), std::string::npos) << text;
}

TEST(Verification, FitsNarrowTerminals) {
  model::Verification one = verify_samples().front();
  for (model::VerifiedPart& part : one.parts)
    part.findings.clear();
  const std::string text = format("human").render({one}, {false, 40});
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 46U) << text.substr(begin, end - begin);  // an ellipsis has three bytes
    begin = end + 1;
  }
}

TEST(Verification, IsCleanWithNotesAlone) {
  EXPECT_FALSE(model::is_clean(verify_samples().front()));
  EXPECT_TRUE(model::is_clean(verify_samples().back()));
  EXPECT_TRUE(format("human").render({verify_samples().back()}, {}).ends_with("clean\n"));
}

TEST(Verification, AsJunitFailsWithItsParts) {
  const std::string xml = format("junit").render(verify_samples(), {});
  EXPECT_NE(xml.find("tests=\"4\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("failures=\"2\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("it is wrong"), std::string::npos);
}

TEST(Verification, AsAnnotationsHasPlaces) {
  const std::string log = format("github").render(verify_samples(), {});
  EXPECT_NE(log.find("::error file=p/problem.yaml,line=3,col=7"), std::string::npos) << log;
  EXPECT_NE(log.find("::notice"), std::string::npos) << log;
}

}  // namespace
}  // namespace arbiter::report
