/**
 * The globals of React Native in node, as its `Libraries/Core/setUpXHR.js` sets them: fetch and its classes by
 * whatwg-fetch, AbortController by abort-controller, and a URLSearchParams that takes no pairs. They lack
 * `AbortSignal.any` and `.timeout`, a signal's `reason`, `Response.json` and `DOMException`.
 */
import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/`);
const ours = ["fetch", "Headers", "Request", "Response", "FormData", "AbortController", "AbortSignal", "DOMException"];
for (const name of ours) delete globalThis[name];
globalThis.XMLHttpRequest = require("xhr2"); // in place of the phone's
Object.assign(globalThis, require("abort-controller/dist/abort-controller"));
globalThis.URLSearchParams = class {
  #pairs = [];

  constructor(record) {
    for (const name of Object.keys(record ?? {})) this.#pairs.push([name, record[name]]);
  }

  toString() {
    return this.#pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  }
};
await import("whatwg-fetch");
for (const name of ["any", "timeout"]) if (name in AbortSignal) throw new Error(`AbortSignal.${name} is here`);
