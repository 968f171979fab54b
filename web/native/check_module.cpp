// The checker as a module for JavaScript, apart from the library's: a file and a certificate in the module's memory in, what is
// proven out, as JSON.

#include <emscripten.h>

#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "checker/check.hpp"
#include "checker/matrix_file.hpp"

namespace {

using Json = nlohmann::json;

Json list_of(const spica_check::Features& features) {
  return std::vector<std::size_t>(features.begin(), features.end());
}

Json json_of(const spica_check::Statement& statement) {
  const spica_check::Preparation& how = statement.how;
  Json components = Json::array();
  for (const spica_check::Chosen& one : statement.proven.components) {
    components.push_back({{"k", one.k},
                          {"support", std::vector<std::size_t>(one.x.support.begin(), one.x.support.end())},
                          {"loadings", std::vector<double>(one.x.values.begin(), one.x.values.end())}});
  }
  Json limits = Json::array();
  for (const spica_check::GroupLimits::Group& group : statement.proven.limits.groups())
    limits.push_back({{"atMost", group.at_most}, {"features", list_of(group.features)}});
  Json json = {{"kind", how.samples ? "samples" : "covariance"},
               {"rows", statement.rows},
               {"features", statement.columns},
               {"center", how.center},
               {"standardize", how.standardize},
               {"ddof", how.ddof},
               {"shift", statement.shift},
               {"sense", how.reflect ? "smallest" : "largest"},
               {"component", statement.component},
               {"joint", statement.joint},
               {"nonnegative", statement.proven.nonnegative},
               {"lowerBound", statement.lower},
               {"upperBound", statement.upper},
               {"included", list_of(statement.proven.included)},
               {"excluded", list_of(statement.proven.excluded)},
               {"limits", std::move(limits)},
               {"components", std::move(components)},
               {"leaves", statement.proven.leaves},
               {"follows", nullptr},
               {"alternatives", nullptr},
               {"alternativesBound", nullptr}};
  if (const auto& nearby = statement.proven.nearby) {
    json["alternatives"] = Json::array();
    for (const spica_check::Features& set : nearby->sets) json["alternatives"].push_back(list_of(set));
    json["alternativesBound"] = statement.nearby_upper;
  }
  if (statement.proven.follows) json["follows"] = *statement.proven.follows;
  return json;
}

Json check(const Json& request) {
  using namespace spica_check;
  const auto input = request.at("input").get<std::string>();
  std::optional<Expectation> expected;
  if (request.contains("expect") && !request.at("expect").is_null())
    expected = parse_expectation(request.at("expect").get<std::string>());
  const Limited limited(Limits::of(request.at("bytes").get<double>(), false));
  Tokens tokens(read_file(request.at("certificate").get<std::string>()));
  Fingerprint last;
  ReadTable read;
  const auto source = [&](const Fingerprint& wanted) -> const Table& {
    if (wanted.rows != last.rows || wanted.columns != last.columns || wanted.sha256 != last.sha256) {
      read = {};
      read = read_matrix(input, wanted);
      last = wanted;
    }
    return read.table;
  };
  Json statements = Json::array();
  check_certificates(tokens, source, expected, false,
                     [&](const Statement& statement) { statements.push_back(json_of(statement)); });
  return {{"statements", std::move(statements)}};
}

Json failure(const char* kind, const char* message) {
  return {{"error", {{"kind", kind}, {"message", spica_check::printable(message)}}}};
}

Json answer(const char* request) {
  try {
    return check(Json::parse(request));
  } catch (const spica_check::Rejected& error) {
    return failure("rejected", error.what());
  } catch (const spica_check::Unreadable& error) {
    return failure("input", error.what());
  } catch (const spica_check::Failure& error) {
    return failure("usage", error.what());
  } catch (const std::bad_alloc&) {
    return failure("memory", "there is not enough memory");
  } catch (const std::exception& error) {
    return failure("internal", error.what());
  }
}

}  // namespace

extern "C" EMSCRIPTEN_KEEPALIVE char* spica_check_run(const char* request) {
  const std::string text = answer(request).dump(-1, ' ', false, Json::error_handler_t::replace);
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}
