import modules from "virtual:modules";
import { serve } from "spica-wasm/serve.js";

serve(async (file) => {
  const packed = Uint8Array.from(atob(modules[file]), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
});
