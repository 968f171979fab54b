// What the worker does: runs the modules, one call after another. Memory of WebAssembly never shrinks, so a module that has
// grown is left to the collector.

import { warmUp } from "./warm.js";

const muchMemory = 256 * 2 ** 20;
const compiled = {};
const modules = {};

function text(module, pointer) {
  const result = module.UTF8ToString(pointer);
  module._free(pointer);
  return JSON.parse(result);
}

/** So many bytes; above 2 GB an address is a negative number unless it is taken for one without a sign. */
function room(module, size) {
  const pointer = module._malloc(size) >>> 0;
  if (pointer === 0) throw new RangeError("out of memory");
  return pointer;
}

function pointerTo(module, string) {
  const size = module.lengthBytesUTF8(string) + 1;
  const pointer = room(module, size);
  module.stringToUTF8(string, pointer, size);
  return pointer;
}

function called(module, name, argument, values = 0) {
  const pointer = pointerTo(module, argument);
  try {
    return text(module, module[name](pointer, values));
  } finally {
    module._free(pointer);
  }
}

/** Bytes as a file of the module, in a folder of its own: messages name it as the caller does. */
function putFile(module, bytes, name) {
  const path = name.replace(/[\u0000/]/g, "_");
  const file = ["", ".", "..", "-"].includes(path) ? "data" : path;
  module.FS.writeFile(file, bytes);
  return file;
}

const calls = {
  load: () => ({}),
  run(module, { request, values, file, name }) {
    if (file) {
      const path = putFile(module, file, name);
      try {
        return called(module, "_spica_run", JSON.stringify({ ...request, file: path }));
      } finally {
        module.FS.unlink(path);
      }
    }
    const pointer = room(module, Math.max(8, values.byteLength));
    try {
      module.HEAPF64.set(values, pointer / 8);
      return called(module, "_spica_run", JSON.stringify(request), pointer);
    } finally {
      module._free(pointer);
    }
  },
  preview(module, { request, file, name }) {
    const path = putFile(module, file, name);
    try {
      return called(module, "_spica_preview", JSON.stringify({ ...request, file: path }));
    } finally {
      module.FS.unlink(path);
    }
  },
  completed(module, { request, file, name }) {
    const path = putFile(module, file, name);
    const output = path === "completed.csv" ? "completed.1.csv" : "completed.csv";
    try {
      const result = called(module, "_spica_completed", JSON.stringify({ ...request, file: path, output }));
      return result.error ? result : module.FS.readFile(output);
    } finally {
      module.FS.unlink(path);
      if (module.FS.analyzePath(output).exists) module.FS.unlink(output);
    }
  },
  report: (module, message) => called(module, "_spica_report", message.text),
  sentences: (module, message) => called(module, "_spica_sentences", message.text),
  check(module, { request, file, name, certificate }) {
    const input = putFile(module, file, name);
    const proof = putFile(module, new TextEncoder().encode(certificate), "certificate of " + name);
    try {
      return called(module, "_spica_check_run", JSON.stringify({ ...request, input, certificate: proof }));
    } finally {
      module.FS.unlink(input);
      module.FS.unlink(proof);
    }
  },
};

function isAboutMemory(error) {
  return /out of memory|allocat|array length|array buffer|offset is out of bounds/i.test(String(error?.message ?? error));
}

/** A module that is ready for calls. What was compiled for one is there for those after it. */
async function started(name, { bytesOf, compile = WebAssembly.compile }) {
  const { default: create } = name === "spica" ? await import("./spica.mjs") : await import("./spica-check.mjs");
  const isFirst = !compiled[name];
  compiled[name] ??= await compile(await bytesOf(`${name}.wasm`));
  const module = await new Promise((resolve, reject) => create({
    onNews: (news) => modules[name]?.hear(news) ?? true,
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(compiled[name], imports).then(receive, reject);
      return {};
    },
  }).then(resolve, reject));
  module.FS.mkdir("/given");
  module.FS.chdir("/given");
  if (isFirst && name === "spica") warmUp((message) => calls.run(module, message));
  return { module, hear: () => true };
}

/** Answers a message. `bytesOf(file)` reads a file of the package, `isStopped(token)` says whether the caller wants an end,
 * `compile(bytes)` makes or promises a module where that is not to be left to the engine. */
export async function answer(message, post, { bytesOf, isStopped, compile }) {
  const name = message.call === "check" ? "spica-check" : "spica";
  let reply;
  try {
    modules[name] ??= await started(name, { bytesOf, compile });
    modules[name].hear = (news) => {
      const parsed = JSON.parse(news);
      if (parsed.length > 0) post({ news: parsed });
      return !isStopped(message.stop);
    };
    const { module } = modules[name];
    const result = calls[message.call](module, message);
    reply = result.error ? { error: result.error } : { answer: result };
    if (module.HEAPU8.length > muchMemory) delete modules[name];
  } catch (error) {
    delete modules[name];  // whatever state it is in
    reply = { error: isAboutMemory(error)
      ? { kind: "memory", message: "there is not enough memory; leave features out, or use the program" }
      : { kind: "internal", message: String(error?.message ?? error).split("\n")[0] } };
  }
  post(reply);
}
