#include "support/certificates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "checker/check.hpp"
#include "io/certificate.hpp"
#include "model/views.hpp"
#include "solver/internals.hpp"

namespace spica::test {

namespace {

spica_check::Table table_of(const Matrix& values) {
  spica_check::Table table{
      static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols()), {}};
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) table.values.push_back(values(i, j));
  }
  return table;
}

}  // namespace

std::string certificate_of(const Matrix& values, const io::Interpretation& how, const Problem& problem,
                           const Result& result) {
  io::Input input{problem, "", "", {}, 0, {}};
  input.fingerprint = io::fingerprint(values);
  return io::format_certificate("certificate", input, how, result);
}

std::vector<Interval> check_certificate(const Matrix& values, const std::string& certificate, bool exact) {
  spica_check::Tokens tokens(certificate);
  const spica_check::Table table = table_of(values);
  const std::string print = spica_check::fingerprint(table);
  const auto source = [&](const spica_check::Fingerprint& wanted) -> const spica_check::Table& {
    if (wanted.rows != table.rows || wanted.columns != table.columns || wanted.sha256 != print)
      throw spica_check::Unreadable("another matrix");
    return table;
  };
  std::vector<Interval> result;
  spica_check::check_certificates(
      tokens, source, std::nullopt, exact, [&result](const spica_check::Statement& statement) {
        const spica_check::Proven& proven = statement.proven;
        Interval& interval =
            result.emplace_back(Interval{statement.joint, statement.proven.nonnegative, {}, {}});
        for (const spica_check::Chosen& chosen : proven.components)
          interval.cardinalities.push_back(static_cast<Index>(chosen.k));
        interval.included.assign(proven.included.begin(), proven.included.end());
        interval.lower = statement.lower;
        interval.upper = statement.upper;
        if (!proven.limits.empty()) interval.limits.group.assign(statement.columns, GroupLimits::no_group);
        for (const spica_check::GroupLimits::Group& group : proven.limits.groups()) {
          for (const std::size_t i : group.features) interval.limits.group[i] = interval.limits.groups();
          interval.limits.at_most.push_back(static_cast<Index>(group.at_most));
        }
        if (!proven.nearby) return;
        for (const spica_check::Features& set : proven.nearby->sets)
          interval.listed.emplace_back(set.begin(), set.end());
        interval.listed_upper = statement.nearby_upper;
      });
  return result;
}

std::string tampered(const std::string& certificate, Random& random) {
  const auto pick = [&random](std::size_t count) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(count));
  };
  std::vector<std::string> lines;
  std::istringstream stream(certificate);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  for (std::size_t change = pick(3) + 1; change > 0; --change) {
    std::string& line = lines[pick(lines.size())];
    const std::size_t other = pick(lines.size());
    switch (pick(7)) {
      case 0:
        line.clear();
        break;
      case 1:
        std::swap(line, lines[other]);
        break;
      case 2:
        line = lines[other];
        break;
      case 3:
        line += " " + lines[other];
        break;
      case 4: {
        static const std::vector<std::string> words = {
            "0",           "1",      "nan",     "1e400", "1000000000", "-1",        "close spectral",
            "close empty", "0x1p+0", "0x1p-60", "empty", "settle",     "close few", "limits 1 1 2 0 1"};
        line += "\n" + words[pick(words.size())];
        break;
      }
      default:
        if (!line.empty()) line[pick(line.size())] = "0123456789abcdefp-+.x "[pick(22)];
        break;
    }
  }
  std::string result;
  for (const std::string& line : lines) result += line + "\n";
  return result;
}

namespace {

std::string complaint(const std::vector<Interval>& proven, const JointTotal& total, std::size_t components) {
  if (proven.size() != 1 || !proven.front().joint || proven.front().cardinalities.size() != components)
    return "not one total of all components";
  const double scale = std::max(std::abs(total.lower_bound), std::abs(*total.upper_bound));
  const double room = 1e-8 * scale + 1e-290;
  const auto& [lower, upper] = std::tie(proven.front().lower, proven.front().upper);
  if (!(std::abs(upper - *total.upper_bound) <= room))
    return fmt::format("upper bound {}, proved {}", *total.upper_bound, upper);
  if (!(std::abs(lower - total.lower_bound) <= room))
    return fmt::format("lower bound {}, proved {}", total.lower_bound, lower);
  return "";
}

}  // namespace

std::string complaint(const Matrix& values, const std::string& certificate, const Result& result,
                      bool exact) {
  std::vector<Interval> proven;
  try {
    proven = check_certificate(values, certificate, exact);
  } catch (const std::exception& error) {
    return error.what();
  }
  if (result.total) return complaint(proven, *result.total, result.components.size());
  if (proven.size() != result.components.size()) return "another number of components";
  // Deflation may leave nothing but rounding, which is relative to what was there before. A reflection is at
  // lam_max(A), at most n times the scale.
  const double first = *result.components.front().upper_bound;
  double scale = first == 0.0 ? 1.0 : std::max(std::abs(first), 1e-290);  // below, doubles have few digits
  for (const Component& component : result.components) {
    scale = std::max({scale, std::abs(*component.upper_bound),
                      static_cast<double>(values.cols()) * component.gap_scale.value_or(0.0)});
  }
  for (std::size_t i = 0; i < proven.size(); ++i) {
    const Component& component = result.components[i];
    if (proven[i].cardinalities != std::vector<Index>{component.k}) return "another k";
    if (!(std::abs(proven[i].upper - *component.upper_bound) <= 1e-9 * scale))
      return fmt::format("upper bound {}, proved {}", *component.upper_bound, proven[i].upper);
    if (!(std::abs(proven[i].lower - component.lower_bound) <= 1e-9 * scale))
      return fmt::format("lower bound {}, proved {}", component.lower_bound, proven[i].lower);
  }
  return "";
}

Result checked_solve(const Problem& problem, const std::vector<Index>& cardinalities, Options options,
                     const Hooks& hooks) {
  return checked_solve(problem, cardinalities, std::move(options), hooks, solver::Internals{});
}

Result checked_solve(const Problem& problem, const std::vector<Index>& cardinalities, Options options,
                     const Hooks& hooks, const solver::Internals& internals) {
  options.certificate = !options.disjoint;
  Result result = solver::solve(problem, cardinalities, options, hooks, internals);
  if (options.disjoint) return result;  // has none
  const bool samples = problem.in_factor_form();
  Matrix values = samples ? factor_of(problem).dense() : problem.covariance();
  for (double& value : values.reshaped())
    value = std::ldexp(value, samples ? problem.exponent() / 2 : problem.exponent());
  io::Interpretation how;
  how.center = false;
  how.ddof = samples ? static_cast<int>(problem.samples()) - 1 : 0;  // divided already
  const std::string wrong = complaint(values, certificate_of(values, how, problem, result), result, false);
  if (!wrong.empty()) throw std::runtime_error("certificate: " + wrong);
  return result;
}

}  // namespace spica::test
