#include "paper/instances.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "generate/generate.hpp"
#include "io/interpret.hpp"
#include "linalg/eigen.hpp"
#include "model/views.hpp"
#include "pitprops_csv.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"

namespace spica::paper {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> files = {{
    {"Eisen-1", "eisen1.csv.gz"},
    {"Eisen-2", "eisen2.csv.gz"},
    {"Colon", "colon500.csv.gz"},
    {"Lymphoma", "lymphoma500.csv.gz"},
    {"Reddit", "reddit2000_v2018.csv.gz"},
}};
constexpr std::string_view random_case = "Case ";
constexpr std::string_view pitprops_case = "component ";

std::string path_in(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

Problem pitprops() {
  return io::interpret(io::parse_table(embedded::pitprops_csv, "pitprops")).problem;
}

/// The matrices that the optimal components leave, the first one as it is.
std::vector<Problem> deflated_pitprops() {
  std::vector<Problem> left = {pitprops()};
  const Result result = solve(left.front(), {5, 2, 2, 1, 1, 1});
  for (const Component& component : result.components)
    left.push_back(left.back().deflated({component.support, component.loadings}, Deflation::projection));
  return left;
}

Problem random_instance(const Figure& figure) {
  generate::Request request;
  for (std::size_t i = 0; i < generate::model_names.size(); ++i) {
    if (figure.table.starts_with(generate::model_names[i])) request.model = static_cast<generate::Model>(i);
  }
  request.features = figure.n;
  request.k = figure.k.value_or(request.k);
  request.seed = std::stoull(figure.case_name.substr(random_case.size()));
  // The published lower bounds of this family are those of Sigma itself: 2.5 n + n/12 + 150 and a little for
  // k = 10.
  if (request.model == generate::Model::controlling_sparsity)
    return Problem::from_covariance(
        generate::controlling_sparsity_covariance(request.features, request.k, request.seed));
  return Problem::from_samples(generate::generate(request).samples, {.center = false});
}

}  // namespace

Origin origin_of(const Figure& figure) {
  if (figure.case_name.starts_with(random_case)) return Origin::new_draw;
  return figure.case_name == "Reddit" ? Origin::other_matrix : Origin::same;
}

std::optional<std::string> file_of(const Figure& figure) {
  for (const auto& [name, file] : files) {
    if (figure.case_name == name) return std::string(file);
  }
  return std::nullopt;
}

Instances::Instances(std::optional<std::string> data_folder) : data_folder_(std::move(data_folder)) {
  if (data_folder_ && !std::filesystem::is_directory(*data_folder_)) {
    throw Error(ErrorKind::input, fmt::format("{}: not a folder; give the one that holds {} and the other "
                                              "instances with `data=DIR`",
                                              *data_folder_, files.front().second));
  }
}

std::optional<std::string> Instances::why_missing(const Figure& figure) const {
  const std::optional<std::string> file = file_of(figure);
  if (!file) return std::nullopt;
  if (!data_folder_) return fmt::format("needs {}; give its folder with --data DIR", *file);
  std::error_code ignored;
  if (std::filesystem::exists(path_in(*data_folder_, *file), ignored)) return std::nullopt;
  return fmt::format("there is no {} in the data folder", *file);
}

Problem Instances::problem(const Figure& figure) {
  if (figure.case_name.starts_with(random_case)) return random_instance(figure);
  if (figure.case_name.starts_with(pitprops_case)) return pitprops_component(figure.case_name);
  const std::optional<std::string> file = file_of(figure);
  return file ? from_file(*file) : pitprops();
}

Problem Instances::from_file(const std::string& name) {
  auto at = tables_.find(name);
  if (at == tables_.end())
    at = tables_.emplace(name, io::read_table(path_in(data_folder_.value_or("."), name))).first;
  return io::interpret(at->second, {.as = InputKind::covariance}).problem;
}

Problem Instances::pitprops_component(const std::string& case_name) {
  if (pitprops_.empty()) pitprops_ = deflated_pitprops();
  return pitprops_.at(std::stoull(case_name.substr(pitprops_case.size())) - 1);
}

Index eigenvalues_above(const Problem& problem, double value) {
  const double scaled = std::ldexp(value, -problem.exponent());
  for (Index count = 8;; count *= 4) {
    const Index asked = std::min(count, problem.features());
    const Vector values = leading_eigenpairs(problem, asked).values;
    const Index above = (values.array() > scaled).count();
    if (above < values.size() || values.size() < count) return above;
  }
}

}  // namespace spica::paper
