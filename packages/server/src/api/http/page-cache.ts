/**
 * A cache of serialized list pages. Most polls find nothing new, so a page is reused until the database
 * commits, and one read serves all concurrent requests for the same page.
 */
const MAX_PAGES = 64;
const MAX_BYTES = 8 * 1_024 * 1_024;

export interface PageBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The URL of the next page where the response names it in a header. */
  readonly next?: string | undefined;
}

export interface NewPage extends PageBody {
  /** A number that every commit changes; `undefined` if the database has none. */
  readonly version: number | undefined;
  /** False if the page can change without a commit, as when a lease expires. Such a page is not cached. */
  readonly changesOnlyByCommit: boolean;
}

/** Reads the page, or returns `"unchanged"` if nothing was committed since the version `known`. */
export type ReadPage = (known: number | undefined) => Promise<NewPage | "unchanged">;

/**
 * Returns the page of `key` from the cache or from `read`. The key must contain everything that the page
 * depends on except the database.
 */
export type PageCache = (key: string, read: ReadPage) => Promise<PageBody>;

type CachedPage = PageBody & { readonly version: number };

export function createPageCache(): PageCache {
  /** The least recently requested page is first. */
  const pages = new Map<string, CachedPage>();
  let size = 0;

  function remove(key: string): void {
    size -= pages.get(key)?.bytes.byteLength ?? 0;
    pages.delete(key);
  }
  function add(key: string, page: CachedPage): void {
    remove(key);
    pages.set(key, page);
    size += page.bytes.byteLength;
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES && size <= MAX_BYTES) break;
      remove(oldest);
    }
  }

  return coalesce(async (key, read) => {
    const cached = pages.get(key);
    const page = await read(cached?.version);
    if (page === "unchanged") {
      if (cached === undefined) {
        throw new Error("The page was reported as unchanged, but no version of it is cached.");
      }
      add(key, cached);
      return cached;
    }
    const { version, changesOnlyByCommit, ...kept } = page;
    if (changesOnlyByCommit && version !== undefined) add(key, { version, ...kept });
    else remove(key);
    return kept;
  });
}

/** The read in progress for a key, and the one that starts when it has ended. */
type Reads = { readonly current: Promise<unknown>; next: Promise<PageBody> | undefined };

/**
 * Allows one read per key at a time. Requests that arrive during a read share the next one, not the
 * current one: the current one may have started before a commit that those clients have seen.
 */
function coalesce(readPage: PageCache): PageCache {
  const inProgress = new Map<string, Reads>();

  function start(key: string, read: ReadPage): Promise<PageBody> {
    const current = readPage(key, read);
    const reads: Reads = { current, next: undefined };
    inProgress.set(key, reads);
    const end = () => {
      if (reads.next === undefined) inProgress.delete(key);
    };
    current.then(end, end);
    return current;
  }

  return (key, read) => {
    const reads = inProgress.get(key);
    if (reads === undefined) return start(key, read);
    const again = () => start(key, read);
    reads.next ??= reads.current.then(again, again);
    return reads.next;
  };
}
