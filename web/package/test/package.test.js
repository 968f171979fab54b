// The package in Node: answers against those that are known, errors, abort, progress, certificates.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { packageUnderTest } from "./package-under-test.js";

const { SpicaError, bound, check, close, completed, heuristic, load, path, preview, report, sentences, solve } = await packageUnderTest();

const pitprops = { file: await readFile(new URL("../../../data/pitprops.csv", import.meta.url)), name: "pitprops.csv" };
const small = [[2, 1, 0.5], [1, 3, 0.2], [0.5, 0.2, 1]];

/** The largest eigenvalue of a symmetric 2 x 2 matrix. */
const largest = (a, b, d) => (a + d) / 2 + Math.hypot((a - d) / 2, b);

/** A matrix on which a proof takes long: no structure at all. */
function noise(rows, columns) {
  let state = 1;
  const next = () => ((state = (state * 48271) % 2147483647) / 2147483647) - 0.5;
  return { rows, columns, values: Float64Array.from({ length: rows * columns }, () => next() + next() + next()) };
}

const kindIs = (kind) => (error) => error instanceof SpicaError && error.kind === kind;

test("the best two of three features", async () => {
  const result = await solve(small, 2);
  const [component] = result.components;
  const best = Math.max(largest(2, 1, 3), largest(2, 0.5, 1), largest(3, 0.2, 1));
  assert.equal(result.status, "optimal");
  assert.deepEqual(component.support, [0, 1]);
  assert.ok(component.lower_bound <= best && best <= component.upper_bound);
  assert.ok(component.upper_bound - component.lower_bound <= 1e-4 * best);
});

test("every pair of a random matrix, against enumeration", async () => {
  const data = noise(30, 8);
  const { components: [component] } = await solve(data, 2);
  const mean = (j) => Array.from({ length: 30 }, (_, i) => data.values[i * 8 + j]).reduce((s, x) => s + x) / 30;
  const means = Array.from({ length: 8 }, (_, j) => mean(j));
  const covariance = (p, q) => Array.from({ length: 30 }, (_, i) =>
    (data.values[i * 8 + p] - means[p]) * (data.values[i * 8 + q] - means[q])).reduce((s, x) => s + x) / 30;
  let best = 0;
  for (let p = 0; p < 8; ++p)
    for (let q = p + 1; q < 8; ++q)
      best = Math.max(best, largest(covariance(p, p), covariance(p, q), covariance(q, q)));
  assert.ok(component.lower_bound <= best * (1 + 1e-12) && best * (1 - 1e-12) <= component.upper_bound);
  assert.ok(component.upper_bound <= best * (1 + 2e-4));
});

test("a path, its certificate of one k, and the checker", async () => {
  const curve = await path(pitprops, [1, 2, 3, 4, 5, 6]);
  assert.equal(curve.components.length, 6);
  for (const { k, gap } of curve.components) assert.ok(gap <= 1e-4, `k = ${k}`);
  const result = await solve(pitprops, 5, { certificate: true });
  const [statement] = await check(pitprops, result.certificate, { expect: { k: [5] } });
  assert.ok(statement.lowerBound <= 3.406155 && 3.406154 <= statement.upperBound);
  assert.equal(statement.components[0].k, 5);
});

test("a certificate about another matrix, a tampered one, and another k are refused", async () => {
  const { certificate } = await solve(small, 2, { certificate: true });
  const other = structuredClone(small);
  other[2][2] = 1.25;
  await assert.rejects(check(other, certificate), kindIs("input"));
  await assert.rejects(check(small, certificate, { expect: { k: [1] } }), kindIs("rejected"));
  await assert.rejects(check(small, certificate.slice(0, certificate.length / 2)), SpicaError);
});

test("bound and heuristic", async () => {
  const upper = await bound(pitprops, 5, { method: "sdp" });
  assert.ok(upper.components[0].upper_bound >= 3.406154);
  const lower = await heuristic(pitprops, [5]);
  assert.ok(lower.components[0].lower_bound <= 3.406155);
});

test("single precision, include, exclude and names", async () => {
  const values = Float32Array.from(small.flat());
  const featureNames = ["a", "<b>", "c"];
  const result = await solve({ rows: 3, columns: 3, values: Float64Array.from(small.flat()) }, 2,
    { featureNames, include: ["c"], exclude: ["<b>"] });
  assert.deepEqual(result.components[0].feature_names, ["a", "c"]);
  assert.equal((await solve({ rows: 3, columns: 3, values }, 1, { kind: "samples" })).input.kind, "samples");
});

test("abort ends a long solve with bounds that hold, and progress came before", async () => {
  const stop = new AbortController();
  const heard = [];
  const onProgress = (progress) => {
    heard.push(progress);
    if (progress.upperBound !== null && progress.timeSec > 0.5) stop.abort();
  };
  const result = await solve(noise(80, 250), 25, { gap: 1e-9, signal: stop.signal, onProgress, timeLimit: 120 });
  const [component] = result.components;
  assert.equal(result.status, "interrupted");
  assert.ok(heard.length > 0 && component.lower_bound > 0 && component.upper_bound >= component.lower_bound);
  assert.equal(component.support.length, 25);
});

test("an aborted signal ends a call before it begins", async () => {
  await assert.rejects(solve(small, 2, { signal: AbortSignal.abort() }), kindIs("stopped"));
});

test("what is wrong is said in one line", async () => {
  await assert.rejects(solve(small, 4), kindIs("input"));
  await assert.rejects(solve(small, 0), kindIs("usage"));
  await assert.rejects(solve(small, 1.5), kindIs("usage"));
  await assert.rejects(solve(small, 2, { timelimit: 3 }), kindIs("usage"));
  await assert.rejects(solve(small, 2, { gap: "small" }), kindIs("usage"));
  await assert.rejects(solve([[1, 2], [3]], 1), kindIs("input"));
  await assert.rejects(solve([[1, NaN], [3, 4]], 1), kindIs("input"));
  await assert.rejects(solve({ rows: 1, columns: 40001, values: new Float64Array(40001) }, 1), kindIs("input"));
  await assert.rejects(preview({ file: new TextEncoder().encode("\u0000\u0001"), name: "x" }), kindIs("input"));
  await assert.rejects(solve({ file: Uint8Array.of(0x1f, 0x8b, 8, 0), name: "x.gz" }, 1), kindIs("input"));
  const failure = await solve(small, 2, { timeLimit: -1 }).catch((error) => error);
  assert.match(failure.message, /timeLimit/);
});

const bytes = (text) => new TextEncoder().encode(text);
const messageOf = (call) => call.then(() => assert.fail("no error"), (error) => error.message);

test("a number is a number of a feature, a text its name first", async () => {
  const rows = [[1, 2, 4], [4, 1, 8], [0, 3, 1], [7, 7, 7]];
  const data = { rows: 4, columns: 3, values: Float64Array.from(rows.flat()) };
  const featureNames = ["1", "2", "3"];
  const taken = async (include) => (await solve(data, 1, { featureNames, include })).components[0].support;
  assert.deepEqual(await taken([1]), [1]);
  assert.deepEqual(await taken(["1"]), [0]);
  assert.deepEqual(await taken(["0"]), [0]);
  const left = await solve(data, 1, { featureNames, exclude: [2] });
  assert.ok(!left.components[0].support.includes(2));
  assert.deepEqual((await solve(data, 1, { featureNames: ["0", "a", "a"], include: [2] })).components[0].support, [2]);
  await assert.rejects(solve(data, 1, { featureNames: ["2", "a", "a"], include: [2] }), kindIs("usage"));
  await assert.rejects(solve(data, 1, { include: [3] }), kindIs("usage"));
  await assert.rejects(solve(data, 1, { include: [1.5] }), kindIs("usage"));
  const start = await solve(data, 2, { featureNames, start: [[0, 1]], prove: true });
  assert.deepEqual(start.components[0].support, [0, 1]);
});

test("limits by group, and the checker hears of them", async () => {
  const groups = { topdiam: "size", length: "size", moist: "water", testsg: "water" };
  const result = await solve(pitprops, 4, { groups, atMost: 1, certificate: true });
  const names = result.components[0].feature_names;
  for (const group of ["size", "water"]) assert.ok(names.filter((name) => groups[name] === group).length <= 1, group);
  const limits = [{ atMost: 1, features: [0, 1] }, { atMost: 1, features: [2, 3] }];
  const [statement] = await check(pitprops, result.certificate, { expect: { k: [4], limits } });
  assert.deepEqual(statement.limits, limits);
  await assert.rejects(check(pitprops, result.certificate, { expect: { k: [4] } }), kindIs("rejected"));
  const list = Array.from({ length: 13 }, (_, j) => (j < 2 ? "size" : j < 4 ? "water" : null));
  const some = await solve(pitprops, 4, { groups: list, atMost: { size: 1 } });
  assert.ok(some.components[0].upper_bound >= result.components[0].upper_bound * (1 - 1e-9));
  const free = await solve(pitprops, 4);
  assert.ok(free.components[0].lower_bound > result.components[0].upper_bound);
  for (const [wrong, what] of [[{ groups }, /atMost/], [{ atMost: 1 }, /groups/], [{ groups: ["a"], atMost: 1 }, /1 entries for 13/],
    [{ groups, atMost: 0 }, /whole number/], [{ groups, atMost: { banks: 1 } }, /no group/],
    [{ groups: { nobody: "x" }, atMost: 1 }, /nobody/]])
    assert.match(await messageOf(solve(pitprops, 4, wrong)), what);
});

test("alternatives, and what the checker says of them", async () => {
  const result = await solve(pitprops, 5, { alternatives: 0.05, most: 50, certificate: true });
  const { alternatives } = result.components[0];
  assert.ok(alternatives.length > 0);
  const [statement] = await check(pitprops, result.certificate);
  const text = (sets) => sets.map((set) => set.join()).sort();
  for (const one of text(alternatives.map(({ support }) => support))) assert.ok(text(statement.alternatives).includes(one), one);
  assert.ok(statement.alternativesBound < result.components[0].lower_bound);
});

test("options that cannot be are named as callers write them", async () => {
  const table = { file: bytes("a,b\n1,\n2,3\n4,9\n"), name: "some.csv" };
  const missing = await messageOf(solve(table, 1));
  assert.match(missing, /^some\.csv: .*`missing=drop-rows`.*`missing=mean`/);
  assert.equal((await solve(table, 1, { missing: "drop-rows" })).input.samples, 2);
  assert.match(await messageOf(solve(table, 1, { missing: "men" })), /`missing`/);
  assert.match(await messageOf(solve(small, 1, { center: "no" })), /`center` cannot be "no"/);
  assert.match(await messageOf(solve(small, 1, { kind: "samle" })), /`kind`/);
  assert.match(await messageOf(solve({ file: bytes("a,kind,b\n1,red,2\n3,blue,4\n5,red,7\n"), name: "t.csv" }, 1)), /`labels` 'kind' takes it/);
});

test("files of any name are read, and named in messages", async () => {
  for (const name of ["-", "", ".", "..", "/dev/stdin", "tmp", "a/b.csv", "certificate of x", "completed.csv", "ä ö.csv"]) {
    const seen = await preview({ file: bytes("1,2\n3,5\n4,4\n"), name });
    assert.deepEqual([seen.rows, seen.columns], [3, 2], name);
  }
  assert.match(await messageOf(preview({ file: bytes("1,2\n3\n"), name: "rag ged.csv" })), /^rag ged\.csv: /);
});

test("the fingerprint of a file is SHA-256 for every length", async () => {
  for (const length of [12, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 129, 1000]) {
    const file = bytes("1,2\n3,5\n4,4".padEnd(length, "\n"));
    const { input } = await solve({ file, name: "x.csv" }, 1);
    assert.equal(input.sha256, createHash("sha256").update(file).digest("hex"), `${length} bytes`);
  }
});

test("numbers in files are read to the last bit", async () => {
  const texts = ["0.1", "1e23", "9007199254740993", "2.2250738585072011e-308", "4.9e-324", "1.7976931348623157e308", "-0.3", "0.5", "5.0",
    "1E5", "123456789012345678901234567890", "9007199254740992.5", "9007199254740993.5", "18446744073709551615", "99999999999999999995",
    "-0", "-0.0e5", "1e27", "-3e-27", "1e28", "0.0000000000000000000000000012345678901234567", "0.1000000000000000055511151231257827", "8.5e-7"];
  let state = 99;
  const next = () => (state = (state * 48271) % 2147483647);
  for (let i = 0; i < 300; ++i) texts.push(`${next()}.${next()}${next()}e${(next() % 600) - 300}`);
  for (let i = 0; i < 300; ++i) texts.push(`${next()}.${next()}`, `-${next() / 2147483647}`, `${next()}e${(next() % 60) - 30}`);
  for (let i = 0; i < 60; ++i)  // halfway between two doubles
    texts.push(`${(2n ** 53n + BigInt(next())) * 2n + 1n}`, `${2n ** 52n + BigInt(next())}.5`);
  for (let i = 0; i < texts.length; i += 6) {  // as many rows as a preview shows
    const some = texts.slice(i, i + 6);
    const { head } = await preview({ file: bytes(some.map((text) => `0.5,${text}\n`).join("")), name: "numbers.csv" });
    assert.deepEqual(head.map(([, value]) => value), some.map(Number));
  }
});

test("the matrix that a certificate is about, of a file that is turned, labelled and filled in", async () => {
  const file = { file: bytes("id,a,b,c,class\nx,1,2,,red\ny,4,1,8,blue\nz,0,3,1,red\nu,7,5,7,blue\n"), name: "t.csv" };
  const how = { labels: "class", missing: "mean" };
  const result = await solve(file, 2, { ...how, certificate: true });
  await assert.rejects(check(file, result.certificate), SpicaError);
  const matrix = { file: await completed(file, how), name: "completed.csv" };
  const [statement] = await check(matrix, result.certificate, { expect: { kind: "samples", k: [2] } });
  assert.equal(statement.features, 3);
});

test("what a file is taken for", async () => {
  const text = "name,a,b\nx,1,2\ny,,4\nz,5,7\n";
  const seen = await preview({ file: new TextEncoder().encode(text), name: "<img>.csv" });
  assert.deepEqual([seen.rows, seen.columns, seen.missing], [3, 2, 1]);
  assert.deepEqual(seen.columnNames, ["a", "b"]);
  assert.deepEqual(seen.head[1], [null, 4]);
});

test("the report and the sentences escape names", async () => {
  const result = await solve(small, 2, { featureNames: ["<script>alert(1)</script>", "b", "c"] });
  const html = await report(result);
  assert.ok(html.startsWith("<!DOCTYPE html>") || html.startsWith("<!doctype html>"));
  assert.ok(!html.includes("<script>alert"));
  assert.match((await sentences(result)).lead, /proven|No other|no other/i);
});

test("pictures: the report shows the samples as points, and plain PCA beside", async () => {
  const plain = await report(await solve(noise(20, 15), [3, 3]));
  const result = await solve(noise(20, 15), [3, 3], { pictures: true });
  assert.equal(result.plane.x.length, 20);
  assert.ok(result.plain_variances[0] >= result.components[0].lower_bound);
  const html = await report(result);
  for (const title of ["The samples", "Compared with plain PCA"]) assert.ok(html.includes(`${title}</h2>`) && !plain.includes(`${title}</h2>`), title);
});

test("closing ends what is under way and what waits, and the next call works", async () => {
  const both = [solve(noise(80, 250), 25, { gap: 1e-9 }), solve(small, 2)].map((call) => assert.rejects(call, kindIs("stopped")));
  await new Promise((go) => setTimeout(go, 300));
  close();
  await Promise.all(both);
  assert.equal((await solve(small, 2)).status, "optimal");
});

test("a worker that was made ready ahead gives the same answers, and so does one that was made ready twice", async () => {
  close();
  await load();
  await load();
  assert.deepEqual((await solve(small, 2)).components[0].support, [0, 1]);
  const begun = [load(), solve(small, 2)];
  close();
  await Promise.all(begun.map((call) => assert.rejects(call, kindIs("stopped"))));
});

test("data stay with the caller, whatever they are", async () => {
  const values = Float64Array.from(small.flat());
  await solve({ rows: 3, columns: 3, values }, 2);
  assert.deepEqual([...values], small.flat());
  const arrays = await solve({ rows: 3, columns: 3, values: small.flat() }, 2);
  assert.equal(arrays.status, "optimal");
});

test("the same call twice gives the same bits", async () => {
  const [first, second] = [await solve(noise(20, 15), 4), await solve(noise(20, 15), 4)];
  assert.deepEqual(first.components[0].loadings, second.components[0].loadings);
  assert.equal(first.components[0].upper_bound, second.components[0].upper_bound);
});
