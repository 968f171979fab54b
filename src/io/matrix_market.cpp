#include "io/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <vector>

#include "io/cell.hpp"
#include "io/message.hpp"

namespace spica::io {
namespace {

constexpr std::string_view banner = "%%matrixmarket";
constexpr Index most_cells = Index{1} << 30;

enum class Symmetry { general, symmetric, skew_symmetric };

struct Header {
  bool coordinate = false;
  bool pattern = false;
  Symmetry symmetry = Symmetry::general;
  Index rows = 0;
  Index columns = 0;
  Index entries = 0;  // of a coordinate file
  Index size_line = 0;
};

std::string lower(std::string_view text) {
  std::string copy(text);
  std::transform(copy.begin(), copy.end(), copy.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return copy;
}

/// Hands out the lines that are neither blank nor comments, cut into words.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next(std::vector<std::string_view>& words) {
    words.clear();
    while (words.empty() && !rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (number_ == 1 || !line.starts_with('%')) split(line, words);
    }
    return !words.empty();
  }

  [[nodiscard]] Index number() const { return number_; }
  [[nodiscard]] std::size_t bytes_left() const { return rest_.size(); }

 private:
  static void split(std::string_view line, std::vector<std::string_view>& words) {
    constexpr std::string_view blanks = " \t\r";
    std::size_t start = line.find_first_not_of(blanks);
    while (start != std::string_view::npos) {
      const std::size_t end = std::min(line.find_first_of(blanks, start), line.size());
      words.push_back(line.substr(start, end - start));
      start = line.find_first_not_of(blanks, end);
    }
  }

  std::string_view rest_;
  Index number_ = 0;
};

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

void read_sizes(Reader& reader, Header& header) {
  const std::size_t needed = header.coordinate ? 3 : 2;
  if (!reader.lines.next(reader.words)) fail(reader.path, "ends before its size line; the file is truncated");
  if (reader.words.size() != needed) {
    reader.refuse(fmt::format(": the size line has {}; it needs {}",
                              counted(static_cast<Index>(reader.words.size()), "number"),
                              header.coordinate ? "rows, columns and entries" : "rows and columns"));
  }
  header.size_line = reader.lines.number();
  header.rows = reader.integer(0);
  header.columns = reader.integer(1);
  if (header.coordinate) header.entries = reader.integer(2);
  if (header.rows < 1 || header.columns < 1 || header.entries < 0) {
    reader.refuse(fmt::format(": a matrix of {} x {} has no values", header.rows, header.columns));
  }
  if (header.rows > most_cells / header.columns) {
    reader.refuse(fmt::format(
        ": {} x {} is too large for a dense matrix; at most {} cells are read, select columns first",
        header.rows, header.columns, most_cells));
  }
  if (header.symmetry != Symmetry::general && header.rows != header.columns) {
    reader.refuse(
        fmt::format(": a symmetric matrix must be square, not {} x {}", header.rows, header.columns));
  }
}

[[noreturn]] void refuse_count(const Reader& reader, const Header& header, Index found, Index promised) {
  fail(reader.path,
       fmt::format(
           "holds {}, its size line (row {}) asks for {}; the file is truncated or its size line wrong",
           counted(found, "value"), header.size_line, promised));
}

/// Before anything is allocated: the text left could not hold as many values.
[[noreturn]] void refuse_short(const Reader& reader, const Header& header, Index promised) {
  fail(reader.path,
       fmt::format("is too short for the {} that its size line (row {}) asks for; the file is truncated",
                   counted(promised, "value"), header.size_line));
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
  const auto most_values = static_cast<Index>((reader.lines.bytes_left() + 1) / 2);
  if (promised > most_values) refuse_short(reader, header, promised);
  Matrix matrix = Matrix::Zero(header.rows, header.columns);
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
  if (found != promised) refuse_count(reader, header, found, promised);
  return matrix;
}

Matrix read_coordinates(Reader& reader, const Header& header) {
  const std::size_t needed = header.pattern ? 2 : 3;
  const auto most_entries = static_cast<Index>((reader.lines.bytes_left() + 1) / 4);
  if (header.entries > most_entries) refuse_short(reader, header, header.entries);
  Matrix matrix = Matrix::Zero(header.rows, header.columns);
  std::vector<bool> given(static_cast<std::size_t>(header.rows * header.columns));
  const auto bit = [&](Index i, Index j) { return static_cast<std::size_t>(j * header.rows + i); };
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
    const Index i = reader.integer(0) - 1;
    const Index j = reader.integer(1) - 1;
    if (i < 0 || i >= header.rows || j < 0 || j >= header.columns) {
      reader.refuse(fmt::format(": entry ({}, {}) lies outside the {} x {} matrix; indices start at 1", i + 1,
                                j + 1, header.rows, header.columns));
    }
    if (header.symmetry == Symmetry::skew_symmetric && i == j) {
      reader.refuse(fmt::format(
          ": entry ({0}, {0}) is on the diagonal of a skew-symmetric matrix; leave it out", i + 1));
    }
    const bool symmetric = header.symmetry != Symmetry::general;
    if (given[bit(i, j)] || (symmetric && given[bit(j, i)])) {
      reader.refuse(fmt::format(": entry ({}, {}) is given twice{}; keep one of them", i + 1, j + 1,
                                symmetric ? " (a symmetric file lists one triangle)" : ""));
    }
    given[bit(i, j)] = true;
    place(matrix, header, i, j, header.pattern ? 1.0 : reader.value(2));
  }
  if (found != header.entries) refuse_count(reader, header, found, header.entries);
  return matrix;
}

bool is_exactly_symmetric(const Matrix& values) {
  if (values.rows() != values.cols()) return false;
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = 0; i < j; ++i) {
      if (std::bit_cast<std::uint64_t>(values(i, j)) != std::bit_cast<std::uint64_t>(values(j, i)))
        return false;
    }
  }
  return true;
}

}  // namespace

bool is_matrix_market(std::string_view text) {
  return lower(text.substr(0, banner.size())) == banner;
}

Matrix read_matrix_market(std::string_view text, const std::string& path) {
  Reader reader{path, Lines(text), {}};
  Header header;
  read_banner(reader, header);
  read_sizes(reader, header);
  return header.coordinate ? read_coordinates(reader, header) : read_array(reader, header);
}

std::string format_matrix_market(const Matrix& values) {
  const bool symmetric = is_exactly_symmetric(values);
  std::string text = fmt::format("%%MatrixMarket matrix array real {}\n{} {}\n",
                                 symmetric ? "symmetric" : "general", values.rows(), values.cols());
  std::array<char, 32> buffer{};
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = symmetric ? j : 0; i < values.rows(); ++i) {
      const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), values(i, j));
      text.append(buffer.data(), result.ptr);
      text += '\n';
    }
  }
  return text;
}

}  // namespace spica::io
