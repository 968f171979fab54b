// Sets the formulas of the finished pages with KaTeX, so that a browser needs no script for them: node formulas.js KATEX SITE
// A formula that KaTeX does not understand is an error.
const fs = require("fs");
const path = require("path");
const katex = require(path.resolve(process.argv[2], "katex.min.js"));

const plain = (text) => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#x27;/g, "'")
  .replace(/&amp;/g, "&");
let set = 0;
let wrong = 0;

function render(page, kind, text) {
  ++set;
  try {
    const displayMode = kind === "display";
    const html = katex.renderToString(plain(text), { displayMode, throwOnError: true, strict: "error", output: "html" });
    // What a formula says, for those who hear the page.
    return `<span class="formula ${kind}" role="math" aria-label="${text.replace(/"/g, "&quot;")}">${html}</span>`;
  } catch (error) {
    ++wrong;
    console.error(`${page}: ${error.message}\n  ${plain(text)}`);
    return text;
  }
}

for (const name of fs.readdirSync(process.argv[3], { recursive: true })) {
  if (!name.endsWith(".html")) continue;
  const page = path.join(process.argv[3], name);
  const before = fs.readFileSync(page, "utf8");
  const after = before.replace(/<(span|div) class="formula (inline|display)">([^<]*)<\/\1>/g,
    (all, tag, kind, text) => render(name, kind, text));
  if (after !== before) fs.writeFileSync(page, after);
}
console.log(`${set} formulas are set.`);
process.exit(wrong === 0 ? 0 : 1);
