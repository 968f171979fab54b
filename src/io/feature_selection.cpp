#include "io/feature_selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/feature_set.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

/// The feature with that number, if it is called so; else the one with that name.
Index find(const Named& features, const FeatureRef& ref) {
  const bool has_number = ref.number && *ref.number >= 0 && *ref.number < features.count();
  if (has_number && (ref.name.empty() || features.is_called(*ref.number, ref.name))) return *ref.number;
  return features.at(ref.name.empty() && ref.number ? std::to_string(*ref.number) : ref.name);
}

Support find(const Named& features, const std::vector<FeatureRef>& refs) {
  Support result;
  for (const FeatureRef& ref : refs) {
    const Index i = find(features, ref);
    if (std::find(result.begin(), result.end(), i) != result.end())
      throw Error(ErrorKind::usage, fmt::format("`start` names {} twice", features.label(i)));
    result.push_back(i);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

FeatureSelection select_features(const Named& features, const Interpretation& how) {
  FeatureSelection selection{features.at(how.include), features.at(how.exclude), {}, {}};
  for (const std::vector<FeatureRef>& refs : how.start) selection.start.push_back(find(features, refs));
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
  input.start = std::move(selection.start);
}

}  // namespace spica::io
