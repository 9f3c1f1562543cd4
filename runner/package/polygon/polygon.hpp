#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "package/archive/folder_walk.hpp"

namespace arbiter::package {

/// Reads a package of Polygon, whose `problem.xml` is `file`: names, limits, tests and their
/// groups, checker, validators, solutions with their tags as labels. Its programs speak testlib's
/// protocol. Statements and what only Polygon itself uses are passed over.
void read_polygon(FolderWalk& walk, const std::filesystem::path& file, model::Problem& problem,
                  Faults& faults);

/// What a message quotes of a text from the file.
inline std::string shown(std::string_view text) {
  return clipped(printable(text));
}

/// An XML file of a package, of at most 1 MiB, with the places of its elements.
class XmlFile {
 public:
  /// None if it cannot be read or is no XML, which is a fault then. `faults` outlives what comes
  /// back.
  static std::optional<XmlFile> read(const std::filesystem::path& path, Faults& faults);

  [[nodiscard]] pugi::xml_node root() const { return document_->document_element(); }

  /// Gives back none, as Faults does.
  std::nullopt_t error(std::string_view code, const pugi::xml_node& node, std::string message,
                       std::vector<std::string> helps = {}) const {
    return faults_->error(code, std::move(message), place(node), std::move(helps));
  }
  void warning(std::string_view code, const pugi::xml_node& node, std::string message,
               std::vector<std::string> helps = {}) const {
    faults_->warning(code, std::move(message), place(node), std::move(helps));
  }

  /// The whole number in the element `node`, between 1 and `most`; none and a fault if it is
  /// something else.
  std::optional<std::int64_t> number(const pugi::xml_node& node, std::int64_t most) const;
  /// The same for its attribute `points`: a finite number that is not negative; none if it has
  /// none.
  std::optional<double> points(const pugi::xml_node& node) const;

 private:
  XmlFile(SourceText source, Faults& faults);
  [[nodiscard]] Place place(const pugi::xml_node& node) const;

  SourceText source_;
  Faults* faults_;
  std::unique_ptr<pugi::xml_document> document_;
};

/// The file of the package that problem.xml names as `name`, which `node` holds; none if there is
/// none, or the name leads out, which is a fault. Some write "\" for "/".
std::optional<std::filesystem::path> named_file(FolderWalk& walk, const XmlFile& xml,
                                                const pugi::xml_node& node, std::string name);

/// What a pattern as "tests/%02d.in" gives for a number: one %d, with or without a width. None: it
/// is no such pattern.
std::optional<std::string> expand_pattern(std::string_view pattern, std::size_t number);

/// Reads `judging` of problem.xml: files, limits, tests, groups and points. Tests are called
/// sample/01 or secret/01, or secret/GROUP/01 where there are groups. Tests that are not in the
/// package are one fault, which says how to get them. With `tells_groups` the checker gets testset
/// and group of every test as arguments.
void read_polygon_tests(FolderWalk& walk, const XmlFile& xml, bool tells_groups,
                        model::Problem& problem);

/// A `test` of problem.xml.
struct PolygonTest {
  pugi::xml_node node;
  bool is_sample = false;
  bool is_generated = false;
  std::string group;  ///< may be empty
  std::optional<double> points;
  std::string folder;  ///< of data/, by `group_tests`: "sample", "secret", "secret/GROUP"
};

/// Gives every test its folder and makes the groups of problem.data from `groups` and the points;
/// with points the problem is a scoring one by the rules of format 2025-09. Samples of a group that
/// has nothing else, and no points, are in "sample". A group whose points-policy is complete-group
/// has the least of its tests' points; of one with each-test every test counts by itself: where
/// they have different points, those with the same make a group "GROUP-POINTS" of their own. Groups
/// come after those that they depend on.
void group_tests(const XmlFile& xml, const pugi::xml_node& testset, std::vector<PolygonTest>& tests,
                 model::Problem& problem);

}  // namespace arbiter::package
