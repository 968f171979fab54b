// The page: a file, a question, a proof, an answer.

import type { Progress, Result } from "spica-wasm";
import { load, path, solve } from "./spica";
import examples from "virtual:examples";
import { show, type Asked } from "./answer";
import { boundsChart, type Axis, type Point } from "./charts";
import { command, expectation, fewestOf, listen, offer, question } from "./choice";
import { count, element, fail, lower, made, plain, upper } from "./dom";
import { headings, offerLabels, read, reading, reset, understand, type Source } from "./source";

let source: Source | null = null;
let stop: AbortController | null = null;
let files = 0;   // that were opened: what belongs to one before the last is dropped
let looks = 0;   // likewise
const saySec = 10;
const againSec = 3;

async function take(blob: Blob, name: string) {
  const own = ++files;
  stop?.abort();
  element("data-error").textContent = "";
  for (const id of ["choice", "preview", "answer", "work"]) element(id).hidden = true;
  element("drop").setAttribute("aria-busy", "true");
  element("opened").textContent = `Reading ${name} …`;
  try {
    const next = await read(blob, name);
    if (own !== files) return;
    source = next;
    reset();
    await look();
  } catch (error) {
    if (own !== files) return;
    source = null;
    fail("data-error", error);
  }
  if (own !== files) return;
  element("drop").removeAttribute("aria-busy");
  element("opened").textContent = "";
}

/** Shows the file as the switches say. */
async function look() {
  if (!source) return;
  const own = ++looks;
  const current = source;
  element("head-region").setAttribute("aria-busy", "true");
  try {
    const seen = await understand(current);
    if (own !== looks || current !== source) return;
    element("data-error").textContent = "";
    element("head-region").hidden = false;
    offer(seen);
    if (element<HTMLSelectElement>("labels").length === 1) offerLabels(seen.columnNames);
    element("choice").hidden = seen.problem !== undefined;
    refresh();
  } catch (error) {
    if (own !== looks || current !== source) return;
    // A switch may help: which column has labels, or is no feature.
    element("preview").hidden = false;
    element("understood").textContent = "";
    element("head-region").hidden = true;
    element("choice").hidden = true;
    if (element<HTMLSelectElement>("labels").value === "") offerLabels(headings(current, reading().transpose === true));
    fail("data-error", error);
  }
  element("head-region").removeAttribute("aria-busy");
}

/** Lines break between words, never at a hyphen. */
function refresh() {
  if (!source) return;
  const { name } = source;
  const lines = [false, true].map((all) => command(name, reading(), all).split(" "));
  const pieces = lines.flatMap((words, i) => [i > 0 ? "\n" : "", ...words.flatMap((word, j) => [j > 0 ? " " : "", made("span", word)])]);
  element("command").replaceChildren(...pieces);
}

function draw(points: Point[], axis: Axis) {
  const picture = boundsChart(points, axis, Math.max(240, element("chart").clientWidth));
  if (!picture) return;
  element("chart").replaceChildren(picture);
  element("key").hidden = false;
}

function words(progress: Progress) {
  const [low, high] = [progress.lowerBound, progress.upperBound];
  const gap = low !== null && high !== null && low > 0 ? `, gap ${(100 * (high - low) / low).toPrecision(3)} %` : "";
  return `${progress.timeSec.toFixed(1)} s: at least ${low === null ? "?" : lower(low)}, at most ${high === null ? "?" : upper(high)}` +
    `${gap}; ${count(progress.nodes, "node")} done, ${count(progress.open, "node").replace(/ .*/, "")} open`;
}

const statuses: Record<string, string> = {
  optimal: "no other choice explains more", gap_reached: "proven to 0.01 %", time_limit: "the time limit was over",
  interrupted: "with what is proven so far", node_limit: "the node limit was reached",
};

type Run = (options: { signal?: AbortSignal; onProgress?: (progress: Progress) => void; timeLimit?: number }) => Promise<Result>;

function ended(result: Result): string {
  const warnings = result.warnings.filter((warning) => !warning.startsWith("certificate:")).map((warning) => ` ${plain(warning)}.`);
  return `${result.status === "interrupted" ? "Stopped" : "Done"} after ${(result.time_sec as number).toFixed(1)} s: ` +
    `${statuses[result.status] ?? result.status}.${warnings.join("")}`;
}

async function work(asked: Asked, run: Run, headOf: (progress: Progress) => string, pointOf: (progress: Progress) => Point | null,
                    axis: Axis) {
  if (stop) return;
  const points: Point[] = [];
  let latest = "";
  const own = files;
  const watched = stop = new AbortController();
  let saidSec = 0;
  const say = (text: string) => {
    element("state").textContent = text;
    element("said").textContent = text;
  };
  element("work").hidden = false;
  element("answer").hidden = true;
  element("work-error").textContent = "";
  element("chart").replaceChildren();
  element("key").hidden = true;
  say("Working …");
  const stopButton = element<HTMLButtonElement>("stop");
  stopButton.disabled = false;
  if (["prove", "curve"].includes(document.activeElement?.id ?? "")) stopButton.focus();
  for (const id of ["prove", "curve"]) element<HTMLButtonElement>(id).disabled = true;
  const onProgress = (progress: Progress) => {
    if (own !== files || watched.signal.aborted) return;
    element("state").textContent = latest = headOf(progress) + words(progress);
    if (progress.timeSec >= saidSec + saySec) {  // a screen reader does not hear of everything
      saidSec = progress.timeSec;
      element("said").textContent = element("state").textContent;
    }
    const point = pointOf(progress);
    if (point) points.push(point);
    draw([...points].sort((p, q) => p.x - q.x), axis);
  };
  const searched = async () => {
    try {
      const result = await run({ signal: watched.signal, onProgress });
      if (own === files) say(ended(result));
      return result;
    } catch (error) {
      if ((error as { kind?: string }).kind !== "stopped" || latest === "" || own !== files) throw error;
      // A page from disk loses all that a search has when it stops it. Another, short one has an answer to show.
      const stopped = `Stopped. ${latest}. From disk, a page cannot keep the features of a search that it stops.`;
      say(`${stopped} Searching for ${againSec} s …`);
      const result = await run({ timeLimit: againSec });
      if (own === files) say(`${stopped} Below is the answer of another search, of ${againSec} s at most.`);
      return result;
    }
  };
  try {
    const result = await searched();
    if (own !== files) return;
    await show(result, asked);
  } catch (error) {
    if (own !== files) return;
    say("");
    fail("work-error", error);
  } finally {
    const focused = document.activeElement === stopButton;
    stop = null;
    for (const id of ["prove", "curve"]) element<HTMLButtonElement>(id).disabled = false;
    stopButton.disabled = true;
    if (focused) (element("answer").hidden ? element("prove") : element("headline")).focus();
  }
}

function asked(isPath: boolean): Asked {
  const how = reading();
  const about = question();
  const ofEachK = { k: "any", joint: false } as const;
  return { source: source as Source, how,
    expect: (kind, shift) => ({ ...expectation(about, how, kind, shift), ...(isPath ? ofEachK : {}) }) };
}

function prove() {
  if (!source) return;
  const { k, options } = question();
  const given = asked(false);
  return work(given, (watching) => solve(given.source, k, { ...given.how, ...options, ...watching, certificate: true, pictures: true }),
    (progress) => (k.length > 1 && !options.joint ? `component ${progress.component + 1} of ${k.length}, ` : ""),
    (progress) => ({ x: progress.timeSec, low: progress.lowerBound, high: progress.upperBound, of: progress.component }),
    { label: (x) => `${Number(x.toFixed(2))} s`, whole: false });
}

function curve() {
  if (!source) return;
  const { k, options } = question();
  const given = asked(true);
  const { include, exclude, nonnegative, timeLimit } = options;  // what else there is to choose is of one k
  const fewest = fewestOf(k[0], options);
  const all = Array.from({ length: k[0] - fewest + 1 }, (_, i) => fewest + i);
  const chosen = { include, exclude, nonnegative, timeLimit, certificate: true, pictures: true };
  return work(given, (watching) => path(given.source, all, { ...given.how, ...chosen, ...watching }),
    (progress) => `k = ${all[progress.component]}, `,
    (progress) => (progress.last ? { x: all[progress.component], low: progress.lowerBound, high: progress.upperBound } : null),
    { label: (x) => `k = ${x}`, whole: true });
}

function start() {
  element("idle").remove();
  listen();
  const drop = element("drop");
  const file = element<HTMLInputElement>("file");
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    file.value = "";  // so that the same file can be chosen again
    if (chosen) void take(chosen, chosen.name);
  });
  for (const kind of ["dragenter", "dragover"])
    document.addEventListener(kind, (event) => (event.preventDefault(), drop.classList.add("over")));
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void take(dropped, dropped.name);
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-example]"))
    button.addEventListener("click", () => {
      const name = button.dataset.example as string;
      void take(new Blob([examples[name]]), name);
    });
  for (const id of ["transpose", "standardize", "shift", "labels", "missing", "kind", "ignore"])
    element(id).addEventListener("change", look);
  element("choice").addEventListener("input", refresh);
  element("choice").addEventListener("click", refresh);
  element("prove").addEventListener("click", prove);
  element("curve").addEventListener("click", curve);
  element("stop").addEventListener("click", () => {
    for (const id of ["state", "said"]) element(id).textContent = "Stopping …";
    stop?.abort();
  });
  load().catch(() => {});  // while a file is looked for; what is wrong is said when there is one
}

start();
