// The package in a browser, from its files as they are: a proof, the check, progress and abort, in pages that share memory with
// their workers and in those that do not.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, visit } from "./browser.js";

let session;
before(async () => (session = await open(fileURLToPath(new URL("../../../build/web/package/", import.meta.url)))));
after(() => session.close());

for (const isolated of [false, true])
  test(isolated ? "isolated" : "not isolated", async () => {
    session.headers = isolated ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" } : {};
    const { page, errors } = await visit({ ...session, address: `${session.address}README.md` });
    assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
    const outcome = await page.evaluate(async () => {
      const { solve, check, close } = await import("/browser.js");
      const rows = [[2, 1, 0.5], [1, 3, 0.2], [0.5, 0.2, 1]];
      const { components, certificate } = await solve(rows, 2, { certificate: true });
      const [statement] = await check(rows, certificate, { expect: { k: [2] } });
      let state = 7;
      const values = Float64Array.from({ length: 80 * 250 }, () => (state = (state * 48271) % 2147483647) / 2147483647);
      const stop = new AbortController();
      let heard = 0;
      const onProgress = ({ upperBound, timeSec }) => {
        heard += 1;
        if (upperBound !== null && timeSec > 0.5) stop.abort();
      };
      const long = await solve({ values, rows: 80, columns: 250 }, 25, { gap: 1e-9, timeLimit: 120, signal: stop.signal, onProgress });
      close();
      return { support: components[0].support, bound: statement.upperBound, heard, status: long.status };
    });
    assert.deepEqual(outcome.support, [0, 1]);
    assert.ok(Math.abs(outcome.bound - (5 + Math.sqrt(5)) / 2) < 1e-3);
    assert.ok(outcome.heard > 0);
    assert.equal(outcome.status, "interrupted");
    assert.deepEqual(errors, []);
    await page.close();
  });
