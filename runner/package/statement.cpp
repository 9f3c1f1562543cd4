#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

// Forty times what long statements have; the parser's time can grow with the square of the length.
constexpr std::size_t k_largest_text = std::size_t{256} << 10;
constexpr Bytes k_all_pictures = mib(32);
constexpr Bytes k_largest_of_sample = kib(256);

// Of this format, of older ones and of Polygon; the last holds LaTeX and PDF only.
constexpr std::array<const char*, 3> k_folders = {"statement", "problem_statement", "statements"};
constexpr std::array<std::string_view, 4> k_pictures = {".svg", ".png", ".jpg", ".jpeg"};
// What DOMjudge takes for a statement in the root of a package.
constexpr std::array<const char*, 3> k_bare_statements = {"problem.pdf", "problem.html",
                                                          "problem.txt"};

/// The language in problem.LANGUAGE.md; English where none is named, as in older packages.
std::string language_of(const fs::path& file) {
  const std::string language = file.stem().extension().string();
  return language.empty() ? "en" : language.substr(1);
}

bool is_language(std::string_view word) {
  constexpr std::size_t k_longest = 16;
  return !word.empty() && word.size() <= k_longest &&
         std::ranges::all_of(word, [](char c) { return is_name_char(c) && c != '_' && c != '.'; });
}

class StatementReader {
 public:
  explicit StatementReader(const model::Problem& problem) : problem_(problem) {}

  LoadedStatement run() {
    FolderWalk walk(problem_.root, faults_);
    walk.allow(problem_.links_within);
    for (const char* name : k_folders) {
      if (const auto folder = walk.find_folder(walk.root(), name)) read_folder(*folder);
    }
    for (const char* name : k_bare_statements) {
      if (const auto file = walk.find_file(walk.root(), name)) others_.push_back(*file);
    }
    report_others();
    read_samples(walk);
    std::ranges::sort(statement_.texts, {}, [](const model::StatementText& text) {
      return std::pair(text.language != "en", text.language);
    });
    return {std::move(statement_), faults_.take()};
  }

 private:
  // A walk of its own: what a statement shows lies in its folder, wherever else links may lead.
  void read_folder(const fs::path& folder) {
    Faults unusable;
    FolderWalk walk(folder, unusable);
    const std::vector<fs::path> files = walk.files_below(folder);
    // Nothing is shown of such files, and the rest can be.
    for (Diagnostic& found : unusable.take()) {
      found.severity = Severity::warning;
      found.helps = {"put a copy of the file in its place"};
      faults_.add(std::move(found));
    }
    for (const fs::path& file : files) {
      const std::string extension = lower_ascii(file.extension().string());
      const bool is_statement = file.filename().string().starts_with("problem.");
      if (extension == ".md" && is_statement && file.parent_path() == folder) {
        read_text(file);
      } else if (is_statement && (extension == ".tex" || extension == ".pdf")) {
        others_.push_back(file);
      } else if (std::ranges::find(k_pictures, extension) != k_pictures.end()) {
        read_picture(file, file.lexically_relative(folder).string());
      }
    }
  }

  void read_text(const fs::path& file) {
    const std::string language = language_of(file);
    if (!is_language(language)) {
      faults_.warning(code::k_bad_name, fmt::format("'{}' is not a language", clipped(language)),
                      place_of(file), {"name the file problem.en.md, with the language's code"});
      return;
    }
    const auto source = SourceText::read(file, faults_);
    if (!source) return;
    if (source->text().size() > k_largest_text) {
      faults_.error(code::k_too_large, "the statement is larger than 256 KiB", place_of(file));
      return;
    }
    statement_.texts.push_back(
        {language, place_of(file).path, model::with_constants(source->text(), problem_.constants)});
  }

  void read_picture(const fs::path& file, const std::string& name) {
    auto bytes = read_file(file, {k_all_pictures.count - pictures_.count});
    if (!bytes) {
      faults_.warning(code::k_too_large,
                      fmt::format("the picture is not used: {}", bytes.error().text()),
                      place_of(file), {"all pictures together may have 32 MiB"});
      return;
    }
    pictures_.count += static_cast<std::int64_t>(bytes->size());
    statement_.pictures[name] = *std::move(bytes);
  }

  void report_others() {
    const bool has_texts = !statement_.texts.empty();
    const std::vector<std::string> helps = {
        "Arbiter makes pages of statements in Markdown: statement/problem.en.md, and so on for "
        "other languages"};
    for (const fs::path& file : others_) {
      faults_.add(
          has_texts ? Severity::warning : Severity::error, code::k_unsupported,
          fmt::format("this statement is {}, not Markdown, so no page is made of it",
                      file.extension() == ".tex" ? "LaTeX" : file.extension().string().substr(1)),
          place_of(file), helps);
    }
    if (has_texts || !others_.empty()) return;
    faults_.error(code::k_missing_key, "this package has no statement", place_of(problem_.root),
                  helps);
  }

  // Interactions may be there without a test case, so the folder is looked at.
  void read_samples(FolderWalk& walk) {
    const auto data = walk.find_folder(walk.root(), "data");
    const auto folder = data ? walk.find_folder(*data, "sample") : std::nullopt;
    if (!folder) return;
    std::map<std::string, fs::path> files;
    std::set<std::string> names;
    for (const FolderEntry& entry : walk.list(*folder)) {
      if (entry.is_folder) continue;
      files[entry.name] = entry.path;
      for (const std::string_view suffix : {".in", ".interaction", ".in.statement"}) {
        if (!entry.name.ends_with(suffix)) continue;
        names.insert(entry.name.substr(0, entry.name.size() - suffix.size()));
      }
    }
    for (const std::string& name : names) {
      model::StatementSample sample;
      sample.interaction = first_of(files, name, {".interaction"});
      if (!sample.interaction) {
        sample.input = first_of(files, name, {".in.statement", ".in"}).value_or("");
        sample.output = first_of(files, name, {".ans.statement", ".out", ".ans"}).value_or("");
      }
      statement_.samples.push_back(std::move(sample));
    }
  }

  std::optional<std::string> first_of(const std::map<std::string, fs::path>& files,
                                      const std::string& name,
                                      std::initializer_list<const char*> suffixes) {
    for (const char* suffix : suffixes) {
      const auto file = files.find(name + suffix);
      if (file == files.end()) continue;
      auto bytes = read_file(file->second, k_largest_of_sample);
      if (bytes) return *std::move(bytes);
      faults_.error(code::k_too_large, bytes.error().text(), place_of(file->second),
                    {fmt::format("statements show {}.in.statement in place of the input", name)});
    }
    return std::nullopt;
  }

  const model::Problem& problem_;
  Faults faults_;
  model::Statement statement_;
  std::vector<fs::path> others_;  ///< statements that are no Markdown
  Bytes pictures_;
};

}  // namespace

LoadedStatement load_statement(const model::Problem& problem) {
  return StatementReader(problem).run();
}

}  // namespace arbiter::package
