#include "search/box/box_search.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"

namespace spica::search {

using bounds::Box;
using bounds::NodeDual;
using bounds::ProvenValue;

namespace {

Vector padded(const Vector& point, Index size) {
  Vector result = Vector::Zero(size);
  result.head(std::min(size, point.size())) = point.head(std::min(size, point.size()));
  return result;
}

}  // namespace

Index heaviest_direction(const bounds::BoxProgram& program, const Vector& theta) {
  Index at = 0;
  const Index count = program.branchable;
  ((program.model.lam.head(count).array() - program.model.rho) * theta.head(count).array().square())
      .maxCoeff(&at);
  return at;
}

BoxSearch::BoxSearch(const bounds::BoxProgram& program, const Vector& theta, Vector start, BoxTask task)
    : program_(program),
      theta_(theta),
      start_(std::move(start)),
      task_(std::move(task)),
      tree_(static_cast<std::size_t>(task_.engine.threads), {{}, task_.lower}),
      engine_(tree_, task_.engine) {}

BoxOutcome BoxSearch::run() {
  if (tree_.phase() == Phase::root) {
    Box root{-theta_, theta_, {}};
    root.lower(heaviest_direction(program_, theta_)) = 0.0;
    const OpenBox everything{nullptr, std::numeric_limits<double>::infinity(), -1};
    if (std::optional<OpenBox> open = consider(std::move(root), start_, everything, task_.evidence))
      tree_.open.push(std::move(*open));
    tree_.enter(Phase::whole);
  } else {
    resolved_ = -std::numeric_limits<double>::infinity();
    if (best_.g.size() > 0) best_.value = program_value(best_.g, best_.x.squaredNorm());
    tree_.unpark();
  }
  engine_.report(false);
  engine_.run([this](const OpenBox& open) { return expand(open); });
  return {engine_.limit_hit().value_or(Status::finished), engine_.upper(), engine_.nodes()};
}

ProgramPoint BoxSearch::best_point() const {
  const std::scoped_lock lock(mutex_);
  return best_;
}

/// Below this nothing is of interest, now or after refinement.
double BoxSearch::lasting_cutoff() const {
  return gap_limit(task_.lower, task_.engine.gap);
}

double BoxSearch::cutoff() const {
  const std::scoped_lock lock(mutex_);
  if (best_.value >= task_.hopeless) return std::numeric_limits<double>::infinity();
  const double model = gap_limit(std::max(task_.lower, best_.value), task_.engine.gap);
  return std::max(model, resolved_);
}

/// The box is done for this run. On a grid another run may want it again; without one there is no other run.
void BoxSearch::set_aside(const OpenBox& open) {
  if (!program_.on_grid() || open.bound <= lasting_cutoff()) {
    tree_.closed.add_pruned(open.bound);
  } else {
    tree_.park(open);
  }
}

/// The box, if it is worth more work in this run.
std::optional<BoxSearch::OpenBox> BoxSearch::open_or_set_aside(OpenBox box) {
  if (box.bound > cutoff()) return box;
  set_aside(box);
  return std::nullopt;
}

/// The children of a box; none if it is done.
std::vector<BoxSearch::OpenBox> BoxSearch::expand(const OpenBox& open) {
  const Node& node = *open.node;
  std::vector<OpenBox> children;
  const auto take = [&children](std::optional<OpenBox> child) {
    if (child) children.push_back(std::move(*child));
  };
  if (open.bound <= cutoff()) {
    set_aside(open);
    return children;
  }
  if (const std::optional<Split> split = choose_split(node)) {
    const auto [with, without] = proof::split(node.evidence.get());
    if (node.evidence) node.evidence->cut = {split->direction, split->at};
    for (const bool upper_half : {false, true}) {
      Box box = node.box;
      (upper_half ? box.lower : box.upper)(split->direction) = split->at;
      take(consider(std::move(box), node.point, open, upper_half ? without : with));
    }
    return children;
  }
  if (!node.polished) {
    take(open_or_set_aside(polish(open)));
    return children;
  }
  if (const std::optional<Index> feature = choose_feature(node)) {
    const auto [with, without] = proof::split(node.evidence.get());
    if (node.evidence) node.evidence->feature = program_.model.order[static_cast<std::size_t>(*feature)];
    for (const bool included : {true, false}) {
      Box box = node.box;
      (included ? box.fixing.included : box.fixing.excluded).push_back(*feature);
      take(consider(std::move(box), node.point, open, included ? with : without));
    }
    return children;
  }
  {
    const std::scoped_lock lock(mutex_);
    resolved_ = std::max(resolved_, open.bound);
  }
  set_aside(open);
  return children;
}

/// To the cutoff of now.
bounds::MinimiseTask BoxSearch::minimise_task() const {
  constexpr double positive = 0x1p-500;
  const double step = program_.keep_rest ? task_.settings.kept_step : task_.settings.raised_step;
  return {.target = cutoff() - program_.model.slack,
          .first_step = step * std::max(program_.model.lam(0), positive),
          .out_of_time = [this] { return engine_.out_of_time(); }};
}

proof::Reason BoxSearch::reason_of(const ProvenValue& proven) const {
  auto point = std::make_shared<proof::BoxPoint>(proof::BoxPoint{proven.level, proven.slopes, proven.y});
  for (Index i = 0; i < proven.y.size(); ++i)
    point->y(program_.model.order[static_cast<std::size_t>(i)]) = proven.y(i);
  return proof::reason::Box{std::move(point)};
}

/// Bounds a box and takes off what its dual point closes of it. Nothing if the box is done.
std::optional<BoxSearch::OpenBox> BoxSearch::consider(Box box, const Vector& start, const OpenBox& parent,
                                                      std::shared_ptr<proof::Node> evidence) {
  const bool root = parent.node == nullptr;
  engine_.count_node();
  const NodeDual dual(program_, box);
  const bounds::MinimiseSettings& settings = !program_.keep_rest ? task_.settings.raised
                                             : root              ? task_.settings.kept_root
                                                                 : task_.settings.kept_node;
  bounds::Minimum minimum =
      bounds::minimise(dual, program_, padded(start, program_.size()), minimise_task(), settings);
  ProvenValue proven = dual.prove(minimum.point);
  if (root) {  // c = 0 at the largest eigenvalue is the spectral bound, a corner that smooth steps only
               // approach
    Vector corner = Vector::Zero(program_.size());
    corner(program_.free_size()) = std::max(program_.lowest_level, program_.model.lam(0));
    ProvenValue spectral = dual.prove(corner);
    if (spectral.upper < proven.upper) {
      proven = std::move(spectral);
      minimum.point = std::move(corner);
    }
  }
  const double bound = proven.upper < parent.bound ? proven.upper : parent.bound;
  const proof::Reason reason = evidence ? reason_of(proven) : proof::Reason{};
  if (evidence && proven.upper < parent.bound) evidence->reason = reason;
  if (bound <= lasting_cutoff()) {
    tree_.closed.add_pruned(bound);
    return std::nullopt;
  }
  note(dual, minimum.point);
  tighten(box, proven, reason, evidence);
  Vector g = minimum.value.projected;
  auto node =
      std::make_shared<Node>(Node{std::move(box), minimum.point, std::move(g), false, std::move(evidence)});
  return open_or_set_aside({std::move(node), bound, parent.order + 1});
}

/// Bounds a box once more, with more effort: no direction of it is left to split, so its bound is the bound of the
/// program. Descends from the box's own point and from the root's in turn, until neither gains. Kinks of the dual
/// that stop a descent do not stop the ellipsoid method.
BoxSearch::OpenBox BoxSearch::polish(const OpenBox& open) {
  const BoxSettings& settings = task_.settings;
  Node node = *open.node;
  const NodeDual dual(program_, node.box);
  const bounds::MinimiseTask task = minimise_task();
  double best = std::numeric_limits<double>::infinity();
  const auto take = [&](const bounds::Minimum& minimum) {
    const bool gained = std::isinf(best) || minimum.exact < best - settings.polish_gain * std::abs(best);
    if (minimum.exact < best) {
      best = minimum.exact;
      node.point = minimum.point;
      node.g = minimum.value.projected;
    }
    return gained;
  };
  int failures = 0;
  for (int round = 0;
       round < settings.polish_rounds && failures < settings.polish_failures && best > task.target; ++round) {
    const Vector& from = round % 2 == 0 ? node.point : start_;
    const bool gained =
        take(bounds::minimise(dual, program_, padded(from, program_.size()), task, settings.polish));
    failures = gained ? 0 : failures + 1;
  }
  if (best > task.target && program_.size() <= settings.ellipsoid_up_to)
    take(bounds::minimise_by_ellipsoid(dual, program_, padded(node.point, program_.size()), task,
                                       settings.ellipsoid));
  node.polished = true;
  note(dual, node.point);
  const ProvenValue proven = dual.prove(node.point);
  const double upper = proven.upper;
  if (node.evidence && upper < open.bound) node.evidence->reason = reason_of(proven);
  return {std::make_shared<Node>(std::move(node)), upper < open.bound ? upper : open.bound, open.order};
}

/// min over L >= lowest of the Lagrangian at (g, |x|^2): linear in L on both sides of the kink, and rising
/// beyond it.
double BoxSearch::program_value(const Vector& g, double x_square) const {
  const bounds::DirectionModel& model = program_.model;
  double weighted = 0.0;
  double squares = 0.0;
  for (Index j = 0; j < model.directions(); ++j) {
    const bool interpolated = program_.on_grid() && j < program_.branchable;
    const double square =
        interpolated ? program_.grids[static_cast<std::size_t>(j)].interpolate(g(j)) : g(j) * g(j);
    weighted += model.lam(j) * square;
    squares += square;
  }
  if (program_.keep_rest) {
    const double rest = std::max(0.0, x_square - g.squaredNorm());
    weighted += model.rho * rest;
    squares += rest;
  }
  const double slope = 1.0 - squares;
  const double level = slope >= 0.0 ? program_.lowest_level : std::max(program_.kink, program_.lowest_level);
  return weighted + level * slope + model.slack;
}

void BoxSearch::offer_projected(const Vector& g, const Vector& x) {
  constexpr double rounding = 1e-9;
  if ((g.cwiseAbs().array() > theta_.array() * (1.0 + rounding)).any()) return;
  const double value = program_value(g, x.squaredNorm());
  const std::scoped_lock lock(mutex_);
  if (value > best_.value) best_ = {value, g, x};
}

void BoxSearch::offer(const Vector& x) {
  offer_projected(program_.model.rows * x, x);
}

/// The region's maximiser at a dual point is a point of the program.
void BoxSearch::note(const NodeDual& dual, const Vector& point) {
  Vector x = dual.region_point(point, task_.settings.point_softness);
  if (task_.branch_on_features) {  // Model-with-l0 wants k features
    const Support support = linalg::top_k(x, program_.region.k);
    const Vector values = x(support);
    const double length = values.norm();
    if (!(length > 0.0)) return;
    x.setZero();
    x(support) = values / length;
  }
  offer_projected(program_.model.rows * x, x);
}

}  // namespace spica::search
