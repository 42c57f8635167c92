/** Remembers the most recent ids, to skip duplicates. */

/** Duplicates arrive after a reconnection and in overlapping lists; both reach back a few seconds. */
const MAX_IDS = 10_000;

export class SeenIds {
  readonly #ids = new Set<number | string>();

  has(id: number | string): boolean {
    return this.#ids.has(id);
  }

  /** Returns whether the id is new. Forgets the oldest id beyond the limit. */
  add(id: number | string): boolean {
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
