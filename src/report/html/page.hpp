#pragma once

#include <string>
#include <string_view>

namespace spica::report {

/// A text and what to call it in messages.
struct NamedText {
  std::string_view text;
  std::string name;
};

/// One self-contained HTML file that shows a result: pictures, each with its numbers in a table, and what is
/// proven in words. Takes the JSON that --json writes (docs/cli.md) and, for the picture of variance against
/// k, that of `spica path` if there is one. Throws Error(input) that says what is wrong with which for
/// anything else.
std::string html_report(const NamedText& result, const NamedText& curve = {});

}  // namespace spica::report
