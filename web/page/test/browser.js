// Debian's Chromium on a folder, served as any web server would.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".csv": "text/csv" };
export const folder = fileURLToPath(new URL("../../../build/web/page/", import.meta.url));

export async function open(folder) {
  const session = { headers: {} };
  const server = createServer((request, response) => {
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "text/plain", ...session.headers });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return Object.assign(session, { address, browser, close });
}

/** A page that is open, with what it asked the network for and what went wrong in it. */
export async function visit({ address, browser }, options = {}) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(120_000);  // a machine may have other work to do
  const requests = [], errors = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  return { page, requests, errors };
}
