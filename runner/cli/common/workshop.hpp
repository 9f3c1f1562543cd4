#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "base/result.hpp"
#include "box/box.hpp"
#include "cli/common/session.hpp"
#include "judge/compile/compile.hpp"
#include "model/language.hpp"

namespace arbiter::cli {

/// Where the program and its data lie, and the languages it knows.
struct Surroundings {
  store::HostPaths paths;
  model::Languages languages;
};

/// Error{judge}: the installation is damaged.
Result<Surroundings> look_around(const Session& session);

/// The boxes and the compiler of one call.
struct Workshop {
  std::unique_ptr<box::BoxFactory> boxes;
  std::unique_ptr<judge::Compiler> compiler;
};

/// Opens boxes in the mode that was asked for, or the best that works here. Error{judge}: programs
/// cannot be isolated here; the help says what to do.
Result<Workshop> open_workshop(const Surroundings& surroundings,
                               const std::optional<box::Mode>& mode, int jobs);

}  // namespace arbiter::cli
