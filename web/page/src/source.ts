// The file: chosen, dropped or built in; expanded if it is gzipped; and what it is taken for.

import type { Preview, Reading } from "spica-wasm";
import { preview } from "./spica";
import { count, element, made, plain } from "./dom";

export interface Source { file: Uint8Array; name: string }

const mostBytes = 2 ** 30;
const switches = ["transpose", "standardize", "shift"];

async function expanded(blob: Blob, name: string): Promise<Source> {
  const mark = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = mark[0] === 0x1f && mark[1] === 0x8b;
  if (!packed) return { file: new Uint8Array(await blob.arrayBuffer()), name };
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > mostBytes) throw new Error(`${name} expands to more than 1 GB; use the program`);
  }
  const file = new Uint8Array(size);
  let at = 0;
  for (const part of parts) file.set(part, at), (at += part.length);
  return { file, name: name.replace(/\.gz$/i, "") };
}

export async function read(blob: Blob, name: string): Promise<Source> {
  if (blob.size > mostBytes) throw new Error(`${name} has more than 1 GB; use the program`);
  try {
    return await expanded(blob, name);
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`${name}: the gzip data is corrupt; copy or compress it again`);
    if (error instanceof DOMException) throw new Error(`${name} cannot be read: ${error.message}`);
    throw error;
  }
}

const ignored = () => element<HTMLInputElement>("ignore").value.split(",").map((word) => word.trim()).filter(Boolean);

/** How the switches say that the file is to be read. */
export function reading(): Reading {
  const labels = element<HTMLSelectElement>("labels").value;
  const kind = element<HTMLSelectElement>("kind").value as "" | "samples" | "covariance";
  return {
    transpose: element<HTMLInputElement>("transpose").checked,
    standardize: element<HTMLInputElement>("standardize").checked,
    shift: element<HTMLInputElement>("shift").checked,
    ...(kind ? { kind } : {}),
    missing: element<HTMLSelectElement>("missing").value as Reading["missing"],
    ...(labels ? { labels } : {}),
    ...(ignored().length > 0 ? { ignore: ignored() } : {}),
  };
}

/** For a new file: nothing is switched on. */
export function reset() {
  for (const id of switches) element<HTMLInputElement>(id).checked = false;
  element<HTMLSelectElement>("kind").value = "";
  element<HTMLSelectElement>("missing").value = "error";
  element<HTMLInputElement>("ignore").value = "";
  offerLabels([]);
}

export function offerLabels(columns: string[]) {
  const labels = element<HTMLSelectElement>("labels");
  labels.replaceChildren(labels.options[0]);
  for (const column of columns.slice(0, 500)) labels.add(new Option(column.slice(0, 60), column));
}

/** The first cells of lines of a text, without their quotes. */
function cells(line: string): string[] {
  const separator = ["\t", ";", ","].find((one) => line.includes(one)) ?? ",";
  const found: string[] = [];
  for (let rest = line; ;) {
    const quoted = /^\s*"((?:[^"]|"")*)"/.exec(rest);
    const end = rest.indexOf(separator, quoted ? quoted[0].length : 0);
    found.push(quoted ? quoted[1].replaceAll('""', '"') : (end < 0 ? rest : rest.slice(0, end)).trim());
    if (end < 0) return found;
    rest = rest.slice(end + 1);
  }
}

/** What may be columns of a file that cannot be read as it is: the cells of its first line; of rows, if features are in rows. */
export function headings({ file }: Source, transposed: boolean): string[] {
  const start = file.subarray(0, 2 ** 20);
  if (start.includes(0)) return [];
  const lines = new TextDecoder().decode(start).split(/\r?\n/).filter((line) => line && !line.startsWith("#"));
  const words = transposed ? lines.slice(0, 500).map((line) => cells(line)[0]) : lines.slice(0, 1).flatMap(cells);
  return words.filter((word) => word !== "" && Number.isNaN(Number(word)));
}

function words(seen: Preview, name: string): string {
  const what = seen.kind === "covariance" ? `a covariance of ${count(seen.columns, "feature")}`
    : `${count(seen.rows, "sample")} of ${count(seen.columns, "feature")}`;
  const refused = seen.missing > 0 && reading().missing === "error";
  const missing = seen.missing === 0 ? ", no missing values"
    : `, ${count(seen.missing, "missing value")}${refused ? ": choose below what to do with them" : ""}`;
  const labels = seen.labels.length > 0 ? `, labels ${seen.labels.slice(0, 5).join(", ")}` : "";
  return [`${name}: ${what}${missing}${labels}.`, ...seen.notes.map((note) => `${plain(note)}.`)].join(" ");
}

function showHead(seen: Preview) {
  const table = element<HTMLTableElement>("head");
  const width = seen.head[0]?.length ?? 0;
  const names = seen.featureNames?.length ? seen.featureNames : seen.columnNames;
  const head = made("tr");
  head.append(made("td"));
  for (let j = 0; j < width; ++j) head.append(made("th", names[j] ?? `feature ${j}`, { scope: "col" }));
  if (width < seen.columns) head.append(made("td", "…"));
  const rows = seen.head.map((values, i) => {
    const row = made("tr");
    row.append(made("th", seen.rowNames[i] ?? String(i), { scope: "row" }));
    for (const value of values) row.append(made("td", value === null ? "missing" : String(value)));
    return row;
  });
  table.replaceChildren(head, ...rows);
}

/** Shows what the file is taken for, and returns it. */
export async function understand(source: Source): Promise<Preview> {
  const seen = await preview(source, reading());
  element("understood").textContent = words(seen, source.name) + (seen.problem ? ` ${plain(seen.problem)}.` : "");
  showHead(seen);
  element("preview").hidden = false;
  return seen;
}
