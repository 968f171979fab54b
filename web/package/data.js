// What callers hand over, as numbers row by row or as a file.

export class SpicaError extends Error {
  /** kind: usage, input, memory, time, stopped, rejected or internal */
  constructor(kind, message) {
    super(message);
    this.name = "SpicaError";
    this.kind = kind;
  }
}

/** The library names options between backticks, as the program's flags are called; here they are in camel case, and one has
 * another name. */
export function inJavaScript(message) {
  return message.replace(/`([a-z][a-z0-9-]*)(=[^`]*)?`/g, (_, option, value = "") =>
    "`" + (option === "as" ? "kind" : option.replace(/-([a-z])/g, (__, letter) => letter.toUpperCase())) + value + "`");
}

function fromRows(rows) {
  const columns = rows.length > 0 ? rows[0].length : 0;
  const values = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    if (row.length !== columns)
      throw new SpicaError("input", `row ${i} of the data has ${row.length} values, and row 0 has ${columns}`);
    values.set(row, i * columns);
  });
  return { rows: rows.length, columns, values };
}

/**
 * {rows, columns, values} of an array of rows or of {values, rows, columns}; {file, name} of a file's bytes.
 * Missing values are NaN.
 */
export function dataOf(data) {
  if (data && (data.file instanceof Uint8Array || data.file instanceof ArrayBuffer))
    return { file: new Uint8Array(data.file), name: data.name ?? "data" };
  const table = Array.isArray(data) ? fromRows(data) : data;
  if (!table || !Number.isInteger(table.rows) || !Number.isInteger(table.columns) || !table.values)
    throw new SpicaError("usage", "the data must be an array of rows, {values, rows, columns}, or {file, name}");
  const { rows, columns } = table;
  if (table.values.length !== rows * columns)
    throw new SpicaError("input", `the data has ${table.values.length} values, not ${rows} x ${columns}`);
  return { rows, columns, values: new Float64Array(table.values) };
}

/** The bytes of a NumPy file, which the checker reads. */
export function npyOf({ rows, columns, values }) {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const padded = text + " ".repeat(63 - ((10 + text.length) % 64)) + "\n";
  const bytes = new Uint8Array(10 + padded.length + 8 * values.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, padded.length & 255, padded.length >> 8]);
  bytes.set(new TextEncoder().encode(padded), 10);
  const view = new DataView(bytes.buffer, 10 + padded.length);
  values.forEach((value, i) => view.setFloat64(8 * i, value, true));
  return bytes;
}

/** "kind=samples,k=5,2" of {kind: "samples", k: [5, 2]}. */
export function expectationOf(expect) {
  if (expect === undefined || expect === null || typeof expect === "string") return expect ?? null;
  const group = ({ atMost, features }) => [atMost, ...features].join(":");
  const text = (value) => (typeof value === "boolean" ? Number(value)
    : Array.isArray(value) ? value.map((one) => (typeof one === "object" ? group(one) : one))
      .join(typeof value[0] === "object" ? "/" : ",") : value);
  return Object.entries(expect).filter(([, value]) => !Array.isArray(value) || value.length > 0).map(([name, value]) => `${name}=${text(value)}`).join(",");
}
