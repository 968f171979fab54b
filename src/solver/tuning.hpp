#pragma once

// Every number that a method runs by and no proof relies on, in one place: what `--tune key=value` sets for
// experiments. The public headers know nothing of it; solver::Internals carries it.

#include <string>

#include "bounds/cauchy/settings.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/sample/sample.hpp"
#include "bounds/sdp/settings.hpp"
#include "joint/task.hpp"
#include "presolve/settings.hpp"
#include "primal/settings.hpp"
#include "programs/settings.hpp"
#include "search/support/branching.hpp"
#include "solver/plan.hpp"
#include "solver/settings.hpp"
#include "solver/tuning_of_bounds.hpp"

namespace spica::solver {

struct Tuning {
  PlanSettings plan;
  primal::Settings primal;
  presolve::Settings presolve;
  bounds::PairsSettings pairs;
  bounds::SampleSettings sample;
  joint::JointSettings joint;
  bounds::CauchySettings cauchy;
  bounds::SdpSettings sdp;
  bounds::DadalSettings dadal;
  programs::ProgramSettings programs;
  BoundSettings bound;
  PathSettings path;
  search::BranchingSettings branching;
};

/// Visits every number once, as visit(key, number).
template <class TuningType, class Visitor>
void visit_tuning(TuningType& tuning, Visitor&& visit) {
  visit("plan.core_above", tuning.plan.core_above);
  visit("plan.core_share", tuning.plan.core_share);
  visit("plan.core_k_up_to", tuning.plan.core_k_up_to);
  visit("plan.quick_search_below", tuning.plan.quick_search_below);
  visit("plan.heuristics_above", tuning.plan.heuristics_above);
  visit("plan.factor_core_above", tuning.plan.factor_core_above);
  visit("plan.spectral_up_to", tuning.plan.spectral_up_to);
  visit("plan.pairs_up_to", tuning.plan.pairs_up_to);
  visit("plan.factor_made_up_to", tuning.plan.factor_made_up_to);
  visit("plan.sample_rows_up_to", tuning.plan.sample_rows_up_to);
  visit("plan.low_rank_from", tuning.plan.low_rank_from);
  visit("plan.core_or_nothing_from", tuning.plan.core_or_nothing_from);
  visit("plan.large_factor", tuning.plan.large_factor);
  visit("plan.large_covariance", tuning.plan.large_covariance);
  visit("best.column_starts", tuning.primal.best.column_starts);
  visit("best.eigenvector_starts", tuning.primal.best.eigenvector_starts);
  visit("best.exchanges_up_to", tuning.primal.best.exchanges_up_to);
  visit("quick.column_starts", tuning.primal.quick.column_starts);
  visit("quick.eigenvector_starts", tuning.primal.quick.eigenvector_starts);
  visit("swap.single_shortlist", tuning.primal.swap.single_shortlist);
  visit("swap.pair_shortlist", tuning.primal.swap.pair_shortlist);
  visit("swap.most_removals", tuning.primal.swap.most_removals);
  visit("swap.least_gain", tuning.primal.swap.least_gain);
  visit("swap.effort", tuning.primal.swap.effort);
  visit("swap.fewest_starts", tuning.primal.swap.fewest_starts);
  visit("swap.most_starts", tuning.primal.swap.most_starts);
  visit("greedy.shortlist", tuning.primal.greedy.shortlist);
  visit("greedy.starts", tuning.primal.greedy.starts);
  visit("truncated_power.steps_factor", tuning.primal.truncated_power.steps_factor);
  visit("generalised_power.bisections", tuning.primal.generalised_power.bisections);
  visit("generalised_power.starts", tuning.primal.generalised_power.starts);
  visit("nonnegative.column_starts", tuning.primal.nonnegative.column_starts);
  visit("nonnegative.eigenvector_starts", tuning.primal.nonnegative.eigenvector_starts);
  visit("nonnegative.many_features", tuning.primal.nonnegative.many_features);
  visit("nonnegative.exchange_starts", tuning.primal.nonnegative.exchange_starts);
  visit("nonnegative.shortlist", tuning.primal.nonnegative.shortlist);
  visit("nonnegative.least_gain", tuning.primal.nonnegative.least_gain);
  visit("wide.features_above", tuning.primal.wide.features_above);
  visit("wide.column_starts", tuning.primal.wide.column_starts);
  visit("wide.eigenvector_starts", tuning.primal.wide.eigenvector_starts);
  visit("wide.broad_passes", tuning.primal.wide.broad_passes);
  visit("wide.narrow_starts", tuning.primal.wide.narrow_starts);
  visit("wide.nearby_leaders", tuning.primal.wide.nearby_leaders);
  visit("wide.beyond_leader", tuning.primal.wide.beyond_leader);
  visit("wide.longest", tuning.primal.wide.longest);
  visit("wide.most_refinements", tuning.primal.wide.most_refinements);
  visit("wide.refinement_shortlist", tuning.primal.wide.refinement_shortlist);
  visit("wide.fewest_to_each", tuning.primal.wide.fewest_to_each);
  visit("wide.most_to_each", tuning.primal.wide.most_to_each);
  visit("core.first", tuning.presolve.core.first);
  visit("core.least_spare", tuning.presolve.core.least_spare);
  visit("core.largest", tuning.presolve.core.largest);
  visit("core.near_miss", tuning.presolve.core.near_miss);
  visit("core.most_rounds", tuning.presolve.core.most_rounds);
  visit("core.first_steps", tuning.presolve.core.first_steps);
  visit("core.later_steps", tuning.presolve.core.later_steps);
  visit("core.progress_interval", tuning.presolve.core.progress_interval);
  visit("core.least_progress", tuning.presolve.core.least_progress);
  visit("core.open_above", tuning.presolve.core.open_above);
  visit("core.most_share", tuning.presolve.core.most_share);
  visit("core.few", tuning.presolve.core.few);
  visit("core.least_growth", tuning.presolve.core.least_growth);
  visit("core.least_growth_share", tuning.presolve.core.least_growth_share);
  visit("core.most_compared", tuning.presolve.core.most_compared);
  visit("core.second_side_from", tuning.presolve.core.second_side_from);
  visit("payments.bisections", tuning.presolve.payments.bisections);
  visit("payments.hair", tuning.presolve.payments.hair);
  visit("lists.kept_factor", tuning.presolve.lists.kept_factor);
  visit("lists.small", tuning.presolve.lists.small);
  visit("lists.most_share", tuning.presolve.lists.most_share);
  visit("lists.sweep_above", tuning.presolve.lists.sweep_above);
  visit("lists.most_sparse_products", tuning.presolve.lists.most_sparse_products);
  visit("lists.most_multiplications", tuning.presolve.lists.most_multiplications);
  visit("lists.usual_share", tuning.presolve.lists.usual_share);
  visit("lists.first_share", tuning.presolve.lists.first_share);
  visit("balance.most_rows", tuning.presolve.balance.most_rows);
  visit("balance.most_rounds", tuning.presolve.balance.most_rounds);
  visit("balance.least_raise", tuning.presolve.balance.least_raise);
  visit("balance.raise", tuning.presolve.balance.raise);
  visit("scores.longest", tuning.presolve.scores.longest);
  visit("scores.nearest", tuning.presolve.scores.nearest);
  visit("scores.spared", tuning.presolve.scores.spared);
  visit("scores.many_flat", tuning.presolve.scores.many_flat);
  visit("pairs.root.first", tuning.pairs.root.first);
  visit("pairs.root.round", tuning.pairs.root.round);
  visit("pairs.root.total", tuning.pairs.root.total);
  visit("pairs.root.adapt_until", tuning.pairs.root.adapt_until);
  visit("pairs.root.least_progress", tuning.pairs.root.least_progress);
  visit("pairs.spectral_from", tuning.pairs.spectral_from);
  visit("pairs.node.first", tuning.pairs.node.first);
  visit("pairs.node.round", tuning.pairs.node.round);
  visit("pairs.node.total", tuning.pairs.node.total);
  visit("pairs.node.adapt_until", tuning.pairs.node.adapt_until);
  visit("pairs.node.least_progress", tuning.pairs.node.least_progress);
  visit("pairs.patience", tuning.pairs.patience);
  visit("pairs.rescale_until", tuning.pairs.rescale_until);
  visit("pairs.close_call", tuning.pairs.close_call);
  visit("pairs.root_close_call", tuning.pairs.root_close_call);
  visit("pairs.shrunk", tuning.pairs.shrunk);
  visit("pairs.least_rho", tuning.pairs.least_rho);
  visit("pairs.most_rho", tuning.pairs.most_rho);
  visit("pairs.probes_up_to", tuning.pairs.probes_up_to);
  visit("pairs.groups_above", tuning.pairs.groups_above);
  visit("pairs.leading_vectors", tuning.pairs.leading_vectors);
  visit("pairs.step.relaxation", tuning.pairs.step.relaxation);
  visit("pairs.step.capped_relaxation", tuning.pairs.step.capped_relaxation);
  visit("pairs.step.reading_interval", tuning.pairs.step.reading_interval);
  visit("pairs.step.dual_weight", tuning.pairs.step.dual_weight);
  visit("pairs.step.least_ratio", tuning.pairs.step.least_ratio);
  visit("pairs.step.most_ratio", tuning.pairs.step.most_ratio);
  visit("pairs.step.boldest", tuning.pairs.step.boldest);
  visit("pairs.step.harmless", tuning.pairs.step.harmless);
  visit("pairs.step.oldest_basis", tuning.pairs.step.oldest_basis);
  visit("pairs.step.single_precision", tuning.pairs.step.single_precision);
  visit("branching.share", tuning.branching.share);
  visit("branching.most", tuning.branching.most);
  visit("joint.root_steps", tuning.joint.root_steps);
  visit("joint.node_steps", tuning.joint.node_steps);
  visit("joint.round_steps", tuning.joint.round_steps);
  visit("joint.least_progress", tuning.joint.least_progress);
  visit("joint.first_starts", tuning.joint.first_starts);
  visit("joint.guided_starts", tuning.joint.guided_starts);
  visit("joint.guided_rounds", tuning.joint.guided_rounds);
  visit("joint.bundle_steps", tuning.joint.bundle_steps);
  visit("joint.columns", tuning.joint.columns);
  visit("joint.climbs", tuning.joint.climbs);
  visit("joint.random_climbs", tuning.joint.random_climbs);
  visit("joint.first_move", tuning.joint.first_move);
  visit("joint.serious", tuning.joint.serious);
  visit("joint.optimal_up_to", tuning.joint.optimal_up_to);
  visit("joint.spectral_up_to", tuning.joint.spectral_up_to);
  visit("joint.core_above", tuning.joint.core_above);
  visit("joint.shortlist", tuning.joint.shortlist);
  visit_sample(tuning.sample, visit);
  visit_cauchy(tuning.cauchy, visit);
  visit_relaxations(tuning.sdp, tuning.dadal, visit);
  visit_programs(tuning.programs, visit);
  visit_boxes(tuning.programs.boxes, visit);
  visit("bound.pairs_steps", tuning.bound.pairs_steps);
  visit("bound.pairs_least_progress", tuning.bound.pairs_least_progress);
  visit("bound.pairs_patience", tuning.bound.pairs_patience);
  visit("bound.pairs_below_lower", tuning.bound.pairs_below_lower);
  visit("bound.operations_per_sec", tuning.bound.operations_per_sec);
  visit("bound.short_step_sec", tuning.bound.short_step_sec);
  visit("path.thorough_at", tuning.path.thorough_at);
  visit("path.product_up_to", tuning.path.product_up_to);
  visit("path.late_sec", tuning.path.late_sec);
  visit("path.visible_bend", tuning.path.visible_bend);
}

/// Sets one number from "key=value". Throws Error(usage) that names the nearest key, or what is wrong with the
/// value.
void set_tuning(Tuning& tuning, const std::string& assignment);

}  // namespace spica::solver
