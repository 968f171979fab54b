// What a worker in a browser does with messages.

import { answer } from "./work.js";

const askEveryMs = 150;
let asked = 0;

function isStopped(token) {
  if (token === null) return false;
  if (typeof token !== "string") return Atomics.load(new Int32Array(token), 0) !== 0;
  if (performance.now() < asked + askEveryMs) return false;
  asked = performance.now();
  try {
    const request = new XMLHttpRequest();
    request.open("GET", token, false);
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}

/** `bytesOf(file)` promises a file of the package. */
export function serve(bytesOf) {
  self.onmessage = (event) => answer(event.data, (reply) => self.postMessage(reply), { bytesOf, isStopped });
}
