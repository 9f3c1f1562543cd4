#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::grade {

/// The works of a book that go wrong in the same way: they fail the same tests with the same
/// verdicts and outputs, or do not compile for the same reason. Only where the counting attempts of
/// at least two students are among them. The cluster of most students first, in each the work of
/// most students first. Needs the grades. The order of works changes nothing.
/// A mistake with a comment is a cluster even if it is that of one student.
std::vector<model::MistakeCluster> find_clusters(
    const model::Gradebook& book, const std::vector<model::MistakeComment>& comments = {});

/// The comments that found no mistake, in words.
std::vector<std::string> idle_comments(const std::vector<model::MistakeCluster>& clusters,
                                       const std::vector<model::MistakeComment>& comments);

/// What a compiler complains of first, without names of files and without numbers, so that the same
/// mistake in two programs reads the same: "error: expected ';' before '}' token". Empty: it says
/// nothing.
std::string first_complaint(std::string_view log);

}  // namespace arbiter::grade
