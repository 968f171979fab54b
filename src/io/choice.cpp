#include "io/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/message.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

/// A name if there is one like it, else a number.
Index feature_of(const NamedFeatures& features, const std::string& text) {
  const std::vector<std::string>& names = features.names;
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), text) != names.end())
      throw Error(ErrorKind::input, fmt::format("{}: two features are called {}; use their numbers, from 0",
                                                features.path, shown(text, 40)));
    return found - names.begin();
  }
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  if (first != std::string::npos && last - first + 1 < text.size())
    return feature_of(features, text.substr(first, last - first + 1));
  Index number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= 0 && number < features.count) return number;
  throw Error(ErrorKind::input, fmt::format("{}: there is no feature {}; give names, or numbers from 0 to {}",
                                            features.path, shown(text, 40), features.count - 1));
}

std::string label_of(const NamedFeatures& features, Index feature) {
  return features.names.empty() ? fmt::format("feature {}", feature)
                                : shown(features.names[static_cast<std::size_t>(feature)], 40);
}

Support features_of(const NamedFeatures& features, const std::vector<std::string>& texts) {
  Support result;
  for (const std::string& text : texts) result.push_back(feature_of(features, text));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

FeatureChoice choose_features(const NamedFeatures& features, const Interpretation& how) {
  if (how.fingerprint && !how.exclude.empty())
    throw Error(ErrorKind::usage,
                "--exclude has no certificate; leave out one of the two, or those columns of the file");
  FeatureChoice choice{features_of(features, how.include), features_of(features, how.exclude), {}};
  for (const Index i : choice.included) {
    if (std::binary_search(choice.excluded.begin(), choice.excluded.end(), i))
      throw Error(ErrorKind::usage,
                  fmt::format("{} is both to include and to exclude", label_of(features, i)));
  }
  if (static_cast<Index>(choice.excluded.size()) == features.count)
    throw Error(ErrorKind::usage, fmt::format("{}: --exclude leaves out every feature", features.path));
  const auto note = [&choice](const Support& some, const char* what) {
    if (!some.empty())
      choice.notes.push_back(
          fmt::format("{} feature{} {}", some.size(), some.size() == 1 ? " was" : "s were", what));
  };
  note(choice.excluded, "left out by --exclude");
  note(choice.included, "put in by --include");
  return choice;
}

void add_choice(FeatureChoice choice, Input& input) {
  input.notes.insert(input.notes.end(), choice.notes.begin(), choice.notes.end());
  input.included = std::move(choice.included);
  input.excluded = std::move(choice.excluded);
}

}  // namespace spica::io
