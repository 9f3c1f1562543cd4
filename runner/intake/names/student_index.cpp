#include "intake/names/student_index.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "intake/names/names.hpp"

namespace arbiter::intake {
namespace {

/// Texts of a column are looked up in these, one after the other: what only could be meant does not
/// count where something is meant exactly.
enum Tier : std::uint8_t { k_as_written, k_but_for_case, k_by_a_part };

/// A name as letters with any of its words first: who is called "Anna Karin Öberg" is also found as
/// "Öberg, Anna Karin" and "obergannakarin".
std::set<std::string> ways_to_write(const std::string& name) {
  std::vector<std::string> words = parts_of_name(name);
  std::set<std::string> ways;
  for (std::size_t first = 0; first < words.size(); ++first) {
    ways.insert(joined(words, ""));
    std::rotate(words.begin(), words.begin() + 1, words.end());
  }
  return ways;
}

/// The letters of a name in the order in which it is written, the family name last, behind a comma
/// for names with one: "Li Wei" is "liwei", and "Wei, Li" is ",liwei".
std::string in_its_order(std::string_view name) {
  const std::size_t comma = name.find(',');
  if (comma == std::string_view::npos) return letters_of(name);
  return "," + letters_of(name.substr(comma + 1)) + letters_of(name.substr(0, comma));
}

/// "Participant 123" is also found as "123".
std::string digits_behind_words(const std::string& text) {
  const std::size_t digits = text.find_last_not_of("0123456789");
  if (digits == std::string::npos || digits + 1 == text.size()) return {};
  return text.substr(digits + 1);
}

bool tells_something(std::string_view part) {
  return part.size() >= (is_digits(part) ? 3U : 2U);
}

}  // namespace

Claim claim_of_user(const std::string& user) {
  Claim claim;
  claim.shown = user;
  claim.lookups = {{StudentKey::username, user}, {StudentKey::id, user}, {StudentKey::any, user}};
  claim.fallback.id = user;
  claim.fallback.username = user;
  return claim;
}

StudentIndex::StudentIndex(std::vector<model::Student> roster, bool has_roster)
    : students_(std::move(roster)), has_roster_(has_roster) {
  for (std::size_t i = 0; i < students_.size(); ++i) {
    const model::Student& student = students_[i];
    const std::string group = letters_of(student.group);
    if (student.group.empty() || !group.empty()) groups_[group].push_back(i);
    const std::array<std::pair<StudentKey, const std::string*>, 4> fields = {
        {{StudentKey::id, &student.id},
         {StudentKey::username, &student.username},
         {StudentKey::email, &student.email},
         {StudentKey::lms_id, &student.lms_id}}};
    for (const auto& [key, text] : fields) {
      put(k_as_written, key, composed(*text), i);
      put(k_but_for_case, key, folded(*text), i);
    }
    put(k_by_a_part, StudentKey::email, folded(student.email.substr(0, student.email.find('@'))),
        i);
    put(k_by_a_part, StudentKey::lms_id, digits_behind_words(student.lms_id), i);
    put_name(student.name, i);
  }
}

void StudentIndex::put(std::size_t tier, StudentKey key, const std::string& text,
                       std::size_t student) {
  if (!text.empty()) tiers_[tier][key].emplace(text, student);
}

void StudentIndex::put_name(const std::string& name, std::size_t student) {
  const std::string plain = in_its_order(name);
  put(k_but_for_case, StudentKey::name, plain, student);
  // With a comma on one side alone nobody knows which of the names comes first on the other.
  const std::string other_form = plain.starts_with(',') ? "" : ",";
  for (const std::string& way : ways_to_write(name)) {
    put(k_but_for_case, StudentKey::name, other_form + way, student);
    put(k_by_a_part, StudentKey::name, way, student);
  }
}

std::vector<std::size_t> StudentIndex::find_whole(StudentKey key, std::string_view text) const {
  for (std::size_t tier = 0; tier < tiers_.size(); ++tier) {
    std::set<std::size_t> found;
    for (const auto& [each, table] : tiers_[tier]) {
      if (key != StudentKey::any && key != each) continue;
      const bool is_name = each == StudentKey::name;
      const std::string plain = tier == k_as_written     ? composed(text)
                                : !is_name               ? folded(text)
                                : tier == k_but_for_case ? in_its_order(text)
                                                         : letters_of(text);
      const auto [begin, end] = table.equal_range(plain);
      for (auto row = begin; row != end; ++row)
        found.insert(row->second);
    }
    if (!found.empty()) return {found.begin(), found.end()};
  }
  return {};
}

bool StudentIndex::knows(std::string_view text) const {
  return !find_whole(StudentKey::any, text).empty();
}

std::vector<std::size_t> StudentIndex::find_in_parts(std::string_view text) const {
  // Characters that divide names of files.
  const std::vector<std::string> pieces = arbiter::words_of(text, "_-, ()[]+;&");
  constexpr std::size_t k_most_pieces = 12;
  if (pieces.size() > k_most_pieces) return {};
  std::set<std::size_t> all;
  std::vector<std::pair<std::size_t, std::size_t>> taken;
  // Longer stretches first: what they say is not said again by their parts.
  for (std::size_t length = pieces.size(); length > 0; --length) {
    for (std::size_t begin = 0; begin + length <= pieces.size(); ++begin) {
      const bool is_part = std::ranges::any_of(taken, [&](const auto& range) {
        return begin >= range.first && begin + length <= range.second;
      });
      if (is_part) continue;
      std::string part = pieces[begin];
      for (std::size_t i = 1; i < length; ++i)
        part += ' ' + pieces[begin + i];
      if (!tells_something(part)) continue;
      const std::vector<std::size_t> found = find_whole(StudentKey::any, part);
      if (found.empty()) continue;
      taken.emplace_back(begin, begin + length);
      all.insert(found.begin(), found.end());
    }
  }
  return {all.begin(), all.end()};
}

bool StudentIndex::explains(std::size_t student, std::string_view text) const {
  const std::vector<std::size_t> whole = find_whole(StudentKey::any, text);
  if (std::ranges::find(whole, student) != whole.end()) return true;
  const model::Student& one = students_[student];
  std::set<std::string> known = ways_to_write(one.name);
  for (const std::string* field :
       {&one.id, &one.username, &one.email, &one.lms_id, &one.name, &one.group, &one.section}) {
    known.insert(letters_of(*field));
    for (std::string& part : parts_of_name(*field))
      known.insert(std::move(part));
  }
  const std::vector<std::string> parts = parts_of_name(text);
  return std::ranges::all_of(parts, [&](const std::string& part) { return known.contains(part); });
}

std::vector<std::size_t> StudentIndex::find(StudentKey key, std::string_view text) const {
  std::vector<std::size_t> found = find_whole(key, text);
  if (!found.empty() || key != StudentKey::any) return found;
  return find_in_parts(text);
}

Answer StudentIndex::resolve(const Claim& claim) {
  std::vector<std::size_t> doubtful;
  for (const Lookup& lookup : claim.lookups) {
    if (lookup.text.empty()) continue;
    std::vector<std::size_t> found = find(lookup.key, lookup.text);
    std::erase_if(found, [&](std::size_t student) {
      return !doubtful.empty() && std::ranges::find(doubtful, student) == doubtful.end();
    });
    if (found.size() == 1) return {found, !explains(found.front(), lookup.text)};
    if (!found.empty()) doubtful = std::move(found);
  }
  if (!doubtful.empty()) return {doubtful, false};
  const std::string key = folded(claim.fallback.id);
  const auto [row, is_new] = others_.emplace(key, students_.size());
  if (is_new) {
    model::Student stranger = claim.fallback;
    stranger.on_roster = !has_roster_;
    // A platform's number of a stranger may be the id of somebody else.
    while (std::ranges::find(students_, stranger.id, &model::Student::id) != students_.end())
      stranger.id += " (another)";
    students_.push_back(std::move(stranger));
  }
  model::Student& student = students_[row->second];
  if (student.name.empty()) student.name = claim.fallback.name;
  if (student.email.empty()) student.email = claim.fallback.email;
  if (student.lms_id.empty()) student.lms_id = claim.fallback.lms_id;
  return {{row->second}, false};
}

std::vector<std::size_t> StudentIndex::much_like(const model::Student& stranger) const {
  std::set<std::string> wanted = {without_marks(letters_of(stranger.id)),
                                  without_marks(letters_of(stranger.name))};
  wanted.erase("");
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < students_.size(); ++i) {
    const model::Student& one = students_[i];
    if (!one.on_roster) continue;
    std::set<std::string> ways = ways_to_write(one.name);
    ways.insert(letters_of(one.id));
    ways.insert(letters_of(one.username));
    const auto is_wanted = [&](const std::string& way) {
      return wanted.contains(without_marks(way));
    };
    if (std::ranges::any_of(ways, is_wanted)) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> StudentIndex::group(std::string_view name) const {
  const std::string letters = letters_of(name);
  // What has no letters at all is not the group of those who have none.
  if (letters.empty() && !name.empty()) return {};
  const auto members = groups_.find(letters);
  return members == groups_.end() ? std::vector<std::size_t>{} : members->second;
}

std::string StudentIndex::list(const std::vector<std::size_t>& students) const {
  return joined(students, " or ",
                [&](std::size_t one) { return model::shown_name(students_[one]); });
}

}  // namespace arbiter::intake
