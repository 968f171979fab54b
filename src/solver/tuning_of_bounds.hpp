#pragma once

// The numbers that the dual methods run by, under their keys. Each function visits the numbers of one method as
// visit(key, number).

#include <string>

namespace spica::solver {

/// Visits a list of numbers, the first as "key.1".
template <class Numbers, class Visitor>
void visit_each(const std::string& key, Numbers& numbers, Visitor& visit) {
  for (std::size_t i = 0; i < numbers.size(); ++i) visit(key + "." + std::to_string(i + 1), numbers[i]);
}

/// All but the first step, whose length a method may choose from the problem.
template <class Settings, class Visitor>
void visit_lbfgs(const std::string& key, Settings& lbfgs, Visitor& visit) {
  visit(key + ".steps", lbfgs.steps);
  visit(key + ".memory", lbfgs.memory);
  visit(key + ".full_gradient", lbfgs.full_gradient);
  visit(key + ".flat", lbfgs.flat);
  visit(key + ".least_promise", lbfgs.least_promise);
  visit(key + ".stalls", lbfgs.stalls);
  visit(key + ".failures", lbfgs.failures);
  visit(key + ".line.trials", lbfgs.line.trials);
  visit(key + ".line.curved_trials", lbfgs.line.curved_trials);
  visit(key + ".line.decrease", lbfgs.line.decrease);
  visit(key + ".line.curvature", lbfgs.line.curvature);
  visit(key + ".line.first_shrink", lbfgs.line.first_shrink);
  visit(key + ".line.first_growth", lbfgs.line.first_growth);
}

template <class Settings, class Visitor>
void visit_sample(Settings& sample, Visitor& visit) {
  visit("sample.root_steps", sample.root_steps);
  visit("sample.node_steps", sample.node_steps);
  visit("sample.wanted", sample.wanted);
  visit("sample.certain_relevance", sample.certain_relevance);
  visit("sample.ascent.start_weight", sample.ascent.start_weight);
  visit("sample.ascent.start_nu", sample.ascent.start_nu);
  visit("sample.ascent.step", sample.ascent.step);
  visit("sample.ascent.step_decay", sample.ascent.step_decay);
  visit("sample.ascent.first_nu_steps", sample.ascent.first_nu_steps);
  visit("sample.ascent.nu_steps", sample.ascent.nu_steps);
  visit("sample.ascent.nu_accuracy", sample.ascent.nu_accuracy);
  visit("sample.ascent.nu_power", sample.ascent.nu_power);
  visit("sample.ascent.least_ratio", sample.ascent.least_ratio);
  visit("sample.ascent.least_bracket", sample.ascent.least_bracket);
  visit("sample.ascent.average_steps", sample.ascent.average_steps);
  visit("sample.ascent.progress_steps", sample.ascent.progress_steps);
  visit("sample.ascent.least_progress", sample.ascent.least_progress);
  visit("sample.ascent.converged", sample.ascent.converged);
  visit("sample.ascent.room", sample.ascent.room);
}

template <class Settings, class Visitor>
void visit_cauchy(Settings& cauchy, Visitor& visit) {
  visit("cauchy.dense_proof_up_to", cauchy.dense_proof_up_to);
  visit("cauchy.close_enough", cauchy.close_enough);
  visit("cauchy.below_cutoff", cauchy.below_cutoff);
  visit("cauchy.quick_proof", cauchy.quick_proof);
  visit("cauchy.share_of_proofs", cauchy.share_of_proofs);
  visit("cauchy.eigen.all_up_to", cauchy.eigen.all_up_to);
  visit("cauchy.eigen.attempts", cauchy.eigen.attempts);
  visit("cauchy.eigen.rougher", cauchy.eigen.rougher);
  visit("cauchy.eigen.dense_up_to", cauchy.eigen.dense_up_to);
  visit("cauchy.eigen.data_restarts", cauchy.eigen.data_restarts);
  visit("cauchy.eigen.data_tolerance", cauchy.eigen.data_tolerance);
  visit("cauchy.start.fewest_columns", cauchy.start.fewest_columns);
  visit("cauchy.start.most_columns", cauchy.start.most_columns);
  visit("cauchy.start.well_below", cauchy.start.well_below);
  visit_each("cauchy.start.shares", cauchy.start.shares, visit);
  visit_each("cauchy.start.other_shares", cauchy.start.other_shares, visit);
  visit("cauchy.start.level", cauchy.start.level);
  visit("cauchy.start.level_share", cauchy.start.level_share);
  visit("cauchy.start.first_f", cauchy.start.first_f);
  visit_each("cauchy.start.other_f", cauchy.start.other_f, visit);
  visit("cauchy.start.least_loading", cauchy.start.least_loading);
  visit("cauchy.start.restarts", cauchy.start.restarts);
  visit("cauchy.start.tolerance", cauchy.start.tolerance);
  visit_each("cauchy.descent.mu", cauchy.descent.mu, visit);
  visit("cauchy.descent.tolerance", cauchy.descent.tolerance);
  visit("cauchy.descent.tolerance_of_mu", cauchy.descent.tolerance_of_mu);
  visit("cauchy.descent.tolerance_of_gap", cauchy.descent.tolerance_of_gap);
  visit("cauchy.descent.first_eigenpairs", cauchy.descent.first_eigenpairs);
  visit("cauchy.descent.fewest_eigenpairs", cauchy.descent.fewest_eigenpairs);
  visit("cauchy.descent.most_eigenpairs", cauchy.descent.most_eigenpairs);
  visit("cauchy.descent.more_eigenpairs", cauchy.descent.more_eigenpairs);
  visit("cauchy.descent.narrow", cauchy.descent.narrow);
  visit("cauchy.descent.wide", cauchy.descent.wide);
  visit("cauchy.descent.least_weight", cauchy.descent.least_weight);
  visit("cauchy.descent.restarts", cauchy.descent.restarts);
  visit("cauchy.descent.lanczos_of_mu", cauchy.descent.lanczos_of_mu);
  visit("cauchy.descent.start_weight", cauchy.descent.start_weight);
  visit("cauchy.descent.memory_numbers", cauchy.descent.memory_numbers);
  visit("cauchy.descent.fewest_remembered", cauchy.descent.fewest_remembered);
  visit("cauchy.descent.lbfgs.first_step", cauchy.descent.lbfgs.first_step);
  visit_lbfgs("cauchy.descent.lbfgs", cauchy.descent.lbfgs, visit);
}

template <class Sdp, class Dadal, class Visitor>
void visit_relaxations(Sdp& sdp, Dadal& dadal, Visitor& visit) {
  visit("sdp.small_core", sdp.small_core);
  visit("sdp.core_of_k", sdp.core_of_k);
  visit("sdp.growth", sdp.growth);
  visit("sdp.round_steps", sdp.round_steps);
  visit("sdp.stall_steps", sdp.stall_steps);
  visit("sdp.stall_gap", sdp.stall_gap);
  visit("sdp.proof_growth", sdp.proof_growth);
  visit("sdp.core_gap", sdp.core_gap);
  visit("sdp.admm.over_relaxation", sdp.admm.over_relaxation);
  visit("sdp.admm.balance_steps", sdp.admm.balance_steps);
  visit("sdp.admm.balance_share", sdp.admm.balance_share);
  visit("sdp.admm.balanced", sdp.admm.balanced);
  visit("sdp.admm.most_change", sdp.admm.most_change);
  visit("dadal.most_steps", dadal.most_steps);
  visit("dadal.tolerance", dadal.tolerance);
  visit("dadal.repair_steps", dadal.repair_steps);
  visit("dadal.balance_steps", dadal.balance_steps);
  visit("dadal.balanced", dadal.balanced);
  visit("dadal.most_change", dadal.most_change);
  visit("dadal.most_ratio", dadal.most_ratio);
}

template <class Settings, class Visitor>
void visit_programs(Settings& programs, Visitor& visit) {
  visit("programs.whole_spectrum_up_to", programs.whole_spectrum_up_to);
  visit("programs.most_directions", programs.most_directions);
  visit("programs.lambda_share", programs.lambda_share);
  visit("programs.level_share", programs.level_share);
  visit("programs.most_failures", programs.most_failures);
  visit("programs.raised_start", programs.raised_start);
  visit("programs.kept_start", programs.kept_start);
  visit("programs.off_support", programs.off_support);
  visit("programs.l1_steps", programs.l1_steps);
}

/// How the dual of a box is minimised.
template <class Settings, class Visitor>
void visit_minimiser(const std::string& key, Settings& minimise, Visitor& visit) {
  for (std::size_t i = 0; i < minimise.stages.size(); ++i) {
    const std::string stage = key + ".stages." + std::to_string(i + 1);
    visit(stage + ".region", minimise.stages[i].region);
    visit(stage + ".curvature", minimise.stages[i].curvature);
  }
  visit(key + ".tolerance", minimise.tolerance);
  visit(key + ".little_of_way", minimise.little_of_way);
  visit(key + ".shortest_way", minimise.shortest_way);
  visit(key + ".far", minimise.far);
  visit(key + ".far_gain", minimise.far_gain);
  visit_lbfgs(key + ".lbfgs", minimise.lbfgs, visit);
}

template <class Settings, class Visitor>
void visit_boxes(Settings& boxes, Visitor& visit) {
  visit_minimiser("boxes.raised", boxes.raised, visit);
  visit_minimiser("boxes.kept_root", boxes.kept_root, visit);
  visit_minimiser("boxes.kept_node", boxes.kept_node, visit);
  visit_minimiser("boxes.polish", boxes.polish, visit);
  visit("boxes.raised_step", boxes.raised_step);
  visit("boxes.kept_step", boxes.kept_step);
  visit("boxes.polish_rounds", boxes.polish_rounds);
  visit("boxes.polish_failures", boxes.polish_failures);
  visit("boxes.polish_gain", boxes.polish_gain);
  visit("boxes.ellipsoid_up_to", boxes.ellipsoid_up_to);
  visit("boxes.ellipsoid.slight", boxes.ellipsoid.slight);
  visit("boxes.ellipsoid.first_radius", boxes.ellipsoid.first_radius);
  visit("boxes.ellipsoid.precision", boxes.ellipsoid.precision);
  visit("boxes.ellipsoid.steps_factor", boxes.ellipsoid.steps_factor);
  visit("boxes.smallest_width", boxes.smallest_width);
  visit("boxes.floor_of_level", boxes.floor_of_level);
  visit("boxes.least_weight", boxes.least_weight);
  visit("boxes.softness", boxes.softness);
  visit("boxes.fractional", boxes.fractional);
  visit("boxes.point_softness", boxes.point_softness);
}

}  // namespace spica::solver
