#include "judge/test_inputs.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <utility>

namespace arbiter::judge {
namespace {

// More than this many bytes of inputs are not kept but copied anew for every run.
constexpr std::int64_t k_most_kept = std::int64_t{256} << 20;
// Each that is kept costs a descriptor, of which a process has 1024 by custom.
constexpr int k_most_descriptors = 256;

}  // namespace

TestInputs::TestInputs(const std::vector<model::TestCase>& tests)
    : tests_(tests), kept_(tests.size()) {}

Result<UniqueFd> TestInputs::load(std::size_t index) {
  ARBITER_TRY(file, MappedFile::open(tests_[index].input));
  ARBITER_TRY(sealed, sealed_memory_file("input", file.bytes()));
  const auto size = static_cast<std::int64_t>(file.bytes().size());
  auto opened = reopen(sealed.get(), O_RDONLY);
  const bool fits = kept_bytes_ + size <= k_most_kept && kept_count_ < k_most_descriptors;
  if (opened && fits) {
    ++kept_count_;
    kept_bytes_ += size;
    kept_[index] = std::move(sealed);
  }
  return opened;
}

Result<UniqueFd> TestInputs::open(std::size_t index) {
  const std::lock_guard lock(mutex_);
  if (kept_[index]) return reopen(kept_[index].get(), O_RDONLY);
  return load(index);
}

void TestInputs::forget(std::size_t index) {
  const std::lock_guard lock(mutex_);
  if (!kept_[index]) return;
  struct stat info {};
  if (::fstat(kept_[index].get(), &info) == 0) kept_bytes_ -= info.st_size;
  --kept_count_;
  kept_[index].reset();
}

}  // namespace arbiter::judge
