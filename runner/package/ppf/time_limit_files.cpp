#include "package/ppf/time_limit_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "package/yaml/source_text.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {
namespace {

constexpr double k_longest_s = 86'400;

std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                         text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

Mark mark_of(std::string_view part, std::string_view line, int number) {
  return {number, static_cast<int>(part.data() - line.data()) + 1,
          std::max(1, static_cast<int>(part.size()))};
}

std::optional<OuterTimeLimit> time_limit_of(std::string_view text, Place place, Faults& faults) {
  const auto value = parse_decimal(text);
  if (value && *value >= 1e-6 && *value <= k_longest_s) {
    return OuterTimeLimit{from_seconds(*value), std::move(place)};
  }
  faults.error(code::k_bad_value,
               fmt::format("the time limit must be a number of seconds, more than 0 and at most {}",
                           k_longest_s),
               std::move(place), {"write it as 2 or 1.5"});
  return std::nullopt;
}

enum class IniKey : std::uint8_t { ignored, time_limit, name, program };

struct IniRow {
  std::string_view name;
  IniKey key;
};

constexpr std::array k_ini_keys = {
    IniRow{"timelimit", IniKey::time_limit},    IniRow{"special_run", IniKey::program},
    IniRow{"special_compare", IniKey::program}, IniRow{"name", IniKey::name},
    IniRow{"allow_submit", IniKey::ignored},    IniRow{"allow_judge", IniKey::ignored},
    IniRow{"points", IniKey::ignored},          IniRow{"color", IniKey::ignored},
    IniRow{"externalid", IniKey::ignored},      IniRow{"short-name", IniKey::ignored},
    IniRow{"probid", IniKey::ignored},
};

class IniReader {
 public:
  IniReader(const SourceText& source, Faults& faults) : source_(source), faults_(faults) {}

  void read(OuterFacts& outer) {
    int number = 0;
    for (const std::string_view line : split_lines(source_.text())) {
      ++number;
      const std::string_view text = trimmed(line);
      if (!text.empty() && text.front() != ';' && text.front() != '#' && text.front() != '[') {
        read_line(text, line, number);
      }
    }
    outer.limit = limit_;
    outer.name = name_;
  }

 private:
  void read_line(std::string_view text, std::string_view line, int number) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      faults_.error(code::k_syntax, "this line is not of the form KEY = VALUE",
                    source_.place(mark_of(text, line, number)));
      return;
    }
    const std::string_view key = trimmed(text.substr(0, equals));
    const std::string_view value = unquoted(trimmed(text.substr(equals + 1)));
    const auto* row = std::find_if(k_ini_keys.begin(), k_ini_keys.end(),
                                   [&](const IniRow& one) { return one.name == key; });
    Place place = source_.place(mark_of(text, line, number));
    if (row == k_ini_keys.end()) {
      faults_.warning(code::k_unknown_key, fmt::format("unknown key '{}'", clipped(key)),
                      std::move(place), {"it changes nothing here"});
    } else if (row->key == IniKey::time_limit) {
      if (!value.empty()) limit_ = time_limit_of(value, std::move(place), faults_);
    } else if (row->key == IniKey::name) {
      name_ = value;
    } else if (row->key == IniKey::program && !value.empty()) {
      faults_.error(code::k_unsupported,
                    fmt::format("'{}' names a program of a DOMjudge server, not of this package",
                                clipped(key)),
                    std::move(place),
                    {"put the program into output_validators/ and 'validation: custom' into "
                     "problem.yaml"});
    }
  }

  const SourceText& source_;
  Faults& faults_;
  std::optional<OuterTimeLimit> limit_;
  std::string name_;
};

std::optional<SourceText> read_root_file(FolderWalk& walk, const std::string& name,
                                         Faults& faults) {
  const auto file = walk.find_file(walk.root(), name);
  if (!file || !walk.check_readable(*file)) return std::nullopt;
  return SourceText::read(*file, faults);
}

}  // namespace

OuterFacts read_outer_files(FolderWalk& walk, Faults& faults) {
  OuterFacts outer;
  for (const char* name : {"domjudge-problem.ini", "submissions.json"})
    outer.is_for_domjudge = outer.is_for_domjudge || walk.find(walk.root(), name).has_value();
  if (const auto ini = read_root_file(walk, "domjudge-problem.ini", faults)) {
    IniReader(*ini, faults).read(outer);
  }
  const auto file = read_root_file(walk, ".timelimit", faults);
  if (!file) return outer;
  const auto lines = split_lines(file->text());
  const std::string_view text = lines.empty() ? std::string_view() : trimmed(lines.front());
  const Mark mark{1, 1, std::max(1, static_cast<int>(text.size()))};
  const auto own = time_limit_of(text, file->place(mark), faults);
  if (outer.limit && own && own->time != outer.limit->time) {
    faults.warning(code::k_two_limits,
                   fmt::format("the time limit of {} in domjudge-problem.ini applies instead",
                               show(outer.limit->time)),
                   own->place, {"remove one of the two"});
  }
  if (!outer.limit) outer.limit = own;
  return outer;
}

}  // namespace arbiter::package
