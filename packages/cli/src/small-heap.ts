/** Memory of a long walk through many pages: what they leave behind is collected in good time. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** About 6 MB of answers; a collection takes some 10 ms, that many pages 100 and more. */
const PAGES_A_COLLECTION = 25;

/**
 * V8 by itself would let the young generation grow to 48 MB, and the old one to some hundreds before
 * it looks through it: an export took 265 MiB. To be made before the first page.
 */
export class SmallHeap {
  readonly #collect: () => void;
  #pages = 0;

  constructor() {
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("globalThis.gc");
    this.#collect = typeof collect === "function" ? () => void collect() : () => undefined;
  }

  /** Another page is done with. */
  pageDone(): void {
    this.#pages += 1;
    if (this.#pages % PAGES_A_COLLECTION === 0) this.#collect();
  }
}
