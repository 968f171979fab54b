// Prints the hash of the scripts of a report, as its own policy has it.

import { solve, report, close } from "../../build/web/package/node.js";

const html = await report(await solve([[2, 1], [1, 2]], 1));
const [hash] = html.match(/'sha256-[^']*'/);
console.log(hash);
close();
