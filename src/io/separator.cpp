#include "io/separator.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "io/text_records.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

constexpr std::array<char, 4> separators = {'\t', ';', ',', ' '};
constexpr std::size_t sample_rows = 5;

/// How well the lengths of rows go together.
enum class Lengths { uneven, almost_even, even };

struct Rating {
  Lengths lengths = Lengths::uneven;
  bool sound_names = true;  ///< no first cell is made of numbers that another separator tells apart
  bool clean = true;        ///< every cell is a number or missing, or a row name
  Index values = 0;         ///< cells that are values, less those that are text
  Index commas = 0;         ///< numbers with decimal commas
  Index points = 0;         ///< numbers with decimal points

  [[nodiscard]] bool decimal_commas() const { return commas > 0 && points == 0; }
  [[nodiscard]] auto rank() const { return std::tuple(lengths, sound_names, clean, values); }
};

CellKind kind_of(std::string_view text) {
  double unused = 0;
  return parse_cell(text, unused);
}

/// Several numbers, with one separator between them.
bool is_several_numbers(std::string_view text) {
  return std::any_of(separators.begin(), separators.end(), [text](char separator) {
    if (text.find(separator) == std::string_view::npos) return false;
    for (std::size_t start = 0; start <= text.size();) {
      const std::size_t end = std::min(text.find(separator, start), text.size());
      if (kind_of(trimmed(text.substr(start, end - start))) != CellKind::number) return false;
      start = end + 1;
    }
    return true;
  });
}

/// Of the first row, which may be a header, and those below it.
Lengths judge(const std::vector<Index>& cells) {
  if (cells.size() == 1) return Lengths::even;
  const Index step = cells.size() > 2 ? cells[2] - cells[1] : 0;
  for (std::size_t i = 2; i < cells.size(); ++i) {
    if (cells[i] - cells[i - 1] != step) return Lengths::uneven;
  }
  if (step == 0 && cells[0] == cells[1]) return Lengths::even;
  const bool triangle = step == 1 || step == -1;
  return triangle || (step == 0 && cells[0] + 1 == cells[1]) ? Lengths::almost_even : Lengths::uneven;
}

void count_decimals(Rating& rating, CellKind kind, std::string_view text) {
  if (kind == CellKind::decimal_comma && !may_group_thousands(text)) ++rating.commas;
  if (kind == CellKind::number && text.find('.') != std::string_view::npos) ++rating.points;
}

/// Counts the cells of a row that are read.
void count(Rating& rating, const std::vector<Cell>& cells, Index row, const IsRead& is_read) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!is_read(cells.front(), row, i) || cells[i].text.empty()) continue;
    const CellKind kind = kind_of(cells[i].text);
    count_decimals(rating, kind, cells[i].text);
    const bool name = i == 0 && kind == CellKind::text;
    rating.values += kind == CellKind::text ? -1 : 1;
    rating.clean = rating.clean && (name || kind == CellKind::number || kind == CellKind::missing);
    if (name && !cells[i].quoted && is_several_numbers(cells[i].text)) rating.sound_names = false;
  }
}

/// Judges a separator by the rows after the first, or by the first if there is no other. Nothing if it
/// separates nothing, or if quotes make no sense with it.
std::optional<Rating> rate(Window& window, char separator, const ReadCells& read_cells) {
  std::vector<Index> lengths;
  Rating rating;
  IsRead is_read;
  std::vector<Cell> cells;
  OwnedRow first;
  bool separates = false;
  try {
    RecordReader reader(window, separator, "", 1, RecordReader::After::stay);
    while (lengths.size() < sample_rows && reader.next(cells)) {
      lengths.push_back(static_cast<Index>(cells.size()));
      separates = (separates && lengths.size() > 2) || cells.size() > 1;
      if (lengths.size() == 1) {
        first = OwnedRow(reader.record(), cells);
        for (const Cell& cell : cells) count_decimals(rating, kind_of(cell.text), cell.text);
        continue;
      }
      if (lengths.size() == 2) is_read = read_cells(std::exchange(first, {}), lengths.back());
      count(rating, cells, static_cast<Index>(lengths.size()) - 2, is_read);
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  if (!separates) return std::nullopt;
  if (lengths.size() == 1)  // its decimals are counted twice, which changes nothing
    count(rating, first.cells(), 0, [](const Cell&, Index, std::size_t) { return true; });
  rating.lengths = judge(lengths);
  return rating;
}

}  // namespace

Notation detect_notation(Window& window, const ReadCells& read_cells) {
  Notation best;
  std::optional<Rating> best_rating;
  for (const char candidate : separators) {
    const std::optional<Rating> rating = rate(window, candidate, read_cells);
    if (!rating || (best_rating && rating->rank() <= best_rating->rank())) continue;
    best = {candidate, candidate == ';' && rating->decimal_commas() ? ',' : '.'};
    best_rating = rating;
  }
  return best;
}

}  // namespace spica::io
