/** Combines the items of one event-loop turn into a single write. */

/**
 * @param write Returns the results in the order of `items`. If it fails for several items, each is
 *   written separately, so that one bad item does not fail the others.
 */
export function createBatching<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { readonly item: Item } & PromiseWithResolvers<Result>;
  let waiting: Waiting[] = [];

  async function flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((one) => flush([one])));
    }
  }

  return (item) => {
    const one = { item, ...Promise.withResolvers<Result>() };
    if (waiting.push(one) === 1) {
      setImmediate(() => {
        const batch = waiting;
        waiting = [];
        void flush(batch);
      });
    }
    return one.promise;
  };
}
