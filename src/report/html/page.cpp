#include "report/html/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/sha256.hpp"
#include "report/html/joint_sentences.hpp"
#include "report/html/markup.hpp"
#include "report/html/sections.hpp"
#include "report/html/sentences.hpp"
#include "report/result_json.hpp"
#include "report_charts_js.hpp"
#include "report_css.hpp"
#include "report_page_js.hpp"
#include "report_svg_js.hpp"
#include "spica/error.hpp"

namespace spica::report {

namespace {

/// A hash as the policy of a page wants it: scripts other than ours do not run, whatever a name contains.
std::string policy_hash(std::string_view script) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string hex = io::sha256_hex(script) + "00";  // to whole groups of three hexadecimal digits
  std::string base64;
  for (std::size_t i = 0; i + 3 <= hex.size(); i += 3) {
    const auto bits = static_cast<std::size_t>(std::stoi(hex.substr(i, 3), nullptr, 16));
    base64 += letters[bits / letters.size()];
    base64 += letters[bits % letters.size()];
  }
  base64.back() = '=';  // 43 of the 44 letters carry the 256 bits
  return fmt::format("'sha256-{}'", base64);
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}; give a file that `json` wrote", name, why));
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
  if (result.contains("total"))
    for (const Json& point : result.at("total").at("trace")) whole(point.at("nodes"), 0);
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
auto reading(const NamedText& source, const Work& work) {
  try {
    return work();
  } catch (const Json::parse_error& error) {
    const std::string_view read = source.text.substr(0, error.byte);
    refuse(source.name, fmt::format("not a result of spica: line {} is not JSON",
                                    1 + std::count(read.begin(), read.end(), '\n')));
  } catch (const Json::exception& error) {
    const std::string text = error.what();
    const std::size_t tag = text.find("] ");  // of the library
    refuse(source.name,
           fmt::format("not a result of spica: {}", tag == std::string::npos ? text : text.substr(tag + 2)));
  }
}

Json parse(const NamedText& source) {
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
  equal = equal && same("options", "groups") && is_on(result, "nonnegative") == is_on(curve, "nonnegative");
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

/// All scripts of the page, in one element.
const std::string& script() {
  static const std::string text =
      fmt::format("{}{}{}", embedded::report_svg_js, embedded::report_charts_js, embedded::report_page_js);
  return text;
}

std::string head(const std::string& title) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n"
      "<title>{}</title>\n<style>\n",
      policy_hash(script()), escaped(title));
  out += embedded::report_css;
  return out + "</style>\n</head>\n";
}

std::string navigation(const std::vector<Part>& parts) {
  std::string links;
  for (const Part& part : parts)
    links += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", part.id, escaped(part.name));
  return "<nav aria-label=\"Parts of this page\"><ul>\n" + links + "</ul></nav>\n";
}

/// A headline in which no line begins with a per cent sign or with the "more" of "and 3 more".
std::string unbroken(std::string text) {
  for (const std::string_view word : {"%", "more"}) {
    const std::string apart = fmt::format(" {}", word);
    for (std::size_t at = text.find(apart); at != std::string::npos; at = text.find(apart, at + 1))
      text.replace(at, 1, "\u00a0");
  }
  return text;
}

/// The first screen: what was found, how much it explains, what is proven.
Part summary_part(const Json& result, const std::string& name) {
  const bool standardised = is_on(result, "standardize");
  return {"summary", "Result",
          fmt::format("<header id=\"summary\"><p class=\"file\">{}{}</p><h1>{}</h1>\n{}{}{}</header>\n",
                      escaped(name), standardised ? ", standardised" : "",
                      escaped(unbroken(headline(result))), paragraph(lead_sentence(result), "lead"),
                      is_joint(result) ? paragraph(joint_comparison(result), "note") : "", cards(result))};
}

std::string page(const Json& result) {
  const auto path = result.at("input").at("path").get<std::string>();
  const std::string name = path.substr(path.find_last_of('/') + 1);
  std::vector<Part> parts = {summary_part(result, name)};
  if (result.contains("path")) parts.push_back(curve_part(result));
  parts.push_back(components_part(result));
  parts.push_back(alternatives_part(result));
  parts.push_back(samples_part(result));
  if (!result.contains("path")) parts.push_back(curve_part(result));
  parts.push_back(plain_part(result));
  parts.push_back(proof_part(result));
  std::erase_if(parts, [](const Part& part) { return part.html.empty(); });

  std::string out = head(name + ": " + headline(result));
  out += fmt::format("<body data-file=\"{}\">\n<a class=\"skip\" href=\"#main\">To the result</a>\n",
                     escaped(name.substr(0, name.find('.'))));
  out += navigation(parts) + "<main id=\"main\">\n";
  for (const Part& part : parts) out += part.html;
  out += fmt::format(
      "</main>\n<footer><p>Made by Spica, which proves how good sparse principal components are. This file "
      "needs no "
      "network. The result is embedded as JSON, "
      "in the element <code>result</code>.</p></footer>\n<script type=\"application/json\" "
      "id=\"result\">{}</script>\n<script>",
      inside_script(result.dump(-1, ' ', true)));
  return out + script() + "</script>\n</body>\n</html>\n";
}

}  // namespace

std::string html_report(const NamedText& result, const NamedText& curve) {
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
