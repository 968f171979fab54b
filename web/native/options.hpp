#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "spica/options.hpp"

namespace spica_web {

using Json = nlohmann::json;

/// Options of a command by their names in JavaScript: time-limit is timeLimit. Whatever is not given, or null, keeps its
/// default. Throws Error(usage) for names that are no options and values that are none.
spica::Options options_of(const Json& given, const std::string& command);

}  // namespace spica_web
