#include <gtest/gtest.h>

#include "base/text.hpp"
#include "report/json/documents.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

class DoctorText : public testing::Test {
 protected:
  DoctorText() {
    seen_.mode = "user namespaces, no cgroup";
    seen_.can_isolate = true;
    seen_.guarantees = {"no network, no files of the host, no new privileges"};
    seen_.missing = {"exact CPU time and memory of programs that start processes"};
    seen_.remedy = "sudo arbiter …";
    seen_.noise = {"swap is on: programs near their memory limit can become slow"};
    seen_.languages = {{"c17", "C++17", true, "/usr/bin/g++", "g++ (Debian) 12.2.0", "g++"},
                       {"c20", "C++20", true, "/usr/bin/g++", "g++ (Debian) 12.2.0", "g++"},
                       {"java", "Java", false, "/usr/bin/javac", "", "default-jdk-headless"},
                       {"python2", "Python 2", false, "/usr/bin/python2", "", ""},
                       {"binary", "ready binary", true, "", "", ""}};
    seen_.cache = "/cache";
    seen_.cache_size = mib(312);
    seen_.cache_limit = mib(2048);
    seen_.state = "/state";
    seen_.checktestdata = "/usr/bin/checktestdata";
  }

  [[nodiscard]] std::string text(std::size_t width, bool color = false) const {
    return doctor_text(seen_, {color, width});
  }

  DoctorDocument seen_;
};

TEST_F(DoctorText, TellsAllOfIt) {
  expect_golden("doctor_80.txt", text(80));
}

TEST_F(DoctorText, SaysWhereTheProgramForGrammarsIsToBeHad) {
  seen_.checktestdata.clear();
  EXPECT_NE(text(100).find("  - Checktestdata grammars: checktestdata is missing; "
                           "github.com/DOMjudge/checktestdata\n"),
            std::string::npos);
}

TEST_F(DoctorText, FitsANarrowTerminalButForCommands) {
  const std::string narrow = text(40);
  for (const std::string_view line : split_lines(narrow)) {
    if (line.find("sudo arbiter") == std::string_view::npos) {
      EXPECT_LE(display_width(line), 40U) << line;
    }
  }
  EXPECT_NE(narrow.find("isolated:\n  user namespaces"), std::string::npos);
  EXPECT_NE(narrow.find("\n  sudo arbiter …\n"), std::string::npos);
}

TEST_F(DoctorText, ColoursWhatIsThereAndWhatIsNot) {
  EXPECT_EQ(text(80).find('\x1b'), std::string::npos);
  EXPECT_NE(text(80, true).find("\x1b[32m+\x1b[0m no network"), std::string::npos);
  EXPECT_NE(text(80, true).find("\x1b[33m-\x1b[0m exact"), std::string::npos);
}

TEST_F(DoctorText, OffersTheNarrowerWay) {
  seen_.can_isolate = false;
  seen_.remedy = "sudo sysctl x=0";
  seen_.alternative = "sudo tee profile";
  const std::string refused = text(80);
  EXPECT_EQ(refused.rfind("Programs cannot be isolated here.\n  - no network", 0), 0U) << refused;
  EXPECT_NE(refused.find("To enable it:\n  sudo sysctl x=0\n"
                         "Or, for arbiter-box alone:\n  sudo tee profile\n"),
            std::string::npos);
}

}  // namespace
}  // namespace arbiter::report
