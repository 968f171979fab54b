#include "report/html/page.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <nlohmann/json.hpp>

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

/// The document that is drawn: the result, with the curve wherever it comes from.
Json assemble(std::string_view result_json, std::string_view curve_json) {
  constexpr int schema_version = 1;
  Json result = Json::parse(result_json);
  if (result.at("schema_version").get<int>() != schema_version)
    throw Error(ErrorKind::input, fmt::format("schema_version is {}, and this program knows {}",
                                              result.at("schema_version").dump(), schema_version));
  if (result.at("components").empty())
    throw Error(ErrorKind::input, "a result without components, nothing to show");
  Json curve = curve_json.empty() ? Json() : Json::parse(curve_json);
  if (!curve.is_null()) {
    if (!curve.contains("path")) throw Error(ErrorKind::input, "the curve is no result of spica path");
    if (curve.at("input").at("sha256") != result.at("input").at("sha256"))
      throw Error(ErrorKind::input, "the curve is about another input");
  }
  const Json& source = curve.is_null() ? result : curve;
  if (!source.contains("path")) return result;
  Json points = Json::array();
  for (const Json& component : source.at("components"))
    points.push_back({{"k", component.at("k")},
                      {"lower_bound", component.at("lower_bound")},
                      {"upper_bound", component.at("upper_bound")}});
  const Json largest = source.at("path").at("largest_eigenvalue").at("upper_bound");
  result["curve"] = std::move(points);
  if (!result.contains("plain_variances")) result["plain_variances"] = Json::array({largest});
  return result;
}

std::string page(const Json& result) {
  const std::string title = headline(result);
  const Json& shown = result.at("components").at(shown_component(result));
  const auto path = result.at("input").at("path").get<std::string>();
  const std::string name = path.substr(path.find_last_of('/') + 1);
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
  if (!result.contains("isometry") && shown.value("sense", "largest") == "largest") out += words;
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

std::string html_report(std::string_view result_json, std::string_view curve_json) {
  try {
    return page(assemble(result_json, curve_json));
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("not a result of spica: {}", error.what()));
  }
}

}  // namespace spica::report
