// The package with its worker and its modules inside of the page: nothing is loaded, so that the page works from disk, and the
// worker is bound by the policy of the page.

import type * as Package from "spica-wasm";
import { callsInBrowser } from "spica-wasm/in-browser.js";
import PageWorker from "./worker?worker&inline";

export const { solve, path, check, completed, preview, report, sentences, load } = callsInBrowser(() => new PageWorker()) as typeof Package;
