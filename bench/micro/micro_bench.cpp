// What the solver spends its time on. BM_Eigen1000 is the yardstick T: one 1000 x 1000 symmetric
// eigendecomposition, one thread, in the same run as everything that is compared with it.

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "bounds/spectral/spectral.hpp"
#include "generate/generate.hpp"
#include "io/interpret.hpp"
#include "io/text_table.hpp"
#include "linalg/eigen.hpp"
#include "model/views.hpp"
#include "pitprops_csv.hpp"
#include "primal/primal.hpp"
#include "spica/solve.hpp"
#include "verify/eigenvalue.hpp"

namespace {

using namespace spica;

Matrix noise_covariance(Index n) {
  Random random(1);
  const Matrix y = Matrix::NullaryExpr(n, n, [&random](Index, Index) { return random.normal(); });
  return y.transpose() * y;
}

Problem spiked(Index n) {
  return Problem::from_samples(generate::generate({generate::Model::spiked, n, 50, 10, 1}).samples,
                               {false, false, 0});
}

void BM_Eigen1000(benchmark::State& state) {
  linalg::use_one_blas_thread();
  const Matrix a = noise_covariance(1000);
  for (auto _ : state) benchmark::DoNotOptimize(linalg::eigenpairs(a));
}
BENCHMARK(BM_Eigen1000)->Unit(benchmark::kMillisecond);

/// The floor of any method that looks at all of the data: 50 samples of n features.
void BM_ThinSvd(benchmark::State& state) {
  const Problem problem = spiked(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(leading_eigenpairs(problem, 50));
}
BENCHMARK(BM_ThinSvd)
    ->Arg(100)
    ->Arg(300)
    ->Arg(1000)
    ->Arg(3000)
    ->Arg(10000)
    ->Arg(30000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);

void BM_LeadingEigenpair(benchmark::State& state) {
  const Matrix a = noise_covariance(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(linalg::leading_eigenpair(a));
}
BENCHMARK(BM_LeadingEigenpair)->Arg(10)->Arg(40)->Arg(200)->Arg(500);

void BM_VerifiedBelow(benchmark::State& state) {
  const Matrix a = noise_covariance(state.range(0));
  const double tau = 1.001 * linalg::leading_eigenpair(a).value;
  for (auto _ : state) benchmark::DoNotOptimize(verify::lam_max_below(a, 0.0, tau));
}
BENCHMARK(BM_VerifiedBelow)->Arg(10)->Arg(40)->Arg(200)->Arg(500);

void BM_BestHeuristic(benchmark::State& state) {
  const Problem problem = spiked(state.range(0));
  const HeuristicOptions options;
  const Limits limits;
  for (auto _ : state) benchmark::DoNotOptimize(primal::best({problem, 10, options, 1, limits}));
}
BENCHMARK(BM_BestHeuristic)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void BM_SolvePitprops(benchmark::State& state) {
  const Problem problem = io::interpret(io::parse_table(embedded::pitprops_csv, "pitprops")).problem;
  for (auto _ : state) benchmark::DoNotOptimize(solve(problem, {state.range(0)}));
}
BENCHMARK(BM_SolvePitprops)->Arg(2)->Arg(5)->Arg(10)->Unit(benchmark::kMillisecond);

void BM_ReadCsv(benchmark::State& state) {
  io::Table table;
  table.numbers = noise_covariance(state.range(0));
  const std::string text = io::format_text(table, ',');
  for (auto _ : state) benchmark::DoNotOptimize(io::parse_table(text, "matrix.csv"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(BM_ReadCsv)->Arg(500)->Unit(benchmark::kMillisecond);

}  // namespace
