#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::intake {

/// Names as people compare them: equal for composed and decomposed letters (macOS stores the
/// latter) and for either case. Invalid UTF-8 becomes U+FFFD.
std::string folded(std::string_view text);

/// Composed letters, case kept.
std::string composed(std::string_view text);

/// folded(), without accents: "oberg" of "Öberg".
std::string without_marks(std::string_view text);

/// folded(), letters and digits only: "Lab 3" and "lab_3" are both "lab3".
std::string letters_of(std::string_view text);

/// folded(), in stretches of letters and stretches of digits: "Lab3-extra" is lab, 3, extra.
std::vector<std::string> words_of(std::string_view text);

/// The words of a person's name: folded stretches of letters and digits between anything else.
std::vector<std::string> parts_of_name(std::string_view text);

/// The first part of a path in the archive that Moodle makes of an assignment:
/// "Ada Lovelace_123_assignsubmission_file" and what may follow.
struct MoodleName {
  std::string name;  ///< of the student, the team or "Participant"; "_" stands for some character
  std::string id;    ///< the participant's or the team's in this assignment; may be empty
  bool is_feedback = false;  ///< it is the teacher's own
  std::string plugin;        ///< "file", "onlinetext"
  std::string file;  ///< behind it: the name of the file where there are no folders; may be empty
};

/// None: it is not named so.
std::optional<MoodleName> parse_moodle_name(std::string_view text);

/// A name in the archive that Canvas makes: "lovelaceada_LATE_12345_678901_lab.py".
struct CanvasName {
  std::string name;     ///< of the student or the group, squashed; empty: anonymous
  std::string user_id;  ///< digits, or the anonymous id
  bool is_anonymous = false;
  bool is_late = false;
  bool is_text = false;  ///< typed into a field, or a link
  std::string attachment_id;
  std::string file;  ///< as the student called it, but for "-1" and the like before its ending
};

/// None: it is not named so.
std::optional<CanvasName> parse_canvas_name(std::string_view text);

/// A name in the archive that Blackboard makes: "Lab 1_ada_attempt_2026-02-01-10-00-00_lab.py".
struct BlackboardName {
  std::string before;  ///< "Lab 1_ada": either may have underscores in it
  std::string time;    ///< "2026-02-01-10-00-00", of the school's own zone
  std::string file;    ///< as the student called it; empty: what Blackboard says of the attempt
};

/// None: it is not named so.
std::optional<BlackboardName> parse_blackboard_name(std::string_view text);

}  // namespace arbiter::intake
