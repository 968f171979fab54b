// The library as a module for JavaScript: a request in JSON and numbers or a file in, JSON out. One call at a time; the
// module calls spica_news now and then, and whatever that returns other than 1 ends the call with what it has.

#include <emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "embed/attended.hpp"
#include "embed/job.hpp"
#include "features.hpp"
#include "io/table.hpp"
#include "options.hpp"
#include "report/html/claims.hpp"
#include "report/html/page.hpp"
#include "report/html/sentences.hpp"
#include "spica/error.hpp"
#include "spica/version.hpp"

EM_JS(int, spica_news, (const char* text), { return Module["onNews"](UTF8ToString(text)) ? 1 : 0; });

namespace {

using spica::Index;
using spica_web::Json;
using spica_web::options_of;

/// Memory is counted in 32 bits here, and products of two such numbers must fit.
constexpr Index most_features = 40'000;

template <class Value>
Value get(const Json& object, const char* key, Value otherwise) {
  if (!object.contains(key) || object.at(key).is_null()) return otherwise;
  try {
    return object.at(key).get<Value>();
  } catch (const Json::exception&) {
    throw spica::Error(spica::ErrorKind::usage,
                       "`" + std::string(key) + "` cannot be " + object.at(key).dump());
  }
}

char* copied(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) std::abort();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const char* name_of(spica::ErrorKind kind) {
  return kind == spica::ErrorKind::usage      ? "usage"
         : kind == spica::ErrorKind::internal ? "internal"
                                              : "input";
}

/// What work() returns, or what it failed with, as JSON.
template <class Work>
char* answered(const Work& work) {
  const auto failed = [](const char* kind, const std::string& message) {
    return copied(dump({{"error", {{"kind", kind}, {"message", message}}}}));
  };
  try {
    return copied(dump(work()));
  } catch (const spica::Error& error) {
    return failed(name_of(error.kind()), error.what());
  } catch (const spica::embed::NoTime& error) {
    return failed("time", error.what());
  } catch (const spica::embed::StoppedEarly&) {
    return failed("stopped", "stopped before the matrix was checked; there is no result");
  } catch (const Json::exception& error) {
    return failed("usage", std::string("a request that is none: ") + error.what());
  } catch (const std::bad_alloc&) {
    return failed("memory", "there is not enough memory; leave features out, or use the program");
  } catch (const std::length_error&) {
    return failed("memory", "there is not enough memory; leave features out, or use the program");
  } catch (const std::exception& error) {
    return failed("internal", error.what());
  }
}

spica::io::ReadOptions reading_of(const Json& how) {
  spica::io::ReadOptions options;
  options.transpose = get(how, "transpose", false);
  options.ignore = get(how, "ignore", std::vector<std::string>());
  options.exclude = spica_web::names_among(get(how, "exclude", Json::array()));
  const auto labels = get(how, "labels", std::string());
  if (!labels.empty()) options.labels = labels;
  return options;
}

spica::io::Interpretation interpretation_of(const Json& how) {
  spica::io::Interpretation result;
  const auto kind = get(how, "kind", std::string());
  if (!kind.empty() && kind != "covariance" && kind != "samples")
    throw spica::Error(spica::ErrorKind::usage, "`kind` must be 'covariance' or 'samples'");
  if (!kind.empty())
    result.as = kind == "covariance" ? spica::InputKind::covariance : spica::InputKind::samples;
  result.center = get(how, "center", true);
  result.standardize = get(how, "standardize", false);
  result.ddof = get(how, "ddof", 0);
  result.shift = get(how, "shift", false);
  const auto missing = get(how, "missing", std::string("error"));
  if (missing != "error" && missing != "mean" && missing != "drop-rows")
    throw spica::Error(spica::ErrorKind::usage, "`missing` must be 'error', 'drop-rows' or 'mean'");
  using spica::io::MissingValues;
  result.missing = missing == "mean"        ? MissingValues::mean
                   : missing == "drop-rows" ? MissingValues::drop_rows
                                            : MissingValues::refuse;
  return result;
}

void require_size(Index features) {
  if (features > most_features)
    throw spica::Error(spica::ErrorKind::input, "the matrix has " + std::to_string(features) +
                                                    " features, and 40,000 are read here; use the program");
}

/// A file that was put into the module's memory, or numbers row by row.
spica::io::Table table_of(const Json& request, const double* values) {
  const Json& how = request.at("how");
  spica::io::Table table;
  if (request.contains("file")) {
    table = spica::io::read_table(request.at("file").get<std::string>(), reading_of(how));
  } else {
    const auto rows = request.at("rows").get<Index>();
    const auto columns = request.at("columns").get<Index>();
    require_size(columns);
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    table.path = "the data";
    table.numbers = spica::Matrix(Eigen::Map<const ByRows>(values, rows, columns));
    table.column_names = get(how, "featureNames", std::vector<std::string>());
  }
  require_size(spica::io::columns_of(table));
  return table;
}

Json json_of(const spica::Progress& progress) {
  Json json = {{"component", progress.component},
               {"timeSec", progress.time_sec},
               {"nodes", progress.nodes},
               {"open", progress.open},
               {"last", progress.last},
               {"lowerBound", nullptr},
               {"upperBound", nullptr}};
  if (std::isfinite(progress.lower_bound)) json["lowerBound"] = progress.lower_bound;
  if (progress.upper_bound) json["upperBound"] = *progress.upper_bound;
  return json;
}

spica::embed::Listener listener() {
  spica::embed::Listener result;
  result.wants_progress = true;
  result.serve = [](const std::vector<spica::Progress>& latest) {
    Json news = Json::array();
    for (const spica::Progress& progress : latest) news.push_back(json_of(progress));
    return spica_news(dump(news).c_str()) == 1;
  };
  return result;
}

Json run(const Json& request, const double* values) {
  const Json& how = request.at("how");
  spica::embed::Job job;
  job.command = request.at("command").get<std::string>();
  job.options = options_of(request.at("options"), job.command);
  job.options.prove = get(how, "prove", false);
  job.options.certificate = get(how, "certificate", false);
  job.pictures = get(how, "pictures", false);
  job.k = request.at("k").get<std::vector<Index>>();
  job.how = interpretation_of(how);
  job.how.allow_indefinite = job.options.smallest;
  job.how.fingerprint = job.options.certificate;
  job.table = table_of(request, values);
  const spica_web::Features features(job.table);
  job.how.include = features.words_of(get(how, "include", Json::array()), "include");
  job.how.exclude = features.words_of(get(how, "exclude", Json::array()), "exclude");
  for (const Json& support : get(how, "start", Json::array()))
    job.how.start.push_back(features.references_of(support));
  job.options.limits = features.limits_of(get(how, "groups", Json()), get(how, "atMost", Json()));
  const spica::embed::Ran ran = spica::embed::attended(
      listener(), [&job](const spica::Hooks& hooks) { return spica::embed::run(std::move(job), hooks); });
  return {{"result", ran.json}, {"certificate", ran.certificate}, {"warnings", ran.warnings}};
}

/// What was understood of a file, before anything is made of it.
Json preview(const Json& request) {
  constexpr Index shown = 6;
  const spica::io::Table table = table_of(request, nullptr);
  const Index rows = spica::io::rows_of(table);
  const Index columns = spica::io::columns_of(table);
  Index missing = 0;
  for (Index j = 0; j < columns; ++j)
    missing += static_cast<Index>(spica::io::column_of(table, j).array().isNaN().count());
  Json head = Json::array();
  for (Index i = 0; i < std::min(rows, shown); ++i) {
    const spica::Vector row = spica::io::row_of(table, i);
    Json cells = Json::array();
    for (Index j = 0; j < std::min(columns, shown); ++j)
      cells.push_back(std::isnan(row(j)) ? Json(nullptr) : Json(row(j)));
    head.push_back(std::move(cells));
  }
  Json result = {{"rows", rows},
                 {"columns", columns},
                 {"missing", missing},
                 {"columnNames", table.column_names},
                 {"rowNames", table.row_names},
                 {"labels", spica::io::classes_of(table.labels)},
                 {"notes", table.notes},
                 {"head", std::move(head)}};
  Json request_of_kind = request.at("how");
  spica::io::Interpretation how = interpretation_of(request_of_kind);
  if (how.missing == spica::io::MissingValues::refuse && missing > 0)
    how.missing = spica::io::MissingValues::mean;
  try {
    const spica::io::Input input = spica::io::interpret(table, how);
    result["kind"] = input.problem.kind() == spica::InputKind::covariance ? "covariance" : "samples";
    result["features"] = input.problem.features();
    result["featureNames"] = input.problem.feature_names();
  } catch (
      const spica::Error& error) {  // the switches may not fit the file; the person sees it and changes them
    result["problem"] = error.what();
  }
  return result;
}

/// Writes the matrix that a certificate is about, as the switches make it of a file, into another file.
Json completed(const Json& request) {
  spica::io::Table table = table_of(request, nullptr);
  spica::io::Interpretation how = interpretation_of(request.at("how"));
  how.keep_completed = true;
  how.allow_indefinite = true;
  const auto path = request.at("output").get<std::string>();
  spica::io::write_table(path, *spica::io::interpret(std::move(table), how).completed);
  return Json::object();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE char* spica_run(const char* request, const double* values) {
  return answered([&] { return run(Json::parse(request), values); });
}

EMSCRIPTEN_KEEPALIVE char* spica_preview(const char* request) {
  return answered([&] { return preview(Json::parse(request)); });
}

EMSCRIPTEN_KEEPALIVE char* spica_completed(const char* request) {
  return answered([&] { return completed(Json::parse(request)); });
}

/// The report of a result, one HTML file.
EMSCRIPTEN_KEEPALIVE char* spica_report(const char* result) {
  return answered([&] { return Json{{"html", spica::report::html_report({result, "the result"})}}; });
}

/// What is proven, in words.
EMSCRIPTEN_KEEPALIVE char* spica_sentences(const char* text) {
  return answered([&] {
    const auto result = spica::report::Json::parse(text);
    Json claims = Json::array();
    for (const auto& component : result.at("components"))
      claims.push_back(spica::report::claim(result, component));
    return Json{{"headline", spica::report::headline(result)},
                {"lead", spica::report::lead_sentence(result)},
                {"claims", std::move(claims)}};
  });
}

EMSCRIPTEN_KEEPALIVE const char* spica_version() {
  return spica::version;
}
}
