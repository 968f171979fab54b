// The page as one file, build/web/page/index.html, for any web server, and for a disk. The package is in build/web/package.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vite";

const built = (path) => fileURLToPath(new URL(`../../build/web/${path}`, import.meta.url));

const parts = {
  "virtual:modules": () => Object.fromEntries(["spica.wasm", "spica-check.wasm"].map((name) =>
    [name, gzipSync(readFileSync(built(`package/${name}`)), { level: 9 }).toString("base64")])),
  "virtual:examples": () => Object.fromEntries(readdirSync(built("examples")).map((name) =>
    [name, readFileSync(built(`examples/${name}`), "utf8")])),
};

const embedded = () => ({
  name: "embedded",
  resolveId: (id) => (parts[id] ? `\0${id}` : null),
  load: (id) => (parts[id.slice(1)] ? `export default ${JSON.stringify(parts[id.slice(1)]())}` : null),
  // The modules are handed their bytes; nothing else is to be looked for.
  transform: (code, id) => (/spica(-check)?\.mjs$/.test(id) ? code.replace(/new URL\((['"])spica(-check)?\.wasm\1, ?import\.meta\.url\)/g, '""') : null),
});

/** Puts script and style into the page. Its policy names the script by its hash, and that of reports, which run in a frame. */
const together = {
  name: "together",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"];
    for (const [name, part] of Object.entries(bundle)) {
      if (part === page) continue;
      const isScript = name.endsWith(".js");
      if (!isScript && !name.endsWith(".css")) this.error(`${name} would have to be loaded`);
      const text = (isScript ? part.code : part.source).trim().replaceAll("</script", "<\\/script");
      const tag = new RegExp(isScript ? `<script[^>]*${name}[^>]*></script>` : `<link[^>]*${name}[^>]*>`);
      if (!tag.test(page.source)) this.error(`the page does not ask for ${name}`);
      page.source = page.source.replace(tag, "");
      if (isScript) {
        const hash = createHash("sha256").update(text).digest("base64");
        page.source = page.source.replace("PAGE_SCRIPT", () => `'sha256-${hash}'`)
          .replace("</body>", () => `<script type="module">${text}</script>\n</body>`);
      } else {
        page.source = page.source.replace("</head>", () => `<style>${text}</style>\n</head>`);
      }
      delete bundle[name];
    }
    page.source = page.source.replace("REPORT_SCRIPT", readFileSync(built("report-script.txt"), "utf8").trim());
  },
};

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [embedded(), together],
  resolve: { alias: [{ find: /^spica-wasm\/(.*)$/, replacement: built("package/$1") }] },
  worker: { format: "iife", plugins: () => [embedded()], rollupOptions: { output: { inlineDynamicImports: true } } },
  build: { outDir: built("page"), emptyOutDir: true, target: "es2022", modulePreload: false, cssCodeSplit: false,
    chunkSizeWarningLimit: 1e5 },
});
