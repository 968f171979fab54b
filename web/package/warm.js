// Engines compile a function of WebAssembly when it is called first, and the functions of a solve are hundreds. Two small
// problems, one of each kind, call most of them, so that the first solve that somebody asks for takes as long as the others.

/** Samples with a feature in seven that shares something with others like it, always the same. */
function samples(rows, columns) {
  let state = 1;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5;
  const values = new Float64Array(rows * columns);
  for (let i = 0; i < rows; ++i) {
    const common = uniform();
    for (let j = 0; j < columns; ++j) values[i * columns + j] = uniform() + (j % 7 === 0 ? 1 : 0.3) * common;
  }
  return values;
}

function covariance(rows, columns) {
  const x = samples(rows, columns);
  const product = (p, q) => Array.from({ length: rows }, (_, i) => x[i * columns + p] * x[i * columns + q]).reduce((s, t) => s + t);
  return Float64Array.from({ length: columns ** 2 }, (_, at) => product(Math.floor(at / columns), at % columns));
}

/** run(request, values) solves a problem; what it answers does not matter. */
export function warmUp(run) {
  const solve = { command: "solve", how: {}, options: { timeLimit: 1 } };
  run({ ...solve, k: [5], rows: 30, columns: 30 }, covariance(60, 30));
  run({ ...solve, k: [6], rows: 40, columns: 200 }, samples(40, 200));
}
