// The package in Node: a worker thread, which is told to stop through shared memory.

import { Worker } from "node:worker_threads";
import { callsOn } from "./calls.js";

function startWorker() {
  const worker = new Worker(new URL("./node-worker.js", import.meta.url));
  worker.unref();
  return {
    post: (message, handed) => worker.postMessage(message, handed),
    receive(onReply, onFailure) {
      worker.removeAllListeners();
      worker.on("message", onReply);
      worker.on("error", onFailure);
    },
    busy: () => worker.ref(),
    idle: () => worker.unref(),
    terminate: () => worker.terminate(),
    newStop() {
      const token = new SharedArrayBuffer(4);
      return { token, set: () => Atomics.store(new Int32Array(token), 0, 1), release() {} };
    },
  };
}

export const { solve, path, bound, heuristic, check, completed, preview, report, sentences, load, close } = callsOn(startWorker);
export { SpicaError } from "./data.js";
