#pragma once

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "base/text.hpp"
#include "model/judgement.hpp"
#include "store/hash.hpp"

// How archive.cpp, alone, reads and writes. Unlike the documents for others, the archive keeps
// everything exactly: times in whole nanoseconds, sizes in bytes, and strings that are not valid
// UTF-8 as {"hex": "…"}.

namespace arbiter::store {

using Json = nlohmann::ordered_json;

/// The bytes that hex_of wrote; throws where something else stands.
inline std::string bytes_of(const std::string& hex) {
  if (hex.size() % 2 != 0) throw std::invalid_argument("half a byte");
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const char* const digits = hex.data() + i;
    unsigned char byte = 0;
    if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2)
      throw std::invalid_argument("not a hexadecimal digit");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

/// What a word means; throws where it means nothing.
template <class T>
T known(const std::optional<T>& word) {
  if (!word) throw std::invalid_argument("an unknown word");
  return *word;
}

/// A value that a walk only looks at, since it writes.
template <class T>
T& written(const T& value) {
  return const_cast<T&>(value);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// Writes the fields of a struct into an object, or reads them out of it; throws where something
/// else stands.
class Walk {
 public:
  enum class Way { write, read };
  Walk(Json& json, Way way) : json_(json), writes_(way == Way::write) {}

  template <class T>
  static void write(Json& json, const T& value) {
    Walk(json, Way::write).walk(json, written(value));
  }
  template <class T>
  static T read(Json& json) {
    T value;
    Walk(json, Way::read).walk(json, value);
    return value;
  }

  template <class T>
  void operator()(const char* key, T& value) {
    walk(writes_ ? json_[key] : json_.at(key), value);
  }
  /// What archives of earlier versions do not have.
  template <class T>
  void later(const char* key, T& value) {
    if (writes_ || json_.contains(key)) (*this)(key, value);
  }
  template <class T>
  void later(const char* key, std::optional<T>& value) {
    if (writes_ ? value.has_value() : json_.contains(key)) (*this)(key, value);
  }

 private:
  template <class T>
  void walk(Json& json, T& value) {
    if constexpr (!std::is_arithmetic_v<T>) {
      Walk inner(json, writes_ ? Way::write : Way::read);
      fields(inner, value);
    } else if (writes_) {
      json = value;
    } else {
      value = json.get<T>();
    }
  }
  template <class T>
  void walk(Json& json, std::optional<T>& value) {
    if (!writes_ && !json.is_null()) value.emplace();
    if (value) walk(json, *value);
  }
  template <class T>
  void walk(Json& json, std::vector<T>& list) {
    if (writes_) {
      json = Json::array();
      for (T& one : list)
        walk(json.emplace_back(), one);
    } else {
      for (Json& one : json)
        walk(one, list.emplace_back());
    }
  }
  void walk(Json& json, std::string& bytes) {
    if (writes_) {
      json = is_utf8(bytes) ? Json(bytes) : Json{{"hex", hex_of(bytes)}};
    } else {
      bytes = json.is_string() ? json.get<std::string>()
                               : bytes_of(json.at("hex").get_ref<const std::string&>());
    }
  }
  void walk(Json& json, Bytes& size) { walk(json, size.count); }
  void walk(Json& json, Nanoseconds& time) {
    if (writes_) {
      json = time.count();
    } else {
      time = Nanoseconds(json.get<std::int64_t>());
    }
  }
  void walk(Json& json, model::Verdict& verdict) {
    if (writes_) {
      json = model::code(verdict);
    } else {
      verdict = known(model::parse_verdict(json.get<std::string>()));
    }
  }
  void walk(Json& json, model::Ending& ending) {
    if (writes_) {
      json = model::ending_word(ending);
    } else {
      ending = known(model::parse_ending(json.get<std::string>()));
    }
  }

  Json& json_;
  bool writes_;
};

/// The fields of each struct, named once for both ways.
inline void fields(Walk& walk, model::RunLimits& limits) {
  walk("time_ns", limits.time);
  walk("wall_ns", limits.wall);
  walk("memory", limits.memory);
  walk("output", limits.output);
}

inline void fields(Walk& walk, model::RunRecord& run) {
  walk("ending", run.ending);
  walk("exit_status", run.exit_status);
  walk("signal", run.signal);
  walk("cpu_ns", run.cpu);
  walk("wall_ns", run.wall);
  walk("memory", run.memory);
  walk("processes", run.processes);
  walk("approximate", run.approximate);
  walk("rerun", run.was_rerun);
  walk("fault", run.fault);
}

inline void fields(Walk& walk, model::Message& message) {
  walk("time_ns", message.time);
  walk("from_submission", message.from_submission);
  walk("text", message.text);
  walk("left_out", message.left_out);
}

inline void fields(Walk& walk, model::Transcript& transcript) {
  walk("messages", transcript.messages);
  walk("left_out_after", transcript.left_out_after);
  walk("left_out_messages", transcript.left_out_messages);
  walk("left_out_bytes", transcript.left_out_bytes);
}

inline void fields(Walk& walk, FirstDifference& difference) {
  walk("output_line", difference.output_line);
  walk("output_column", difference.output_column);
  walk("answer_line", difference.answer_line);
  walk("answer_column", difference.answer_column);
  walk("expected", difference.expected);
  walk("got", difference.got);
  walk("expected_end", difference.expected_end);
  walk("got_end", difference.got_end);
}

inline void fields(Walk& walk, model::FileHead& file) {
  walk("head", file.head);
  walk("size", file.size);
  walk("lines", file.lines);
  walk("sha256", file.sha256);
}

inline void fields(Walk& walk, model::TestJudgement& test) {
  walk("name", test.name);
  walk("verdict", test.verdict);
  walk("run", test.run);
  walk("cached", test.cached);
  walk("repeats_ns", test.repeats);
  walk("message", test.message);
  walk("first_difference", test.first_difference);
  walk("hints", test.hints);
  walk.later("transcript", test.transcript);
  walk.later("passes", test.passes);
  walk.later("input", test.input);
  walk.later("pass_input", test.pass_input);
  walk("output_head", test.output_head);
  walk.later("output_sha256", test.output_sha256);
  walk("error_tail", test.error_tail);
  walk.later("score_file", test.score_file);
  walk.later("score_multiplier", test.score_multiplier);
  walk.later("referee_is_silent", test.referee_is_silent);
}

/// What the groups made of a test that had been written before.
inline void point_fields(Walk& walk, model::TestJudgement& test) {
  walk("name", test.name);
  walk("verdict", test.verdict);
  walk("message", test.message);
  walk("score", test.score);
  walk("max_score", test.max_score);
  walk("counted", test.counted);
}

inline void fields(Walk& walk, model::GroupJudgement& group) {
  walk("name", group.name);
  walk("verdict", group.verdict);
  walk("score", group.score);
  walk("max_score", group.max_score);
  walk("counted", group.counted);
  walk("note", group.note);
}

inline void fields(Walk& walk, model::CompileJudgement& compile) {
  walk("ok", compile.ok);
  walk("cached", compile.cached);
  walk.later("compiler", compile.compiler);
  walk.later("command", compile.command);
  walk.later("took_ns", compile.took);
  walk("log", compile.log);
  walk("helps", compile.helps);
  walk("fault", compile.fault);
}

inline void fields(Walk& walk, model::SubmissionJudgement& submission) {
  walk("path", submission.path);
  walk.later("sha256", submission.sha256);
  walk("language", submission.language);
  walk("expected", submission.expected);
  walk("label", submission.label);
  walk("verdict", submission.verdict);
  walk("as_expected", submission.as_expected);
  walk("unfinished", submission.unfinished);
  walk("expectation_note", submission.expectation_note);
  walk("limits", submission.limits);
  walk("compile", submission.compile);
  walk.later("score", submission.score);
  walk.later("max_score", submission.max_score);
  walk.later("groups", submission.groups);
}

inline void fields(Walk& walk, model::FoundTimeLimit& found) {
  walk("submission", found.submission);
  walk("test", found.test);
  walk("slowest_ns", found.slowest);
  walk("factor", found.factor);
  walk("multiplier", found.multiplier);
  walk("resolution_s", found.resolution_s);
  walk("limit_ns", found.limit);
  walk("warnings", found.warnings);
}

inline void fields(Walk& walk, model::Machine& machine) {
  walk("cpu", machine.cpu);
  walk("kernel", machine.kernel);
  walk("cores", machine.cores);
}

inline void fields(Walk& walk, model::Judgement& judgement) {
  walk("arbiter", judgement.arbiter_version);
  walk("problem", judgement.problem);
  walk("problem_root", judgement.problem_root);
  walk("problem_hash", judgement.problem_hash);
  walk("run", judgement.run);
  walk("started", judgement.started);
  walk.later("folder", judgement.folder);
  walk.later("machine", judgement.machine);
  walk.later("jobs", judgement.jobs);
  walk("limits", judgement.limits);
  walk("sandbox_mode", judgement.sandbox_mode);
  walk("unsandboxed", judgement.unsandboxed);
  walk("planned_tests", judgement.planned_tests);
  walk("repeat_options", judgement.repeat_options);
  walk.later("is_plain_folder", judgement.is_plain_folder);
  walk.later("found_time_limit", judgement.found_time_limit);
  walk.later("is_scoring", judgement.is_scoring);
  walk.later("scoring_note", judgement.scoring_note);
  walk.later("asked_tests", judgement.asked_tests);
}

/// What is known of a run at its end only.
inline void end_fields(Walk& walk, model::Judgement& judgement) {
  walk("interrupted", judgement.interrupted);
  walk.later("finished", judgement.finished);
  walk.later("exit_status", judgement.exit_status);
}

}  // namespace arbiter::store
