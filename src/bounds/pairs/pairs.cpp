// lambda^k(A_node) <= lam_max(A - w + Diag(h)) for the dual point (a, w) that the ADMM ends with
// (pairs/dual.hpp). The ADMM works in plain arithmetic on A/unit; its dual point is then taken as it is, in
// the problem's units, and the matrix assembled from it is bounded by verify::lam_max_upper with all
// roundings in its entries.

#include "bounds/pairs/pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/bytes.hpp"
#include "base/feature_set.hpp"
#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/screen.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

namespace {

using pairs::Dual;
using pairs::Iterate;
using pairs::Shape;

/// An iterate in single precision: as good a start as any, half the memory, and nothing is lost when it is
/// packed.
struct PairsState : State {
  using Single = Eigen::MatrixXf;

  Support features;
  std::array<Single, 4> matrices;  // x, f, ux, uf
  Single vectors;                  // s, ud, us, row_s, row_cut, d
  double rho = 1.0;

  PairsState() = default;
  PairsState(Support some, const Iterate& it)
      : features(std::move(some)),
        matrices{it.x.cast<float>(), it.f.cast<float>(), it.ux.cast<float>(), it.uf.cast<float>()},
        vectors(it.size(), 6),
        rho(it.rho) {
    vectors << it.s.cast<float>(), it.ud.cast<float>(), it.us.cast<float>(), it.row_s.cast<float>(),
        it.row_cut.cast<float>(), it.d.cast<float>();
  }

  /// Some of its features, in their order.
  [[nodiscard]] Iterate restricted(const Support& kept) const {
    Iterate it;
    std::size_t m = 0;
    for (Matrix* matrix : {&it.x, &it.f, &it.ux, &it.uf}) *matrix = matrices[m++](kept, kept).cast<double>();
    Index v = 0;
    for (Vector* vector : {&it.s, &it.ud, &it.us, &it.row_s, &it.row_cut, &it.d})
      *vector = vectors(kept, v++).cast<double>();
    it.rho = rho;
    return it;
  }

  [[nodiscard]] bool usable() const {
    const auto finite = [](const Single& m) { return m.allFinite(); };
    return std::all_of(matrices.begin(), matrices.end(), finite) && finite(vectors) &&
           (vectors.col(5).array() > 0.0F).all();
  }

  [[nodiscard]] std::size_t bytes() const override {
    const std::size_t n = features.size();
    return sizeof(*this) + n * (sizeof(Index) + (4 * n + 6) * sizeof(float));
  }
};

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, PairsState>& state) {
  archive(state.features);
  for (auto& matrix : state.matrices) archive(matrix);
  archive(state.vectors, state.rho);
  if constexpr (!Archive::packs) {
    const auto n = static_cast<Index>(state.features.size());
    for (const auto& m : state.matrices) archive.require(m.rows() == n && m.cols() == n);
    archive.require(state.vectors.rows() == n && state.vectors.cols() == 6);
  }
}

/// One node while it is worked on. It shrinks as features are screened.
class NodeWork {
 public:
  NodeWork(const Problem& problem, const Node& node, const Hint& hint, double unit,
           const PairsSettings& settings)
      : problem_(problem),
        hint_(hint),
        settings_(settings),
        unit_(unit),
        cutoff_(hint.cutoff),
        features_(node.candidates()) {
    std::vector<char> in(features_.size(), 0);
    for (const Index position : features_to_positions(features_, node.included))
      in[static_cast<std::size_t>(position)] = 1;
    shape_ = Shape(node.k, std::move(in), node.conditions_on(features_));
  }

  /// The node's part of the matrix. False if there is no time for it.
  bool take_block() {
    std::optional<Matrix> block = problem_.block(features_, hint_.out_of_time);
    if (block) use_block(std::move(*block));
    return block.has_value();
  }

  void start(const PairsState& parent) {
    iterate_ = parent.restricted(features_to_positions(parent.features, features_));
    iterate_.set_rho(std::clamp(iterate_.rho, settings_.least_rho, settings_.most_rho));
    budget_ = settings_.node;
    is_root_ = false;
  }
  void start(Iterate root) {
    iterate_ = std::move(root);
    budget_ = settings_.root;
    is_root_ = true;
    if (!settings_.screens) budget_.first = budget_.total;
  }
  void start(const SparseVector& component) {
    start(pairs::warm_start(scaled_, shape_.k, local(component), hint_.out_of_time, shape_.conditions));
  }

  /// The root, closed by the spectral bound alone, which is quick.
  bool spectral_closes() {
    if (!suits_spectral()) return false;
    prove_spectral();
    if (upper_ > cutoff_) return false;
    iterate_ = Iterate::zero(shape_.size());
    return true;
  }

  /// No time for a single step, or even for a reading of where it starts.
  [[nodiscard]] bool is_too_late() const { return is_large() && no_time(); }

  /// Rounds of steps and screening until the node is below the cutoff, or nothing moves.
  void run() {
    int used = 0;
    for (bool first = true; used < budget_.total && !is_leaf(); first = false) {
      const int steps = std::min(budget_.total - used, first ? budget_.first : budget_.round);
      const pairs::AdmmResult result = step(steps, used, first);
      used += result.steps;
      if (!is_large() || !no_time() || !std::isfinite(upper_))
        prove(result.dual, result.estimated ? std::nullopt : std::optional(result.bound));
      if (upper_ <= cutoff_) return;
      suggest(result.weight);
      const Index free_before = free_count();
      if (settings_.screens) screen();
      const bool shrunk =
          static_cast<double>(free_count()) < settings_.shrunk * static_cast<double>(free_before);
      const bool worth_more = settings_.screens && result.bound <= hopeless_above(settings_.close_call);
      if (result.stalled && !shrunk && !worth_more) return;
      if (no_time()) return;
    }
  }

  Value value(const Node& node) && {
    Value value;
    value.upper = upper_;
    value.relevance = Vector::Zero(static_cast<Index>(node.free.size()));
    const Vector z = iterate_.indicator().cwiseMin(1.0).cwiseMax(0.0);
    const Vector weight = iterate_.weight().cwiseMax(0.0);
    for (std::size_t i = 0; i < features_.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const auto free = std::lower_bound(node.free.begin(), node.free.end(), features_[i]);
      if (free == node.free.end() || *free != features_[i]) continue;
      value.relevance(free - node.free.begin()) = z(at) * (1.0 - z(at)) * (0.02 + weight(at)) + 1e-12 * z(at);
    }
    std::sort(screened_.begin(), screened_.end());
    std::sort(required_.begin(), required_.end());
    value.screened = std::move(screened_);
    value.required = std::move(required_);
    value.screened_at = screened_at_;
    auto state = std::make_shared<PairsState>(std::move(features_), iterate_);
    if (state->usable()) value.state = std::move(state);
    return value;
  }

 private:
  /// What of a component is in the node; the largest variance if nothing is.
  [[nodiscard]] SparseVector local(const SparseVector& component) const {
    std::vector<double> values;
    Support support;
    for (std::size_t i = 0; i < component.support.size(); ++i) {
      if (!contains(features_, component.support[i])) continue;
      support.push_back(component.support[i]);
      values.push_back(component.values(static_cast<Index>(i)));
    }
    const Vector kept = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
    if (kept.squaredNorm() > 0.0) return {features_to_positions(features_, support), kept};
    Index largest = 0;
    scaled_.diagonal().maxCoeff(&largest);
    return {{largest}, Vector::Ones(1)};
  }

  void use_block(Matrix block) {
    block_ = std::move(block);
    scaled_ = block_ / unit_;
    error_ = verify::block_error(problem_, features_);
  }

  [[nodiscard]] Index free_count() const { return shape_.size() - shape_.included; }
  [[nodiscard]] bool is_leaf() const { return shape_.size() <= shape_.k || shape_.included >= shape_.k; }

  [[nodiscard]] bool no_time() const { return hint_.out_of_time && hint_.out_of_time(); }
  /// So many features that a proof takes a while: none begins when time is up, and every better point is proven on the
  /// way.
  [[nodiscard]] bool is_large() const { return shape_.size() > 1500; }

  [[nodiscard]] double hopeless_above(double close_call) const {
    return cutoff_ / unit_ * (1.0 + close_call);
  }

  /// Only the first round may end without a step, where the start is good enough: if the verified number then
  /// is not, every further round makes at least one.
  pairs::AdmmResult step(int steps, int used, bool first) {
    pairs::AdmmSettings settings;
    settings.step = settings_.step;
    settings.steps = steps;
    settings.read_first = first;
    settings.estimates = settings_.screens && !is_large();  // else the best of all readings is wanted
    settings.target = cutoff_ / unit_ * (1.0 - 1e-9 - std::ldexp(2.0, -settings_.bits));
    settings.adapt_until = budget_.adapt_until;
    settings.rescale = is_root_ && used < settings_.rescale_until;
    settings.least_progress = budget_.least_progress;
    settings.patience = settings_.patience;
    if (settings_.screens)  // the children go on from here
      settings.hopeless_above = hopeless_above(is_root_ ? settings_.root_close_call : settings_.close_call);
    settings.out_of_time = hint_.out_of_time;
    if (is_large()) settings.on_better = [this](const Dual& dual, double bound) { prove(dual, bound); };
    return pairs::run_admm(scaled_, shape_.in_units_of(unit_), iterate_, settings);
  }

  /// `bound` is that of the dual point in plain arithmetic, if it is known.
  void prove(const Dual& dual, std::optional<double> bound) {
    dual_ = dual;
    dual_.a *= unit_;
    dual_.w *= unit_;
    pairs::shorten(dual_, settings_.bits, shape_.conditions);
    const Matrix b = pairs::assemble(block_, dual_, shape_);
    const double error = numerics::up(error_ + pairs::rounding_error(b));
    proven_ = verify::lam_max_upper(b, error, bound ? *bound * unit_ : linalg::leading_value(b),
                                    is_large() ? hint_.out_of_time : std::function<bool()>());
    const double upper = std::max(proven_, screened_at_);
    if (hint_.evidence != nullptr) {
      point_ = std::make_shared<proof::Point>(proof::Point{features_, dual_.a, dual_.w});
      if (upper < upper_) hint_.evidence->reason = proof::reason::Pairs{point_};
    }
    upper_ = std::min(upper_, upper);
  }

  /// Where supports take a good part of the features, A itself is a bound that the first steps do not reach.
  [[nodiscard]] bool suits_spectral() const {
    return static_cast<double>(shape_.k) >= settings_.spectral_from * static_cast<double>(shape_.size()) &&
           !shape_.has_prices() && !is_large();
  }

  /// The spectral bound (3.1): that of the dual point zero.
  void prove_spectral() {
    upper_ = verify::lam_max_upper(block_, error_, linalg::leading_value(block_));
    if (hint_.evidence != nullptr) hint_.evidence->reason = proof::reason::Spectral{};
  }

  void suggest(const Vector& weight) {
    if (!hint_.suggest) return;
    Support support;
    for (const Index position : linalg::top_k(weight, shape_.k))
      support.push_back(features_[static_cast<std::size_t>(position)]);
    cutoff_ = std::max(cutoff_, hint_.suggest(std::move(support)));
  }

  void write_down(const pairs::Screened& found) const {
    const auto feature = [this](Index i) { return features_[static_cast<std::size_t>(i)]; };
    std::vector<proof::Step>& steps = hint_.evidence->steps;
    if (!found.group.empty()) {
      Support group;
      for (const Index i : found.group) group.push_back(feature(i));
      steps.emplace_back(proof::step::OutTogether{std::move(group), point_, found.levels});
    }
    for (const Index i : found.out) steps.emplace_back(proof::step::Out{{feature(i)}, point_});
    for (const Index i : found.in) steps.emplace_back(proof::step::In{feature(i), point_});
  }

  void screen() {
    pairs::Screened found = pairs::screen({.a = block_,
                                           .error = error_,
                                           .dual = dual_,
                                           .shape = shape_,
                                           .upper = proven_,
                                           .tau = cutoff_,
                                           .groups_above = settings_.groups_above,
                                           .probes_up_to = settings_.probes_up_to,
                                           .leading_vectors = settings_.leading_vectors,
                                           .out_of_time = hint_.out_of_time});
    if (hint_.evidence != nullptr) write_down(found);
    found.out.insert(found.out.end(), found.group.begin(), found.group.end());
    std::sort(found.out.begin(), found.out.end());
    if (found.out.empty() && found.in.empty()) return;
    screened_at_ = std::max(screened_at_, cutoff_);
    for (const Index i : found.in) {
      required_.push_back(features_[static_cast<std::size_t>(i)]);
      shape_ = shape_.with(i);
    }
    if (found.out.empty()) return;
    Support kept;
    Support features;
    for (Index i = 0; i < shape_.size(); ++i) {
      const Index feature = features_[static_cast<std::size_t>(i)];
      if (contains(found.out, i)) {
        screened_.push_back(feature);
      } else {
        kept.push_back(i);
        features.push_back(feature);
      }
    }
    shape_ = shape_.restricted(kept);
    iterate_ = iterate_.restricted(kept);
    features_ = std::move(features);
    use_block(problem_.block(features_));
  }

  const Problem& problem_;
  const Hint& hint_;
  const PairsSettings& settings_;
  double unit_;
  double cutoff_;
  PairsBudget budget_;
  bool is_root_ = false;
  Support features_;
  Shape shape_;
  Matrix block_;
  Matrix scaled_;
  double error_ = 0.0;
  Iterate iterate_;
  Dual dual_;
  proof::PointRef point_;  // the same, for the evidence
  double proven_ = 0.0;    // at the last dual point, for what is left of the node
  double upper_ = std::numeric_limits<double>::infinity();
  Support screened_;
  Support required_;
  double screened_at_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

Pairs::Pairs(const Problem& problem, SparseVector component, std::optional<Iterate> start,
             const PairsSettings& settings, std::optional<double> unit)
    : problem_(problem), component_(std::move(component)), start_(std::move(start)), settings_(settings) {
  unit_ = unit.value_or(verify::rayleigh_lower(problem_, component_));
}

Value Pairs::evaluate(const Node& node, const Hint& hint) const {
  if (std::optional<Value> exact = closed_form(problem_, node, hint)) return *exact;
  constexpr double no_variance = 1e-200;  // scales below it overflow
  const auto candidates = static_cast<Index>(node.included.size() + node.free.size());
  if (!(unit_ > no_variance) || candidates <= node.k) return Spectral(problem_).evaluate(node, hint);
  NodeWork work(problem_, node, hint, unit_, settings_);
  if (!work.take_block()) return Spectral(problem_).evaluate(node, hint);
  if (const auto* parent = dynamic_cast<const PairsState*>(hint.parent)) {
    work.start(*parent);
  } else if (work.spectral_closes()) {
    return std::move(work).value(node);
  } else if (start_ && start_->size() == candidates) {
    work.start(*start_);
  } else {
    std::optional<Iterate> found;
    if (find_start_ && candidates == problem_.features()) found = find_start_(hint);
    if (found) {
      work.start(std::move(*found));
    } else {
      work.start(component_);
    }
  }
  if (work.is_too_late()) return Spectral(problem_).evaluate(node, hint);
  work.run();
  return std::move(work).value(node);
}

std::string Pairs::pack(const State& state) const {
  const auto* pairs = dynamic_cast<const PairsState*>(&state);
  if (pairs == nullptr) return {};
  return bytes::packed(*pairs);
}

std::shared_ptr<const State> Pairs::unpack(std::string_view packed) const {
  if (packed.empty()) return nullptr;
  return std::make_shared<PairsState>(bytes::unpacked<PairsState>(packed));
}

}  // namespace spica::bounds
