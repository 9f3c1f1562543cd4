#include "package/polygon/polygon_checkers.hpp"

#include <algorithm>
#include <string>

#include "base/file.hpp"

namespace arbiter::package {
namespace {

// fcmp is none of ours: it takes a last line without an end. pointscmp and pointsinfo are examples.
// testlib adds 1e-15 to all tolerances.
constexpr std::array k_standard = {
    StandardRow{"std::lcmp.cpp", "lines", {}},
    StandardRow{"std::wcmp.cpp", "tokens", {}},
    StandardRow{"std::hcmp.cpp", "tokens", {}},
    StandardRow{"std::icmp.cpp", "tokens", {}},
    StandardRow{"std::ncmp.cpp", "tokens", {}},
    StandardRow{"std::uncmp.cpp", "unordered_tokens", {}},
    StandardRow{"std::yesno.cpp", "yesno", {}},
    StandardRow{"std::nyesno.cpp", "yesno", {}},
    StandardRow{"std::caseicmp.cpp", "tokens", {}},
    StandardRow{"std::casencmp.cpp", "tokens", {}},
    StandardRow{"std::casewcmp.cpp", "tokens", {}},
    StandardRow{"std::acmp.cpp", "numbers", {"float_absolute_tolerance", "1.500000001e-6"}},
    StandardRow{"std::rcmp.cpp", "numbers", {"float_absolute_tolerance", "1.500000001e-6"}},
    StandardRow{"std::dcmp.cpp", "numbers", {"float_tolerance", "1.000000001e-6"}},
    StandardRow{"std::rcmp4.cpp", "numbers", {"float_tolerance", "1.00000000001e-4"}},
    StandardRow{"std::rcmp6.cpp", "numbers", {"float_tolerance", "1.000000001e-6"}},
    StandardRow{"std::rcmp9.cpp", "numbers", {"float_tolerance", "1.000001e-9"}},
    StandardRow{"std::rncmp.cpp", "numbers", {"float_absolute_tolerance", "1.5000000001e-5"}},
};

}  // namespace

bool asks_for_group(const std::filesystem::path& source) {
  const auto text = read_file(source, mib(1));
  if (!text) return false;
  return text->find("checker.group") != std::string::npos ||
         text->find("checker.testset") != std::string::npos;
}

const StandardRow* standard_row(std::string_view testlib) {
  const auto* found = std::find_if(k_standard.begin(), k_standard.end(),
                                   [&](const StandardRow& row) { return row.testlib == testlib; });
  return found == k_standard.end() ? nullptr : found;
}

}  // namespace arbiter::package
