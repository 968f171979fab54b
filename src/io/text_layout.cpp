#include "io/text_layout.hpp"

#include <algorithm>
#include <cmath>

namespace spica::io {
namespace {

struct Tally {
  Index names = 0;
  Index numbers = 0;
};

CellKind kind_of(const Cell& cell) {
  double unused = 0;
  return parse_cell(cell.text, unused);
}

/// Counts names and numbers in the first row from a column on; `shift` is 1 if the header is one cell short.
Tally tally_first_row(const RawTable& raw, std::size_t from, std::size_t shift, bool all_columns) {
  Tally tally;
  for (std::size_t i = from; i < raw.first.size(); ++i) {
    if (!all_columns && i + shift < raw.set_aside.size() && raw.set_aside[i + shift]) continue;
    const Cell& cell = raw.first[i];
    const bool above_unquoted = i + shift < raw.second.size() && !raw.second[i + shift].quoted;
    const CellKind kind = kind_of(cell);
    if (kind == CellKind::text || (cell.quoted && !cell.text.empty() && above_unquoted)) {
      ++tally.names;
    } else if (kind != CellKind::missing) {
      ++tally.numbers;
    }
  }
  return tally;
}

/// The same without the columns that are set aside, if there are others.
Tally tally_first_row(const RawTable& raw, std::size_t from, std::size_t shift) {
  const Tally tally = tally_first_row(raw, from, shift, false);
  return tally.names + tally.numbers > 0 ? tally : tally_first_row(raw, from, shift, true);
}

/// The first of at least two consecutive integers that make up the row from its second cell on; NaN
/// otherwise.
double start_of_sequence(const OwnedRow& row) {
  double start = std::nan("");
  for (std::size_t i = 1; i < row.size(); ++i) {
    double value = 0;
    if (parse_cell(row[i].text, value) != CellKind::number || value != std::floor(value)) return std::nan("");
    if (i == 1) start = value;
    if (value != start + static_cast<double>(i - 1)) return std::nan("");
  }
  return row.size() > 2 ? start : std::nan("");
}

bool names_years(const RawTable& raw) {
  const double start = start_of_sequence(raw.first);
  return start >= 1000 && start <= 3000 && !raw.first.front().quoted;
}

/// Whether the rows from the second on start with `start`, start + 1, ...
bool leads_count_from(const RawTable& raw, double start) {
  double expected = start;
  for (std::size_t i = 0; i < raw.leads.size(); ++i) {
    double value = 0;
    if (parse_cell(raw.leads[i].cell.text, value) != CellKind::number || value != expected) return false;
    expected += 1;
  }
  return true;
}

/// Whether a first row whose first cell is empty and whose others are numbers is a header, as pandas writes
/// them.
bool is_numbered_header(const RawTable& raw, bool names_below) {
  const double start = start_of_sequence(raw.first);
  if (start == 0 || names_years(raw) || names_below) return true;
  if (start == 1 && (leads_count_from(raw, 0) || leads_count_from(raw, 1))) return true;
  return raw.leads.size() > 1 && leads_count_from(raw, 0);
}

/// Whether the rows start with names: those from the second on, and the first too if it is no header.
bool leads_are_names(const RawTable& raw, bool with_first_row) {
  if (raw.columns < 2) return false;
  Index text = 0;
  Index present = 0;
  bool all_quoted = true;
  const auto count = [&](const Cell& cell, CellKind kind) {
    if (kind == CellKind::text) ++text;
    if (kind != CellKind::missing) ++present;
    all_quoted = all_quoted && cell.quoted;
  };
  if (with_first_row) count(raw.first.front(), kind_of(raw.first.front()));
  for (std::size_t i = 0; i < raw.leads.size(); ++i) count(raw.leads[i].cell, raw.leads[i].kind);
  return 2 * text > present || (all_quoted && !raw.quotes_beyond_lead);
}

bool is_empty(const Cell& cell) {
  return trimmed(cell.text).empty();
}

Layout detect_single_row(const RawTable& raw) {
  Layout layout;
  const Tally all = tally_first_row(raw, 0, 0);
  layout.header = all.names > 0 && all.numbers == 0;
  const Cell& lead = raw.first.front();
  const bool quoted_alone = lead.quoted && std::none_of(raw.first.begin() + 1, raw.first.end(),
                                                        [](const Cell& cell) { return cell.quoted; });
  layout.row_names = !layout.header && raw.columns > 1 && (kind_of(lead) == CellKind::text || quoted_alone);
  return layout;
}

/// Whether the first row has text and then numbers that count the columns, 0, 1, 2, ... or 1, 2, 3, ...: samples
/// without other names. So many of them in order are no measurements.
bool counts_after_text(const RawTable& raw) {
  constexpr std::size_t enough = 10;
  std::size_t from = 0;
  while (from < raw.first.size() && kind_of(raw.first[from]) == CellKind::text) ++from;
  if (from == 0 || raw.first.size() - from < enough) return false;
  double start = 0;
  parse_cell(raw.first[from].text, start);
  for (std::size_t i = from; i < raw.first.size(); ++i) {
    double value = 0;
    if (parse_cell(raw.first[i].text, value) != CellKind::number ||
        value != start + static_cast<double>(i - from))
      return false;
  }
  return start == 0 || start == 1;
}

bool is_header(const RawTable& raw, bool names_below) {
  if (counts_after_text(raw)) return true;
  const Tally all = tally_first_row(raw, 0, 0);
  const Tally beyond_lead = tally_first_row(raw, 1, 0);
  if (beyond_lead.names > 0) return all.names > all.numbers;
  if (raw.columns == 1) return all.names > 0;
  if (is_empty(raw.first.front())) return is_numbered_header(raw, names_below);
  if (all.names == 0) return false;
  return names_years(raw) || (!names_below && all.numbers == 0);
}

}  // namespace

OwnedRow::OwnedRow(std::string_view record, const std::vector<Cell>& cells)
    : text_(new char[record.size()]), cells_(cells) {
  std::copy(record.begin(), record.end(), text_.get());
  for (Cell& cell : cells_) {
    if (cell.text.empty()) continue;
    const auto offset = static_cast<std::size_t>(cell.text.data() - record.data());
    cell.text = {text_.get() + offset, cell.text.size()};
  }
}

void OwnedRow::insert_empty(Index place, Index count) {
  const auto at = std::min(static_cast<std::size_t>(place), cells_.size());
  cells_.insert(cells_.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::size_t>(count), Cell{});
}

void LeadCells::add(const Cell& cell, CellKind kind, Index line) {
  texts_ += cell.text;
  leads_.push_back({texts_.size(), line, kind, cell.quoted});
}

void LeadCells::drop_last(Index count) {
  leads_.resize(leads_.size() - static_cast<std::size_t>(count));
  texts_.resize(leads_.empty() ? 0 : leads_.back().end);
}

LeadCells::Lead LeadCells::operator[](std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : leads_[i - 1].end;
  const Kept& kept = leads_[i];
  return {{std::string_view(texts_).substr(begin, kept.end - begin), kept.quoted}, kept.kind, kept.line};
}

void DeferredCells::add(const Deferred& deferred) {
  texts_ += deferred.cell.text;
  kept_.push_back({texts_.size(), deferred.line, deferred.column, deferred.row, deferred.cell.quoted});
}

DeferredCells::Deferred DeferredCells::operator[](std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : kept_[i - 1].end;
  const Kept& kept = kept_[i];
  return {{std::string_view(texts_).substr(begin, kept.end - begin), kept.quoted},
          kept.line,
          kept.column,
          kept.row};
}

Layout detect_layout(const RawTable& raw) {
  if (raw.second.empty()) return detect_single_row(raw);
  Layout layout;
  const bool names_below = leads_are_names(raw, false);
  if (static_cast<Index>(raw.first.size()) + 1 == raw.columns) {
    const Tally all = tally_first_row(raw, 0, 1);
    layout.header = layout.short_header = layout.row_names = all.names > all.numbers;
  } else {
    layout.header = is_header(raw, names_below);
  }
  if (layout.header) {
    const bool unnamed_lead = raw.columns > 1 && !layout.short_header && is_empty(raw.first.front());
    layout.row_names = layout.row_names || names_below || unnamed_lead;
  } else {
    layout.row_names = leads_are_names(raw, true);
  }
  return layout;
}

}  // namespace spica::io
