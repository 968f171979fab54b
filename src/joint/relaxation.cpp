#include "joint/relaxation.hpp"

#include "base/feature_set.hpp"
#include "bounds/pairs/admm.hpp"
#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "presolve/verdict.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::joint {

namespace {

using bounds::pairs::CappedAdmm;
using bounds::pairs::CappedClass;
using bounds::pairs::CappedIterate;
using bounds::pairs::Dual;
using bounds::pairs::PricedPoint;
using bounds::pairs::Shape;

CappedClass capped_class(const ComponentClass& of, Index n, const bounds::Conditions& conditions) {
  CappedClass result{of.count, features_of(of, n), {}};
  std::vector<char> in(result.features.size(), 0);
  for (const Index position : features_to_positions(result.features, of.included))
    in[static_cast<std::size_t>(position)] = 1;
  result.shape = Shape(of.k, std::move(in), conditions.of(result.features));
  result.shape.capped = true;
  return result;
}

/// A dual point of A/unit as one of A, in few bits.
Dual in_full(Dual dual, double unit, int bits, const bounds::Conditions& conditions) {
  dual.a *= unit;
  dual.w *= unit;
  bounds::pairs::shorten(dual, bits, conditions);
  return dual;
}

/// The matrix of a dual point bounds what a class is worth.
proof::ClassProof proof_by(const Dual& dual, const Support& features, double upper) {
  const Support all = presolve::every_feature(static_cast<Index>(features.size()));
  auto tree = std::make_shared<proof::Node>();
  tree->reason = proof::reason::Pairs{std::make_shared<proof::Point>(all, dual.a, dual.w)};
  return {upper, std::move(tree), features};
}

}  // namespace

Vector shortened(const Vector& prices) {
  return prices.cast<float>().cast<double>();
}

Relaxation::Relaxation(const JointTask& task, const Choices& choices, const JointNode& node)
    : task_(task), choices_(choices), node_(node), unit_(choices.unit()), admm_(admm_of()) {}

CappedAdmm Relaxation::admm_of() const {
  std::vector<CappedClass> classes;
  std::vector<CappedIterate> starts = node_.iterates;
  std::vector<char> taken;
  for (const ComponentClass& of : node_.classes) {
    classes.push_back(capped_class(of, choices_.matrix().rows(), task_.conditions));
    if (!node_.iterates.empty()) continue;
    std::vector<SparseVector> components = choices_.starts_of(of, taken);
    for (SparseVector& x : components) x.support = features_to_positions(classes.back().features, x.support);
    starts.push_back(CappedIterate::from_components(classes.back(), components));
  }
  return {choices_.matrix() / unit_, std::move(classes), std::move(starts)};
}

void Relaxation::run(int steps, double target) {
  bounds::pairs::CappedSettings settings;
  settings.steps = steps;
  settings.target = target / unit_;
  settings.step = task_.pairs.step;
  settings.out_of_time = task_.clock();
  admm_.run(settings);
}

std::optional<PricedBound> Relaxation::prove() const {
  const PricedPoint& point = admm_.best();
  if (point.duals.empty()) return std::nullopt;
  const Index n = choices_.matrix().rows();
  PricedBound result;
  result.prices = shortened(point.prices * unit_);
  result.price_sum = verify::price_upper(presolve::every_feature(n), result.prices);
  std::vector<double> terms = {result.price_sum};
  std::vector<proof::ClassProof> proofs;
  for (std::size_t c = 0; c < node_.classes.size(); ++c) {
    CappedClass of = capped_class(node_.classes[c], n, task_.conditions);
    of.shape.conditions.prices = result.prices(of.features);
    Dual dual = in_full(point.duals[c], unit_, task_.pairs.bits, of.shape.conditions);
    const Matrix b = bounds::pairs::assemble(task_.problem.block(of.features), dual, of.shape);
    const double error =
        numerics::up(verify::block_error(task_.problem, of.features) + bounds::pairs::rounding_error(b));
    result.bounds.push_back(verify::lam_max_upper(b, error, linalg::leading_value(b)));
    terms.insert(terms.end(), static_cast<std::size_t>(of.count), result.bounds.back());
    if (task_.certificate) proofs.push_back(proof_by(dual, of.features, result.bounds.back()));
    result.duals.push_back({std::move(dual)});
  }
  result.upper = sum_up(terms);
  if (task_.certificate)
    result.evidence = std::make_shared<proof::Settlement>(
        proof::Settlement{result.prices, std::move(proofs), result.upper});
  return result;
}

std::vector<std::vector<Dual>> Relaxation::duals_at(const Vector& prices) const {
  std::vector<std::vector<Dual>> result;
  const Matrix scaled = choices_.matrix() / unit_;
  for (std::size_t c = 0; c < node_.classes.size(); ++c) {
    const Support features = features_of(node_.classes[c], scaled.rows());
    const Matrix block = scaled(features, features);
    std::vector<Dual> sides;
    bounds::pairs::Iterate iterate = admm_.iterates()[c].iterate;
    for (const Index k : {node_.classes[c].k, node_.classes[c].k - 1}) {
      if (k < 1) continue;
      bounds::Conditions conditions = task_.conditions.of(features);
      conditions.prices = prices(features) / unit_;
      const Shape shape(k, std::vector<char>(features.size(), 0), std::move(conditions));
      bounds::pairs::AdmmSettings settings;
      settings.step = task_.pairs.step;
      settings.rescale = false;
      settings.out_of_time = task_.clock();
      sides.push_back(in_full(bounds::pairs::run_admm(block, shape, iterate, settings).dual, unit_,
                              task_.pairs.bits, shape.conditions));
    }
    result.push_back(std::move(sides));
  }
  return result;
}

}  // namespace spica::joint
