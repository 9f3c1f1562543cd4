#pragma once

#include <string>

#include "serve/serve.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {

/// The pages of stored runs; `word` is the run that is shown first, as of `show`.
serve::PageSource page_source(store::RunStore store, std::string word);

}  // namespace arbiter::cli
