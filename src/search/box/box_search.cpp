#include "search/box/box_search.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/top_k.hpp"
#include "verify/rounding.hpp"

namespace spica::search {

using bounds::Box;
using bounds::Grid1D;
using bounds::NodeDual;
using bounds::ProvenValue;

namespace {

constexpr double smallest_width = 1e-7;  // of a box, relative to its direction's reach

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

BoxSearch::BoxSearch(const bounds::BoxProgram& program, const Vector& theta, Vector start,
                     BoxSettings settings)
    : program_(program),
      theta_(theta),
      start_(std::move(start)),
      settings_(std::move(settings)),
      engine_(settings_.search, [this] {
        return Engine<OpenBox>::Bounds{settings_.lower, closed_upper()};
      }) {}

BoxOutcome BoxSearch::run() {
  const auto expand_one = [this](const OpenBox& open) { expand(open); };
  if (!started_) {
    started_ = true;
    Box root{-theta_, theta_, {}};
    root.lower(heaviest_direction(program_, theta_)) = 0.0;
    consider(std::move(root), start_, {nullptr, std::numeric_limits<double>::infinity(), -1}, true);
  } else {
    resolved_ = -std::numeric_limits<double>::infinity();
    if (best_.g.size() > 0) best_.value = program_value(best_.g, best_.x.squaredNorm());
    std::vector<OpenBox> again;
    std::swap(again, parked_);
    for (OpenBox& open : again) engine_.push(std::move(open));
  }
  engine_.report(false);
  engine_.run(expand_one);
  return {engine_.limit_hit().value_or(Status::finished), engine_.upper(), engine_.nodes()};
}

ProgramPoint BoxSearch::best_point() const {
  const std::scoped_lock lock(mutex_);
  return best_;
}

double BoxSearch::closed_upper() const {
  const std::scoped_lock lock(mutex_);
  double upper = closed_;
  for (const OpenBox& open : parked_) upper = std::max(upper, open.bound);
  return upper;
}

/// Below this nothing is of interest, now or after refinement.
double BoxSearch::lasting_cutoff() const {
  return gap_limit(settings_.lower, settings_.search.gap);
}

double BoxSearch::cutoff() const {
  const std::scoped_lock lock(mutex_);
  if (best_.value >= settings_.hopeless) return std::numeric_limits<double>::infinity();
  const double model = gap_limit(std::max(settings_.lower, best_.value), settings_.search.gap);
  return std::max(model, resolved_);
}

void BoxSearch::close(double upper) {
  const std::scoped_lock lock(mutex_);
  closed_ = std::max(closed_, upper);
}

/// Done for this run. Without a grid there is no other.
void BoxSearch::keep(const OpenBox& open) {
  if (!program_.on_grid() || open.bound <= lasting_cutoff()) {
    close(open.bound);
    return;
  }
  const std::scoped_lock lock(mutex_);
  parked_.push_back(open);
}

void BoxSearch::expand(const OpenBox& open) {
  const Node& node = *open.node;
  if (open.bound <= cutoff()) {
    keep(open);
    return;
  }
  if (const std::optional<Split> split = choose_split(node)) {
    for (const bool upper_half : {false, true}) {
      Box box = node.box;
      (upper_half ? box.lower : box.upper)(split->direction) = split->at;
      consider(std::move(box), node.point, open, false);
    }
    return;
  }
  if (!node.polished) {
    polish(open);
    return;
  }
  if (const std::optional<Index> feature = choose_feature(node)) {
    for (const bool included : {true, false}) {
      Box box = node.box;
      (included ? box.fixing.included : box.fixing.excluded).push_back(*feature);
      consider(std::move(box), node.point, open, false);
    }
    return;
  }
  {
    const std::scoped_lock lock(mutex_);
    resolved_ = std::max(resolved_, open.bound);
  }
  keep(open);
}

bounds::MinimiseSettings BoxSearch::minimise_settings(bool root, bool polish) const {
  bounds::MinimiseSettings settings;
  if (polish) {
    settings.stages = {{3e-2, 1e-1}, {6e-3, 2e-2}, {1e-3, 4e-3}, {2e-4, 8e-4}, {4e-5, 1.6e-4}, {8e-6, 3e-5}};
    settings.steps = 300;
    settings.tolerance = 1e-8;
  } else if (program_.keep_rest) {
    settings.stages = {{3e-2, 1e-1}, {6e-3, 3e-2}, {1.5e-3, 8e-3}, {3e-4, 2e-3}};
    settings.steps = 400;
    settings.tolerance = 2e-6;
    if (!root) {
      settings.stages = {settings.stages[1], settings.stages[2]};
      settings.steps = 150;
    }
  } else {
    settings.stages = {{3e-2, 1e-1}, {6e-3, 2e-2}, {1e-3, 4e-3}};
    settings.steps = 60;
    settings.tolerance = 1e-6;
  }
  settings.initial_step = (program_.keep_rest ? 0.002 : 0.015) * std::max(program_.model.lam(0), 0x1p-500);
  settings.out_of_time = [this] { return engine_.out_of_time(); };
  return settings;
}

void BoxSearch::consider(Box box, const Vector& start, const OpenBox& parent, bool root) {
  engine_.count_node();
  const NodeDual dual(program_, box);
  bounds::MinimiseSettings settings = minimise_settings(root, false);
  settings.target = cutoff() - program_.model.slack;
  bounds::Minimum minimum = bounds::minimise(dual, program_, padded(start, program_.size()), settings);
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
  if (bound <= lasting_cutoff()) {
    close(bound);
    return;
  }
  note(dual, minimum.point);
  tighten(box, proven);
  Vector g = minimum.value.projected;
  auto node = std::make_shared<Node>(Node{std::move(box), minimum.point, std::move(g), false});
  const OpenBox open{std::move(node), bound, parent.order + 1};
  if (bound <= cutoff()) {
    keep(open);
  } else {
    engine_.push(open);
  }
}

/// Nothing is left to split: what this box is bounded by now is what the program is bounded by. From several
/// starts, until no round gains.
void BoxSearch::polish(const OpenBox& open) {
  constexpr int most_rounds = 6;
  constexpr double worthwhile = 1e-5;
  Node node = *open.node;
  const NodeDual dual(program_, node.box);
  bounds::MinimiseSettings settings = minimise_settings(false, true);
  settings.target = cutoff() - program_.model.slack;
  double best = std::numeric_limits<double>::infinity();
  int failures = 0;
  for (int round = 0; round < most_rounds && failures < 2 && best > settings.target; ++round) {
    const Vector& from = round % 2 == 0 ? node.point : start_;
    const bounds::Minimum minimum = bounds::minimise(dual, program_, padded(from, program_.size()), settings);
    const bool gained = std::isinf(best) || minimum.exact < best - worthwhile * std::abs(best);
    failures = gained ? 0 : failures + 1;
    if (!(minimum.exact < best)) continue;
    best = minimum.exact;
    node.point = minimum.point;
    node.g = minimum.value.projected;
  }
  node.polished = true;
  note(dual, node.point);
  const double upper = dual.prove(node.point).upper;
  const OpenBox polished{std::make_shared<Node>(std::move(node)), upper < open.bound ? upper : open.bound,
                         open.order};
  if (polished.bound <= cutoff()) {
    keep(polished);
  } else {
    engine_.push(polished);
  }
}

std::optional<BoxSearch::Split> BoxSearch::choose_split(const Node& node) const {
  const bounds::DirectionModel& model = program_.model;
  const double level = node.point(program_.free_size());
  const double next = program_.branchable < model.directions() ? model.lam(program_.branchable) : model.rho;
  const double floor = settings_.free_choice ? 0.9 * level : next;
  Split split;
  double best = 0.0;
  for (Index j = 0; j < program_.branchable; ++j) {
    const double lower = node.box.lower(j);
    const double upper = node.box.upper(j);
    const double width = upper - lower;
    if (!(width > smallest_width * theta_(j))) continue;
    if (program_.on_grid() && program_.grids[static_cast<std::size_t>(j)].single_segment(lower, upper))
      continue;
    const double weight = std::max(model.lam(j) - floor, 1e-6 * std::abs(model.lam(j)));
    if (!(weight * width * width > best)) continue;
    best = weight * width * width;
    split.direction = j;
  }
  if (split.direction < 0) return std::nullopt;
  const double lower = node.box.lower(split.direction);
  const double upper = node.box.upper(split.direction);
  const double middle = 0.5 * (lower + upper);
  split.at = middle;
  if (program_.on_grid()) {
    const double g = std::clamp(node.g(split.direction), lower, upper);
    split.at = program_.grids[static_cast<std::size_t>(split.direction)].nearest_interior(lower, upper,
                                                                                          0.5 * (g + middle));
  }
  return split;
}

std::optional<Index> BoxSearch::choose_feature(const Node& node) const {
  const Index k = program_.region.k;
  const linalg::Fixing& fixing = node.box.fixing;
  if (!settings_.branch_on_features || static_cast<Index>(fixing.included.size()) >= k) return std::nullopt;
  const Vector c = program_.model.rows.transpose() * node.point.head(program_.free_size());
  linalg::SoftTopK soft;
  const double norm = linalg::top_k_norm(c, k);
  linalg::soft_top_k(c, k, 1e-2 * norm * norm / static_cast<double>(k), fixing, soft);
  // The most fractional one; among whole ones the one that is least sure of its place.
  std::optional<Index> choice;
  double most = -1.0;
  for (std::size_t i = fixing.included.size(); i < soft.support.size(); ++i) {
    const double fraction = std::min(soft.weights[i], 1.0 - soft.weights[i]);
    const double doubt = 1.0 / (1.0 + c(soft.support[i]) * c(soft.support[i]) / (norm * norm + 0x1p-500));
    const double score = fraction > 1e-3 ? 1.0 + fraction : doubt;
    if (soft.weights[i] > 0.0 && score > most) {
      most = score;
      choice = soft.support[i];
    }
  }
  return choice;
}

/// Takes off an end of the box what the dual point closes: with the other inner maxima as they are, the bound
/// over the slab is at most the cutoff. The slab is bounded like any closed node.
void BoxSearch::tighten(Box& box, const ProvenValue& proven) {
  const double limit = program_.on_grid() ? lasting_cutoff() : cutoff();
  const bounds::DirectionModel& model = program_.model;
  for (Index j = 0; j < program_.branchable; ++j) {
    const double weight = model.lam(j) - proven.level;
    const double slope = proven.slopes(j);
    const double others = proven.upper - proven.inner(j);
    const double discriminant = slope * slope + 4.0 * weight * (limit - others);
    if (!(std::abs(weight) > 1e-9 * std::abs(model.lam(0))) || !(discriminant > 0.0)) continue;
    const double root = std::sqrt(discriminant) / (2.0 * std::abs(weight));
    const double middle = slope / (2.0 * weight);
    const Grid1D* grid = program_.on_grid() ? &program_.grids[static_cast<std::size_t>(j)] : nullptr;
    if (grid != nullptr && weight < 0.0) continue;
    const double margin = 1e-9 * theta_(j);
    // Convex: small between the roots. Concave: small outside them.
    double low = (weight > 0.0 ? middle + root : middle - root) - margin;
    double high = (weight > 0.0 ? middle - root : middle + root) + margin;
    if (grid != nullptr) {
      low = grid->floor(low);
      high = grid->ceiling(high);
    }
    const auto slab_upper = [&](double from, double to) {
      double sum = proven.rest;
      for (Index i = 0; i < proven.inner.size(); ++i) {
        const double inner =
            i == j ? bounds::inner_maximum_upper(grid, from, to, model.lam(j), proven.level, slope)
                   : proven.inner(i);
        sum = verify::up(sum + inner);
      }
      return sum;
    };
    if (low > box.lower(j) && low < box.upper(j)) {
      const double upper = slab_upper(box.lower(j), low);
      if (upper <= limit) {
        close(upper);
        box.lower(j) = low;
      }
    }
    if (high < box.upper(j) && high > box.lower(j)) {
      const double upper = slab_upper(high, box.upper(j));
      if (upper <= limit) {
        close(upper);
        box.upper(j) = high;
      }
    }
  }
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
  if ((g.cwiseAbs().array() > theta_.array() * (1.0 + 1e-9)).any()) return;
  const double value = program_value(g, x.squaredNorm());
  const std::scoped_lock lock(mutex_);
  if (value > best_.value) best_ = {value, g, x};
}

void BoxSearch::offer(const Vector& x) {
  offer_projected(program_.model.rows * x, x);
}

/// The region's maximiser at a dual point is a point of the program.
void BoxSearch::note(const NodeDual& dual, const Vector& point) {
  Vector x = dual.region_point(point);
  if (settings_.branch_on_features) {  // Model-with-l0 wants k features
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
