// Compiling the module in Node such that its first calls have the processor to themselves. V8 compiles functions plainly when
// they are called first, and again, optimised, when they have run for a tenth of a millisecond: on four threads beside a
// solve that takes milliseconds, which then waits for them, since that takes a hundred times longer. Here functions run for
// some ten milliseconds before. Long solves lose less than they notice.

import { setFlagsFromString } from "node:v8";

const patience = 500_000_000;  // bytes of machine code that are run, about

/** What V8 has for other modules, which are to have it again. */
function usual() {
  return Number.parseInt(process.versions.v8, 10) < 12 ? 1_800_000 : 13_000_000;
}

function setBudget(bytes) {
  setFlagsFromString(`--wasm-tiering-budget=${bytes}`);
}

/** Who started Node with a budget of their own keeps it. */
function isForUs() {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  return process.versions.v8 !== undefined && !process.versions.bun && !process.versions.deno && !/wasm[-_]/.test(flags);
}

export function compile(bytes) {
  if (!isForUs()) return WebAssembly.compile(bytes);
  setBudget(patience);
  try {
    return new WebAssembly.Module(bytes);  // at once, so that nothing else is compiled meanwhile
  } finally {
    setBudget(usual());
  }
}
