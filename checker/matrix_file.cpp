// A certificate gives the size of its matrix and a digest of the values, so nothing need be guessed: of the
// ways to read a file the digest decides, and a wrong one only ends in a refusal. The other duty is to
// survive any file: the size that it declares must be the expected one before memory is taken for it.
#include "checker/matrix_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "checker/bytes.hpp"

namespace spica_check {
namespace {

using View = std::string_view;

/// A template, as loops over values must not make a string of the message each time.
template <typename Text>
void require(bool holds, const Text& otherwise) {
  if (!holds) throw Unreadable(otherwise);
}

/// Makes of what is thrown a line that starts with the path.
template <typename Read>
auto naming(const std::string& path, const Read& read) {
  try {
    return read();
  } catch (const Unreadable& problem) {
    throw Unreadable(path + ": " + problem.what());
  }
}

/// What to do where a file is not the matrix of the certificate.
constexpr auto advice =
    "; if spica changed the matrix before it solved it, check what --completed wrote, or what `spica convert "
    "INPUT OUTPUT` writes with the same --missing, --transpose, --ignore (also for --labels) and --as";

std::string size_text(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " rows x " + std::to_string(columns) + " columns";
}

[[noreturn]] void refuse_size(const std::string& found, const Table& expected) {
  throw Unreadable("has another size, " + found + ", than the matrix of the certificate, " +
                   size_text(expected.rows, expected.columns) + advice);
}

View trimmed(View text, View ends = " \t\r\n") {
  text.remove_prefix(std::min(text.find_first_not_of(ends), text.size()));
  return text.substr(0, text.find_last_not_of(ends) + 1);
}

/// The decimal number that the text is, blanks and quotes around it allowed; NaN if it is none. What is too
/// close to zero is zero, what is too large is none.
double number(View text) {
  text = trimmed(text, " \t\"");
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = NAN;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc::result_out_of_range) value = std::strtod(Text(text).c_str(), nullptr);
  return end == last && std::isfinite(value) ? value : NAN;
}

/// Takes a row off the text, cut into cells; those beyond `most` are lost. The separator ' ' stands for any
/// run of blanks and tabs. A quote opens at the start of a cell, or again as the second of two.
List<View> take_row(View& text, char separator, std::size_t most) {
  List<View> cells;
  std::size_t start = 0, i = 0;
  const auto end_cell = [&] {
    const bool counts = i > start || separator != ' ';
    if (counts && cells.size() < most) cells.push_back(text.substr(start, i - start));
    start = i + 1;
  };
  for (bool quoted = false; i < text.size() && (quoted || (text[i] != '\n' && text[i] != '\r')); ++i) {
    if (text[i] == '"' && (quoted || i == start || text[i - 1] == '"')) quoted = !quoted;
    if (text[i] == ' ' && i == start) ++start;
    if (!quoted && (text[i] == separator || (text[i] == '\t' && separator == ' '))) end_cell();
  }
  end_cell();
  text = trimmed(text.substr(i), "\r\n");
  return cells;
}

/// The same, with a decimal comma where semicolons are between numbers.
double number(View text, char separator) {
  const std::size_t comma = separator == ';' ? text.find(',') : View::npos;
  if (comma == View::npos || text.find('.') != View::npos) return number(text);
  Text copy(text);
  copy[comma] = '.';
  return number(copy);
}

/// The size says whether the first row and column are names: what stands in them does not matter, and R's
/// header lacks the cell above the row names. A separator may end a row.
std::string read_rows(View text, char separator, Table& table) {
  std::size_t rows = 0, names = 0, first_names = 0;
  for (; !text.empty(); ++rows) {
    List<View> cells = take_row(text, separator, table.columns + 3);
    if (cells.size() > table.columns && cells.back().empty()) cells.pop_back();
    const std::size_t before = std::exchange(names, cells.size() - table.columns);
    if (rows == 0) first_names = names;
    if (names > 1 || rows > table.rows || (rows > 1 && names != before))
      refuse_size("as row " + std::to_string(rows + 1) + " shows", table);
    for (std::size_t j = names; j < cells.size(); ++j) table.values.push_back(number(cells[j], separator));
  }
  if (rows < table.rows) refuse_size(std::to_string(rows) + " rows", table);
  require(rows > table.rows || names == first_names, "has rows of different lengths");
  const auto header = static_cast<std::ptrdiff_t>((rows - table.rows) * table.columns);
  table.values.erase(table.values.begin(), table.values.begin() + header);
  return std::string(header > 0 ? ", first row taken as names" : "") +
         (names > 0 ? ", first column taken as names" : "");
}

/// The separator is the first one that cuts the first row into as many cells as the size asks for.
std::string read_text(View text, Table& table) {
  require(text.find('\0') == View::npos, "is no text, Matrix Market or NumPy file; use `spica convert`");
  text = trimmed(text.substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0));
  while (text.starts_with('#'))
    text = trimmed(text.substr(std::min(text.find_first_of("\r\n"), text.size())));
  for (const char separator : {';', '\t', ','}) {
    View rest = text;
    const std::size_t cells = take_row(rest, separator, table.columns + 3).size();
    if (cells > 1 && cells - table.columns <= 2) return read_rows(text, separator, table);
  }
  return read_rows(text, ' ', table);
}

/// The words of a Matrix Market file, one after the other.
class Words {
 public:
  explicit Words(View text) : text_(text) {}

  /// Empty at the end.
  View next() {
    skip_blanks();
    const View word = text_.substr(0, text_.find_first_of(blanks));
    text_.remove_prefix(word.size());
    return word;
  }
  std::string next_in_lower_case() {
    std::string word(next().substr(0, 99));
    for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return word;
  }
  /// False if the next word is no number from 0 on.
  bool count(std::size_t& value) {
    const View word = next();
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size();
  }
  void skip_comments() {
    for (skip_blanks(); text_.starts_with('%'); skip_blanks())
      text_.remove_prefix(std::min(text_.find_first_of("\r\n"), text_.size()));
  }

 private:
  static constexpr View blanks = " \t\r\n\v\f";
  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(blanks), text_.size())); }

  View text_;
};

/// The banner may be in any case. Infinity marks entries that were not given.
std::string read_market(View bytes, Table& table) {
  Words words(bytes);
  words.next();
  const std::string object = words.next_in_lower_case(), format = words.next_in_lower_case();
  const std::string type = words.next_in_lower_case(), symmetry = words.next_in_lower_case();
  const bool array = format == "array";
  const bool symmetric = symmetry == "symmetric";
  require(object == "matrix" && (array || format == "coordinate") && (symmetric || symmetry == "general") &&
              (type == "real" || type == "double" || type == "integer"),
          "is a kind of Matrix Market file that is not read; use `spica convert`");
  words.skip_comments();
  std::size_t rows = 0, columns = 0, entries = 0;
  const bool sized = words.count(rows) && words.count(columns);
  if (!sized || rows != table.rows || columns != table.columns) refuse_size(size_text(rows, columns), table);
  require(!symmetric || rows == columns, "is symmetric but not square");
  table.values.assign(rows * columns, HUGE_VAL);
  const auto take_value = [&](std::size_t i, std::size_t j) {
    const View word = words.next();
    require(!word.empty() && i < rows && j < columns, "is truncated, or has an entry outside its matrix");
    require(table.values[i * columns + j] == HUGE_VAL, "gives an entry twice; keep one of them");
    table.values[i * columns + j] = number(word);
    if (symmetric) table.values[j * columns + i] = number(word);
  };
  for (std::size_t j = 0; array && j < columns; ++j)
    for (std::size_t i = symmetric ? j : 0; i < rows; ++i) take_value(i, j);
  require(array || words.count(entries), "has no number of entries in its size line");
  for (std::size_t i = 0, j = 0; entries > 0; --entries) {
    const bool place = words.count(i) && words.count(j);
    take_value(place ? i - 1 : rows, j - 1);
  }
  require(words.next().empty(), "has more values than its size line says");
  std::replace(table.values.begin(), table.values.end(), HUGE_VAL, 0.0);
  return ", Matrix Market " + format;
}

/// One value of an array of NumPy.
double decode(const char* bytes, char kind, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  if (kind == 'f' && size == 8) return std::bit_cast<double>(bits);
  if (kind == 'f') return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const std::size_t unused = kind == 'i' ? 64 - 8 * size : 0;
  const auto value = static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
  return std::abs(value) < 0x1p53 ? value : NAN;  // beyond, doubles have gaps
}

/// The header is a line like {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
std::string read_npy(View bytes, Table& table) {
  constexpr View types = "<f8 <f4 <i8 <i4 <i2 |i1 <u4 <u2 |u1 |b1";
  const auto [rows, columns] = std::pair(table.rows, table.columns);
  const std::size_t start = bytes.find('{');
  const std::size_t end = bytes.find('\n', bytes.find('}', start));
  require(end != View::npos && end - start <= 1U << 16U, "ends inside its NumPy header; it is truncated");
  std::string header(bytes.substr(start, end - start));
  bytes.remove_prefix(end + 1);
  std::erase_if(header, [](char c) { return View(" '\"L").find(c) != View::npos; });  // 3L: Python 2
  const auto says = [&](const std::string& text) { return header.find(text) != std::string::npos; };
  if (!says("shape:(" + std::to_string(rows) + "," + std::to_string(columns) + ")"))
    refuse_size(header.substr(0, 99), table);
  const std::string type = header.substr(std::min(header.find("descr:") + 6, header.size()), 3);
  require(type.size() == 3 && types.find(type) != View::npos,
          "holds values of a type that is not read; use `spica convert`");
  const auto size = static_cast<std::size_t>(type[2] - '0');
  require(bytes.size() == rows * columns * size, "is truncated or damaged: its data has another size");
  const bool by_columns = says("fortran_order:True");
  table.values.resize(rows * columns);
  for (std::size_t i = 0; i < rows * columns; ++i)
    table.values[by_columns ? i % rows * columns + i / rows : i] = decode(&bytes[i * size], type[1], size);
  return ", NumPy " + type;
}

Text read_regular_file(const std::string& path) {
  std::error_code error;
  require(std::filesystem::is_regular_file(path, error), "cannot be read: there is no such regular file");
  Text bytes = read_bytes(path);
  Meter::spend(static_cast<double>(bytes.size()));
  return bytes;
}

}  // namespace

Text read_file(const std::string& path) {
  return naming(path, [&] { return read_regular_file(path); });
}

std::string fingerprint(const Table& table) {
  static_assert(std::endian::native == std::endian::little, "the doubles are hashed as they lie in memory");
  const std::string size =
      "spica-matrix " + std::to_string(table.rows) + " " + std::to_string(table.columns) + "\n";
  const std::string_view values(reinterpret_cast<const char*>(table.values.data()),
                                table.values.size() * sizeof(double));
  return sha256_hex({size, values});
}

ReadTable read_matrix(const std::string& path, const Fingerprint& expected) {
  return naming(path, [&] {
    require(expected.rows > 0 && expected.columns > 0 && expected.rows <= (1U << 29U) / expected.columns,
            "the certificate is about a matrix without values, or with more than the 2^29 that are read");
    Table table{expected.rows, expected.columns, {}};
    const Text data = read_regular_file(path);
    const auto read = data.starts_with("\x93NUMPY") ? read_npy
                      : data.starts_with("%%")      ? read_market
                                                    : read_text;
    const std::string how = size_text(table.rows, table.columns) + read(data, table);
    for (const double value : table.values)
      require(std::isfinite(value),
              std::string("has missing values, or cells that the checker does not read") + advice);
    require(fingerprint(table) == expected.sha256,
            std::string("has other values than the certificate's matrix") + advice);
    return ReadTable{std::move(table), how};
  });
}

}  // namespace spica_check
