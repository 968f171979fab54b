// What the page is made of besides its own sources (vite.config.js).

declare module "virtual:modules" {
  /** The files of WebAssembly, gzipped, in base 64. */
  const modules: Record<string, string>;
  export default modules;
}
declare module "virtual:examples" {
  /** The texts of the built-in examples, by the names of their files. */
  const examples: Record<string, string>;
  export default examples;
}
declare module "spica-wasm/in-browser.js" {
  export function callsInBrowser(create: () => Worker): unknown;
}
declare module "spica-wasm/serve.js" {
  export function serve(bytesOf: (file: string) => Promise<ArrayBuffer>): void;
}
declare module "*?worker&inline" {
  const worker: new () => Worker;
  export default worker;
}
