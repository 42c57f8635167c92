/** Keeps the memory of an export small: returns that of written rows, and collects garbage between pages. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * After about 2 MB of buffers from the socket, which do not make V8 collect by themselves. Takes about
 * 1 ms.
 */
const PAGES_PER_MINOR_COLLECTION = 16;
/** About 10 MB have survived minor collections by then. Takes about 20 ms, and as much on other threads. */
const PAGES_PER_MAJOR_COLLECTION = 256;
/**
 * After that many pages the young generation is large enough for one page, about 4 MB, and stops
 * growing.
 */
const GROWTH_PAGES = 32;

type Collect = (options: { readonly type: "minor" | "major" }) => void;

/**
 * Without it V8 lets the young generation grow to 48 MB and the old one to several hundred MB before it
 * collects: an export took 265 MiB. Create it before the first page.
 */
export class PageGarbageCollector {
  readonly #collect: Collect;
  #pages = 0;

  constructor() {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("globalThis.gc");
    this.#collect =
      typeof collect === "function" ? (options) => void collect(options) : () => undefined;
  }

  pageDone(): void {
    this.#pages += 1;
    if (this.#pages === GROWTH_PAGES) setFlagsFromString("--semi-space-growth-factor=1");
    if (this.#pages % PAGES_PER_MAJOR_COLLECTION === 0) this.#collect({ type: "major" });
    else if (this.#pages % PAGES_PER_MINOR_COLLECTION === 0) this.#collect({ type: "minor" });
  }
}

/** Detaches the array's buffer, unless it is shared with other arrays. Do not use the bytes afterwards. */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
