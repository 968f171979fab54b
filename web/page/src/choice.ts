// k, the number of components, and which features are in or out.

import type { Expectation, Preview, Reading, SolveOptions } from "spica-wasm";
import { element, made } from "./dom";

const mostShown = 300;
const limitSec = 300;
let names: string[] = [];
let named = false;  // the file has names
const chosen = new Map<number, "include" | "exclude">();

const k = () => element<HTMLInputElement>("k");
const kNumber = () => element<HTMLInputElement>("k-number");
const ticked = (id: string) => element<HTMLInputElement>(id).checked;
const numbers = (kind: string) => [...chosen].filter(([, choice]) => choice === kind).map(([index]) => index).sort((a, b) => a - b);

function words(index: number): string {
  const choice = chosen.get(index);
  return `${names[index]}: ${choice === "include" ? "included" : choice === "exclude" ? "excluded" : "free"}`;
}

function showNames() {
  const wanted = element<HTMLInputElement>("find").value.toLowerCase();
  const found = names.map((_, index) => index).filter((index) => names[index].toLowerCase().includes(wanted));
  const buttons = found.slice(0, mostShown).map((index) => {
    const button = made("button", names[index], { type: "button", "aria-label": words(index), title: names[index],
      "data-choice": chosen.get(index) ?? "free" });
    button.addEventListener("click", () => {
      const before = chosen.get(index);
      if (before === undefined) chosen.set(index, "include");
      else if (before === "include") chosen.set(index, "exclude");
      else chosen.delete(index);
      button.dataset.choice = chosen.get(index) ?? "free";
      button.setAttribute("aria-label", words(index));
      showCount();
    });
    return button;
  });
  const rest = found.length > mostShown ? [made("span", `and ${found.length - mostShown} more: find them by name`)] : [];
  element("features").replaceChildren(...buttons, ...rest);
}

function showCount() {
  const [included, excluded] = [numbers("include").length, numbers("exclude").length];
  element("chosen").textContent = chosen.size > 0 ? `(${included} included, ${excluded} excluded)` : "";
}

/** Nothing is chosen as long as the features are others than before. */
export function offer(seen: Preview) {
  const given = seen.featureNames?.length ? seen.featureNames : seen.columnNames;
  const next = Array.from({ length: seen.columns }, (_, j) => given[j] ?? `feature ${j}`);
  if (next.length !== names.length || next.some((name, j) => name !== names[j])) chosen.clear();
  [names, named] = [next, given.length > 0];
  showCount();
  showNames();
  const most = Math.min(seen.columns, 100);
  k().max = String(most);
  kNumber().max = String(seen.columns);
  if (Number(kNumber().value) > seen.columns) kNumber().value = String(most);
  k().value = kNumber().value;
}

export function listen() {
  k().addEventListener("input", () => (kNumber().value = k().value));
  kNumber().addEventListener("input", () => (k().value = kNumber().value));
  element("find").addEventListener("input", showNames);
}

/** What is asked for. A feature is meant by its number: names need not differ. */
export function question(): { k: number[]; options: SolveOptions } {
  const components = Math.max(1, Number(element<HTMLInputElement>("count").value) || 1);
  const options: SolveOptions = { timeLimit: Number(element<HTMLInputElement>("limit").value) || limitSec };
  if (numbers("include").length > 0) options.include = numbers("include");
  if (numbers("exclude").length > 0) options.exclude = numbers("exclude");
  if (ticked("nonnegative")) options.nonnegative = true;
  if (ticked("joint") && components > 1) options.joint = true;
  if (ticked("alternatives") && components === 1) options.alternatives = 0.01;
  return { k: Array<number>(components).fill(Number(kNumber().value)), options };
}

/** Where a path up to k begins: every component has room for what is included. */
export const fewestOf = (k: number, { include }: SolveOptions) => Math.min(k, Math.max(1, include?.length ?? 0));

const quoted = (text: string) => (/^[\w./=:,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** By name where the program understands the name alone, else by number. */
function word(index: number): string {
  const alone = named && names.indexOf(names[index]) === names.lastIndexOf(names[index]) && !/[,"@\s]/.test(names[index]);
  return alone ? names[index] : String(index);
}

/** The same for the program; of a path, for all k up to this. */
export function command(name: string, how: Reading, path: boolean) {
  const { k: each, options } = question();
  const list = (features: unknown) => quoted((features as number[]).map(word).join(","));
  const flags = [
    how.transpose && "--transpose", how.standardize && "--standardize", how.shift && "--shift", how.kind && `--as ${how.kind}`,
    how.labels && `--labels ${quoted(how.labels)}`, how.ignore && `--ignore ${quoted(how.ignore.join(","))}`,
    how.missing && how.missing !== "error" && `--missing ${how.missing}`,
    options.include && `--include ${list(options.include)}`, options.exclude && `--exclude ${list(options.exclude)}`,
    options.nonnegative && "--nonnegative", options.joint && !path && "--joint",
    options.alternatives && !path && "--alternatives 0.01",
    options.timeLimit !== limitSec && `--time-limit ${options.timeLimit}`,
  ].filter(Boolean);
  const file = quoted(name.startsWith("-") ? `./${name}` : name);
  return ["spica", path ? "path" : "solve", file, "-k", path ? `${fewestOf(each[0], options)}:${each[0]}` : each.join(","), ...flags].join(" ");
}

/** What a certificate of the question is to be about. */
export function expectation({ k: each, options }: ReturnType<typeof question>, how: Reading, kind: "samples" | "covariance",
                            shift: number): Expectation {
  return { kind, standardize: how.standardize === true, shift, k: each, joint: options.joint === true,
    nonnegative: options.nonnegative === true, include: (options.include ?? []) as number[],
    exclude: (options.exclude ?? []) as number[] };
}
