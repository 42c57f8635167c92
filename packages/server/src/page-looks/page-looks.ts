/** Looks once a day at the pages that forms name as theirs, and records what it finds. */
import type { Dispatcher } from "undici";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { WatchedPage } from "../store/forms/page-looks.ts";
import type { Store } from "../store/store.ts";

export interface PageLooks {
  start(): void;
  /** Resolves when the page that is being read is recorded. */
  stop(): Promise<void>;
  /** Looks at every page that is due, one after the other. @throws Error if the database does not answer. */
  look(): Promise<void>;
}

const EVERY_MS = 600_000;

const NOT_FOUND =
  "No form on it posts to this form. If a script puts the form into the page, it cannot be looked at.";

export function createPageLooks({
  store,
  clock,
  log,
  dispatcher,
}: {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly log: Log;
  /** The egress. */
  readonly dispatcher: Dispatcher;
}): PageLooks {
  let isStopped = false;
  let current = Promise.resolve();
  let cancelTimer = () => {};

  async function lookAt({ form_id, formIds, url, before }: WatchedPage): Promise<void> {
    // Few servers look at pages; the others need not load what reads them.
    const { createReadPage } = await import("./read-page.ts");
    const { changesOf, findPageForm } = await import("../domain/page-form.ts");
    const page = await createReadPage({ dispatcher, clock })(url);
    const now = clock.now();
    if ("problem" in page) {
      await store.writes.recordPageLook({ form_id, url, now, problem: page.problem });
      return;
    }
    const found = findPageForm(page.html, { url: page.url, formIds });
    await store.writes.recordPageLook(
      found === undefined
        ? { form_id, url, now, problem: NOT_FOUND }
        : { form_id, url, now, found, changes: before === null ? [] : changesOf(before, found) },
    );
  }

  async function look(): Promise<void> {
    for (const page of await store.reads.pagesToLookAt({ now: clock.now() })) {
      if (isStopped) return;
      // Another process may have taken it.
      if (await store.writes.claimPageLook({ ...page, now: clock.now() })) await lookAt(page);
    }
  }

  async function lookAndRepeat(): Promise<void> {
    try {
      await look();
    } catch (error) {
      if (!isStopped)
        log.warn({ err: error }, "Could not look at the pages of forms. It will be repeated.");
    }
    if (!isStopped) cancelTimer = clock.after(EVERY_MS, next);
  }

  function next(): void {
    current = lookAndRepeat();
  }

  return {
    look,
    start() {
      cancelTimer = clock.after(EVERY_MS, next);
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await current;
      cancelTimer();
    },
  };
}
