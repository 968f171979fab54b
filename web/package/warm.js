// Engines compile a function of WebAssembly when it is called first, and the functions of a solve are hundreds. Small problems
// of each kind call most of them, so that the first solve that somebody asks for takes as long as the others.

/** Samples with a feature in seven that shares something with others like it, always the same. */
function samples(rows, columns) {
  let state = 1;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5;
  const values = new Float64Array(rows * columns);
  for (let i = 0; i < rows; ++i) {
    const common = uniform();
    for (let j = 0; j < columns; ++j) values[i * columns + j] = uniform() + (j % 7 === 0 ? 1 : 0.3) * common;
  }
  return { rows, columns, values };
}

function covariance(rows, columns) {
  const { values: x } = samples(rows, columns);
  const product = (p, q) => Array.from({ length: rows }, (_, i) => x[i * columns + p] * x[i * columns + q]).reduce((s, t) => s + t);
  const values = Float64Array.from({ length: columns ** 2 }, (_, at) => product(Math.floor(at / columns), at % columns));
  return { rows: columns, columns, values };
}

/** The same as a file, with names. */
function csvOf({ rows, columns, values }) {
  const lines = [Array.from({ length: columns }, (_, j) => `x${j}`)];
  for (let i = 0; i < rows; ++i) lines.push(values.subarray(i * columns, (i + 1) * columns));
  return { file: new TextEncoder().encode(lines.map((line) => line.join()).join("\n")), name: "data.csv" };
}

/** run(message) solves a problem as calls of the worker do; what it answers does not matter. */
export function warmUp(run) {
  const solve = ({ rows, columns, ...data }, k, certificate = false) =>
    run({ request: { command: "solve", how: { certificate }, options: { timeLimit: 1 }, k: [k], rows, columns }, ...data });
  solve(covariance(60, 30), 5);
  solve(covariance(9, 14), 4, true);  // branches
  solve(covariance(9, 14), 14);       // nothing to choose
  solve(csvOf(samples(40, 200)), 6);
  solve(samples(12, 2500), 5);  // many features, few samples
}
