// The package as it was put together, modules included: SPICA_WASM, or build/web/package.

export const packageUnderTest = () =>
  import(process.env.SPICA_WASM ?? new URL("../../../build/web/package/node.js", import.meta.url).href);
