#include "checker/statement.hpp"

#include <cstdio>

namespace spica_check {

namespace {

std::pair<double, double> in_user_units(const Proven& proven, const Preparation& how) {
  const double lower = scaled(Ball(proven.lower), how.exponent).lower();
  const double upper = scaled(Ball(proven.upper), how.exponent).upper();
  if (!how.reflect) return {lower, upper};
  const Ball axis = scaled(Ball(how.axis), how.exponent);
  const double least = (axis - Ball(upper)).lower();
  return {how.samples ? std::max(least, 0.0) : least, (axis - Ball(lower)).upper()};  // Y'Y has none below 0
}

/// As the solver guesses it: the two halves differ by less than single precision shows.
bool is_symmetric(const Table& table) {
  const std::size_t n = table.columns;
  if (table.rows != n) return false;
  const auto value = [&](std::size_t i, std::size_t j) { return table.values[i * n + j]; };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = std::abs(value(i, j) - value(j, i));
      const double unit = std::sqrt(std::abs(value(i, i))) * std::sqrt(std::abs(value(j, j)));
      if (difference != 0.0 && !(difference <= 1e-7 * unit)) return false;
    }
  }
  return true;
}

std::string text_of(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// Collects what differs.
class Differences {
 public:
  void add(const char* name, const std::string& found, const std::string& expected) {
    text_ += (text_.empty() ? "" : ", ") + std::string(name) + "=" + found + " and not " + expected;
  }
  /// Fields with a number, none of which is as good as any.
  template <class Value>
  void compare(const char* name, Value found, const std::optional<Value>& expected) {
    if (!expected || found == *expected) return;
    add(name, text_of(static_cast<double>(found)), text_of(static_cast<double>(*expected)));
  }
  void require_none() const {
    if (!text_.empty()) throw Rejected("proves something else than expected: " + text_);
  }

 private:
  std::string text_;
};

const char* kind_name(bool samples) {
  return samples ? "samples" : "covariance";
}

const char* deflation_name(bool schur) {
  return schur ? "schur" : "projection";
}

const char* sense_name(bool smallest) {
  return smallest ? "smallest" : "largest";
}

std::string list_of(const List<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

std::string shown(const Features& features) {
  return features.empty() ? "none" : list_of(features);
}

/// As --expect writes them, in an order of their own, without groups that have no more features than their limit.
std::string shown(List<GroupLimits::Group> groups) {
  std::sort(groups.begin(), groups.end(),
            [](const auto& x, const auto& y) { return x.features < y.features; });
  std::string text;
  for (const GroupLimits::Group& group : groups) {
    if (group.at_most >= group.features.size()) continue;
    text += (text.empty() ? "" : "/") + std::to_string(group.at_most);
    for (const std::size_t feature : group.features) text += ":" + std::to_string(feature);
  }
  return text.empty() ? "none" : text;
}

void require_choice(const Expectation& expected, const Statement& statement) {
  const Proven& proven = statement.proven;
  Differences differences;
  const auto compare = [&differences](const char* name, const Features& found, const Features& wanted) {
    if (found != wanted) differences.add(name, shown(found), shown(wanted));
  };
  differences.compare("nonnegative", proven.nonnegative, expected.nonnegative);
  if (expected.limits && shown(proven.limits.groups()) != shown(*expected.limits))
    differences.add("limits", shown(proven.limits.groups()), shown(*expected.limits));
  if (expected.include) compare("include", proven.included, *expected.include);
  if (expected.exclude && expected.disjoint)
    compare("exclude", proven.excluded,
            *expected.disjoint ? together(*expected.exclude, statement.above) : *expected.exclude);
  differences.require_none();
}

}  // namespace

Statement statement_of(const Header& header, const Proven& proven, std::size_t component) {
  Statement statement{header.matrix.rows,
                      header.matrix.columns,
                      header.how,
                      0.0,
                      component,
                      header.joint,
                      proven,
                      0.0,
                      0.0,
                      {},
                      0.0};
  Preparation& how = statement.how;
  how.center = how.samples && how.center;
  if (!how.samples || how.standardize) how.ddof = 0;
  statement.shift = std::ldexp(how.shift, how.exponent);
  std::tie(statement.lower, statement.upper) = in_user_units(proven, how);
  if (proven.nearby) statement.nearby_upper = scaled(Ball(proven.nearby->upper), how.exponent).upper();
  return statement;
}

void require_expected(const Expectation& expected, const Header& header, const Table& table) {
  const Preparation& how = header.how;
  using Kind = Expectation::Kind;
  const bool samples = expected.kind == Kind::guessed ? !is_symmetric(table) : expected.kind == Kind::samples;
  Differences differences;
  if (expected.kind != Kind::any && how.samples != samples)
    differences.add("kind", kind_name(how.samples), kind_name(samples));
  if (how.samples) differences.compare("center", how.center, expected.center);
  differences.compare("standardize", how.standardize, expected.standardize);
  if (how.samples && !how.standardize) differences.compare("ddof", how.ddof, expected.ddof);
  differences.compare("shift", std::ldexp(how.shift, how.exponent), expected.shift);
  if (expected.smallest && how.reflect != *expected.smallest)
    differences.add("sense", sense_name(how.reflect), sense_name(*expected.smallest));
  differences.compare("joint", header.joint, expected.joint);
  if (expected.schur && !header.joint && header.components > 1 && how.schur != *expected.schur)
    differences.add("deflation", deflation_name(how.schur), deflation_name(*expected.schur));
  if (expected.k && expected.k->size() != header.components)
    differences.add("components", std::to_string(header.components), std::to_string(expected.k->size()));
  differences.require_none();
}

void require_expected(const Expectation& expected, const Statement& statement) {
  require_choice(expected, statement);
  if (!expected.k) return;
  Differences differences;
  for (std::size_t t = 0; t < statement.proven.components.size(); ++t) {
    const std::size_t k = expected.k->at(statement.component - 1 + t);
    const std::size_t found = statement.proven.components[t].k;
    if (found != k)
      differences.add("k", std::to_string(found), std::to_string(k) + " (of k=" + list_of(*expected.k) + ")");
  }
  differences.require_none();
}

}  // namespace spica_check
