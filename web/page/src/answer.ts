// The result: in words, loadings, downloads, the report, and the independent check.

import type { Component, Expectation, Reading, Result, Statement } from "spica-wasm";
import { check, completed, report, sentences } from "./spica";
import { digits, element, lower, made, plain, save, upper } from "./dom";
import type { Source } from "./source";

/** What was asked, when it was asked: switches may change while an answer is computed. */
export interface Asked { source: Source; how: Reading; expect: (kind: "samples" | "covariance", shift: number) => Expectation }

interface Input { kind: "samples" | "covariance"; shift?: number; missing_values?: number }

/** Positions in a component's lists, the strongest loading first. */
function byStrength({ loadings }: Component): number[] {
  return loadings.map((_, j) => j).sort((p, q) => Math.abs(loadings[q]) - Math.abs(loadings[p]));
}

/** What the program writes with --loadings. */
function loadingsCsv(result: Result): string {
  const named = result.components.every((component) => component.feature_names);
  const lines = [[result.path ? "k" : "component", "index", ...(named ? ["feature"] : []), "loading"].join(",")];
  result.components.forEach((component, i) => {
    for (const j of byStrength(component)) {
      const name = component.feature_names ? [`"${component.feature_names[j].replaceAll('"', '""')}"`] : [];
      lines.push([result.path ? component.k : i + 1, component.support[j], ...name, component.loadings[j]].join(","));
    }
  });
  return lines.join("\n") + "\n";
}

function showLoadings(result: Result) {
  const head = made("tr");
  for (const title of [result.path ? "k" : "Component", "Feature", "Loading"]) head.append(made("th", title, { scope: "col" }));
  const rows = [head];
  result.components.forEach((component, i) => {
    for (const j of byStrength(component)) {
      const row = made("tr");
      row.append(made("th", String(result.path ? component.k : i + 1), { scope: "row" }),
        made("td", component.feature_names?.[j] ?? `feature ${component.support[j]}`), made("td", digits(component.loadings[j])));
      rows.push(row);
    }
  });
  element("loadings").replaceChildren(...rows);
}

/** The matrix that a certificate is about, where it is not what stands in the file. */
async function changed(result: Result, { source, how }: Asked): Promise<Source | null> {
  const missing = (result.input as Input).missing_values ?? 0;
  if (!how.transpose && !how.labels && !how.ignore && missing === 0) return null;
  return { file: await completed(source, how), name: "the completed matrix" };
}

/** What the checker says of a certificate, of a path for every k that is shown. */
function verdictOn(result: Result, statements: Statement[]): string {
  const kOf = ({ components }: Statement) => components[0].k;
  const proven = new Set(statements.map(kOf));
  const unproven = result.path ? result.components.map(({ k }) => k).filter((k) => !proven.has(k)) : [];
  if (unproven.length > 0) return `Rejected: the certificate has no proof for k = ${unproven.join(", ")}.`;
  if (result.path) statements.sort((one, other) => kOf(one) - kOf(other));
  const bounds = statements.map((one) => `between ${lower(one.lowerBound)} and ${upper(one.upperBound)}` +
    (result.path ? ` for k = ${kOf(one)}` : ""));
  return `Accepted: the optimum is ${bounds.join("; ")}.`;
}

function offerCheck(result: Result, asked: Asked) {
  const button = element<HTMLButtonElement>("check");
  const { kind, shift } = result.input as Input;
  button.disabled = !result.certificate;
  element("checked").textContent = result.certificate ? "" : "There is no certificate.";
  button.onclick = async () => {
    button.disabled = true;
    element("checked").textContent = "Checking …";
    let verdict: string;
    try {
      const data = await changed(result, asked) ?? asked.source;
      const statements = await check(data, result.certificate as string, { expect: asked.expect(kind, shift ?? 0) });
      verdict = verdictOn(result, statements);
    } catch (error) {
      verdict = `Rejected: ${plain((error as Error).message)}`;
    }
    if (element("answer").dataset.of !== result.json) return;  // another answer is shown by now
    element("checked").textContent = verdict;
    button.disabled = false;
  };
}

export async function show(result: Result, asked: Asked) {
  const [said, html] = [await sentences(result), await report(result)];
  const matrix = result.certificate ? await changed(result, asked) : null;
  element("headline").textContent = said.headline;
  element("lead").textContent = said.lead;
  showLoadings(result);
  const name = asked.source.name.replace(/\.[^.]*$/, "");
  const downloads: [string, string, string | Uint8Array, string][] = [
    ["Loadings, CSV", `${name}-loadings.csv`, loadingsCsv(result), "text/csv"],
    ["Result, JSON", `${name}.json`, result.json, "application/json"],
    ["Report, HTML with pictures", `${name}.html`, html, "text/html"],
  ];
  if (result.certificate) downloads.push(["Certificate", `${name}.cert`, result.certificate, "text/plain"]);
  if (matrix) downloads.push(["Matrix that it is about, CSV", `${name}-completed.csv`, matrix.file, "text/csv"]);
  element("downloads").replaceChildren(...downloads.map(([label, file, content, type]) => {
    const button = made("button", label, { type: "button" });
    button.addEventListener("click", () => save(file, content, type));
    return button;
  }));
  offerCheck(result, asked);
  element("answer").dataset.of = result.json;
  element("answer").hidden = false;
  const frame = element<HTMLIFrameElement>("report");
  frame.getBoundingClientRect();  // it has its size before the pictures are drawn to it
  frame.srcdoc = html;
}
