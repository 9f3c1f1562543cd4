#include <fmt/format.h>

#include <CLI/App.hpp>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "report/text/text_table.hpp"
#include "store/entry_store.hpp"

namespace arbiter::cli {
namespace {

class CacheVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "info tells what the cache holds, clean empties it. Nothing in it is needed: it spares\n"
        "compiling, making test cases and running them again. Arbiter keeps it below\n"
        "$ARBITER_CACHE_MIB (default: 2048) by itself, notices damaged entries and makes them "
        "anew.\n"
        "What was used in the last 15 minutes stays, since somebody may be using it.");
    app.add_option("words", words_)->group("");
    add_flag_of(app, {"--older", "TIME", "Only what was not used for so long, as 7d or 12h"},
                older_, [](const std::string& text) -> Result<Nanoseconds> {
                  auto span = parse_span(text);
                  if (!span) return std::move(span).error().within("--older");
                  return *span;
                });
  }

  Result<int> run(const Session& session) override {
    const std::string word = words_.size() == 1 ? words_.front() : "";
    if (word != "info" && word != "clean")
      return usage_error("what is to be done with the cache?",
                         "write 'arbiter cache info' or 'arbiter cache clean'");
    ARBITER_TRY(paths, find_paths(session));
    if (word == "info") return show(session, paths.cache);
    ARBITER_TRY(cleaned, store::clean_cache(paths.cache, older_));
    const std::string stays =
        cleaned.in_use == 0
            ? ""
            : fmt::format("; {} {} used in the last 15 minutes and left", entries(cleaned.in_use),
                          cleaned.in_use == 1 ? "was" : "were");
    return end_with(fmt::format("deleted {} with {}{}\n", entries(cleaned.entries),
                                arbiter::show(cleaned.size), stays));
  }

 private:
  static std::string entries(std::size_t count) {
    return count == 1 ? "1 entry" : fmt::format("{} entries", count);
  }

  static Result<int> show(const Session& session, const std::filesystem::path& cache) {
    report::TextTable table({{"folder", report::Align::left},
                             {"entries", report::Align::right},
                             {"size", report::Align::right}});
    Bytes total;
    for (const store::CachePart& part : store::cache_parts(cache)) {
      table.add({part.name, part.entries == 0 ? "" : std::to_string(part.entries),
                 arbiter::show(part.size)});
      total.count += part.size.count;
    }
    return end_with(fmt::format("{}: {} of at most {}\n{}", printable(cache.string()),
                                arbiter::show(total), arbiter::show(store::cache_limit()),
                                table.text(session.out(), 2)));
  }

  std::vector<std::string> words_;
  Nanoseconds older_{};
};

}  // namespace

const VerbRow k_cache_verb = {"cache", "info|clean ", "Tell what the cache holds, or empty it",
                              make_verb<CacheVerb>};

}  // namespace arbiter::cli
