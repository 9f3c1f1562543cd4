#include "cli/doctor_text.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace arbiter::cli {
namespace {

model::Language language(const std::string& name, const std::string& package) {
  model::Language row;
  row.name = name;
  row.package = package;
  return row;
}

class DoctorText : public testing::Test {
 protected:
  DoctorText() {
    seen_.probe.mode = box::Mode::user_namespace;
    seen_.probe.can_isolate = true;
    seen_.probe.guarantees = {"no network, no files of the host, no new privileges"};
    seen_.probe.missing = {"exact CPU time and memory of programs that start processes"};
    seen_.probe.remedy = "sudo arbiter …";
    seen_.probe.noise = {"swap is on: programs near their memory limit can become slow"};
    seen_.toolchains = {{{&c17_, &c20_}, "/usr/bin/g++", true, "g++ (Debian) 12.2.0"},
                        {{&java_}, "/usr/bin/javac", false, ""},
                        {{&binary_}, "", true, ""}};
    seen_.cache = "/cache";
    seen_.state = "/state";
    seen_.checktestdata = "/usr/bin/checktestdata";
  }

  [[nodiscard]] std::string text(std::size_t width, bool color = false) const {
    Terminal terminal;
    terminal.width = width;
    terminal.color = color;
    return doctor_text(seen_, terminal);
  }

  model::Language c17_ = language("C++17", "g++");
  model::Language c20_ = language("C++20", "g++");
  model::Language java_ = language("Java", "default-jdk-headless");
  model::Language binary_ = language("ready binary", "");
  Examination seen_;
};

TEST_F(DoctorText, TellsAllOfIt) {
  EXPECT_EQ(text(80), R"(Programs can be isolated: user namespaces, no cgroup
  + no network, no files of the host, no new privileges
  - exact CPU time and memory of programs that start processes
For exact figures, run as root:
  sudo arbiter …
Timing may be noisy:
  - swap is on: programs near their memory limit can become slow
Languages:
  + C++17, C++20: /usr/bin/g++, g++ (Debian) 12.2.0
  + ready binary
  - Java: /usr/bin/javac is missing; sudo apt-get install default-jdk-headless
  + Checktestdata grammars: /usr/bin/checktestdata
Folders:
  cache  /cache
  state  /state
)");
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
  seen_.probe.can_isolate = false;
  seen_.probe.remedy = "sudo sysctl x=0";
  seen_.probe.alternative = "sudo tee profile";
  const std::string refused = text(80);
  EXPECT_EQ(refused.rfind("Programs cannot be isolated here.\n  - no network", 0), 0U) << refused;
  EXPECT_NE(refused.find("To enable it:\n  sudo sysctl x=0\n"
                         "Or, for arbiter-box alone:\n  sudo tee profile\n"),
            std::string::npos);
}

}  // namespace
}  // namespace arbiter::cli
