// Small tools for the document. Text from files goes through textContent only, so that nothing in a name is markup.

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function made<K extends keyof HTMLElementTagNameMap>(tag: K, text = "", attributes: Record<string, string> = {}) {
  const node = document.createElement(tag);
  node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

export function drawn(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.textContent = text;
  return node;
}

export function save(name: string, content: string | Uint8Array, type: string) {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  made("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What the library calls its options, between backticks, and what the switches of the page are called. */
const titles: Record<string, string> = {
  labels: "Labels of the samples", ignore: "Columns to leave out", transpose: "Features are in rows", missing: "Missing values",
  standardize: "Standardise features", kind: "Taken as", shift: "Complete an indefinite covariance",
};
const values: Record<string, string> = { "drop-rows": "leave out the sample", mean: "mean of the feature" };

/** A message of the library in the words of the page. */
export const plain = (text: string) => text.replace(/`([A-Za-z]+)(?:=([^`]*))?`/g, (whole, option: string, value?: string) =>
  titles[option] ? `“${titles[option]}${value ? `: ${values[value] ?? value}` : ""}”` : whole);

export function fail(place: string, error: unknown) {
  element(place).textContent = plain(error instanceof Error ? error.message : String(error));
}

export const count = (n: number, noun: string) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
export const digits = (x: number) => (x === 0 ? "0" : x.toPrecision(6));

/** Six digits of a bound, rounded to where it still holds. */
function outward(x: number, up: boolean): string {
  const text = digits(x);
  if (x === 0 || (up ? Number(text) >= x : Number(text) <= x)) return text;
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(x))) - 5);
  return (Number(text) + (up ? unit : -unit)).toPrecision(6);
}
export const lower = (x: number) => outward(x, false);
export const upper = (x: number) => outward(x, true);
