#include "factor/sweep/sweep.hpp"

#include "base/parallel.hpp"
#include "factor/passes.hpp"
#include "factor/sweep/tiles.hpp"

namespace spica::sweep {

std::vector<double> norms_of(const Task& task) {
  std::vector<double> norms;
  for (const Wanted& row : task.rows) norms.push_back(task.order.norm_at(row.position));
  return norms;
}

std::vector<double> floors_of(const std::vector<Wanted>& rows) {
  std::vector<double> floors;
  floors.reserve(rows.size());
  for (const Wanted& row : rows) floors.push_back(row.floor);
  return floors;
}

std::vector<Index> features_of(const Task& task, std::size_t first) {
  std::vector<Index> features;
  for (std::size_t r = first; r < std::min(task.rows.size(), first + Tiles::rows_at_once); ++r)
    features.push_back(task.order.feature_at(task.rows[r].position));
  return features;
}

std::optional<RowLists> largest_entries(const Task& task) {
  if (const Passes* elsewhere = task.factor.passes()) return elsewhere->largest_entries(task);
  Tiles tiles({task.factor, task.order}, task.rows, norms_of(task), task.kept, task.kernel, task.stop);
  const std::size_t blocks = (task.rows.size() + Tiles::rows_at_once - 1) / Tiles::rows_at_once;
  parallel::for_each(blocks, [&](std::size_t block) {
    const std::size_t first = block * Tiles::rows_at_once;
    Block rows(task.kernel, Block::Side::rows);
    rows.take(task.factor, features_of(task, first));
    tiles.look(first, rows);
  });
  if (tiles.stopped()) return std::nullopt;
  return tiles.take();
}

}  // namespace spica::sweep
