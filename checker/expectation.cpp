// The text of --expect: name=value, with commas between; numbers after k=, include= and exclude= go on with
// their lists.
#include <charconv>
#include <set>

#include "checker/statement.hpp"

namespace spica_check {

namespace {

using View = std::string_view;

[[noreturn]] void refuse(View item) {
  throw Misused(
      "--expect: \"" + std::string(item.substr(0, 60)) +
      "\" is not understood; it takes kind=samples|covariance, center=0|1, standardize=0|1, ddof=D, "
      "shift=S, sense=largest|smallest, joint=0|1, nonnegative=0|1, deflation=schur|projection, "
      "disjoint=0|1, each also =any, "
      "k=K,K..., include=F,F..., exclude=F,F... and limits=N:F:F.../N:F...");
}

template <class Number>
Number number_of(View item, View text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) refuse(item);
  return value;
}

/// One of two words.
bool choice(View item, View text, View no, View yes) {
  if (text != no && text != yes) refuse(item);
  return text == yes;
}

/// `N:F:F...`, with slashes between groups: at most N of the features F.
List<GroupLimits::Group> limits_of(View item, View text) {
  List<GroupLimits::Group> groups;
  for (bool more = true; more;) {
    const std::size_t end = std::min(text.find('/'), text.size());
    View group = text.substr(0, end);
    more = end < text.size();
    text.remove_prefix(std::min(end + 1, text.size()));
    Features numbers;
    for (bool further = true; further;) {
      const std::size_t colon = std::min(group.find(':'), group.size());
      numbers.push_back(number_of<std::size_t>(item, group.substr(0, colon)));
      further = colon < group.size();
      group.remove_prefix(std::min(colon + 1, group.size()));
    }
    if (numbers.size() < 2) refuse(item);
    std::sort(numbers.begin() + 1, numbers.end());
    groups.push_back({numbers.front(), Features(numbers.begin() + 1, numbers.end())});
  }
  return groups;
}

void take(Expectation& expected, View item, View name, View value) {
  const bool any = value == "any";
  const auto flag = [&]() -> std::optional<bool> {
    if (any) return std::nullopt;
    return choice(item, value, "0", "1");
  };
  if (name == "kind") {
    using Kind = Expectation::Kind;
    expected.kind = any                                            ? Kind::any
                    : choice(item, value, "covariance", "samples") ? Kind::samples
                                                                   : Kind::covariance;
  } else if (name == "center") {
    expected.center = flag();
  } else if (name == "standardize") {
    expected.standardize = flag();
  } else if (name == "ddof") {
    expected.ddof = any ? std::nullopt : std::optional(number_of<int>(item, value));
  } else if (name == "shift") {
    expected.shift = any ? std::nullopt : std::optional(number_of<double>(item, value));
  } else if (name == "sense") {
    expected.smallest = any ? std::nullopt : std::optional(choice(item, value, "largest", "smallest"));
  } else if (name == "joint") {
    expected.joint = flag();
  } else if (name == "nonnegative") {
    expected.nonnegative = flag();
  } else if (name == "deflation") {
    expected.schur = any ? std::nullopt : std::optional(choice(item, value, "projection", "schur"));
  } else if (name == "k") {
    if (!any) expected.k = {number_of<std::size_t>(item, value)};
  } else if (name == "include" || name == "exclude") {
    auto& features = name == "include" ? expected.include : expected.exclude;
    features.reset();
    if (!any) features = {number_of<std::size_t>(item, value)};
  } else if (name == "limits") {
    expected.limits = any ? std::nullopt : std::optional(limits_of(item, value));
  } else if (name == "disjoint") {
    expected.disjoint = flag();
  } else {
    refuse(item);
  }
}

/// The list that numbers without a name go on with; null if there is none.
List<std::size_t>* list_of(Expectation& expected, View name) {
  std::optional<List<std::size_t>>* list = nullptr;
  if (name == "k") list = &expected.k;
  if (name == "include") list = &expected.include;
  if (name == "exclude") list = &expected.exclude;
  return list == nullptr || !*list ? nullptr : &**list;
}

/// As certificates list features.
void sort(std::optional<Features>& features) {
  if (!features) return;
  std::sort(features->begin(), features->end());
  features->erase(std::unique(features->begin(), features->end()), features->end());
}

}  // namespace

Expectation parse_expectation(std::string_view text) {
  Expectation expected;
  std::set<View> seen;
  View name;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const View item = text.substr(0, comma);
    more = comma != View::npos;
    if (more) text.remove_prefix(comma + 1);
    const std::size_t equals = item.find('=');
    if (equals != View::npos) {
      name = item.substr(0, equals);
      if (!seen.insert(name).second) refuse(item);
      take(expected, item, name, item.substr(equals + 1));
    } else if (List<std::size_t>* list = list_of(expected, name)) {
      list->push_back(number_of<std::size_t>(item, item));
    } else {
      refuse(item);
    }
  }
  sort(expected.include);
  sort(expected.exclude);
  return expected;
}

}  // namespace spica_check
