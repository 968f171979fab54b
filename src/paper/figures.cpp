#include "paper/figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/text_records.hpp"
#include "published_tables_csv.hpp"
#include "spica/error.hpp"

namespace spica::paper {

namespace {

constexpr std::string_view file_name = "published_tables.csv";
constexpr std::size_t columns = 10;

[[noreturn]] void refuse(Index line, const std::string& why) {
  throw Error(ErrorKind::internal, fmt::format("{}, line {}: {}", file_name, line, why));
}

std::optional<double> number(const io::Cell& cell, Index line) {
  double value = 0.0;
  switch (io::parse_cell(cell.text, value)) {
    case io::CellKind::number:
      return value;
    case io::CellKind::missing:
      return std::nullopt;
    default:
      refuse(line, fmt::format("'{}' is not a number", cell.text));
  }
}

std::optional<Index> count(const io::Cell& cell, Index line) {
  const std::optional<double> value = number(cell, line);
  if (!value) return std::nullopt;
  if (*value != std::floor(*value)) refuse(line, fmt::format("'{}' is not a whole number", cell.text));
  return static_cast<Index>(*value);
}

Figure figure(const std::vector<io::Cell>& cells, Index line) {
  if (cells.size() != columns) refuse(line, fmt::format("{} cells, not {}", cells.size(), columns));
  const std::optional<Index> n = count(cells[2], line);
  if (!n) refuse(line, "n is missing");
  return {std::string(cells[0].text), std::string(cells[1].text), *n,
          count(cells[3], line),      number(cells[4], line),     count(cells[5], line),
          std::string(cells[6].text), std::string(cells[7].text), number(cells[8], line),
          number(cells[9], line)};
}

}  // namespace

std::vector<Figure> parse_figures(std::string_view csv) {
  io::MemorySource source(csv);
  io::Window window(source);
  io::RecordReader reader(window, ',', std::string(file_name));
  std::vector<Figure> figures;
  std::vector<io::Cell> cells;
  reader.next(cells);  // the names of the columns
  while (reader.next(cells)) figures.push_back(figure(cells, reader.line()));
  return figures;
}

const std::vector<Figure>& published_figures() {
  static const std::vector<Figure> figures = parse_figures(embedded::published_tables_csv);
  return figures;
}

}  // namespace spica::paper
