#include "checker/check.hpp"

#include <charconv>
#include <cstdio>
#include <filesystem>

namespace spica_check {

namespace {

template <class N>
void check_components(Tokens& tokens, const Table& table, const Header& header,
                      const std::function<void(const Proven&, std::size_t)>& tell) {
  Problem<N> problem(table, header.how);
  if (header.joint) return tell(check_joint(tokens, problem, header.components), 1);
  for (std::size_t number = 1; number <= header.components; ++number) {
    const Proven proven = check_component(tokens, problem);
    if (header.how.reflect && proven.nearby) tokens.reject("alternatives of a smallest eigenvalue");
    tell(proven, number);
    if (header.components == 1 && !header.how.reflect && tokens.accept("follows")) {
      const std::size_t count = tokens.count();
      for (std::size_t i = 0; i < count; ++i) tell(check_follower(tokens, problem, proven), number);
    }
    if (number == header.components) break;
    const SparseVector& x = proven.components.front().x;
    header.how.schur ? problem.take_off_scores(x) : problem.project_off(x);
  }
}

void print_preparation(const Statement& statement) {
  const Preparation& how = statement.how;
  const char* const samples = how.center ? "samples, centred" : "samples, not centred";
  std::printf("taken as %s%s\n", how.samples ? samples : "a covariance",
              how.standardize ? ", standardised" : "");
  if (how.samples && !how.standardize)
    std::printf("divided by m - %d = %zu\n", how.ddof, statement.rows - static_cast<std::size_t>(how.ddof));
  if (statement.shift != 0.0) std::printf("shifted by %.17g times the identity\n", statement.shift);
  std::printf("%s eigenvalue over k features\n", how.reflect ? "smallest" : "largest");
}

void print_features(const Features& features) {
  std::printf("  features (from 0):");
  for (const std::size_t i : features) std::printf(" %zu", i);
  std::printf("\n");
}

void print_choice(const char* what, const Features& features) {
  if (features.empty()) return;
  std::printf("%s", what);
  print_features(features);
}

void print_component(const Statement& statement) {
  const Proven& proven = statement.proven;
  // 17 digits are up to half a unit off: one unit further out.
  const double lower = std::nextafter(statement.lower, -HUGE_VAL);
  const double upper = std::nextafter(statement.upper, HUGE_VAL);
  if (proven.nonnegative) std::printf("without negative loadings,\n");
  for (const GroupLimits::Group& group : proven.limits.groups()) {
    std::printf("%s with at most %zu of these:\n", statement.joint ? "components" : "supports",
                group.at_most);
    print_features(group.features);
  }
  if (statement.joint) {
    std::printf("total of %zu components with disjoint features  proved: [%.17g, %.17g]\n",
                proven.components.size(), lower, upper);
    print_choice("among choices that use all of these:\n", proven.included);
    print_choice("among choices that use none of these:\n", proven.excluded);
    for (const Chosen& chosen : proven.components) {
      std::printf("k = %zu\n", chosen.k);
      print_features(chosen.x.support);
    }
  } else {
    if (statement.component > 1)
      std::printf(statement.how.schur ? "of what the scores of the components above leave over,\n"
                                      : "of the matrix projected off the components above,\n");
    print_choice("among supports that have all of these:\n", proven.included);
    print_choice("among supports that have none of these:\n", proven.excluded);
    std::printf("component %zu  k = %zu  proved: [%.17g, %.17g]\n", statement.component,
                proven.components.front().k, lower, upper);
    print_features(proven.components.front().x.support);
  }
  if (proven.nearby) {
    std::printf("no set of %zu features explains more than %.17g but these %zu:\n", proven.nearby->size,
                std::nextafter(statement.nearby_upper, HUGE_VAL), proven.nearby->sets.size());
    for (const Features& set : proven.nearby->sets) print_features(set);
  }
  if (proven.follows) {
    std::printf("  follows from k = %zu\n", *proven.follows);
  } else {
    std::printf("  leaves: %zu, dual points: %zu\n", proven.leaves, proven.dual_points);
  }
}

double number_of(const char* flag, std::string_view text, double unit) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value * unit >= 1.0))
    throw Misused(std::string(flag) + ": \"" + std::string(text.substr(0, 60)) + "\" is not such a number");
  return value * unit;
}

double size_of(std::string_view text) {
  const std::size_t unit = text.empty() ? std::string_view::npos : std::string_view("KMGT").find(text.back());
  if (unit == std::string_view::npos) return number_of("--memory", text, 1.0);
  text.remove_suffix(1);
  return number_of("--memory", text, std::ldexp(1.0, 10 * (static_cast<int>(unit) + 1)));
}

Limits limits_of(const Request& request) {
  double bytes = 0.0;
  for (const std::string& path : {request.input, request.certificate}) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (!error) bytes += static_cast<double>(size);
  }
  Limits limits = Limits::of(bytes, request.exact);
  if (request.memory) limits.memory = size_of(*request.memory);
  if (request.work) limits.work = number_of("--work", *request.work, 1.0);
  return limits;
}

void run(const Request& request) {
  std::optional<Expectation> expected;
  if (request.expect) expected = parse_expectation(*request.expect);
  const Limited limited(limits_of(request));
  Tokens tokens(read_file(request.certificate));
  Fingerprint last;
  ReadTable read;  // the matrix of the certificate before, which the next one is mostly about too
  const auto source = [&](const Fingerprint& wanted) -> const Table& {
    if (wanted.rows != last.rows || wanted.columns != last.columns || wanted.sha256 != last.sha256) {
      read = {};
      read = read_matrix(request.input, wanted);
      last = wanted;
    }
    return read.table;
  };
  const auto tell = [&](const Statement& statement) {
    if (statement.component == 1 && !statement.proven.follows) {
      std::printf("%s: %s\n", printable(request.input).c_str(), printable(read.how).c_str());
      print_preparation(statement);
    }
    print_component(statement);
  };
  try {
    check_certificates(tokens, source, expected, request.exact, tell);
  } catch (const OverLimit& error) {
    throw Unreadable(request.certificate + ": line " + std::to_string(tokens.line()) + ": " + error.what());
  }
  std::printf("Accepted, assuming %s.\n",
              request.exact ? "the interval arithmetic of MPFI with 256 bits" : "IEEE 754 double arithmetic");
}

}  // namespace

void check_certificates(Tokens& tokens, const Source& source, const std::optional<Expectation>& expected,
                        bool exact, const std::function<void(const Statement&)>& tell) {
  do {
    const Header header = read_header(tokens);
    const Table& table = source(header.matrix);
    if (expected) require_expected(*expected, header, table);
    Features above;
    const auto tell_one = [&](const Proven& proven, std::size_t number) {
      Statement statement = statement_of(header, proven, number);
      if (number > 1) statement.above = above;
      for (const Chosen& chosen : proven.components) above = together(above, chosen.x.support);
      if (expected) require_expected(*expected, statement);
      tell(statement);
    };
#ifdef SPICA_CHECK_WITHOUT_EXACT
    if (exact) throw Misused("this build of the checker has no intervals of 256 bits; check without them");
    check_components<Ball>(tokens, table, header, tell_one);
#else
    exact ? check_components<Exact>(tokens, table, header, tell_one)
          : check_components<Ball>(tokens, table, header, tell_one);
#endif
  } while (!tokens.peek().empty());
}

int check(const std::string& program, const Request& request) {
  const auto fail = [&program](int code, const std::string& message) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", program.c_str(), printable(message).c_str());
    return code;
  };
  try {
    run(request);
    return 0;
  } catch (const Rejected& error) {
    std::printf("Rejected.\n");
    return fail(5, request.certificate + ": " + error.what());
  } catch (const Unreadable& error) {
    return fail(3, error.what());
  } catch (const Misused& error) {
    return fail(2, error.what());
  } catch (const std::bad_alloc&) {
    return fail(3, "not enough memory");
  } catch (const std::exception& error) {
    return fail(70, std::string("internal error: ") + error.what());
  }
}

}  // namespace spica_check
