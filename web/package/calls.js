// The functions of the package, on a worker that somebody else knows how to start.

import { SpicaError, dataOf, expectationOf, inJavaScript, npyOf } from "./data.js";

const ofReading = ["kind", "center", "standardize", "ddof", "shift", "missing", "include", "exclude", "start", "groups",
  "atMost", "featureNames", "transpose", "labels", "ignore", "certificate", "prove", "pictures"];

/** What belongs to reading the data, and what to the solver. */
function split({ signal, onProgress, ...options }) {
  const how = {};
  for (const name of ofReading) {
    if (options[name] !== undefined) how[name] = options[name];
    delete options[name];
  }
  if (how.ignore) how.ignore = how.ignore.map(String);
  return { how, options, signal, onProgress };
}

export function callsOn(startWorker) {
  let worker = null;
  let last = Promise.resolve();
  let abandon = null;  // of the call that is under way
  let generation = 0;  // of workers: a call that waits for one that was closed is given up

  /** One message to the worker and its answer; calls wait for each other. */
  function call(message, { signal, onProgress } = {}) {
    const own = generation;
    const answer = last.then(() => new Promise((resolve, reject) => {
      if (signal?.aborted || own !== generation)
        return reject(new SpicaError("stopped", "stopped before the call began; there is no result"));
      worker ??= startWorker();
      const stop = worker.newStop();
      const onAbort = () => (stop ? stop.set() : giveUp("stopped; a page from disk has no result then"));
      const end = (settle, value) => {
        signal?.removeEventListener("abort", onAbort);
        stop?.release();
        worker?.idle();
        abandon = null;
        settle(value);
      };
      const giveUp = (message) => {
        worker?.terminate();
        worker = null;
        end(reject, new SpicaError("stopped", message));
      };
      abandon = () => giveUp("the worker was closed; there is no result");
      signal?.addEventListener("abort", onAbort);
      worker.busy();
      worker.receive((reply) => {
        if (reply.news) {
          for (const one of reply.news) onProgress?.(one);
        } else if (reply.error) {
          end(reject, new SpicaError(reply.error.kind, inJavaScript(reply.error.message)));
        } else {
          end(resolve, reply.answer);
        }
      }, (failure) => {
        worker = null;
        end(reject, new SpicaError("internal", `the worker ended: ${failure?.message ?? failure}`));
      });
      worker.post({ ...message, stop: stop?.token ?? null }, message.values ? [message.values.buffer] : []);
    }));
    last = answer.catch(() => {});
    return answer;
  }

  async function run(command, data, k, given = {}) {
    const { how, options, signal, onProgress } = split(given);
    const cardinalities = (Array.isArray(k) || ArrayBuffer.isView(k) ? Array.from(k) : [k]);
    if (!cardinalities.every(Number.isInteger)) throw new SpicaError("usage", "k must be a whole number, or several");
    const { values, file, name, rows, columns } = dataOf(data);
    const request = { command, k: cardinalities, how, options, rows, columns };
    const answer = await call({ call: "run", request, values, file, name }, { signal, onProgress });
    const result = JSON.parse(answer.result);
    result.warnings = answer.warnings.map(inJavaScript);
    result.certificate = answer.certificate === "" ? null : answer.certificate;
    Object.defineProperty(result, "json", { value: answer.result });  // as the program writes it
    return result;
  }

  return {
    solve: (data, k, options) => run("solve", data, k, options),
    path: (data, k, options) => run("path", data, k, options),
    bound: (data, k, options) => run("bound", data, k, options),
    heuristic: (data, k, options) => run("heuristic", data, k, options),

    /** What the independent checker proves of the data by a certificate. Rejects with kind "rejected" otherwise. */
    async check(data, certificate, { expect } = {}) {
      const given = dataOf(data);
      const file = given.file ?? npyOf(given);
      const request = { expect: expectationOf(expect), bytes: file.length + certificate.length };
      const answer = await call({ call: "check", request, file, name: given.name ?? "data", certificate });
      return answer.statements;
    },

    /** What a file is taken for, before anything is made of it. */
    async preview(data, given = {}) {
      const { file, name } = dataOf(data);
      if (!file) throw new SpicaError("usage", "preview() is for files: {file, name}");
      const seen = await call({ call: "preview", request: { how: split(given).how }, file, name });
      return { ...seen, notes: seen.notes.map(inJavaScript), ...(seen.problem ? { problem: inJavaScript(seen.problem) } : {}) };
    },

    /** The matrix that a certificate is about, as a CSV file, where the file has to be turned, filled in or cut for it. */
    async completed(data, given = {}) {
      const { file, name } = dataOf(data);
      if (!file) throw new SpicaError("usage", "completed() is for files: {file, name}");
      return call({ call: "completed", request: { how: split(given).how }, file, name });
    },

    /** The report of a result, as one HTML file. */
    report: async (result) => (await call({ call: "report", text: result.json ?? JSON.stringify(result) })).html,

    /** What is proven, in words: {headline, lead, claims}. */
    sentences: (result) => call({ call: "sentences", text: result.json ?? JSON.stringify(result) }),

    /** Starts the worker and makes it ready, which the first call does otherwise. */
    load: async () => void await call({ call: "load" }),

    /** Ends the worker, and with it all calls that are not done; the next call starts another. */
    close() {
      ++generation;
      last = Promise.resolve();
      if (abandon) return abandon();
      worker?.terminate();
      worker = null;
    },
  };
}
