#pragma once

#include <string>
#include <vector>

#include "box/box.hpp"
#include "model/language.hpp"

namespace arbiter::cli {

/// A compiler or interpreter and the languages that need it.
struct ToolchainSeen {
  std::vector<const model::Language*> languages;  ///< at least one
  std::string tool;                               ///< its path; empty where none is needed
  bool is_there = false;
  std::string version;  ///< the first line of what it tells of itself; empty: not known
};

/// The toolchains of all languages, in the order of the table. They are asked for their versions
/// in boxes; without (null) the versions stay empty.
std::vector<ToolchainSeen> look_at_toolchains(const model::Languages& languages,
                                              box::BoxFactory* boxes);

}  // namespace arbiter::cli
