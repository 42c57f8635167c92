// @ts-check
/** Remembers handled deliveries in memory. In production use a unique key in the database that the handler writes to. */

const MAX_IDS = 10_000;

export class SeenIds {
  /** @type {Set<string>} */
  #ids = new Set();

  /** @param {string} id */
  has(id) {
    return this.#ids.has(id);
  }

  /**
   * Call it after the delivery is handled: if it were called before and the handler failed, the retry would
   * be dropped as a duplicate.
   *
   * @param {string} id
   */
  add(id) {
    for (const oldest of this.#ids) {
      if (this.#ids.size < MAX_IDS) break;
      this.#ids.delete(oldest);
    }
    this.#ids.add(id);
  }
}
