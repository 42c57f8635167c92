/** Memory of a long walk through many pages: what they leave behind is collected in good time. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** About 2 MB of what the socket brought: V8 counts that memory, but does not look for it. Takes about 1 ms. */
const PAGES_PER_MINOR_COLLECTION = 16;
/** What outlived those is some 10 MB then; takes some 20 ms, and as much on other threads. */
const PAGES_PER_MAJOR_COLLECTION = 256;
/** By then the young generation has grown to what a page takes, some 4 MB. */
const GROWTH_PAGES = 32;

type Collect = (options: { readonly type: "minor" | "major" }) => void;

/**
 * V8 by itself would let the young generation grow to 48 MB, and the old one to some hundreds before
 * it looks through it: an export took 265 MiB. To be made before the first page.
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

  /** Another page is done with. */
  pageDone(): void {
    this.#pages += 1;
    if (this.#pages === GROWTH_PAGES) setFlagsFromString("--semi-space-growth-factor=1");
    if (this.#pages % PAGES_PER_MAJOR_COLLECTION === 0) this.#collect({ type: "major" });
    else if (this.#pages % PAGES_PER_MINOR_COLLECTION === 0) this.#collect({ type: "minor" });
  }
}
