#pragma once

#include <string>
#include <string_view>

namespace spica::report {

/// One self-contained HTML file that shows a result: pictures, each with its numbers in a table, and what is
/// proven in words. Takes the JSON that --json writes (docs/cli.md) and, for the picture of variance against
/// k, that of `spica path` if there is one. Throws Error(input) that says what is wrong for anything else; it
/// does not name the file.
std::string html_report(std::string_view result_json, std::string_view curve_json = {});

}  // namespace spica::report
