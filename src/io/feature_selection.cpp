#include "io/feature_selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/feature_set.hpp"
#include "spica/error.hpp"

namespace spica::io {

FeatureSelection select_features(const Named& features, const Interpretation& how, bool transposed) {
  if (how.fingerprint && !how.exclude.empty())
    throw Error(ErrorKind::usage,
                transposed
                    ? "`exclude` has no certificate; write a table without these features first: spica "
                      "convert INPUT OUTPUT.csv `transpose` `exclude` ..."
                    : "`exclude` has no certificate; use `ignore`, which leaves the columns unread");
  FeatureSelection selection{features.at(how.include), features.at(how.exclude), {}};
  for (const Index i : selection.included) {
    if (contains(selection.excluded, i))
      throw Error(ErrorKind::usage, fmt::format("{} is both to include and to exclude", features.label(i)));
  }
  if (static_cast<Index>(selection.excluded.size()) == features.count())
    throw Error(ErrorKind::usage, fmt::format("{}: `exclude` leaves out every feature", features.path()));
  const auto note = [&selection](const Support& some, const char* what) {
    if (!some.empty())
      selection.notes.push_back(
          fmt::format("{} feature{} {}", some.size(), some.size() == 1 ? " was" : "s were", what));
  };
  note(selection.excluded, "left out by `exclude`");
  note(selection.included, "put in by `include`");
  return selection;
}

void add_selection(FeatureSelection selection, Input& input) {
  input.notes.insert(input.notes.end(), selection.notes.begin(), selection.notes.end());
  input.included = std::move(selection.included);
  input.excluded = std::move(selection.excluded);
}

}  // namespace spica::io
