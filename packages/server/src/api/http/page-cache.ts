/**
 * Pages of a list as they were answered: kept while nothing was committed, since most polls find nothing
 * new, and made once for all who wait for the same one.
 */
const MAX_PAGES = 64;
const MAX_BYTES = 8 * 1_024 * 1_024;

type Bytes = Uint8Array<ArrayBuffer>;

export interface NewPage {
  /** A number that every commit changes; `undefined` where the database has none. */
  readonly version: number | undefined;
  readonly bytes: Bytes;
  /** Only a commit can change it; not kept where time alone can. */
  readonly isLasting: boolean;
}

/** Makes the page anew; `"unchanged"` when nothing was committed since the version that is `known`. */
export type MakePage = (known: number | undefined) => Promise<NewPage | "unchanged">;

interface Kept {
  readonly version: number;
  readonly bytes: Bytes;
}

/**
 * @returns What answers the page of `key`: the one that is kept, or a new one. The key has to name all
 *   that the page depends on beside the database.
 */
export function keepPages(): (key: string, make: MakePage) => Promise<Bytes> {
  /** The first was asked for the longest time ago. */
  const pages = new Map<string, Kept>();
  let size = 0;

  function forget(key: string): void {
    size -= pages.get(key)?.bytes.byteLength ?? 0;
    pages.delete(key);
  }
  function keep(key: string, page: Kept): void {
    forget(key);
    pages.set(key, page);
    size += page.bytes.byteLength;
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES && size <= MAX_BYTES) break;
      forget(oldest);
    }
  }

  return sharing(async (key, make) => {
    const kept = pages.get(key);
    const made = await make(kept?.version);
    if (made === "unchanged") {
      if (kept === undefined) throw new Error("A page is said to be unchanged, but none was kept.");
      keep(key, kept);
      return kept.bytes;
    }
    const { version, bytes, isLasting } = made;
    if (isLasting && version !== undefined) keep(key, { version, bytes });
    else forget(key);
    return bytes;
  });
}

/** What is under way for a key, and what begins when that has ended. */
interface Turns {
  readonly now: Promise<unknown>;
  next: Promise<Bytes> | undefined;
}

/**
 * Of equal questions one is asked at a time. Who comes meanwhile waits for the next one, and not for
 * that which is under way: it may have been read before a commit that this one knows of.
 */
function sharing(
  ask: (key: string, make: MakePage) => Promise<Bytes>,
): (key: string, make: MakePage) => Promise<Bytes> {
  const underWay = new Map<string, Turns>();

  function begin(key: string, make: MakePage): Promise<Bytes> {
    const now = ask(key, make);
    const turns: Turns = { now, next: undefined };
    underWay.set(key, turns);
    const end = () => {
      if (turns.next === undefined) underWay.delete(key);
    };
    now.then(end, end);
    return now;
  }

  return (key, make) => {
    const turns = underWay.get(key);
    if (turns === undefined) return begin(key, make);
    const again = () => begin(key, make);
    turns.next ??= turns.now.then(again, again);
    return turns.next;
  };
}
