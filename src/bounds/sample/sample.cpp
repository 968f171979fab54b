#include "bounds/sample/sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/bytes.hpp"
#include "bounds/sample/ascent.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"
#include "proof/cover.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, SamplePoint>& point) {
  auto& [log_x, nu] = point;
  archive(log_x, nu);
}

namespace {

struct SampleState : State {
  SamplePoint point;

  [[nodiscard]] std::size_t bytes() const override {
    return sizeof(*this) + static_cast<std::size_t>(point.log_x.size()) * sizeof(double);
  }
};

/// lambda^k(A exact) - lambda^k(CC') for the exact product of the doubles in C: roundings in A
/// (maths.md, 4.2), and where C was made from A, the residual R = A - CC', which adds at most k max |R_ij| to
/// a k x k block. Infinite if there is no time for it.
double factor_slack(const Problem& problem, Index k, const std::function<bool()>& out_of_time) {
  const Vector radius_squares = problem.error_radius().cwiseAbs2();
  double slack = verify::block_error(problem, linalg::top_k(radius_squares, k));
  if (problem.in_factor_form()) return slack;
  const double entry = problem.covariance().cwiseAbs().maxCoeff();
  if (entry == 0.0) return slack;
  const Matrix& c = factor_of(problem).dense();
  const double rows = static_cast<double>(c.rows());
  double largest = 0.0;
  constexpr Index features_at_once = 16;  // between two looks at the clock
  for (Index j = 0; j < problem.features(); ++j) {
    if (j % features_at_once == 0 && out_of_time && out_of_time())
      return std::numeric_limits<double>::infinity();
    const Vector residual = problem.covariance().col(j) - c.transpose() * c.col(j);
    largest = std::max(largest, residual.cwiseAbs().maxCoeff());
  }
  const double square = c.colwise().squaredNorm().maxCoeff();
  const double rounding = 2.0 * numerics::gamma(rows + 8.0) * (entry + square);
  slack = numerics::up(slack + numerics::up(static_cast<double>(k) * numerics::up(largest + rounding)));
  return slack;
}

/// |c_i|^2, some at a time: a factor that is stored in another way is not made dense for it.
Vector squares_of(const Factor& factor) {
  constexpr Index at_once = 1024;
  Vector result(factor.cols());
  for (Index first = 0; first < factor.cols(); first += at_once) {
    std::vector<Index> some(static_cast<std::size_t>(std::min(at_once, factor.cols() - first)));
    std::iota(some.begin(), some.end(), first);
    result.segment(first, static_cast<Index>(some.size())) = factor.gather(some).colwise().squaredNorm();
  }
  return result;
}

/// Nothing if there is no time for it.
std::optional<SampleNode> restrict_to(const Problem& problem, const Vector& squares, const Node& node,
                                      const Support& order, Index room,
                                      const std::function<bool()>& out_of_time) {
  const Factor& factor = factor_of(problem);
  SampleNode result;
  result.free = NodeColumns(factor, order, room);
  std::optional<Matrix> sum = result.free.gram(out_of_time);
  if (!sum) return std::nullopt;
  result.free_sum = std::move(*sum);
  result.squares = squares(order);
  result.included = static_cast<Index>(node.included.size());
  result.included_sum = linalg::gram_of_rows(factor.gather(node.included));
  result.remaining = static_cast<double>(node.k) - static_cast<double>(node.included.size());
  return result;
}

/// Free features that no support above `tau` contains. With i included, (G - q_i q_i' + c_i c_i', nu) is a
/// dual point of what remains: its bound is lam_max of that matrix + (remaining - 1) nu.
class Screen {
 public:
  Screen(const SampleNode& node, const SampleStep& step, double tau)
      : node_(node),
        step_(step),
        limit_(numerics::down(tau - numerics::up((node.remaining - 1.0) * step.dual.nu))) {
    leading_ = linalg::leading_eigenpair(step.dual.g);
    top_ = verify::lam_max_upper(step.dual.g, step.dual.g_error, leading_.value);
  }

  /// c_i of the feature in the order of the node; `q` its vector, or null where that is zero or not known: without -qq'
  /// the test is weaker and holds all the same.
  [[nodiscard]] bool drops(Index i, const Eigen::Ref<const Vector>& c, const Vector* q) const {
    const double square = 1.0000001 * node_.squares(i) + 0x1p-1000;  // it may have underflowed
    if (numerics::up(top_ + square) <= limit_) return true;
    const double along = c.dot(leading_.vector);
    const double along_q = q != nullptr ? q->dot(leading_.vector) : 0.0;
    if (leading_.value + along * along - along_q * along_q > limit_) return false;  // too large along v_1
    Matrix g = step_.dual.g;
    g.noalias() += c * c.transpose();
    double magnitude = node_.squares(i) + step_.dual.g.stableNorm();
    if (q != nullptr) {
      g.noalias() -= *q * q->transpose();
      magnitude += q->squaredNorm();
    }
    const double error =
        numerics::up(step_.dual.g_error + 2.0 * numerics::gamma(8.0) * magnitude) + 0x1p-1000;
    return verify::lam_max_below(g, error, limit_);
  }

 private:
  const SampleNode& node_;
  const SampleStep& step_;
  double limit_;
  linalg::Eigenpair leading_;
  double top_;
};

Support screen(const SampleNode& node, const SampleStep& step, const Support& order, const Vector& z,
               double tau, double wanted, const std::function<bool()>& out_of_time) {
  Support dropped;
  if (step.dual.g.size() == 0 || !std::isfinite(tau) || (out_of_time && out_of_time())) return dropped;
  const Screen test(node, step, tau);
  const SampleVectors none;
  const SampleVectors& vectors = step.vectors ? *step.vectors : none;
  std::size_t next = 0;
  node.free.for_each_block(out_of_time, [&](Index first, const auto& columns) {
    for (Index i = first; i < first + columns.cols(); ++i) {
      Vector q;
      const bool has_q = next < vectors.feature.size() && vectors.feature[next] == i;
      if (has_q) q = vectors.q.col(static_cast<Index>(next++));
      if (out_of_time && out_of_time()) return;
      if (z(i) <= wanted && test.drops(i, columns.col(i - first), has_q ? &q : nullptr))
        dropped.push_back(order[static_cast<std::size_t>(i)]);
    }
  });
  std::sort(dropped.begin(), dropped.end());
  return dropped;
}

/// nu with room for the roundings of a checker that computes it anew.
proof::SampleRef point_of(const SampleStep& step, const SampleNode& node, const Support& order) {
  auto point = std::make_shared<proof::SamplePoint>();
  const double roundings = 8.0 * numerics::gamma(static_cast<double>(node.free.rows()) + 16.0);
  point->nu = step.dual.nu * (1.0 + 1e-12) + roundings * node.squares(0);
  const Matrix& q = step.vectors->q;
  const std::vector<Index>& features = step.vectors->feature;
  std::vector<std::size_t> by_feature(features.size());
  std::iota(by_feature.begin(), by_feature.end(), std::size_t{0});
  const auto feature = [&](std::size_t i) { return order[static_cast<std::size_t>(features[i])]; };
  std::sort(by_feature.begin(), by_feature.end(),
            [&](std::size_t a, std::size_t b) { return feature(a) < feature(b); });
  point->q.resize(q.rows(), q.cols());
  for (std::size_t i = 0; i < by_feature.size(); ++i) {
    point->features.push_back(feature(by_feature[i]));
    point->q.col(static_cast<Index>(i)) = q.col(static_cast<Index>(by_feature[i]));
  }
  return point;
}

void write_down(const AscentResult& ascent, const SampleNode& node, const Support& order,
                const Support& screened, proof::Node& evidence) {
  proof::SampleRef point;
  if (!ascent.spectral || !screened.empty()) point = point_of(ascent.step, node, order);
  if (ascent.spectral) {
    evidence.reason = proof::reason::Spectral{};
  } else {
    evidence.reason = proof::reason::Sample{point};
  }
  if (!screened.empty()) evidence.steps.emplace_back(proof::step::Out{screened, point});
}

}  // namespace

Sample::Sample(const Problem& problem, Index k, const SampleSettings& settings,
               const std::function<bool()>& out_of_time)
    : problem_(problem),
      settings_(settings),
      squares_(squares_of(factor_of(problem))),
      slack_(factor_slack(problem, k, out_of_time)) {}

proof::Model Sample::model() const {
  proof::Model model;
  if (problem_.in_factor_form()) return model;
  model.factor = proof::cover(problem_, factor_of(problem_).dense());
  model.room = std::max(0.0, model.factor->rho);
  return model;
}

Value Sample::evaluate(const Node& node, const Hint& hint) const {
  if (std::optional<Value> exact = closed_form(problem_, node, hint)) return *exact;
  if (!std::isfinite(slack_)) return Spectral(problem_).evaluate(node, hint);
  if (factor_of(problem_).rows() == 0) {
    if (hint.evidence != nullptr) hint.evidence->reason = proof::reason::Spectral{};
    return {slack_, Vector::Zero(static_cast<Index>(node.free.size())), nullptr};
  }

  // Longest first, so that the features above nu are a prefix.
  std::vector<std::size_t> position(node.free.size());
  std::iota(position.begin(), position.end(), std::size_t{0});
  std::stable_sort(position.begin(), position.end(), [&](std::size_t a, std::size_t b) {
    return squares_(node.free[a]) > squares_(node.free[b]);
  });
  Support order;
  order.reserve(position.size());
  for (const std::size_t p : position) order.push_back(node.free[p]);

  const std::optional<SampleNode> all =
      restrict_to(problem_, squares_, node, order, settings_.ascent.room, hint.out_of_time);
  if (!all) return Spectral(problem_).evaluate(node, hint);
  const SampleNode& restricted = *all;
  const auto* parent = dynamic_cast<const SampleState*>(hint.parent);
  AscentLimits limits{parent != nullptr ? settings_.node_steps : settings_.root_steps, 0.0, hint.out_of_time,
                      hint.evidence != nullptr};
  constexpr double room = 1e-10;  // for the verified number
  limits.target = hint.cutoff - slack_ - room * std::abs(hint.cutoff);
  SamplePoint start =
      parent != nullptr ? parent->point : cold_start(restricted, hint.out_of_time, settings_.ascent);
  const AscentResult ascent = ascend(restricted, std::move(start), limits, settings_.ascent);

  const SampleDual& dual = ascent.dual;
  const double paid = numerics::up(restricted.remaining * dual.nu);
  const double lam_max = verify::lam_max_upper(
      dual.g, dual.g_error, dual.estimate - restricted.remaining * dual.nu, hint.out_of_time);
  Value value{numerics::up(numerics::up(lam_max + paid) + slack_),
              Vector::Zero(static_cast<Index>(node.free.size())),
              nullptr,
              {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double z = ascent.z(static_cast<Index>(i));
    value.relevance(static_cast<Index>(position[i])) = std::min(z, 1.0 - z) + settings_.certain_relevance * z;
  }
  if (value.upper > hint.cutoff) {
    value.screened = screen(restricted, ascent.step, order, ascent.z, numerics::down(hint.cutoff - slack_),
                            settings_.wanted, hint.out_of_time);
    value.screened_at = hint.cutoff;
  }
  if (hint.evidence != nullptr) write_down(ascent, restricted, order, value.screened, *hint.evidence);
  auto state = std::make_shared<SampleState>();
  state->point = ascent.point;
  value.state = std::move(state);
  return value;
}

std::string Sample::pack(const State& state) const {
  const auto* sample = dynamic_cast<const SampleState*>(&state);
  if (sample == nullptr) return {};
  return bytes::packed(sample->point);
}

std::shared_ptr<const State> Sample::unpack(std::string_view packed) const {
  if (packed.empty()) return nullptr;
  auto state = std::make_shared<SampleState>();
  bytes::Reader in(packed);
  in(state->point);
  const Index m = factor_of(problem_).rows();
  in.require(state->point.log_x.rows() == m && state->point.log_x.cols() == m);
  return state;
}

}  // namespace spica::bounds
