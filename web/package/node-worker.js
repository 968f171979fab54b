import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { compile } from "./patient.js";
import { answer } from "./work.js";

const bytesOf = (file) => readFile(new URL(file, import.meta.url));
const isStopped = (token) => Atomics.load(new Int32Array(token), 0) !== 0;
parentPort.on("message", (message) => answer(message, (reply) => parentPort.postMessage(reply), { bytesOf, isStopped, compile }));
