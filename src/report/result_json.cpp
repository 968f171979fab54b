#include "report/result_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/group_file.hpp"
#include "report/groups.hpp"
#include "spica/version.hpp"

namespace spica::report {

namespace {

using Json = nlohmann::ordered_json;

Json number(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json of(const Vector& values) {
  return Json(std::vector<double>(values.begin(), values.end()));
}

Json rows_of(const Matrix& values) {
  Json rows = Json::array();
  for (Index i = 0; i < values.rows(); ++i) rows.push_back(of(values.row(i)));
  return rows;
}

Json input_json(const RunRecord& record) {
  const Problem& problem = record.input.problem;
  Json json;
  json["path"] = record.input.path;
  json["kind"] = name_of(problem.kind());
  json["features"] = problem.features();
  json["samples"] = problem.kind() == InputKind::covariance ? Json(nullptr) : Json(problem.samples());
  json["sha256"] = record.input.sha256;
  json["transposed"] = record.input.transposed;
  json["shift"] = problem.shift();
  json["missing_values"] = record.input.missing_values;
  json["notes"] = record.input.notes;
  if (!record.input.labels.empty())
    json["labels"] = {{"column", record.input.label_column},
                      {"classes", io::classes_of(record.input.labels)}};
  return json;
}

Json limit_json(Index at_most) {
  return at_most == io::no_limit ? Json(nullptr) : Json(at_most);
}

/// How many features of each group a component has.
Json counts_json(const GroupLimits& limits, const Support& support) {
  Json list = Json::array();
  for (const GroupCount& one : group_counts(limits, support))
    list.push_back({{"name", one.name}, {"features", one.features}, {"at_most", limit_json(one.at_most)}});
  return list;
}

/// The features of each group, and how many of them a component may have.
Json groups_json(const GroupLimits& limits) {
  Json groups = Json::array();
  for (Index g = 0; g < limits.groups(); ++g) {
    Support features;
    for (std::size_t i = 0; i < limits.group.size(); ++i) {
      if (limits.group[i] == g) features.push_back(static_cast<Index>(i));
    }
    const auto at = static_cast<std::size_t>(g);
    groups.push_back({{"name", limits.names.empty() ? fmt::format("group {}", g) : limits.names[at]},
                      {"at_most", limit_json(limits.at_most[at])},
                      {"features", features}});
  }
  return groups;
}

Json options_json(const RunRecord& record) {
  Json json;
  const auto add = [&json]<class Value>(const char* flag, const Value& value, double, double, const char*) {
    if constexpr (is_optional<Value>) {
      json[flag] = value ? Json(*value) : Json(nullptr);
    } else if constexpr (std::is_enum_v<Value>) {
      json[flag] = name_of(value);
    } else if constexpr (std::is_same_v<Value, bool>) {
      json[flag] = value;
    } else if constexpr (std::is_floating_point_v<Value>) {
      json[flag] = number(value);
    } else {
      json[flag] = value == std::numeric_limits<Value>::max() ? Json(nullptr) : Json(value);
    }
  };
  visit_solve_options(record.options, add);
  if (record.command == "solve") {
    visit_objective_options(record.options, add);
    json["start"] = record.options.start;
    json["prove"] = record.options.prove;
    json["memory"] = record.options.memory_bytes > 0 ? Json(record.options.memory_bytes) : Json(nullptr);
  }
  const bool in_turn = record.command == "solve" || record.command == "heuristic" || record.command == "demo";
  if (in_turn) visit_deflation_options(record.options, add);
  if (record.command == "path") visit_path_options(record.options, add);
  visit_heuristic_options(record.options.heuristic, add);
  if (record.command == "bound") {
    json["method"] = name_of(record.options.bound);
    visit_bound_options(record.options, add);
  }
  const io::Interpretation& how = record.interpretation;
  if (record.input.problem.kind() == InputKind::sensing) {
    json["normalize"] = how.standardize;
    return json;
  }
  json["standardize"] = how.standardize;
  json["center"] = how.center;
  json["ddof"] = how.ddof;
  json["exclude"] = record.input.excluded;
  json["include"] = record.options.include;
  if (!record.options.limits.empty()) json["groups"] = groups_json(record.options.limits);
  constexpr std::array missing = {"error", "drop-rows", "mean"};
  json["missing"] = missing[static_cast<std::size_t>(how.missing)];
  return json;
}

Json trace_json(const std::vector<TracePoint>& trace) {
  Json list = Json::array();
  for (const TracePoint& point : trace) {
    list.push_back({{"time_sec", point.time_sec},
                    {"lower_bound", number(point.lower_bound)},
                    {"upper_bound", number(point.upper_bound)},
                    {"nodes", point.nodes}});
  }
  return list;
}

Json l1_json(const L1Report& l1) {
  return {{"value", number(l1.value)},
          {"point_support", l1.support},
          {"point", of(l1.point)},
          {"rounded_value", number(l1.rounded_value)},
          {"rounded_support", l1.rounded},
          {"theorem_factor", l1.theorem_factor},
          {"factor", l1.factor}};
}

Json names_of(const Support& support, const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const Index i : support) list.push_back(names[static_cast<std::size_t>(i)]);
  return list;
}

Json better_json(const Better& better, const std::vector<std::string>& names) {
  Json json = {
      {"value", number(better.value)}, {"support", better.support}, {"loadings", of(better.loadings)}};
  if (!names.empty()) json["feature_names"] = names_of(better.support, names);
  return json;
}

/// Of every feature: in all sets that are listed, in some of them or in none, and the best of those with it and without it.
/// Where there is no such set, `cutoff` bounds what one would explain.
Json presence_json(const Alternatives& alternatives, Index features, const std::vector<std::string>& names) {
  std::vector<std::optional<double>> with(static_cast<std::size_t>(features));
  std::vector<std::optional<double>> without(static_cast<std::size_t>(features));
  for (const Alternative& set : alternatives.sets) {  // the best first
    std::size_t next = 0;
    for (std::size_t i = 0; i < with.size(); ++i) {
      const bool has = next < set.support.size() && set.support[next] == static_cast<Index>(i);
      if (has) ++next;
      std::optional<double>& best = has ? with[i] : without[i];
      if (!best) best = set.value;
    }
  }
  Json list = Json::array();
  for (std::size_t i = 0; i < with.size(); ++i) {
    Json json = {{"feature", i}};
    if (!names.empty()) json["name"] = names[i];
    json["in"] = !with[i] ? "none" : without[i] ? "some" : "all";
    json["best_with"] = number(with[i]);
    json["best_without"] = number(without[i]);
    list.push_back(std::move(json));
  }
  return list;
}

void add_alternatives(Json& json, const Alternatives& alternatives, Index features,
                      const std::vector<std::string>& names) {
  Json sets = Json::array();
  for (const Alternative& set : alternatives.sets) {
    sets.push_back(
        {{"support", set.support}, {"value", number(set.value)}, {"upper_bound", number(set.upper)}});
    if (!names.empty()) sets.back()["feature_names"] = names_of(set.support, names);
  }
  json["alternatives"] = std::move(sets);
  json["alternatives_proof"] = {{"share", alternatives.share},       {"cutoff", number(alternatives.cutoff)},
                                {"finished", alternatives.finished}, {"complete", alternatives.complete},
                                {"count", alternatives.count},       {"nodes", alternatives.nodes},
                                {"time_sec", alternatives.time_sec}};
  if (alternatives.complete) json["features"] = presence_json(alternatives, features, names);
}

Json component_json(const Component& component, const Problem& problem, const GroupLimits& limits) {
  const std::vector<std::string>& names = problem.feature_names();
  Json json;
  json["k"] = component.k;
  json["sense"] = name_of(component.sense);
  json["lower_bound"] = number(component.lower_bound);
  json["upper_bound"] = number(component.upper_bound);
  json["gap"] = number(component.gap);
  if (component.gap_scale) json["gap_scale"] = number(component.gap_scale);
  if (component.support_upper) {
    const bool smallest = component.sense == Sense::smallest;
    json[smallest ? "support_lower_bound" : "support_upper_bound"] = number(component.support_upper);
  }
  if (component.model_value) json["model_value"] = number(component.model_value);
  if (component.l1) json["l1"] = l1_json(*component.l1);
  json["status"] = name_of(component.status);
  json["negligible"] = component.negligible;
  json["down_to_rounding"] = component.down_to_rounding;
  json["support"] = component.support;
  json["loadings"] = of(component.loadings);
  if (!names.empty()) json["feature_names"] = names_of(component.support, names);
  if (!limits.empty()) json["groups"] = counts_json(limits, component.support);
  json["variance"] = component.variance;
  json["score_variance"] = component.score_variance;
  json["adjusted_variance"] = component.adjusted_variance;
  json["nodes"] = component.nodes;
  json["method"] = component.method;
  json["time_sec"] = component.time_sec;
  json["ties"] = component.ties;
  if (component.alternatives) add_alternatives(json, *component.alternatives, problem.features(), names);
  if (component.better) json["better"] = better_json(*component.better, names);
  json["trace"] = trace_json(component.trace);
  return json;
}

Json total_json(const JointTotal& total) {
  Json prices = Json::array();
  for (std::size_t i = 0; i < total.priced.size(); ++i)
    prices.push_back({{"feature", total.priced[i]}, {"price", total.prices(static_cast<Index>(i))}});
  Json json;
  json["lower_bound"] = number(total.lower_bound);
  json["upper_bound"] = number(total.upper_bound);
  json["gap"] = number(total.gap);
  json["status"] = name_of(total.status);
  json["prices"] = std::move(prices);
  const bool in_turn = total.one_after_another > 0.0;
  json["one_after_another"] = in_turn ? number(total.one_after_another) : Json(nullptr);
  json["adjusted"] = number(total.adjusted);
  if (!total.better.empty())
    json["better"] = {{"value", number(total.better_value)}, {"supports", total.better}};
  json["nodes"] = total.nodes;
  json["time_sec"] = total.time_sec;
  json["trace"] = trace_json(total.trace);
  return json;
}

Json isometry_json(const Isometry& isometry) {
  return {{"lower_bound", number(isometry.lower_bound)},
          {"upper_bound", number(isometry.upper_bound)},
          {"gap", number(isometry.gap)}};
}

Json path_json(const PathReport& path) {
  Json json;
  json["largest_eigenvalue"] = {{"lower_bound", number(path.largest_lower)},
                                {"upper_bound", number(path.largest_upper)}};
  json["bend"] = path.bend ? Json(*path.bend) : Json(nullptr);
  if (!path.selection) return json;
  const Selection& selection = *path.selection;
  json["selection"] = {
      {"share", selection.share},
      {"k", selection.k ? Json(*selection.k) : Json(nullptr)},
      {"impossible_up_to", selection.impossible ? Json(*selection.impossible) : Json(nullptr)}};
  return json;
}

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json list = Json::array();
  for (const CurvePoint& point : curve)
    list.push_back({{"k", point.k},
                    {"lower_bound", number(point.lower_bound)},
                    {"upper_bound", number(point.upper_bound)}});
  return list;
}

/// The texts of those samples that are shown.
Json shown_samples(const Plane& plane, const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const Index i : plane.samples) list.push_back(texts[static_cast<std::size_t>(i)]);
  return list;
}

Json plane_json(const Plane& plane, const io::Input& input) {
  Json json = {{"x_title", plane.x_title},
               {"y_title", plane.y_title},
               {"samples", plane.samples},
               {"x", of(plane.x)},
               {"y", of(plane.y)}};
  if (!input.sample_names.empty()) json["sample_names"] = shown_samples(plane, input.sample_names);
  if (!input.labels.empty()) json["labels"] = shown_samples(plane, input.labels);
  return json;
}

}  // namespace

std::string to_json(const RunRecord& record) {
  Json json;
  json["schema_version"] = schema_version;
  json["command"] = record.command;
  json["version"] = version;
  json["input"] = input_json(record);
  json["options"] = options_json(record);
  json["status"] = name_of(record.result.status);
  json["components"] = Json::array();
  for (const Component& component : record.result.components) {
    json["components"].push_back(component_json(component, record.input.problem, record.options.limits));
  }
  if (record.result.total) json["total"] = total_json(*record.result.total);
  if (record.result.correlations.cols() > 1) json["correlations"] = rows_of(record.result.correlations);
  if (record.result.isometry) json["isometry"] = isometry_json(*record.result.isometry);
  if (record.result.path) json["path"] = path_json(*record.result.path);
  if (!record.plain_variances.empty()) json["plain_variances"] = record.plain_variances;
  if (!record.pictures.curve.empty()) json["curve"] = curve_json(record.pictures.curve);
  if (record.pictures.plane) json["plane"] = plane_json(*record.pictures.plane, record.input);
  json["total_variance"] = record.result.total_variance;
  json["time_sec"] = record.result.time_sec;
  if (record.result.time_before_sec > 0.0) json["time_before_sec"] = record.result.time_before_sec;
  json["read_sec"] = record.read_sec;
  json["threads"] = record.result.threads;
  json["ranks"] = record.result.ranks;
  json["peak_memory_bytes"] = record.peak_memory_bytes ? Json(*record.peak_memory_bytes) : Json(nullptr);
  // Names that are not UTF-8 are kept readable rather than refused.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spica::report
