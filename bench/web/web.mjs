// Spica in Node beside the program on one thread, in turns: what is proved, the fewest seconds without reading the data, how many
// times as long, memory, and whether the program's checker accepts the certificates. Prints the table of docs/results/web.md.
//   node bench/web/web.mjs [--data DIR] [--only NAME] [--rounds N]

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { load, solve } from "../../build/web/package/node.js";

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { data: text(root("../shared/data")), only: text(""), rounds: text("2"), file: text(""), k: text("1"),
  certificate: text("") } });

/** One process: until it is ready, the first call, and of ten more the one that took the least time. */
async function once() {
  const data = { file: readFileSync(values.file), name: "data.csv" };
  const k = Number(values.k);
  const begin = performance.now();
  await load();
  const ready = (performance.now() - begin) / 1000;
  const first = await solve(data, k);
  const later = [];
  for (let i = 0; i < 10; ++i) later.push((await solve(data, k)).time_sec);
  const { certificate, components } = await solve(data, k, { certificate: true });
  writeFileSync(values.certificate, certificate);
  console.log(JSON.stringify({ ready, first: first.time_sec, later: Math.min(...later), gap: Math.max(first.components[0].gap, components[0].gap),
    megabytes: process.resourceUsage().maxRSS / 1024 }));
}

function compare(name, k, folder) {
  const path = [join(values.data, name), root(`data/${name}`)].find(existsSync);
  if (!path) return `| ${name} | ${k} | not found |`;
  const bytes = name.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path);
  const [file, certificate] = [join(folder, "data.csv"), join(folder, "certificate")];
  writeFileSync(file, bytes);
  const native = [], runs = [];
  for (let round = 0; round < Number(values.rounds); ++round) {
    const json = execFileSync(root("build/bin/spica"), ["solve", file, "-k", `${k}`, "--threads", "1", "--json", "-", "--log-level", "quiet"],
      { maxBuffer: 2 ** 30 });
    native.push(JSON.parse(json).time_sec);
    runs.push(JSON.parse(execFileSync(process.execPath,
      [fileURLToPath(import.meta.url), "--file", file, "--k", `${k}`, "--certificate", certificate])));
  }
  const checked = spawnSync(root("build/bin/spica-check"), ["--expect", `k=${k}`, file, certificate], { encoding: "utf8" });
  const verdict = checked.status === 0 ? "accepted" : `refused: ${checked.stderr.trim()}`;
  const fewest = (part) => Math.min(...runs.map((run) => run[part]));
  const [program, ready, first, later] = [Math.min(...native), fewest("ready"), fewest("first"), fewest("later")];
  return `| ${name.replace(/\..*/, "")} | ${k} | ${program.toFixed(4)} | ${ready.toFixed(2)} | ${first.toFixed(4)} | ${(first / program).toFixed(1)} | ` +
    `${later.toFixed(4)} | ${(later / program).toFixed(1)} | ${Math.max(...runs.map((run) => run.gap)).toExponential(1)} | ` +
    `${Math.max(...runs.map((run) => run.megabytes)).toFixed(0)} | ${verdict} |`;
}

if (values.file) {
  await once();
} else {
  const pitprops = Array.from({ length: 13 }, (_, i) => ["pitprops.csv", i + 1]);
  const instances = [...pitprops, ...["eisen1", "eisen2", "colon500", "lymphoma500", "communities"].flatMap((name) =>
    [10, 20].map((k) => [`${name}.csv.gz`, k])), ["golub.samples.csv.gz", 10]];
  const folder = mkdtempSync(join(tmpdir(), "spica-web-"));
  console.log("| | k | program, s | Node, ready, s | first call, s | times | later calls, s | times | gap | MB | certificate |");
  console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
  for (const [name, k] of instances) if (name.includes(values.only)) console.log(compare(name, k, folder));
  rmSync(folder, { recursive: true });
}
