// The bounds of random and extreme matrices against exact arithmetic: integers without end. A bound u holds if u I - A_S has no
// negative principal minor for any set S of k features; a lower bound l holds if x'Ax >= l x'x.

import assert from "node:assert/strict";
import test from "node:test";
import { packageUnderTest } from "./package-under-test.js";

const { check, solve } = await packageUnderTest();

/** x = mantissa 2^exponent. */
function parts(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: bits >> 63n ? -mantissa : mantissa, exponent: Math.max(exponent, 1) - 1075 };
}

/** x 2^-exponent, which is whole. */
function whole(x, exponent) {
  const { mantissa, exponent: own } = parts(x);
  return mantissa << BigInt(own - exponent);
}

const lowest = -1074;  // of all doubles

function determinant(m) {
  if (m.length === 0) return 1n;
  return m[0].reduce((sum, entry, j) => {
    if (entry === 0n) return sum;
    const minor = m.slice(1).map((row) => row.filter((_, q) => q !== j));
    return sum + (j % 2 === 0 ? entry : -entry) * determinant(minor);
  }, 0n);
}

function* subsets(n, k, from = 0) {
  if (k === 0) return yield [];
  for (let i = from; i <= n - k; ++i) for (const rest of subsets(n, k - 1, i + 1)) yield [i, ...rest];
}

/** Whether a symmetric matrix of integers has no negative eigenvalue. */
function isSemidefinite(m) {
  for (let size = 1; size <= m.length; ++size)
    for (const s of subsets(m.length, size)) if (determinant(s.map((i) => s.map((j) => m[i][j]))) < 0n) return false;
  return true;
}

let state = 12345;
const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** Samples with what makes trouble: zero and equal columns, ranks that are low, columns of wildly different sizes. */
function samples(rows, columns, kind) {
  const x = Array.from({ length: rows }, () => Array.from({ length: columns }, normal));
  for (const row of x) {
    if (kind === "zeros") row[1] = 0;
    if (kind === "equal") row[2] = row[0];
    if (kind === "scales") row.forEach((_, j) => (row[j] *= 10 ** (4 * j - 8)));
    if (kind === "rank") for (let j = 2; j < columns; ++j) row[j] = row[0] * j - row[1];
    if (kind === "tiny") row.forEach((_, j) => (row[j] *= 1e-150));
    if (kind === "huge") row.forEach((_, j) => (row[j] *= 1e140));
    if (kind === "whole") row.forEach((value, j) => (row[j] = Math.round(2 * value)));
  }
  return x;
}

/** The exact covariance times m^3 as integers, in units of 2^(2 exponent). */
function exactCovariance(x) {
  const m = BigInt(x.length);
  const y = x.map((row) => row.map((value) => whole(value, lowest)));
  const sums = y[0].map((_, j) => y.reduce((sum, row) => sum + row[j], 0n));
  const centred = y.map((row) => row.map((value, j) => m * value - sums[j]));
  return sums.map((_, i) => sums.map((__, j) => centred.reduce((sum, row) => sum + row[i] * row[j], 0n)));
}

const kinds = ["plain", "zeros", "equal", "scales", "rank", "tiny", "huge", "whole"];

/** a is the exact matrix in units of 2^exponent / divisor. */
function expectBounds(a, exponent, divisor, component, what) {
  const unit = (x) => (divisor * whole(x, lowest)) << BigInt(Math.max(0, lowest - exponent));
  const scale = BigInt(Math.max(0, exponent - lowest));
  const entry = (i, j) => a[i][j] << scale;
  const upper = unit(component.upper_bound);
  for (const s of subsets(a.length, component.k)) {
    const m = s.map((i) => s.map((j) => (i === j ? upper : 0n) - entry(i, j)));
    assert.ok(isSemidefinite(m), `${what}: the upper bound is below the eigenvalue of ${s}`);
  }
  const x = component.loadings.map((value) => whole(value, lowest));
  let product = 0n;
  component.support.forEach((i, p) => component.support.forEach((j, q) => (product += x[p] * x[q] * entry(i, j))));
  const length = x.reduce((sum, value) => sum + value * value, 0n);
  assert.ok(product >= unit(component.lower_bound) * length, `${what}: the lower bound is above what its loadings explain`);
}

for (const kind of kinds) {
  test(`bounds of samples hold exactly: ${kind}`, async () => {
    for (let round = 0; round < 4; ++round) {
      const x = samples(5 + round, 6, kind);
      for (const k of [1, 2, 3]) {
        const { components: [component] } = await solve(x, k, { kind: "samples", gap: round % 2 ? 1e-4 : 0 });
        expectBounds(exactCovariance(x), 2 * lowest, BigInt(x.length) ** 3n, component, `${kind} ${round}, k = ${k}`);
      }
    }
  });

  test(`bounds of covariances hold exactly, and certificates are accepted: ${kind}`, async () => {
    for (let round = 0; round < 3; ++round) {
      const x = samples(7, 5, kind);
      const a = x[0].map((_, i) => x[0].map((__, j) => x.reduce((sum, row) => sum + row[i] * row[j], 0)));
      const exact = a.map((row) => row.map((value) => whole(value, lowest)));
      for (const k of [1, 2, 3]) {
        // A product of rounded numbers may be a little indefinite.
        const result = await solve(a, k, { kind: "covariance", shift: true, certificate: true });
        const shift = result.input.shift ?? 0;
        const shifted = exact.map((row, i) => row.map((value, j) => value + (i === j ? whole(shift, lowest) : 0n)));
        const [component] = result.components;
        expectBounds(shifted, lowest, 1n, component, `${kind} ${round}, k = ${k}`);
        const [statement] = await check(a, result.certificate);
        assert.ok(statement.upperBound <= component.upper_bound * (1 + 1e-9) + 1e-300);
      }
    }
  });
}

test("the oracle sees a bound that is too low by one part in 10^15", async () => {
  const x = samples(6, 5, "plain");
  const { components: [component] } = await solve(x, 1, { kind: "samples" });
  const low = { ...component, upper_bound: component.lower_bound * (1 - 1e-15) };
  assert.throws(() => expectBounds(exactCovariance(x), 2 * lowest, 216n, low, "planted"));
});
