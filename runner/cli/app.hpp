#pragma once

#include <string>
#include <vector>

namespace arbiter::cli {

/// The whole program: reads the command line (without argv[0]) and returns the exit status.
int run(const std::vector<std::string>& arguments);

}  // namespace arbiter::cli
