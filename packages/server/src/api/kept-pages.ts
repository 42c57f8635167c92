/** Pages of a list as they were answered, kept while nothing was committed: most polls find nothing new. */
import type { Store } from "../store/store.ts";

const MOST_PAGES = 64;
const MOST_BYTES = 8 * 1_024 * 1_024;

export interface RenderedPage {
  readonly page: object;
  /** Only a commit can change it; not kept where time alone can. */
  readonly isLasting: boolean;
}

interface Kept {
  readonly version: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * @returns What answers the page of `key`: the one that is kept, or a new one of `render`. The key has to
 *   name all that the page depends on beside the database.
 */
export function keepPages(
  store: Pick<Store, "read">,
): (key: string, render: () => Promise<RenderedPage>) => Promise<Uint8Array<ArrayBuffer>> {
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
      if (pages.size <= MOST_PAGES && size <= MOST_BYTES) break;
      forget(oldest);
    }
  }

  return async (key, render) => {
    // Before the page is read: what is committed meanwhile makes it old, and never the other way round.
    const version = await store.read("dataVersion", {});
    const kept = pages.get(key);
    if (kept !== undefined && kept.version === version) {
      keep(key, kept);
      return kept.bytes;
    }
    const { page, isLasting } = await render();
    const bytes = Buffer.from(JSON.stringify(page));
    if (isLasting && version !== undefined) keep(key, { version, bytes });
    else forget(key);
    return bytes;
  };
}
