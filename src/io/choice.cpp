#include "io/choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spica/error.hpp"

namespace spica::io {

FeatureChoice choose_features(const Named& features, const Interpretation& how, bool transposed) {
  if (how.fingerprint && !how.exclude.empty())
    throw Error(ErrorKind::usage,
                transposed
                    ? "`exclude` has no certificate; write a table without these features first: spica "
                      "convert INPUT OUTPUT.csv `transpose` `exclude` ..."
                    : "`exclude` has no certificate; use `ignore`, which leaves the columns unread");
  FeatureChoice choice{features.at(how.include), features.at(how.exclude), {}};
  for (const Index i : choice.included) {
    if (std::binary_search(choice.excluded.begin(), choice.excluded.end(), i))
      throw Error(ErrorKind::usage, fmt::format("{} is both to include and to exclude", features.label(i)));
  }
  if (static_cast<Index>(choice.excluded.size()) == features.count())
    throw Error(ErrorKind::usage, fmt::format("{}: `exclude` leaves out every feature", features.path()));
  const auto note = [&choice](const Support& some, const char* what) {
    if (!some.empty())
      choice.notes.push_back(
          fmt::format("{} feature{} {}", some.size(), some.size() == 1 ? " was" : "s were", what));
  };
  note(choice.excluded, "left out by `exclude`");
  note(choice.included, "put in by `include`");
  return choice;
}

void add_choice(FeatureChoice choice, Input& input) {
  input.notes.insert(input.notes.end(), choice.notes.begin(), choice.notes.end());
  input.included = std::move(choice.included);
  input.excluded = std::move(choice.excluded);
}

}  // namespace spica::io
