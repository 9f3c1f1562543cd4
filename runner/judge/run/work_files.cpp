#include "judge/run/work_files.hpp"

#include <algorithm>
#include <utility>

#include "base/file.hpp"

namespace arbiter::judge {

Result<WorkFiles> open_work_files(const Executable& executable, const model::TestCase& test) {
  WorkFiles work;
  const auto add = [&](const std::string& name, const std::filesystem::path& path,
                       Links links) -> Result<void> {
    ARBITER_TRY(fd, open_read(path, links));
    work.files.push_back({name, fd.get(), false});
    work.descriptors.push_back(std::move(fd));
    return {};
  };
  for (const ProgramFile& file : executable.work_files) {
    const bool is_replaced = std::any_of(test.files.begin(), test.files.end(),
                                         [&](const auto& own) { return own.name == file.name; });
    if (!is_replaced) ARBITER_CHECK(add(file.name, file.path, file.links));
  }
  for (const model::NamedFile& file : test.files)
    ARBITER_CHECK(add(file.name, file.path, Links::follow));
  return work;
}

}  // namespace arbiter::judge
