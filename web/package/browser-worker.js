import { serve } from "./serve.js";

const files = {
  "spica.wasm": new URL("./spica.wasm", import.meta.url),
  "spica-check.wasm": new URL("./spica-check.wasm", import.meta.url),
};

serve(async (file) => {
  const response = await fetch(files[file]);
  if (!response.ok) throw new Error(`${file} cannot be loaded: ${response.status}`);
  return response.arrayBuffer();
});
