/**
 * Counts the posts of forms that were not stored. It counts in memory and writes every few seconds, so that a flood of
 * such posts costs the database one statement. A process that is killed loses what it has not written.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { RejectedPostExample } from "@intray/sdk/schemas";
import { AppError } from "../domain/errors.ts";
import { REJECTION_REASON } from "../domain/rejected-post.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { storable } from "../platform/text/safe-text.ts";
import { HOUR_MS, MAX_EXAMPLES, type RejectedPosts } from "../store/statistics/rejected-posts.ts";
import type { Store } from "../store/store.ts";
import { blamedFields } from "./respond.ts";
import { sourceOf } from "./source.ts";

export interface RejectedPost {
  /** `undefined` if it was not found. */
  readonly form: { readonly id: number } | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly names?: readonly string[];
  /** The URL of its page, as the page reports it. */
  readonly sourceUrl?: string | null;
}

const WRITE_EVERY_MS = 5_000;
/** Forms, hours and reasons. Further ones are not counted until these are written. */
const MAX_COUNTS = 500;
/** Posts of a form, hour and reason between two writes that may become examples: in a flood one takes 15 µs. */
const MAX_EXAMINED = 50;
const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 60;
const MAX_PAGE_CHARACTERS = 300;

/** Not written yet. Examples are JSON: a part of a long text would keep all of it in memory. */
type Counts = Omit<RejectedPosts, "examples"> & { examples: readonly string[] };

export function createRejectedPostCounter({
  store,
  clock,
  log,
}: {
  readonly store: { readonly writes: Pick<Store["writes"], "recordRejectedPosts"> };
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Pick<Log, "warn">;
}) {
  const all = new Map<string, Counts>();
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();
  const schedule = () => {
    cancel ??= clock.after(WRITE_EVERY_MS, () => void flush());
  };

  async function write(): Promise<void> {
    const due = [...all.values()].filter(({ count }) => count > 0);
    const posts = due.map((counts) => ({ ...counts, examples: `[${counts.examples.join(",")}]` }));
    try {
      if (posts.length > 0) await store.writes.recordRejectedPosts({ posts });
    } catch (error) {
      log.warn({ err: error }, "Could not write the counts of rejected posts.");
      // What may have been written is not written again.
      if (!(error instanceof AppError && error.isUncertain)) return schedule();
    }
    due.forEach((counts, at) => (counts.count -= posts[at]?.count ?? 0));
    // The examples of this hour stay, so that the next write does not replace all of them.
    const thisHour = Math.floor(clock.now() / HOUR_MS);
    for (const [key, { count, hour }] of all) {
      if (count === 0 && (hour < thisHour || all.size >= MAX_COUNTS)) all.delete(key);
    }
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    // One after the other: two writes at a time would write the same counts.
    writing = writing.then(write);
    return writing;
  }

  return {
    count(error: AppError, post: RejectedPost) {
      const reason = REJECTION_REASON[error.code];
      if (post.form === undefined || reason === "unknown_form") return;
      const form_id = post.form.id;
      const last_at = clock.now();
      const hour = Math.floor(last_at / HOUR_MS);
      const key = `${form_id} ${hour} ${reason}`;
      const counts = all.get(key) ?? { form_id, hour, reason, count: 0, last_at, examples: [] };
      if (!all.has(key) && all.size >= MAX_COUNTS) return;
      if (counts.count < MAX_EXAMINED) {
        const newest = JSON.stringify(exampleOf(error, post));
        const others = counts.examples.filter((one) => one !== newest);
        counts.examples = [newest, ...others].slice(0, MAX_EXAMPLES);
      }
      counts.count += 1;
      counts.last_at = last_at;
      all.set(key, counts);
      schedule();
    },
    /** Writes for the last time. */
    stop: () => flush().then(() => cancel?.()),
  };
}

function exampleOf(
  error: AppError,
  { headers, names = [], sourceUrl = null }: RejectedPost,
): RejectedPostExample {
  const { source_url } = sourceOf(sourceUrl, headers.referer ?? headers.origin ?? null);
  const page = source_url?.replace(/[?#].*$/s, "").slice(0, MAX_PAGE_CHARACTERS);
  const name = (text: string) => storable(text.slice(0, MAX_NAME_CHARACTERS));
  return {
    page: page ?? null,
    fields: [...new Set(names.slice(0, MAX_NAMES).map(name))],
    problems: blamedFields(error)
      .slice(0, MAX_NAMES)
      .map(({ field, code }) => ({ field: name(field), code })),
  };
}
