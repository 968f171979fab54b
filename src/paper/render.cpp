#include "paper/render.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "report/text.hpp"

namespace spica::paper {

namespace {

using Line = std::vector<std::string>;

std::string shortest(std::optional<double> value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string whole(std::optional<Index> value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string text_or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// Nothing that would end a cell of a Markdown table.
std::string in_one_cell(std::string text) {
  std::replace(text.begin(), text.end(), '|', '/');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Three digits are what a time or a gap is good for.
std::string rounded(std::optional<double> value) {
  if (!value) return "-";
  return *value >= 100.0 ? fmt::format("{:.0f}", *value) : fmt::format("{:.3g}", *value);
}

std::string own_text(const Row& row) {
  if (!row.own_gap_percent || !row.own_time_sec) return "-";
  const bool limited = row.own_status && stopped_early(*row.own_status);
  return fmt::format("{} in {} s{}", report::percent(*row.own_gap_percent / 100.0), rounded(row.own_time_sec),
                     limited ? " (limit)" : "");
}

Line cells(const Row& row) {
  const Figure& theirs = row.published;
  const Comparison& ours = row.comparison;
  return {theirs.case_name,
          fmt::format("{}", theirs.n),
          text_or_dash(whole(theirs.k)),
          report::lower_bound_text(row.lower_bound, 7),
          text_or_dash(shortest(theirs.lower_bound)),
          text_or_dash(whole(row.eigenvalues_above)),
          text_or_dash(whole(theirs.eigenvalues_above)),
          theirs.method,
          text_or_dash(row.params),
          rounded(ours.gap_percent),
          text_or_dash(theirs.params == "out of memory" ? theirs.params : shortest(theirs.gap_percent)),
          rounded(row.time_sec),
          rounded(theirs.time_sec),
          rounded(ours.time_to_gap_sec),
          rounded(ours.speed_up),
          in_one_cell(status_text(row)),
          text_or_dash(ours.verdict),
          own_text(row)};
}

const Line& heads() {
  static const Line line = {"case",         "n",        "k",        "LB",     "LB paper",    "#>LB",
                            "#>LB paper",   "method",   "params",   "gap %",  "gap % paper", "time s",
                            "time s paper", "s to gap", "speed-up", "status", "verdict",     "spica solve"};
  return line;
}

bool is_text(std::size_t column) {
  static const std::array<std::string_view, 6> names = {"case",   "method",  "params",
                                                        "status", "verdict", "spica solve"};
  return std::find(names.begin(), names.end(), heads()[column]) != names.end();
}

std::string aligned_table(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(heads().size(), 3);
  for (const Line& line : lines) {
    for (std::size_t j = 0; j < line.size(); ++j) widths[j] = std::max(widths[j], line[j].size());
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = 0; j < widths.size(); ++j) {
      text += is_text(j) ? fmt::format("| {:<{}} ", lines[i][j], widths[j])
                         : fmt::format("| {:>{}} ", lines[i][j], widths[j]);
    }
    text += "|\n";
    if (i > 0) continue;
    for (std::size_t j = 0; j < widths.size(); ++j)
      text +=
          is_text(j) ? fmt::format("| {:-<{}} ", ":", widths[j]) : fmt::format("| {:->{}} ", ":", widths[j]);
    text += "|\n";
  }
  return text;
}

bool is_about(const Note& note, const Rerun& rerun) {
  return note.about.empty() || std::any_of(rerun.rows.begin(), rerun.rows.end(), [&note](const Row& row) {
           return row.published.case_name == note.about;
         });
}

std::string tally(const Rerun& rerun) {
  const auto with = [&rerun](std::string_view verdict) {
    return std::count_if(rerun.rows.begin(), rerun.rows.end(), [verdict](const Row& row) {
      return row.comparison.verdict == verdict && origin_of(row.published) != Origin::other_matrix;
    });
  };
  const auto compared = with("met") + with("gap") + with("time") + with("LB");
  if (compared == 0) return "No cell of it compares.";
  return fmt::format("{} of {} comparable cells met.", with("met"), compared);
}

std::string in_quotes(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::same:
      return "same";
    case Origin::other_matrix:
      return "other matrix";
    case Origin::new_draw:
      break;
  }
  return "new draw";
}

Line csv_cells(const Row& row) {
  const Figure& theirs = row.published;
  const Comparison& ours = row.comparison;
  return {theirs.table,
          theirs.case_name,
          fmt::format("{}", theirs.n),
          whole(theirs.k),
          std::string(name_of(origin_of(theirs))),
          theirs.method,
          row.params,
          shortest(row.lower_bound),
          shortest(theirs.lower_bound),
          shortest(row.upper_bound),
          whole(row.eigenvalues_above),
          whole(theirs.eigenvalues_above),
          shortest(ours.gap_percent),
          shortest(theirs.gap_percent),
          shortest(row.time_sec),
          shortest(theirs.time_sec),
          shortest(ours.time_to_gap_sec),
          shortest(ours.speed_up),
          status_text(row),
          ours.verdict,
          shortest(row.own_upper_bound),
          shortest(row.own_gap_percent),
          shortest(row.own_time_sec),
          row.own_status ? std::string(spica::name_of(*row.own_status)) : ""};
}

}  // namespace

std::string markdown(const Table& table, const Rerun& rerun, const Circumstances& circumstances) {
  std::string text = fmt::format("# {}: {}\n\n", table.name, table.caption);
  text +=
      fmt::format("Made by `{}` on {}. {}\n\n", circumstances.command, circumstances.machine, tally(rerun));
  std::vector<Line> lines = {heads()};
  for (const Row& row : rerun.rows) lines.push_back(cells(row));
  text += aligned_table(lines) + "\n";
  text +=
      "Columns marked \"paper\" are the figures of Dey, Mazumder and Wang. LB: the best component known "
      "(\"#>LB\": "
      "eigenvalues above it);\n\"s to gap\": when our bound reached the published gap; \"speed-up\": the "
      "published time over that. A cell is met when our gap is\nat most 1.05 times theirs plus 0.05 points "
      "and, "
      "where they took more than 100 s, the speed-up at least 100; else the\nverdict says what is missed. "
      "\"new\": "
      "nothing was published. \"spica solve\": what `spica solve` proves about the same instance.\n";
  for (const Note& note : table.notes) {
    if (is_about(note, rerun)) text += fmt::format("\n- {}", note.text);
  }
  for (const std::string& skipped : rerun.skipped) text += fmt::format("\n- Skipped: {}", skipped);
  if (rerun.interrupted) text += "\n- Interrupted: the rows done so far.";
  return text.ends_with('\n') ? text : text + "\n";
}

std::string csv(const Rerun& rerun) {
  std::string text =
      "table,case,n,k,instance,method,params,lower_bound,published_lower_bound,upper_bound,eigenvalues_above_"
      "lb,"
      "published_eigenvalues_above_lb,gap_percent,published_gap_percent,time_sec,published_time_sec,"
      "time_to_published_gap_sec,speed_up,status,verdict,solve_upper_bound,solve_gap_percent,solve_time_sec,"
      "solve_status\n";
  for (const Row& row : rerun.rows) {
    Line line = csv_cells(row);
    for (std::string& cell : line) cell = in_quotes(cell);
    text += fmt::format("{}\n", fmt::join(line, ","));
  }
  return text;
}

}  // namespace spica::paper
