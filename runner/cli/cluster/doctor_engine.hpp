#pragma once

#include <string>

#include "base/result.hpp"
#include "cli/cluster/engine_choice.hpp"
#include "cluster/node_report.hpp"
#include "report/json/documents.hpp"

namespace arbiter::cli {

/// What a node of the engine that `options` choose tells, compared with `here`; none: programs run
/// on this machine alone. Error: those of choose_engine; {judge}: no node answers, and why.
Result<std::optional<report::DoctorDocument::Engine>> examine_engine(
    const Session& session, const EngineOptions& options, const cluster::NodeReport& here);

/// Answers for this machine, which is a node: `here`, and whether `folder` can be used.
std::string answer_as_node(cluster::NodeReport here, const std::string& folder);

}  // namespace arbiter::cli
