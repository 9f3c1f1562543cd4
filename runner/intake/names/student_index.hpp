#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/gradebook.hpp"

namespace arbiter::intake {

/// Which column of the roster a text is looked up in.
enum class StudentKey : std::uint8_t { id, username, email, lms_id, name, any };

struct Lookup {
  StudentKey key = StudentKey::any;
  std::string text;
};

/// Who handed something in, as far as its place and name tell.
struct Claim {
  std::string shown;            ///< as found, for messages
  std::vector<Lookup> lookups;  ///< in the order in which they are trusted
  model::Student fallback;      ///< whom to make of it if the roster has nobody
};

/// Whoever has that user name on a platform.
Claim claim_of_user(const std::string& user);

/// Who that is.
struct Answer {
  std::vector<std::size_t> students;  ///< one; several: it could be any of them
  /// The claim has words that nothing known of the student explains: "kim-2000" of Kim Berg.
  bool is_partial = false;
};

/// The students: those of the roster, and those who handed in without being on it.
class StudentIndex {
 public:
  /// `roster` may be empty; `has_roster` says whether there is one.
  StudentIndex(std::vector<model::Student> roster, bool has_roster);

  /// Whom the roster has under that text; several if it cannot be told.
  [[nodiscard]] std::vector<std::size_t> find(StudentKey key, std::string_view text) const;
  /// Whether all of the text is what the roster calls somebody, or several.
  [[nodiscard]] bool knows(std::string_view text) const;
  /// Whom the claim means. Somebody whom the roster does not have is added, once for each
  /// fallback.id.
  Answer resolve(const Claim& claim);
  /// Whom of the roster somebody may be who is not found there: the same name but for accents.
  [[nodiscard]] std::vector<std::size_t> much_like(const model::Student& stranger) const;
  /// The members of a group of the roster; the empty name stands for those without one.
  [[nodiscard]] std::vector<std::size_t> group(std::string_view name) const;

  [[nodiscard]] bool has_roster() const { return has_roster_; }
  [[nodiscard]] const std::vector<model::Student>& students() const { return students_; }
  /// "A or B", for messages.
  [[nodiscard]] std::string list(const std::vector<std::size_t>& students) const;

 private:
  using Table = std::multimap<std::string, std::size_t>;
  [[nodiscard]] bool explains(std::size_t student, std::string_view text) const;
  void put(std::size_t tier, StudentKey key, const std::string& text, std::size_t student);
  void put_name(const std::string& name, std::size_t student);
  [[nodiscard]] std::vector<std::size_t> find_whole(StudentKey key, std::string_view text) const;
  [[nodiscard]] std::vector<std::size_t> find_in_parts(std::string_view text) const;

  std::vector<model::Student> students_;
  bool has_roster_;
  std::array<std::map<StudentKey, Table>, 3> tiers_;  ///< what comes first is more certain
  std::map<std::string, std::vector<std::size_t>> groups_;
  std::map<std::string, std::size_t> others_;
};

}  // namespace arbiter::intake
