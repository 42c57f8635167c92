/**
 * Loads at the start what packages would read from disk at their first use. By then the process may have no
 * file handle left, and the request or the delivery that came first would fail.
 */
import { createRequire } from "node:module";
import { handlebars } from "../delivery/template/handlebars.ts";
import { isDisposableDomain } from "../domain/disposable-domain.ts";

/** undici's HTTP parser, which it loads with its first connection. */
const HTTP_PARSER = "undici/lib/llhttp/llhttp_simd-wasm.js";

const require = createRequire(import.meta.url);

export function loadAhead(): void {
  isDisposableDomain("example.org");
  handlebars();
  require(HTTP_PARSER);
}
