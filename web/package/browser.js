// The package in browsers.

import { callsInBrowser } from "./in-browser.js";

export const { solve, path, bound, heuristic, check, completed, preview, report, sentences, load, close } =
  callsInBrowser(() => new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" }));
export { SpicaError } from "./data.js";
