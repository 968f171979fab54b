#include "io/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/message.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

/// A name if there is one like it, else a number.
Index feature_of(const Input& input, const std::string& text) {
  const std::vector<std::string>& names = input.problem.feature_names();
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), text) != names.end())
      throw Error(ErrorKind::input, fmt::format("{}: two features are called {}; use their numbers, from 0",
                                                input.path, shown(text, 40)));
    return found - names.begin();
  }
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  if (first != std::string::npos && last - first + 1 < text.size())
    return feature_of(input, text.substr(first, last - first + 1));
  Index number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= 0 && number < input.problem.features()) return number;
  throw Error(ErrorKind::input, fmt::format("{}: there is no feature {}; give names, or numbers from 0 to {}",
                                            input.path, shown(text, 40), input.problem.features() - 1));
}

std::string label_of(const Input& input, Index feature) {
  const std::vector<std::string>& names = input.problem.feature_names();
  return names.empty() ? fmt::format("feature {}", feature)
                       : shown(names[static_cast<std::size_t>(feature)], 40);
}

Support features_of(const Input& input, const std::vector<std::string>& texts) {
  Support features;
  for (const std::string& text : texts) features.push_back(feature_of(input, text));
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

}  // namespace

void choose_features(Input& input, const Interpretation& how) {
  if (how.fingerprint && !how.exclude.empty())
    throw Error(ErrorKind::usage,
                "--exclude has no certificate; leave out one of the two, or those columns of the file");
  input.included = features_of(input, how.include);
  input.excluded = features_of(input, how.exclude);
  for (const Index i : input.included) {
    if (std::binary_search(input.excluded.begin(), input.excluded.end(), i))
      throw Error(ErrorKind::usage, fmt::format("{} is both to include and to exclude", label_of(input, i)));
  }
  const auto note = [&input](const Support& features, const char* what) {
    if (!features.empty())
      input.notes.push_back(
          fmt::format("{} feature{} {}", features.size(), features.size() == 1 ? " was" : "s were", what));
  };
  note(input.excluded, "left out by --exclude");
  note(input.included, "put in by --include");
  if (!input.excluded.empty()) input.problem = input.problem.without(input.excluded);
}

}  // namespace spica::io
