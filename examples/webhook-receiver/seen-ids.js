// @ts-check
/** Remembers which deliveries were handled. In real use: a unique key in the database that the handling writes to. */

const MAX_IDS = 10_000;

export class SeenIds {
  /** @type {Set<string>} */
  #ids = new Set();

  /** @param {string} id */
  has(id) {
    return this.#ids.has(id);
  }

  /**
   * Call it once the delivery is handled: remembered earlier, a failure would turn its own retry away.
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
