// Writes the built-in examples to a folder: Pitprops, the tutorial's expression data, and sixty questions of a survey that was
// never held, of which two hidden opinions move a dozen each.
//   node examples.mjs FOLDER

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
mkdirSync(folder, { recursive: true });
copyFileSync(root("data/pitprops.csv"), `${folder}/pitprops.csv`);
writeFileSync(`${folder}/expression.csv`, execFileSync("python3", [root("examples/expression.py")]));

let state = 20260101;
const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
const questions = Array.from({ length: 60 }, (_, j) => `question ${j + 1}`);
const rows = Array.from({ length: 150 }, () => {
  const [first, second] = [normal(), normal()];
  return questions.map((_, j) => (normal() + (j % 5 === 0 ? 0.8 * first : j % 5 === 1 ? 0.6 * second : 0)).toFixed(3));
});
writeFileSync(`${folder}/survey.csv`, [["person", ...questions], ...rows.map((row, i) => [`person ${i + 1}`, ...row])]
  .map((row) => row.join(",")).join("\n") + "\n");
