// spica_bonmin INPUT K IPOS N SECONDS ALGORITHM: the grid model of grid_model.hpp solved by Bonmin. Prints
// one line of JSON.

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "BonBonminSetup.hpp"
#include "BonCbc.hpp"
#include "BonTMINLP.hpp"
#include "grid_model.hpp"
#include "io/interpret.hpp"

namespace spica::peers {

namespace {

using Ipopt::Number;
using Position = Ipopt::Index;
using Linearity = Ipopt::TNLP::LinearityType;

/// The model as Bonmin asks for it: minimise the negative objective, row 0 is the ball.
class Adapter : public Bonmin::TMINLP {
 public:
  explicit Adapter(GridModel model) : model_(std::move(model)) {}

  bool get_nlp_info(Position& n, Position& m, Position& jacobian, Position& hessian,
                    Ipopt::TNLP::IndexStyleEnum& style) override {
    n = static_cast<Position>(model_.variables);
    m = static_cast<Position>(model_.rows.size()) + 1;
    jacobian = static_cast<Position>(model_.ball);
    for (const LinearRow& row : model_.rows) jacobian += static_cast<Position>(row.terms.size());
    hessian = static_cast<Position>(model_.ball);
    style = Ipopt::TNLP::C_STYLE;
    return true;
  }
  bool get_variables_types(Position n, VariableType* types) override {
    for (Position i = 0; i < n; ++i) types[i] = i < model_.first_binary ? CONTINUOUS : BINARY;
    return true;
  }
  bool get_variables_linearity(Position n, Linearity* types) override {
    for (Position i = 0; i < n; ++i)
      types[i] = i < model_.ball ? Ipopt::TNLP::NON_LINEAR : Ipopt::TNLP::LINEAR;
    return true;
  }
  bool get_constraints_linearity(Position m, Linearity* types) override {
    for (Position i = 0; i < m; ++i) types[i] = i == 0 ? Ipopt::TNLP::NON_LINEAR : Ipopt::TNLP::LINEAR;
    return true;
  }
  bool get_bounds_info(Position n, Number* lower, Number* upper, Position m, Number* row_lower,
                       Number* row_upper) override {
    std::fill(lower, lower + n, 0.0);
    std::copy(model_.upper.begin(), model_.upper.end(), upper);
    row_lower[0] = -1e20;
    row_upper[0] = 1.0;
    for (Position i = 1; i < m; ++i) {
      row_lower[i] = std::max(model_.rows[static_cast<std::size_t>(i) - 1].lower, -1e20);
      row_upper[i] = model_.rows[static_cast<std::size_t>(i) - 1].upper;
    }
    return true;
  }
  bool get_starting_point(Position n, bool, Number* x, bool, Number*, Number*, Position, bool,
                          Number*) override {
    std::fill(x, x + n, 0.1);
    return true;
  }
  bool eval_f(Position, const Number* x, bool, Number& value) override {
    value = 0.0;
    for (const Term& term : model_.objective) value -= term.value * x[term.variable];
    return true;
  }
  bool eval_grad_f(Position n, const Number*, bool, Number* gradient) override {
    std::fill(gradient, gradient + n, 0.0);
    for (const Term& term : model_.objective) gradient[term.variable] -= term.value;
    return true;
  }
  bool eval_g(Position, const Number* x, bool, Position, Number* rows) override {
    rows[0] = 0.0;
    for (Index i = 0; i < model_.ball; ++i) rows[0] += x[i] * x[i];
    for (const LinearRow& row : model_.rows) {
      *++rows = 0.0;
      for (const Term& term : row.terms) *rows += term.value * x[term.variable];
    }
    return true;
  }
  bool eval_jac_g(Position, const Number* x, bool, Position, Position, Position* rows, Position* columns,
                  Number* values) override {
    Position at = 0;
    const auto put = [&](Position row, Index column, double value) {
      if (values == nullptr) {
        rows[at] = row;
        columns[at] = static_cast<Position>(column);
      } else {
        values[at] = value;
      }
      ++at;
    };
    for (Index i = 0; i < model_.ball; ++i) put(0, i, x == nullptr ? 0.0 : 2.0 * x[i]);
    for (std::size_t r = 0; r < model_.rows.size(); ++r) {
      for (const Term& term : model_.rows[r].terms)
        put(static_cast<Position>(r) + 1, term.variable, term.value);
    }
    return true;
  }
  bool eval_h(Position, const Number*, bool, Number, Position, const Number* lambda, bool, Position count,
              Position* rows, Position* columns, Number* values) override {
    for (Position i = 0; i < count; ++i) {
      if (values == nullptr) {
        rows[i] = columns[i] = i;
      } else {
        values[i] = 2.0 * lambda[0];
      }
    }
    return true;
  }
  void finalize_solution(SolverReturn, Position, const Number*, Number) override {}
  [[nodiscard]] const BranchingInfo* branchingInfo() const override { return nullptr; }
  [[nodiscard]] const SosInfo* sosConstraints() const override { return nullptr; }
  bool hasLinearObjective() override { return true; }

 private:
  GridModel model_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 6)
    throw std::invalid_argument("usage: spica_bonmin INPUT K IPOS N SECONDS ALGORITHM");
  io::Interpretation how;
  how.center = false;
  const Problem problem = io::interpret(io::read_table(arguments.at(0)), how).problem;
  const GridParameters parameters{std::stol(arguments.at(1)), std::stol(arguments.at(2)),
                                  std::stol(arguments.at(3))};
  const auto start = std::chrono::steady_clock::now();
  const GridModel model = grid_model(problem, parameters);

  Bonmin::BonminSetup setup;
  setup.initializeOptionsAndJournalist();
  setup.readOptionsString(
      "bonmin.algorithm " + arguments.at(5) + "\nbonmin.time_limit " + arguments.at(4) +
      "\nbonmin.allowable_fraction_gap 1e-4\nbonmin.bb_log_level 0\nbonmin.nlp_log_level 0\n"
      "bonmin.oa_log_level 0\nbonmin.milp_log_level 0\nbonmin.fp_log_level 0\nprint_level 0\n"
      "sb yes\n");
  setup.initialize(Ipopt::SmartPtr<Bonmin::TMINLP>(new Adapter(model)));
  Bonmin::Bab search;
  search(setup);

  constexpr double no_bound = -1e30;
  if (search.bestBound() < no_bound) throw std::runtime_error("no bound within the time limit");
  const bool solved = search.mipStatus() == Bonmin::Bab::FeasibleOptimal;
  const double upper = std::ldexp(model.constant - search.bestBound(), problem.exponent());
  fmt::print("{{\"upper_bound\": {}, \"status\": \"{}\", \"nodes\": {}, \"time_sec\": {}}}\n", upper,
             solved ? "optimal" : "limit", search.numNodes(), seconds_since(start));
  return 0;
}

}  // namespace

}  // namespace spica::peers

int main(int argc, char** argv) {
  try {
    return spica::peers::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "spica_bonmin: {}\n", error.what());
    return 1;
  }
}
