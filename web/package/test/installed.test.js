// The package as npm packs and installs it: its files, its types, the lines of its README, and how it ends without memory.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const out = join(root, "build/web");
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "spica-installed-"));
  const [packed] = readdirSync(out).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(out, packed)], { cwd: folder, stdio: "pipe" });
});
after(() => rmSync(folder, { recursive: true }));

const run = (name, text) => {
  writeFileSync(join(folder, name), text);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" });
};

test("it has what it needs and nothing else", () => {
  const files = readdirSync(join(folder, "node_modules/spica-wasm")).sort();
  assert.deepEqual(files, ["LICENSE", "README.md", "browser-worker.js", "browser.js", "calls.js", "data.js", "in-browser.js", "index.d.ts",
    "node-worker.js", "node.js", "package.json", "patient.js", "serve.js", "spica-check.mjs", "spica-check.wasm", "spica.mjs", "spica.wasm", "warm.js", "work.js"]);
  const { version, license } = JSON.parse(readFileSync(join(folder, "node_modules/spica-wasm/package.json"), "utf8"));
  assert.match(readFileSync(join(root, "CMakeLists.txt"), "utf8"), new RegExp(`project\\(spica VERSION ${version} `));
  assert.equal(license, "MIT");
});

test("the lines of the README do what they say", () => {
  const [, lines] = readFileSync(join(folder, "node_modules/spica-wasm/README.md"), "utf8").match(/```js\n([^]*?)```/);
  const printed = run("readme.js", lines);
  assert.match(printed, /^\[ 0, 1 \] 3\.618\d* 3\.618\d*\n3\.618\d*\n$/);
});

test("the lines of the documentation do what they say", () => {
  const [, lines] = readFileSync(join(root, "docs/web.md"), "utf8").match(/```js\n([^]*?)```/);
  const values = Array.from({ length: 20 * 30 }, (_, i) => Math.sin(i * i));
  const printed = run("document.js", `const [values, rows, columns] = [${JSON.stringify(values)}, 20, 30];\n${lines}`);
  assert.match(printed, /upperBound/);
});

test("its types serve strict callers", (t) => {
  const tsc = join(root, "web/page/node_modules/typescript/bin/tsc");
  if (!existsSync(tsc)) return t.skip("no TypeScript");
  writeFileSync(join(folder, "caller.ts"), `import { check, close, completed, load, path, solve, SpicaError, type Progress, type Result } from "spica-wasm";
const stop = new AbortController();
const result: Result = await solve({ values: new Float32Array(9), rows: 3, columns: 3 }, [2, 1], { signal: stop.signal, timeLimit: 5,
  onProgress: ({ lowerBound }: Progress) => { const low: number | null = lowerBound; void low; },
  groups: { a: "x", b: null }, atMost: { x: 1 }, alternatives: 0.01, include: ["a", 1], certificate: true });
const support: number[] = result.components[0].support;
await path([[1, 2], [2, 1]], support);
if (result.certificate) for (const one of await check([[1, 2], [2, 1]], result.certificate, { expect: { k: 2, kind: "samples" } })) {
  const bound: number = one.upperBound + one.limits.length; void bound;
}
const bytes: Uint8Array = await completed({ file: new Uint8Array(1) }, { labels: "a" });
const kind: "usage" | "memory" | string = new SpicaError("usage", "x").kind;
// @ts-expect-error: k is a number or numbers
void solve([[1]], "two");
// @ts-expect-error: only what the reader knows
void solve([[1]], 1, { missing: "zero" });
await load();
void [bytes, kind]; close();
`);
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
  for (const module of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]])
    execFileSync(process.execPath, [tsc, ...flags, ...module, "caller.ts"], { cwd: folder, stdio: "pipe" });
});

/** The module with less memory to grow into: the limit stands in section 5, in units of 64 KB. */
function withLessMemory(wasm, pages) {
  const bytes = Uint8Array.from(wasm);
  const number = (at) => {
    let value = 0, length = 0;
    do value |= (bytes[at + length] & 127) << (7 * length); while (bytes[at + length++] & 128);
    return [value >>> 0, length];
  };
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at];
    const [size, length] = number(at + 1);
    const body = at + 1 + length;
    if (id === 5) {
      assert.deepEqual([bytes[body], bytes[body + 1]], [1, 1]);  // one memory, with a limit
      const [, skipped] = number(body + 2);
      const [most, width] = number(body + 2 + skipped);
      assert.equal(most, 65536);
      for (let i = 0; i < width; ++i)
        bytes[body + 2 + skipped + i] = ((pages >> (7 * i)) & 127) | (i + 1 < width ? 128 : 0);
      return bytes;
    }
    at = body + size;
  }
  assert.fail("the module has no memory");
}

test("where memory ends, a line says so, and smaller calls go on", async () => {
  const small = join(folder, "small");
  cpSync(join(folder, "node_modules/spica-wasm"), small, { recursive: true });
  writeFileSync(join(small, "spica.wasm"), withLessMemory(readFileSync(join(small, "spica.wasm")), 2048));
  const { close, preview, solve } = await import(pathToFileURL(join(small, "node.js")).href);
  const columns = 3000, rows = 2000;
  const values = Float64Array.from({ length: rows * columns }, (_, i) => Math.sin(i * i));
  const about = (error) => error.kind === "memory" && /^there is not enough memory; .*$/.test(error.message);
  await assert.rejects(solve({ values, rows, columns }, 5), about);
  const text = Buffer.from(`${Array.from({ length: 4000 }, () => Array(4000).fill("1").join()).join("\n")}\n`);
  await assert.rejects(preview({ file: text, name: "large.csv" }), about);
  assert.equal((await solve([[2, 1], [1, 2]], 1)).status, "optimal");
  close();
});
