// A certificate gives the size of its matrix and a digest of the values, so nothing need be guessed: of the
// ways to read a file the digest decides, and a wrong one only ends in a refusal. The other duty is to
// survive any file: what it declares is compared with the expected size and with the bytes there are before
// memory is taken.
#include "checker/matrix_file.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <new>
#include <sstream>
#include <string_view>

namespace spica_check {
namespace {

using View = std::string_view;

constexpr double no_number = NAN;

/// A template, as loops over values must not make a string of the message each time.
template <typename Text>
void require(bool holds, const Text& otherwise) {
  if (!holds) throw Unreadable(otherwise);
}

/// For messages: control characters in a path or a file must not break the line.
std::string one_line(View text, std::size_t limit) {
  std::string line(text.substr(0, limit));
  for (char& c : line) c = static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  return line;
}

std::string size_text(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " rows x " + std::to_string(columns) + " columns";
}

void require_size(bool same, const std::string& found, const Fingerprint& expected) {
  require(same, "has another size, " + found + ", than the matrix of the certificate, " +
                    size_text(expected.rows, expected.columns));
}

/// The decimal number that the text is, blanks around it allowed, also with Fortran's exponent: 1.0D+03. What
/// is too close to zero is zero, what is too large is none.
double number(View text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = no_number;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  const std::size_t mark = end == last ? View::npos : text.find_first_of("dD");
  if (mark != View::npos && text.find_first_of("eE") == View::npos) {
    return number(std::string(text.substr(0, mark)) + 'e' + std::string(text.substr(mark + 1)));
  }
  if (error == std::errc::result_out_of_range) {  // leaves open on which side; a stream tells
    std::istringstream in{std::string(text)};
    in.imbue(std::locale::classic());
    if (!(in >> value)) return no_number;
  }
  return end == last && std::isfinite(value) ? value : no_number;
}

/// Takes a cell off the text, without its quotes; doubled quotes stay doubled, as no number has any. The
/// separator ' ' stands for any run of blanks and tabs.
View take_cell(View& rest, char separator, bool& ends_row) {
  const View blanks = separator == '\t' ? " " : " \t";
  const auto skip_blanks = [&] { rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size())); };
  const auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
  skip_blanks();
  const std::size_t quote = rest.starts_with('"') ? 1 : 0;
  std::size_t end = quote;
  if (quote == 1) {
    while ((end = rest.find('"', end)) != View::npos && rest.substr(end + 1).starts_with('"')) end += 2;
    require(end != View::npos, "has a quoted cell that never ends");
  } else {
    const char stops[] = {separator, separator == ' ' ? '\t' : separator, '\n', '\r'};
    end = std::min(rest.find_first_of(View(stops, 4)), rest.size());
  }
  const View cell = rest.substr(quote, end - quote);
  rest.remove_prefix(end + quote);
  skip_blanks();
  ends_row = rest.empty() || is_line_end(rest.front());
  require(ends_row || separator == ' ' || rest.front() == separator, "has text after a quoted cell");
  const std::size_t taken = rest.starts_with("\r\n") ? 2 : ends_row || separator != ' ' ? 1 : 0;
  rest.remove_prefix(std::min(taken, rest.size()));
  return cell;
}

/// Without a byte order mark and the blank lines and # comments at the start.
View skip_preamble(View text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t start = text.find_first_not_of(" \t\r\n");
  while (start != View::npos && text[start] == '#') {
    start = text.find_first_not_of(" \t\r\n", text.find_first_of("\r\n", start));
  }
  return start == View::npos ? View() : text.substr(text.find_last_of("\r\n", start) + 1);
}

/// The cells that a separator makes of a text, NaN where there is no number; counts all, keeps the first
/// `most`. R's header lacks the cell above the row names: a NaN takes its place. A separator may end a row.
Table cut(View text, char separator, std::size_t most) {
  Table grid;
  const std::size_t blank_end = text.size() - (text.find_last_not_of(" \t\r\n") + 1);
  for (; text.size() > blank_end; ++grid.rows) {
    std::size_t count = 0;
    for (bool ends_row = false; !ends_row; ++count) {
      const View cell = take_cell(text, separator, ends_row);
      if (ends_row && count > 0 && cell.empty()) break;
      if (grid.values.size() < most) grid.values.push_back(number(cell));
    }
    const bool short_header = grid.rows == 1 && count == grid.columns + 1;
    if (short_header) grid.values.insert(grid.values.begin(), no_number);
    if (short_header || grid.rows == 0) grid.columns = count;
    require(count == grid.columns, "has rows of different lengths, or missing values at their ends");
  }
  return grid;
}

/// The size expected says whether the first row and column are names: what stands in them does not matter.
ReadTable arrange(const Table& grid, const Fingerprint& expected) {
  Table table{expected.rows, expected.columns, {}};
  const std::size_t header = grid.rows == table.rows + 1 ? 1 : 0;
  const std::size_t names = grid.columns == table.columns + 1 ? 1 : 0;
  require_size(grid.rows == table.rows + header && grid.columns == table.columns + names,
               size_text(grid.rows, grid.columns) + " with any names", expected);
  for (std::size_t i = header; i < grid.rows; ++i) {
    for (std::size_t j = names; j < grid.columns; ++j) {
      table.values.push_back(grid.values[i * grid.columns + j]);
      require(!std::isnan(table.values.back()),
              "has cells that are no numbers; solve and check a file without missing values");
    }
  }
  constexpr const char* taken[] = {"", ", first column taken as names", ", first row taken as names",
                                   ", first row and first column taken as names"};
  return {std::move(table), size_text(expected.rows, expected.columns) + taken[2 * header + names]};
}

/// If no separator gives the matrix, the first one that is in the first line tells why.
ReadTable read_text(View text, const Fingerprint& expected) {
  require(text.find('\0') == View::npos, "is no text table, Matrix Market or NumPy .npy file");
  text = skip_preamble(text);
  require(!text.empty(), "is empty; it needs rows of numbers");
  const std::size_t most = (expected.rows + 1) * (expected.columns + 1);
  std::string problem;
  for (const auto& [separator, kind] : {std::pair(',', "CSV, "), std::pair('\t', "TSV, "),
                                        std::pair(';', "semicolons, "), std::pair(' ', "blanks, ")}) {
    try {
      ReadTable result = arrange(cut(text, separator, most), expected);
      return {std::move(result.table), kind + result.how};
    } catch (const Unreadable& reason) {
      const bool likely = text.find(separator) < text.find_first_of("\r\n");
      if (problem.empty() && (likely || separator == ' ')) problem = reason.what();
    }
  }
  throw Unreadable(problem);
}

/// The next word of a Matrix Market file, empty at its end. Lines that start with % are comments.
View next_word(View& rest) {
  constexpr View blanks = " \t\r\n";
  std::size_t start = 0;
  for (; start < rest.size() && blanks.find(rest[start]) != View::npos; ++start) {
    if (rest.substr(start).starts_with("\n%")) start = std::min(rest.find('\n', start + 1), rest.size()) - 1;
  }
  rest.remove_prefix(start);
  const View word = rest.substr(0, rest.find_first_of(blanks));
  rest.remove_prefix(word.size());
  return word;
}

/// A size or an index of a Matrix Market file; 0 for a word that is none.
std::size_t next_count(View& rest) {
  const double value = number(next_word(rest));
  return value >= 0 && value < 1e15 && value == std::floor(value) ? static_cast<std::size_t>(value) : 0;
}

/// Puts the values after the sizes in their places. NaN marks the places that are not given.
void read_entries(View& rest, bool array, bool pattern, bool symmetric, Table& table) {
  const std::size_t n = table.columns;
  const std::size_t promised = !array ? next_count(rest) : symmetric ? n * (n + 1) / 2 : table.rows * n;
  require(promised <= (rest.size() + 1) / 2, "is too short for its size line; it is truncated");
  table.values.assign(table.rows * n, no_number);
  std::size_t i = 0, j = 0;
  for (std::size_t count = 0; count < promised; ++count) {
    if (!array) i = next_count(rest) - 1;
    if (!array) j = next_count(rest) - 1;
    require(i < table.rows && j < n, "is truncated, or has an entry outside its matrix");
    require(std::isnan(table.values[i * n + j]), "gives an entry twice; keep one of them");
    const double value = pattern ? 1.0 : number(next_word(rest));
    require(!std::isnan(value), "is truncated, or has a value that is no number");
    table.values[i * n + j] = value;
    if (symmetric) table.values[j * n + i] = value;
    if (!array || ++i < table.rows) continue;
    i = symmetric ? j + 1 : 0;
    ++j;
  }
  require(next_word(rest).empty(), "has more values than its size line says");
  for (double& value : table.values) value = std::isnan(value) ? 0.0 : value;
}

ReadTable read_market(const std::string& banner, View rest, const Fingerprint& expected) {
  std::istringstream words(banner);
  std::string magic, object, format, type, symmetry;
  words >> magic >> object >> format >> type >> symmetry;
  const bool array = format == "array";
  const bool pattern = type == "pattern" && !array;
  const bool symmetric = symmetry == "symmetric";
  require(object == "matrix" && (array || format == "coordinate") && (symmetric || symmetry == "general") &&
              (pattern || type == "real" || type == "double" || type == "integer"),
          "is a kind of Matrix Market file that is not read: " + one_line(banner, 80));
  Table table{next_count(rest), next_count(rest), {}};
  require_size(table.rows == expected.rows && table.columns == expected.columns,
               size_text(table.rows, table.columns), expected);
  require(!symmetric || table.rows == table.columns, "is symmetric but not square");
  read_entries(rest, array, pattern, symmetric, table);
  return {std::move(table), "Matrix Market " + format + ", " + size_text(expected.rows, expected.columns)};
}

/// Takes the header off a NumPy file, without blanks: {'descr':'<f8','fortran_order':False,'shape':(3,4),}
std::string take_npy_header(View& bytes) {
  const auto byte = [bytes](std::size_t i) { return std::size_t{static_cast<unsigned char>(bytes[i])}; };
  require(bytes.size() >= 12 && byte(6) >= 1 && byte(6) <= 3, "is truncated, or of a later NumPy format");
  const std::size_t start = byte(6) == 1 ? 10 : 12;
  const std::size_t length = byte(8) | byte(9) << 8U | (start == 10 ? 0 : byte(10) << 16U | byte(11) << 24U);
  require(length <= bytes.size() - start, "ends inside its NumPy header; it is truncated");
  std::string header(bytes.substr(start, length));
  bytes.remove_prefix(start + length);
  std::replace(header.begin(), header.end(), '"', '\'');
  std::erase_if(header, [](char c) { return View(" \t\r\nL").find(c) != View::npos; });  // 3L: Python 2
  return header;
}

/// One value of an array; none for integers beyond 2^53, which would be rounded.
double decode(View bytes, char kind, bool big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bits = bits << 8U | static_cast<unsigned char>(bytes[big_endian ? i : bytes.size() - 1 - i]);
  }
  const auto low_bits = static_cast<std::uint32_t>(bits);
  if (kind == 'f') return bytes.size() == 8 ? std::bit_cast<double>(bits) : std::bit_cast<float>(low_bits);
  const std::size_t unused = kind == 'i' ? 64 - 8 * bytes.size() : 0;
  const std::int64_t value = static_cast<std::int64_t>(bits << unused) >> unused;
  constexpr std::int64_t largest = std::int64_t{1} << 53U;
  return value <= largest && value >= (kind == 'i' ? -largest : 0) ? static_cast<double>(value) : no_number;
}

ReadTable read_npy(View data, const Fingerprint& expected) {
  constexpr View types = "<f8 <f4 <i8 <i4 <i2 |i1 <u8 <u4 <u2 |u1 |b1 >f8 >f4 >i8 >i4 >i2 >u8 >u4 >u2";
  const auto [rows, columns] = std::pair(expected.rows, expected.columns);
  const std::string header = take_npy_header(data);
  const std::string shape = "'shape':(" + std::to_string(rows) + "," + std::to_string(columns) + ")";
  require_size(header.find(shape) != std::string::npos, one_line(header, 99), expected);
  const std::string type = header.substr(std::min(header.find("'descr':'") + 9, header.size()), 3);
  require(type.size() == 3 && types.find(type) != View::npos,
          "holds values of a type that is not read: '" + one_line(type, 3) + "'; save it as <f8");
  const auto size = static_cast<std::size_t>(type[2] - '0');
  require(data.size() == rows * columns * size, "is truncated or damaged: its data has another size");
  const bool by_columns = header.find("'fortran_order':True") != std::string::npos;
  Table table{rows, columns, std::vector<double>(rows * columns)};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const double value = decode(data.substr(i * size, size), type[1], type[0] == '>');
    require(std::isfinite(value), "has values that are missing, infinite or integers beyond 2^53");
    table.values[by_columns ? i % rows * columns + i / rows : i] = value;
  }
  return {std::move(table), "NumPy " + type + ", " + size_text(rows, columns)};
}

ReadTable read_content(View bytes, const Fingerprint& expected) {
  for (const View magic : {"MATLAB 5.0", "MATLAB 7.3", "\x89HDF"})
    require(!bytes.starts_with(magic), "is a MATLAB file; solve and check what `spica convert` makes of it");
  if (bytes.starts_with("\x93NUMPY")) return read_npy(bytes, expected);
  const std::size_t line_end = std::min(bytes.find('\n'), bytes.size());
  std::string banner(bytes.substr(0, std::min<std::size_t>(line_end, 100)));
  for (char& c : banner) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (banner.starts_with("%%matrixmarket")) return read_market(banner, bytes.substr(line_end), expected);
  return read_text(bytes, expected);
}

}  // namespace

std::string read_bytes(const std::string& path) {
  require(path != "-", "standard input is not supported; name a file");
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);  // only regular files have one
  require(!error, "cannot be read: " + error.message());
  const std::uintmax_t limit = std::min(1032 * size + (1U << 20U), std::uintmax_t{8} << 30U);
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose_r);
  require(file != nullptr, "cannot be opened");
  std::string bytes;
  std::vector<char> room(std::size_t{1} << 16U);
  int count = 0;
  while ((count = gzread(file.get(), room.data(), static_cast<unsigned>(room.size()))) > 0) {
    bytes.append(room.data(), static_cast<std::size_t>(count));
    require(bytes.size() <= limit, "has more than the 8 GB that are read");
  }
  require(count == 0 && gzclose_r(file.release()) == Z_OK, "is truncated or corrupt; copy it again");
  return bytes;
}

std::string read_named(const std::string& path) {
  try {
    return read_bytes(path);
  } catch (const Unreadable& error) {
    throw Unreadable(one_line(path, path.size()) + ": " + error.what());
  }
}

std::string fingerprint(const Table& table) {
  static_assert(std::endian::native == std::endian::little, "the doubles are hashed as they lie in memory");
  std::string bytes =
      "spica-matrix " + std::to_string(table.rows) + " " + std::to_string(table.columns) + "\n";
  bytes.append(reinterpret_cast<const char*>(table.values.data()), table.values.size() * sizeof(double));
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  require(EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr) == 1, "no SHA-256");
  std::string hex;
  for (unsigned i = 0; i < 2 * length; ++i)
    hex += "0123456789abcdef"[i % 2 == 0 ? digest[i / 2] >> 4U : digest[i / 2] & 15U];
  return hex;
}

ReadTable read_matrix(const std::string& path, const Fingerprint& expected) {
  const std::string place = one_line(path, path.size()) + ": ";
  try {
    require(expected.rows > 0 && expected.columns > 0 && expected.rows <= (1U << 29U) / expected.columns,
            "the certificate is about a matrix without values, or with more than the 2^29 that are read");
    ReadTable result = read_content(read_bytes(path), expected);
    require(fingerprint(result.table) == expected.sha256, "has other values than the certificate's matrix");
    return result;
  } catch (const Unreadable& problem) {
    throw Unreadable(place + problem.what());
  } catch (const std::bad_alloc&) {
    throw Unreadable(place + "does not fit into memory");
  }
}

}  // namespace spica_check
