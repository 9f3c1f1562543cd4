#pragma once

#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Files that a program finds in its work folder.
struct WorkFiles {
  std::vector<UniqueFd> descriptors;
  std::vector<box::FileToPlace> files;  ///< borrow the descriptors
};

/// Opens what the program brings itself and then what the test does, which stands in the place of
/// a file of the same name. Error{judge}: unreadable.
Result<WorkFiles> open_work_files(const Executable& executable, const model::TestCase& test);

}  // namespace arbiter::judge
