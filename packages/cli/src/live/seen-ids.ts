/** Remembers ids that were dealt with, as far as they may come again. */

/** Events come twice after a cut, and lists overlap: both reach back a few seconds. */
const MAX_IDS = 10_000;

export class SeenIds {
  readonly #ids = new Set<number>();

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Whether it is seen for the first time. The oldest are forgotten. */
  add(id: number): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > MAX_IDS) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
    return true;
  }
}
