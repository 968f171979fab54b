// The page as people use it, in Chromium: the answers are the program's, nothing leaves the computer, names are text.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { folder, open, visit } from "./browser.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const shared = process.env.SPICA_DATA_DIR ?? join(root, "../shared/data");
const long = { timeout: 120_000 };
let session;
before(async () => (session = await open(folder)));
after(() => session.close());

const csv = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

async function give(page, file) {
  await page.setInputFiles("#file", file);
  await page.locator("#choice:not([hidden])").waitFor(long);
}

async function ask(page, k, button = "#prove") {
  await page.fill("#k-number", String(k));
  await page.locator("#answer").evaluate((node) => (node.hidden = true));  // so that the next answer to be seen is the one to this
  await page.click(button);
}

/** The numbers of the answer, read from the file that the page saves. */
async function answer(page) {
  await page.locator("#answer:not([hidden])").waitFor(long);
  return JSON.parse(await saved(page, page.getByRole("button", { name: "Result, JSON" })));
}

async function expectAccepted(page) {
  await page.click("#check");
  await page.locator("#checked", { hasText: /^(Accepted|Rejected)/ }).waitFor(long);
  assert.match(await page.textContent("#checked"), /^Accepted: the optimum is between/);
}

const program = process.env.SPICA ?? join(root, "build/bin/spica");
const isThere = existsSync(program);

/** The features and the value that are known, and where the program is there, what it finds: its bounds and the page's are about one number. */
function expectAnswer(result, support, value, args) {
  const [ours] = result.components;
  assert.deepEqual(ours.support, support);
  assert.ok(ours.gap <= 1e-4 && ours.lower_bound <= value * (1 + 1e-8) && ours.upper_bound >= value * (1 - 1e-8));
  if (!isThere) return;
  const theirs = JSON.parse(execFileSync(program, ["solve", ...args, "--json", "-", "--log-level", "quiet"])).components[0];
  assert.deepEqual(ours.support, theirs.support);
  assert.ok(ours.lower_bound <= theirs.upper_bound && theirs.lower_bound <= ours.upper_bound);
}

/** What a button saves. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await download.path(), "utf8");
}

test("Pitprops from its button: the known answer, the check, a report, and no other host", async () => {
  const { page, requests, errors } = await visit(session);
  await page.getByRole("button", { name: "Pitprops" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  assert.match(await page.textContent("#understood"), /covariance of 13 features/);
  await ask(page, 5);
  const result = await answer(page);
  expectAnswer(result, [0, 1, 6, 8, 9], 3.4061549464, [join(root, "data/pitprops.csv"), "-k", "5"]);
  await expectAccepted(page);
  await page.locator("#report").scrollIntoViewIfNeeded();
  const report = page.frameLocator("#report");
  await report.locator("svg").first().waitFor(long);
  assert.deepEqual(requests.filter((url) => !/^(blob|data|about):/.test(url)), [session.address]);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the tutorial's data, standardised", async () => {
  const { page, errors } = await visit(session);
  await page.getByRole("button", { name: "gene expression" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  await page.check("#standardize");
  await page.locator("#choice:not([hidden])").waitFor(long);
  await ask(page, 4);
  const result = await answer(page);
  assert.equal(result.options.standardize, true);
  const report = page.frameLocator("#report");
  for (const title of ["The samples", "Compared with plain PCA"]) await report.getByRole("heading", { name: title }).waitFor(long);
  expectAnswer(result, [82, 94, 125, 268], 3.037177607, [join(root, "build/web/examples/expression.csv"), "-k", "4", "--standardize"]);
  await expectAccepted(page);
  assert.deepEqual(errors, []);
  await page.close();
});

test("Colon, gzipped", { skip: !existsSync(join(shared, "colon500.csv.gz")) && "no shared data" }, async () => {
  const { page } = await visit(session);
  await give(page, join(shared, "colon500.csv.gz"));
  await ask(page, 10);
  const result = await answer(page);
  expectAnswer(result, [0, 5, 10, 32, 37, 63, 109, 122, 476, 499], 2641.228862, [join(shared, "colon500.csv.gz"), "-k", "10"]);
  await page.close();
});

test("a path is drawn as it is proven", async () => {
  const { page } = await visit(session);
  await page.getByRole("button", { name: "Pitprops" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  await ask(page, 6, "#curve");
  const result = await answer(page);
  assert.equal(result.components.length, 6);
  assert.ok(await page.locator("#chart polyline").count() === 2);
  assert.equal(await page.locator("#chart circle").count(), 12);
  assert.match(await page.textContent("#loadings"), /k.*Feature.*Loading/);
  assert.match(await page.textContent("#command"), /spica path pitprops\.csv -k 1:6/);
  await expectAccepted(page);
  assert.match(await page.textContent("#checked"), /between 3\.77\d+ and 3\.77\d+ for k = 6\.$/);
  await page.check("#nonnegative");
  await ask(page, 3, "#curve");
  const positive = await answer(page);
  assert.ok(positive.components.length === 3 && positive.components.every((one) => one.loadings.every((loading) => loading >= 0)));
  await expectAccepted(page);
  await page.click("#names summary");
  for (const feature of [2, 3]) await page.locator("#features button").nth(feature).click();
  assert.match(await page.textContent("#command"), /spica path pitprops\.csv -k 2:3 --include moist,testsg/);
  await ask(page, 3, "#curve");
  const included = await answer(page);
  assert.deepEqual(included.components.map(({ k, support }) => [k, support.includes(2) && support.includes(3)]), [[2, true], [3, true]]);
  await expectAccepted(page);
  await page.close();
});

test("a file that is dropped", async () => {
  const { page } = await visit(session);
  const given = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["1,2,3\n4,1,1\n0,2,7\n5,5,5\n"], "dropped.csv", { type: "text/csv" }));
    return data;
  });
  await page.dispatchEvent("#drop", "drop", { dataTransfer: given });
  await page.locator("#choice:not([hidden])").waitFor(long);
  assert.match(await page.textContent("#understood"), /^dropped\.csv: 4 samples of 3 features/);
  await page.close();
});

const numbers = [[2, 0.5, 0], [0.5, 1, 0.25], [0, 0.25, 3]];

function npy(rows) {
  const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0].length}), }`.padEnd(117) + "\n";
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from(head), Buffer.from(Float64Array.from(rows.flat()).buffer)]);
}

for (const [what, name, buffer] of [
  [".npy", "matrix.npy", npy(numbers)],
  ["Matrix Market", "matrix.mtx", Buffer.from("%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 2\n2 1 0.5\n2 2 1\n3 2 0.25\n3 3 3\n")],
  ["TSV, gzipped", "matrix.tsv.gz", gzipSync(numbers.map((row) => row.join("\t")).join("\n"))],
])
  test(`${what}, and its certificate`, async () => {
    const { page, errors } = await visit(session);
    await give(page, { name, mimeType: "application/octet-stream", buffer });
    assert.match(await page.textContent("#understood"), /a covariance of 3 features/);
    await ask(page, 2);
    const result = await answer(page);
    const largest = 2 + Math.hypot(1, 0.25);  // of features 1 and 2
    assert.deepEqual(result.components[0].support, [1, 2]);
    assert.ok(Math.abs(result.components[0].lower_bound - largest) < 1e-9);
    await expectAccepted(page);
    assert.deepEqual(errors, []);
    await page.close();
  });

test("loadings are saved as the program writes them, and pictures as SVG", async () => {
  const { page } = await visit(session);
  await page.getByRole("button", { name: "Pitprops" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  await ask(page, 5);
  await page.locator("#answer:not([hidden])").waitFor(long);
  const lines = (await saved(page, page.getByRole("button", { name: "Loadings, CSV" }))).trim().split("\n");
  assert.deepEqual([lines[0], lines.length], ["component,index,feature,loading", 6]);
  assert.match(lines[1], /^1,1,"length",0\.4907/);
  if (isThere) {
    const file = join(mkdtempSync(join(tmpdir(), "spica-page-")), "loadings.csv");
    execFileSync(program, ["solve", join(root, "data/pitprops.csv"), "-k", "5", "--loadings", file, "--log-level", "quiet"]);
    const of = (text) => text.trim().split("\n").map((line) => line.split(",").slice(0, 3));
    assert.deepEqual(of(lines.join("\n")), of(readFileSync(file, "utf8")));
  }
  const pictures = page.frameLocator("#report").getByRole("button", { name: "SVG" });
  await pictures.first().waitFor(long);
  assert.match(await saved(page, pictures.first()), /^<svg[^]*<\/svg>$/);
  assert.match(await saved(page, page.getByRole("button", { name: "Report, HTML" })), /^<!doctype html>/i);
  assert.match(await saved(page, page.getByRole("button", { name: "Certificate", exact: true })), /^spica-certificate/i);
  await page.close();
});

test("a column of text: the page says what to switch, and the certificate is about what is left", async () => {
  const { page } = await visit(session);
  const rows = Array.from({ length: 12 }, (_, i) => `s${i},${Math.sin(i)},${Math.cos(3 * i)},${i % 2 ? "red" : "blue"},${i === 3 ? "" : i % 5}`);
  await page.setInputFiles("#file", csv("text.csv", `id,a,b,class,c\n${rows.join("\n")}\n`));
  await page.locator("#data-error:not(:empty)").waitFor(long);
  assert.match(await page.textContent("#data-error"), /“Labels of the samples” 'class' takes it/);
  await page.selectOption("#labels", "class");
  await page.locator("#choice:not([hidden])").waitFor(long);
  assert.match(await page.textContent("#understood"), /12 samples of 3 features, 1 missing value: choose .*labels blue, red/);
  await page.selectOption("#missing", "mean");
  await page.getByText(/1 missing value, labels/).waitFor(long);
  assert.match(await page.textContent("#command"), /--labels class --missing mean/);
  await ask(page, 2);
  await expectAnswerShown(page);
  await expectAccepted(page);
  const matrix = await saved(page, page.getByRole("button", { name: "Matrix that it is about" }));
  assert.equal(matrix.trim().split("\n").length, 13);
  assert.ok(!matrix.includes("red"));
  await page.close();
});

async function expectAnswerShown(page) {
  await page.locator("#answer:not([hidden])").waitFor(long);
  assert.notEqual((await page.textContent("#headline")).trim(), "");
}

test("features in rows", async () => {
  const { page } = await visit(session);
  await give(page, csv("turned.csv", "a,1,2,3,9\nb,4,1,1,7\nc,0,2,7,1\n"));
  await page.check("#transpose");
  await page.getByText(/4 samples of 3 features/).waitFor(long);
  await ask(page, 2);
  const result = await answer(page);
  assert.deepEqual(result.input.transposed, true);
  assert.match(await page.textContent("#command"), /--transpose/);
  await expectAccepted(page);
  await page.close();
});

test("names like numbers: a click means what it is on, and switches keep it", async () => {
  const { page } = await visit(session);
  await give(page, csv("numbers.csv", "\"1\",\"2\",\"3\"\n1,2,4\n4,1,8\n0,3,1\n7,7,7\n"));
  await page.click("#names summary");
  await page.locator("#features button").nth(1).click();
  await page.check("#standardize");
  await page.locator("#head-region:not([aria-busy])").waitFor(long);
  assert.match(await page.textContent("#chosen"), /1 included/);
  assert.match(await page.textContent("#command"), /--standardize --include 2/);
  await ask(page, 1);
  assert.deepEqual((await answer(page)).components[0].support, [1]);
  await expectAccepted(page);
  await page.close();
});

function noise(rows, columns) {
  let state = 7;
  const next = () => ((state = (state * 48271) % 2147483647) / 2147483647 - 0.5).toFixed(6);
  return Array.from({ length: rows }, () => Array.from({ length: columns }, next).join(",")).join("\n") + "\n";
}

test("another file in the middle of a proof: the answer of the first is not shown as one of the second", async () => {
  const { page, errors } = await visit(session);
  await give(page, csv("noise.csv", noise(80, 250)));
  await ask(page, 25);
  await page.getByText(/at least [\d.]+, at most [\d.]+/).waitFor(long);
  await page.getByRole("button", { name: "Pitprops" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  assert.match(await page.textContent("#understood"), /^pitprops\.csv/);
  assert.equal(await page.isVisible("#answer"), false);
  assert.equal(await page.isVisible("#work"), false);
  await ask(page, 5);
  const result = await answer(page);
  assert.deepEqual(result.components[0].support, [0, 1, 6, 8, 9]);
  await expectAccepted(page);
  assert.deepEqual(errors, []);
  await page.close();
});

test("no other host can be asked, whatever runs in the page", async () => {
  const { page } = await visit(session);
  const other = session.address.replace("127.0.0.1", "localhost");
  const asked = await page.evaluate(async (address) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
    await fetch(address).catch(() => {});
    for (const [tag, name] of [["img", "src"], ["script", "src"], ["iframe", "src"], ["object", "data"]]) {
      const node = document.createElement(tag);
      node[name] = address;
      document.body.append(node);
    }
    await new Promise((go) => setTimeout(go, 500));
    return refused.sort();
  }, other);
  assert.deepEqual(asked, ["connect-src", "frame-src", "img-src", "object-src", "script-src-elem"]);
  const worker = await page.evaluate((address) => new Promise((heard) => {
    const text = `fetch(${JSON.stringify(address)}).then(() => postMessage("answered"), () => postMessage("refused"))`;
    new Worker(URL.createObjectURL(new Blob([text]))).onmessage = (event) => heard(event.data);
  }), session.address);
  assert.equal(worker, "refused");
  await page.close();
});

test("Stop keeps what is proven so far, and the page answers while it works", async () => {
  const { page } = await visit(session);
  await give(page, csv("noise.csv", noise(80, 250)));
  await ask(page, 25);
  await page.getByText(/at least [\d.]+, at most [\d.]+/).waitFor(long);
  await page.click("#names summary");  // the page is alive
  await page.click("#stop");
  const result = await answer(page);
  assert.equal(result.status, "interrupted");
  assert.ok(result.components[0].upper_bound > result.components[0].lower_bound);
  await page.close();
});

test("include and exclude by clicks, no negative loadings, then two components together", async () => {
  const { page } = await visit(session);
  await page.getByRole("button", { name: "Pitprops" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  await page.click("#names summary");
  const names = page.locator("#features button");
  await names.nth(0).click();
  await names.nth(1).click();
  await names.nth(1).click();
  assert.match(await page.textContent("#chosen"), /1 included, 1 excluded/);
  await ask(page, 3);
  const result = await answer(page);
  assert.ok(result.components[0].support.includes(0) && !result.components[0].support.includes(1));
  assert.match(await page.textContent("#command"), /--include topdiam --exclude length/);
  await expectAccepted(page);
  await names.nth(0).click();  // excluded
  await names.nth(0).click();  // free
  await page.check("#nonnegative");
  await page.fill("#count", "2");
  await page.check("#joint");
  await ask(page, 2);
  const both = await answer(page);
  assert.equal(both.components.length, 2);
  assert.ok(both.total && both.components.every((one) => one.loadings.every((loading) => loading >= 0)));
  await expectAccepted(page);
  await page.uncheck("#nonnegative");
  await page.uncheck("#joint");
  await ask(page, 4);
  const after = await answer(page);
  assert.ok(after.components.length === 2 && !after.total);
  await expectAccepted(page);
  await page.fill("#count", "1");
  await page.check("#alternatives");
  await ask(page, 5);
  assert.ok(Array.isArray((await answer(page)).components[0].alternatives));
  await expectAccepted(page);
  await page.close();
});

const hostile = "</script><img src=x onerror='window.hacked = 1'>";

test("hostile names are text", async () => {
  const { page, errors } = await visit(session);
  await give(page, csv(`${hostile.replaceAll("/", "")}.csv`, `"${hostile}",b,c\n1,2,3\n4,1,1\n0,2,7\n3,3,1\n`));
  await ask(page, 2);
  await answer(page);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("main img").count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

test("broken files are refused in a line, and the page goes on", async () => {
  const { page } = await visit(session);
  const broken = [csv("empty.csv", ""), csv("words.csv", "a,b\nx,y\n"), csv("ragged.csv", "1,2\n3\n"),
    { name: "corrupt.csv.gz", mimeType: "application/gzip", buffer: gzipSync("1,2\n3,4\n").subarray(0, 12) },
    { name: "zeros.npy", mimeType: "application/octet-stream", buffer: Buffer.from("\x93NUMPY\x01\x00", "latin1") }];
  for (const file of broken) {
    await page.setInputFiles("#file", file);
    await page.locator("#data-error:not(:empty)").waitFor(long);
    assert.ok(!(await page.textContent("#data-error")).includes("\n"), file.name);
  }
  await give(page, csv("good.csv", "1,2,3\n4,1,1\n0,2,7\n"));
  await page.close();
});

test("20 MB of data", async () => {
  const { page } = await visit(session);
  const text = noise(450, 5000);
  assert.ok(text.length > 20e6);
  await give(page, csv("large.csv", text));
  assert.match(await page.textContent("#understood"), /450 samples of 5,000 features/);
  await page.fill("#limit", "5");
  await ask(page, 3);
  const result = await answer(page);
  assert.ok(result.components[0].upper_bound >= result.components[0].lower_bound);
  await page.close();
});

test("by keyboard alone, in the dark, on a phone", async () => {
  const { page } = await visit(session, { colorScheme: "dark", viewport: { width: 360, height: 740 } });
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.getByRole("button", { name: "Pitprops" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#choice:not([hidden])").waitFor(long);
  await page.locator("#prove").focus();
  await page.keyboard.press("Enter");
  await page.locator("#answer:not([hidden])").waitFor(long);
  assert.match(await page.textContent("#said"), /^Done after .*no other choice explains more/);  // what a screen reader hears
  await page.locator(":focus").evaluate((node) => node.id).then((id) => assert.equal(id, "headline"));
  const { width, unnamed } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    unnamed: [...document.querySelectorAll("input, select, button, iframe")].filter((node) =>
      !(node.labels?.length || node.getAttribute("aria-label") || node.title || node.textContent.trim())).length,
  }));
  assert.ok(width <= 360, `the page is ${width} pixels wide`);
  assert.equal(unnamed, 0);
  if (process.env.SPICA_SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SPICA_SCREENSHOTS, "phone.png"), fullPage: true });
  await page.close();
});

test("from disk, with no server at all: a proof, Stop, the check", async () => {
  const { page, errors } = await visit({ ...session, address: pathToFileURL(join(folder, "index.html")).href });
  assert.equal(await page.locator("#idle").count(), 0);
  await page.getByRole("button", { name: "Pitprops" }).click();
  await page.locator("#choice:not([hidden])").waitFor(long);
  await ask(page, 5);
  assert.deepEqual((await answer(page)).components[0].support, [0, 1, 6, 8, 9]);
  await expectAccepted(page);
  await give(page, csv("noise.csv", noise(80, 250)));
  await ask(page, 25);
  await page.getByText(/at least [\d.]+, at most [\d.]+/).waitFor(long);
  await page.click("#stop");
  const stopped = await answer(page);
  assert.match(await page.textContent("#state"), /^Stopped\. .*at least [\d.]+, at most [\d.]+.* another search, of 3 s/);
  assert.equal(stopped.components[0].support.length, 25);
  await ask(page, 1);
  assert.ok((await answer(page)).components[0].gap <= 1e-4);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the page is one file, below 3 MB compressed", () => {
  assert.deepEqual(readdirSync(folder), ["index.html"]);
  const bytes = gzipSync(readFileSync(join(folder, "index.html"))).length;
  console.log(`first load: ${(bytes / 1e6).toFixed(2)} MB gzipped`);
  assert.ok(bytes < 3e6);
});
