#include "io/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "io/cell.hpp"
#include "io/errors.hpp"
#include "io/lines.hpp"
#include "io/sparse_entries.hpp"

namespace spica::io {
namespace {

constexpr std::string_view banner = "%%matrixmarket";
constexpr Index most_columns = Index{1} << 27;  // of a file with its zeros left out
constexpr std::uint64_t shortest_value = 2;     // characters, a line end or a blank included
constexpr std::uint64_t shortest_entry = 4;

enum class Symmetry { general, symmetric, skew_symmetric };

struct Header {
  bool coordinate = false;
  bool pattern = false;
  Symmetry symmetry = Symmetry::general;
  Index rows = 0;
  Index columns = 0;
  Index entries = 0;  // of a coordinate file
  Index size_line = 0;
  std::uint64_t size_end = 0;  // characters up to the end of that line
};

std::string lower(std::string_view text) {
  std::string copy(text);
  std::transform(copy.begin(), copy.end(), copy.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return copy;
}

/// The reader's state: where it is and what it reports.
struct Reader {
  const std::string& path;
  Lines lines;
  std::vector<std::string_view> words;

  [[noreturn]] void refuse(const std::string& problem) const {
    fail(path, fmt::format("row {}{}", lines.number(), problem));
  }

  [[nodiscard]] Index integer(std::size_t word) const {
    Index value = 0;
    const std::string_view text = words[word];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      refuse(fmt::format(", column {}: {} is not a whole number", word + 1, shown(text)));
    }
    return value;
  }

  [[nodiscard]] double value(std::size_t word) const {
    double result = 0;
    const CellKind kind = parse_cell(words[word], result);
    if (kind != CellKind::number && lower(words[word]).find("nan") == std::string::npos) {
      const CellKind shown_kind = kind == CellKind::missing ? CellKind::text : kind;
      refuse(fmt::format(", column {}: {}", word + 1, cell_problem({words[word], false}, shown_kind)));
    }
    return result;
  }
};

void read_banner(Reader& reader, Header& header) {
  reader.lines.next(reader.words);
  std::vector<std::string> words;
  for (const std::string_view word : reader.words) words.push_back(lower(word));
  if (words.size() != 5 || words[1] != "matrix") {
    reader.refuse(": the first line must read like '%%MatrixMarket matrix array real general'");
  }
  const auto is_one_of = [](const std::string& word, auto... options) { return ((word == options) || ...); };
  if (!is_one_of(words[2], "array", "coordinate")) {
    reader.refuse(": the format " + shown(words[2]) + " is not known; use array or coordinate");
  }
  header.coordinate = words[2] == "coordinate";
  if (!is_one_of(words[3], "real", "double", "integer", "pattern")) {
    reader.refuse(": " + shown(words[3]) + " values are not supported; use real, integer or pattern");
  }
  header.pattern = words[3] == "pattern";
  if (header.pattern && !header.coordinate)
    reader.refuse(": an array cannot be a pattern; use real or coordinate");
  if (!is_one_of(words[4], "general", "symmetric", "skew-symmetric")) {
    reader.refuse(": the symmetry " + shown(words[4]) +
                  " is not supported; use general, symmetric or skew-symmetric");
  }
  if (words[4] == "symmetric") header.symmetry = Symmetry::symmetric;
  if (words[4] == "skew-symmetric") header.symmetry = Symmetry::skew_symmetric;
}

[[nodiscard]] bool may_stay_sparse(const Header& header, const ReadOptions& options) {
  return header.coordinate && header.symmetry == Symmetry::general &&
         may_stay_native(options.keep_native, header.rows, header.columns);
}

void require_room(const Reader& reader, const Header& header, const ReadOptions& options) {
  if (may_stay_sparse(header, options)) {
    // Rows that are to become columns have their limit.
    const Index most_rows =
        options.transpose ? most_columns : Index{std::numeric_limits<std::int32_t>::max()};
    if (header.rows <= most_rows && header.columns <= most_columns) return;
    reader.refuse(fmt::format(": {} x {} is too large; at most {} rows and {} columns are read", header.rows,
                              header.columns, most_rows, most_columns));
  }
  if (header.rows <= most_cells / header.columns) return;
  reader.refuse(fmt::format(
      ": {} x {} is too large for a dense matrix; at most {} cells are read, select columns first",
      header.rows, header.columns, most_cells));
}

void read_sizes(Reader& reader, Header& header, const ReadOptions& options) {
  const std::size_t needed = header.coordinate ? 3 : 2;
  if (!reader.lines.next(reader.words)) fail(reader.path, "ends before its size line; the file is truncated");
  if (reader.words.size() != needed) {
    reader.refuse(fmt::format(": the size line has {}; it needs {}",
                              counted(static_cast<Index>(reader.words.size()), "number"),
                              header.coordinate ? "rows, columns and entries" : "rows and columns"));
  }
  header.size_line = reader.lines.number();
  header.size_end = reader.lines.characters();
  header.rows = reader.integer(0);
  header.columns = reader.integer(1);
  if (header.coordinate) header.entries = reader.integer(2);
  if (header.rows < 1 || header.columns < 1 || header.entries < 0) {
    reader.refuse(fmt::format(": a matrix of {} x {} has no values", header.rows, header.columns));
  }
  require_room(reader, header, options);
  if (header.symmetry != Symmetry::general && header.rows != header.columns) {
    reader.refuse(
        fmt::format(": a symmetric matrix must be square, not {} x {}", header.rows, header.columns));
  }
}

/// Refuses text that cannot hold as many values; before anything is allocated if its length is known.
void require_length(const Reader& reader, const Header& header, std::uint64_t characters,
                    std::uint64_t shortest, Index promised) {
  if (static_cast<std::uint64_t>(promised) <= (characters + 1) / shortest) return;
  fail(reader.path,
       fmt::format("is too short for the {} that its size line (row {}) asks for; the file is truncated",
                   counted(promised, "value"), header.size_line));
}

/// Refuses a file that ended before all values came.
void require_all(const Reader& reader, const Header& header, std::uint64_t shortest, Index found,
                 Index promised) {
  if (found == promised) return;
  require_length(reader, header, reader.lines.characters() - header.size_end, shortest, promised);
  fail(reader.path,
       fmt::format(
           "holds {}, its size line (row {}) asks for {}; the file is truncated or its size line wrong",
           counted(found, "value"), header.size_line, promised));
}

void place(Matrix& matrix, const Header& header, Index i, Index j, double value) {
  matrix(i, j) = value;
  if (header.symmetry == Symmetry::general || i == j) return;
  matrix(j, i) = header.symmetry == Symmetry::symmetric ? value : -value;
}

Matrix read_array(Reader& reader, const Header& header) {
  const Index n = header.columns;
  Index promised = header.rows * header.columns;
  if (header.symmetry == Symmetry::symmetric) promised = n * (n + 1) / 2;
  if (header.symmetry == Symmetry::skew_symmetric) promised = n * (n - 1) / 2;
  require_length(reader, header, reader.lines.most_left(), shortest_value, promised);
  Matrix matrix(header.rows, header.columns);  // memory that is never written to costs nothing
  if (header.symmetry == Symmetry::skew_symmetric) matrix.diagonal().setZero();
  const Index skipped = header.symmetry == Symmetry::skew_symmetric ? 1 : 0;
  const auto first_row = [&](Index column) {
    return header.symmetry == Symmetry::general ? 0 : column + skipped;
  };
  Index i = first_row(0);
  Index j = 0;
  Index found = 0;
  while (reader.lines.next(reader.words)) {
    for (std::size_t word = 0; word < reader.words.size(); ++word, ++found) {
      if (found == promised) {
        reader.refuse(
            fmt::format(": more than the {} that the size line asks for", counted(promised, "value")));
      }
      place(matrix, header, i, j, reader.value(word));
      if (++i == header.rows) i = first_row(++j);
    }
  }
  require_all(reader, header, shortest_value, found, promised);
  return matrix;
}

struct Entry {
  Index row = 0;
  Index column = 0;
  double value = 1.0;
};

/// Hands every entry to `take`.
template <class Take>
void read_coordinates(Reader& reader, const Header& header, const Take& take) {
  const std::size_t needed = header.pattern ? 2 : 3;
  Index found = 0;
  for (; reader.lines.next(reader.words); ++found) {
    if (found == header.entries) {
      reader.refuse(fmt::format(": more than the {} entries that the size line asks for", header.entries));
    }
    if (reader.words.size() != needed) {
      reader.refuse(fmt::format(" has {}; an entry needs {}",
                                counted(static_cast<Index>(reader.words.size()), "number"),
                                header.pattern ? "a row and a column" : "a row, a column and a value"));
    }
    Entry entry{reader.integer(0) - 1, reader.integer(1) - 1};
    const auto [i, j] = std::pair(entry.row, entry.column);
    if (i < 0 || i >= header.rows || j < 0 || j >= header.columns) {
      reader.refuse(fmt::format(": entry ({}, {}) lies outside the {} x {} matrix; indices start at 1", i + 1,
                                j + 1, header.rows, header.columns));
    }
    if (header.symmetry == Symmetry::skew_symmetric && i == j) {
      reader.refuse(fmt::format(
          ": entry ({0}, {0}) is on the diagonal of a skew-symmetric matrix; leave it out", i + 1));
    }
    if (!header.pattern) entry.value = reader.value(2);
    take(entry);
  }
  require_all(reader, header, shortest_entry, found, header.entries);
}

[[noreturn]] void refuse_twice(const Reader& reader, Index line, Index row, Index column, bool symmetric) {
  fail(reader.path, fmt::format("row {}: entry ({}, {}) is given twice{}; keep one of them", line, row + 1,
                                column + 1, symmetric ? " (a symmetric file lists one triangle)" : ""));
}

Matrix read_dense(Reader& reader, const Header& header) {
  Matrix matrix = Matrix::Zero(header.rows, header.columns);
  std::vector<bool> given(static_cast<std::size_t>(header.rows * header.columns));
  const auto bit = [&](Index i, Index j) { return static_cast<std::size_t>(j * header.rows + i); };
  const bool symmetric = header.symmetry != Symmetry::general;
  read_coordinates(reader, header, [&](const Entry& entry) {
    const auto [i, j, value] = entry;
    if (given[bit(i, j)] || (symmetric && given[bit(j, i)]))
      refuse_twice(reader, reader.lines.number(), i, j, symmetric);
    given[bit(i, j)] = true;
    place(matrix, header, i, j, value);
  });
  return matrix;
}

/// Samples without their zeros. Where values are missing they become a matrix after all: what to do about
/// that is decided elsewhere.
void read_sparse(Reader& reader, const Header& header, Table& table) {
  SparseSamples samples;
  bool missing = false;
  {
    SparseEntries entries(header.rows, header.columns, header.entries);
    read_coordinates(reader, header, [&](const Entry& entry) {
      entries.add(entry.row, entry.column, entry.value, reader.lines.number());
    });
    samples = entries.sorted();
    if (const auto twice = entries.find_twice(samples))
      refuse_twice(reader, twice->line, twice->row, twice->column, false);
    missing = entries.has_nan();
  }
  table.numbers = NativeSamples(std::move(samples));
  if (missing) expand(table);
}

}  // namespace

bool is_matrix_market(std::string_view text) {
  return lower(text.substr(0, banner.size())) == banner;
}

Table read_matrix_market(Source& source, const std::string& path, const ReadOptions& options) {
  Table table;
  table.path = path;
  Reader reader{path, Lines(source, options.piece), {}};
  Header header;
  read_banner(reader, header);
  read_sizes(reader, header, options);
  if (!header.coordinate) {
    table.numbers = read_array(reader, header);
    return table;
  }
  require_length(reader, header, reader.lines.most_left(), shortest_entry, header.entries);
  if (may_stay_sparse(header, options)) {
    read_sparse(reader, header, table);
  } else {
    table.numbers = read_dense(reader, header);
  }
  return table;
}

}  // namespace spica::io
