// The package in a browser: a worker, which is told to stop through shared memory where the page is isolated, and otherwise by
// an address: as long as the page keeps it, the worker can read it. Pages from disk have no origin, and their workers cannot
// read their addresses; there a stop ends the worker.

import { callsOn } from "./calls.js";

function sharedStop() {
  const token = new SharedArrayBuffer(4);
  return { token, set: () => Atomics.store(new Int32Array(token), 0, 1), release() {} };
}

function addressStop() {
  const token = URL.createObjectURL(new Blob(["go on"]));
  const revoke = () => URL.revokeObjectURL(token);
  return { token, set: revoke, release: revoke };
}

/** The functions of the package on workers that create() makes; they run serve() of serve.js. */
export function callsInBrowser(create) {
  return callsOn(() => {
    const worker = create();
    return {
      post: (message, handed) => worker.postMessage(message, handed),
      receive(onReply, onFailure) {
        worker.onmessage = (event) => onReply(event.data);
        worker.onerror = onFailure;
      },
      busy() {},
      idle() {},
      terminate: () => worker.terminate(),
      newStop: () => (globalThis.crossOriginIsolated ? sharedStop() : globalThis.origin === "null" ? null : addressStop()),
    };
  });
}
