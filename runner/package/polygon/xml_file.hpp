#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"
#include "package/yaml/source_text.hpp"

namespace arbiter::package {

/// An XML file of a package, of at most 1 MiB, with the places of its elements.
class XmlFile {
 public:
  /// None if it cannot be read or is no XML, which is a fault then. `faults` outlives what comes
  /// back.
  static std::optional<XmlFile> read(const std::filesystem::path& path, Faults& faults);

  [[nodiscard]] pugi::xml_node root() const { return document_->document_element(); }

  void error(std::string_view code, const pugi::xml_node& node, std::string message,
             std::vector<std::string> helps = {}) const;
  void warning(std::string_view code, const pugi::xml_node& node, std::string message,
               std::vector<std::string> helps = {}) const;

  /// The whole number in `text`, which `what` of `node` holds, between 1 and `most`; none and a
  /// fault if it is something else.
  std::optional<std::int64_t> number(const pugi::xml_node& node, std::string_view what,
                                     std::string_view text, std::int64_t most) const;
  /// The same for points: a finite number that is not negative.
  std::optional<double> points(const pugi::xml_node& node, std::string_view text) const;

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

}  // namespace arbiter::package
