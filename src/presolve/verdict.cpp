#include "presolve/verdict.hpp"

#include <algorithm>
#include <numeric>

namespace spica::presolve {

namespace {

bool larger(const Row& a, const Row& b) {
  return a.value > b.value;
}

/// The `most` largest rows, in any order.
std::vector<Row> worst_of(std::vector<Row> rows, std::size_t most) {
  if (rows.size() > most) {
    std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most), rows.end(), larger);
    rows.resize(most);
  }
  return rows;
}

/// The features of the core that are in every support.
Support included_of(const CoreQuestion& question) {
  Support included;
  for (std::size_t p = 0; p < question.core.size(); ++p) {
    if (question.payments.shape().is_in(static_cast<Index>(p))) included.push_back(question.core[p]);
  }
  return included;
}

}  // namespace

Failing failing(std::vector<Row> rows, double tau) {
  const auto above =
      std::count_if(rows.begin(), rows.end(), [tau](const Row& row) { return !(row.value <= tau); });
  return {std::move(rows), static_cast<std::size_t>(above)};
}

Verdict test(const CoreQuestion& question, const Vector& payment, const std::optional<std::vector<Row>>& near,
             RowOracle& oracle, const CoreSettings& settings) {
  const Query query{question.core,
                    payment,
                    settings.near_miss * question.tau,
                    question.tau,
                    question.payments.shape().conditions,
                    included_of(question)};
  if (near) {
    Failing some = failing(oracle.ask_some(query, *near), question.tau);
    if (some.above > 0) return {.failing = std::move(some)};
  }
  Reply reply = oracle.ask(query);
  Verdict verdict{.weights = std::move(reply.weights)};
  if (const std::optional<double> block = question.payments.prove(payment)) {
    verdict.touching = std::max(*block, reply.others);
    for (const Row& row : reply.rows) verdict.touching = std::max(*verdict.touching, row.value);
    verdict.passes = *verdict.touching <= question.tau &&
                     std::all_of(reply.rows.begin(), reply.rows.end(),
                                 [&](const Row& row) { return row.value <= question.tau; });
  }
  verdict.failing = failing(worst_of(std::move(reply.rows), settings.most_compared), question.tau);
  return verdict;
}

std::size_t largest_core(std::size_t core, std::size_t above, const CoreSettings& settings) {
  const auto largest = static_cast<std::size_t>(settings.largest);
  return above <= core / 2 ? 2 * largest : largest;
}

bool is_hopeless(std::size_t core, std::size_t above, Index features, const CoreSettings& settings) {
  const auto n = static_cast<std::size_t>(features);
  const bool most_fail = 2 * above > n - core;
  return most_fail || static_cast<double>(core + above) > settings.most_share * static_cast<double>(n);
}

Support grow(const Support& core, Failing failing, Index features, const CoreSettings& settings) {
  const std::size_t above = failing.above;
  if (is_hopeless(core.size(), above, features, settings)) return every_feature(features);
  std::stable_sort(failing.rows.begin(), failing.rows.end(), larger);
  const std::size_t most = std::max(core.size() / 2, static_cast<std::size_t>(settings.first));
  const std::size_t wanted =
      std::max(above < most ? above + above / 2 + 5 : most,
               std::max(core.size() / settings.least_growth_share, settings.least_growth));
  // Rows above tau join even if the core then exceeds its limit, near misses only as far as the limit has
  // room.
  const std::size_t room =
      std::max(largest_core(core.size(), above, settings), core.size() + above) - core.size();
  Support grown = core;
  for (std::size_t i = 0; i < std::min({failing.rows.size(), wanted, room}); ++i)
    grown.push_back(failing.rows[i].feature);
  std::sort(grown.begin(), grown.end());
  return grown;
}

Support every_feature(Index n) {
  Support all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

}  // namespace spica::presolve
