/** Gathers what comes in one turn of the event loop, so that it shares one write. */

/**
 * @param write Answers in the order of `items`. When it fails for several, each is written by itself:
 *   one that cannot be written must not take the others along.
 */
export function createBatching<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { readonly item: Item } & PromiseWithResolvers<Result>;
  let waiting: Waiting[] = [];

  async function flush(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item));
      for (const [place, result] of results.entries()) group[place]?.resolve(result);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else await Promise.all(group.map((one) => flush([one])));
    }
  }

  return (item) => {
    const one = { item, ...Promise.withResolvers<Result>() };
    if (waiting.push(one) === 1) {
      setImmediate(() => {
        const group = waiting;
        waiting = [];
        void flush(group);
      });
    }
    return one.promise;
  };
}
