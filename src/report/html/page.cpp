#include "report/html/page.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "chart_js.hpp"
#include "io/sha256.hpp"
#include "report/html/markup.hpp"
#include "report/html/sections.hpp"
#include "report/html/sentences.hpp"
#include "report_css.hpp"
#include "report_js.hpp"
#include "spica/error.hpp"

namespace spica::report {

namespace {

constexpr int schema_version = 1;

/// A hash as the policy of a page wants it: scripts other than ours do not run, whatever a name contains.
std::string policy_hash(std::string_view script) {
  const std::string hex = io::sha256_hex(script);
  std::array<unsigned char, 32> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<unsigned char>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  std::array<unsigned char, 45> text{};
  EVP_EncodeBlock(text.data(), bytes.data(), static_cast<int>(bytes.size()));
  return fmt::format("'sha256-{}'", reinterpret_cast<const char*>(text.data()));
}

constexpr std::string_view words =
    R"html(<section id="words" aria-labelledby="words-title"><h2 id="words-title">Words</h2>
<dl>
<dt>Component</dt><dd>A weighted sum of features, with weights (loadings) whose squares add up to 1. This one uses few features, so it can be read.</dd>
<dt>Variance explained</dt><dd>The variance of that sum over the data. The more, the better a single number stands for many.</dd>
<dt>Lower bound</dt><dd>What the component shown is certain to explain.</dd>
<dt>Upper bound</dt><dd>What no set of as many features can exceed. It is a mathematical proof with all rounding accounted for, no estimate.</dd>
<dt>Gap</dt><dd>The distance of the two bounds relative to the lower one: how much a better set, if there is one, could gain at most.</dd>
</dl></section>
)html";

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}; give a file that --json wrote", name, why));
}

/// What the page takes for granted. Other fields that are missing or of another type are found when they are
/// read.
void require_sound(const Json& result, const std::string& name) {
  constexpr double most = 1e15;
  const auto whole = [&](const Json& value, std::int64_t least) {
    if (!value.is_number_integer() || value.get<double>() > most || value.get<std::int64_t>() < least)
      refuse(name, fmt::format("{} is no number that belongs there", value.dump()));
  };
  if (result.at("schema_version") != schema_version)
    refuse(name, fmt::format("schema_version is {}, and this program knows {}",
                             result.at("schema_version").dump(), schema_version));
  if (result.at("components").empty()) refuse(name, "a result without components, nothing to show");
  whole(result.at("input").at("features"), 1);
  for (const Json& component : result.at("components")) {
    whole(component.at("k"), 1);
    const std::size_t count = component.at("support").size();
    const bool named = component.contains("feature_names");
    if (component.at("loadings").size() != count || (named && component.at("feature_names").size() != count))
      refuse(name, "a component whose features and loadings differ in number");
    for (const Json& feature : component.at("support")) whole(feature, 0);
    for (const Json& point : component.at("trace")) whole(point.at("nodes"), 0);
  }
}

/// Does something with a source; what is not as it should be there is said with its name.
template <class Work>
auto reading(const Source& source, const Work& work) {
  try {
    return work();
  } catch (const Json::exception& error) {
    const std::string text = error.what();
    const std::size_t tag = text.find("] ");  // of the library
    refuse(source.name,
           fmt::format("not a result of spica: {}", tag == std::string::npos ? text : text.substr(tag + 2)));
  }
}

Json parse(const Source& source) {
  constexpr int deepest = 30;
  const auto not_too_deep = [&source](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) refuse(source.name, "nested too deeply");
    return true;
  };
  return reading(source, [&] {
    Json result = Json::parse(source.text, not_too_deep);
    require_sound(result, source.name);
    return result;
  });
}

/// A curve belongs to the same matrix only if everything that makes one of a file is the same.
void require_same_matrix(const Json& result, const Json& curve, const std::string& name) {
  if (!curve.contains("path")) refuse(name, "no result of spica path");
  const auto same = [&](const char* part, const char* key) {
    const Json none;
    const Json& ours = result.at(part);
    const Json& theirs = curve.at(part);
    return (ours.contains(key) ? ours.at(key) : none) == (theirs.contains(key) ? theirs.at(key) : none);
  };
  const bool known = !result.at("input").at("sha256").get<std::string>().empty();
  bool equal = known && same("input", "sha256");
  for (const char* key : {"kind", "features", "samples", "shift"}) equal = equal && same("input", key);
  for (const char* key : {"standardize", "center", "ddof", "missing", "exclude"})
    equal = equal && same("options", key);
  if (!equal || names_features(result, "include"))
    refuse(name, "about another input, or the same read in another way");
}

/// Adds the curve of a path to a result.
void add_curve(Json& result, const Json& source) {
  Json points = Json::array();
  for (const Json& component : source.at("components")) {
    points.push_back({{"k", component.at("k")},
                      {"lower_bound", component.at("lower_bound")},
                      {"upper_bound", component.at("upper_bound")}});
  }
  const Json largest = source.at("path").at("largest_eigenvalue").at("upper_bound");
  result["curve"] = std::move(points);
  if (!result.contains("plain_variances")) result["plain_variances"] = Json::array({largest});
}

std::string page(const Json& result) {
  const std::string title = headline(result);
  const Json& shown = result.at("components").at(shown_component(result));
  const auto path = result.at("input").at("path").get<std::string>();
  const std::string name = path.substr(path.find_last_of('/') + 1) +
                           (result.at("options").value("standardize", false) ? ", standardised" : "");
  const bool is_path = result.contains("path");
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src {} {}; base-uri 'none'; "
      "form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n"
      "<title>{}: {}</title>\n<style>\n",
      policy_hash(embedded::chart_js), policy_hash(embedded::report_js), escaped(name), escaped(title));
  out += embedded::report_css;
  out += fmt::format(
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the result</a>\n<header><p "
      "class=\"file\">{}</p><h1>{}</h1>\n"
      "<p class=\"lead\">{}</p></header>\n<main id=\"main\">\n",
      escaped(name), escaped(title), escaped(lead_sentence(result, shown)));
  out += key_figures(result);
  if (is_path) out += curve_section(result);
  out += component_sections(result) + plain_section(result);
  if (!is_path) out += curve_section(result);
  out += plane_section(result);
  if (!result.contains("isometry") && !is_smallest(shown) && number(shown, "upper_bound")) out += words;
  out += settings_section(result);
  out += fmt::format(
      "</main>\n<footer><p>Made by Spica, sparse principal components with proof. This file needs no "
      "network. The result it shows is inside, as JSON, "
      "in the element <code>result</code>.</p></footer>\n<script type=\"application/json\" "
      "id=\"result\">{}</script>\n<script>",
      inside_script(result.dump(-1, ' ', true)));
  out += embedded::chart_js;
  out += "</script>\n<script>";
  out += embedded::report_js;
  return out + "</script>\n</body>\n</html>\n";
}

}  // namespace

std::string html_report(const Source& result, const Source& curve) {
  Json document = parse(result);
  if (!curve.text.empty()) {
    const Json path = parse(curve);
    reading(curve, [&] {
      require_same_matrix(document, path, curve.name);
      add_curve(document, path);
    });
  }
  return reading(result, [&] {
    if (curve.text.empty() && document.contains("path")) add_curve(document, Json(document));
    return page(document);
  });
}

}  // namespace spica::report
