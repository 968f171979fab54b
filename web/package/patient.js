// Compiling the module in Node such that its first calls have the processor to themselves. V8 compiles a function plainly when
// it is called first, and again, optimised, when it has run for a tenth of a millisecond: on four threads, beside a solve that
// is over in milliseconds and waits for cores, since that takes a hundred times longer. Here a function runs for some hundredths
// of a second before. Solves of a second take as long as otherwise.

import { setFlagsFromString } from "node:v8";

const patience = 1_000_000_000;  // bytes of machine code that are run, about; at most 2^31 - 1

/** What V8 has for other modules, which are to have it again. */
function usual() {
  return Number.parseInt(process.versions.v8, 10) < 12 ? 1_800_000 : 13_000_000;
}

function setBudget(bytes) {
  setFlagsFromString(`--wasm-tiering-budget=${bytes}`);
}

/** Who started Node with a budget of their own keeps it; Bun and Deno are left alone. */
function isForUs() {
  const { v8, bun, deno } = process.versions;
  return v8 && !bun && !deno && !process.execArgv.some((flag) => /wasm[-_]tiering/.test(flag));
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
