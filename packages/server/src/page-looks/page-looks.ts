/** Looks once a day at the pages that forms name as theirs, and records what it finds. */
import type { Dispatcher } from "undici";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { repeat, type Repeated } from "../platform/repeat.ts";
import type { WatchedPage } from "../store/forms/page-looks.ts";
import type { Store } from "../store/store.ts";

export interface PageLooks extends Omit<Repeated, "isStopped"> {
  /** Looks at every page that is due, one after the other. @throws Error if the database does not answer. */
  look(): Promise<void>;
}

const EVERY_MS = 600_000;

const NOT_FOUND =
  "No form on it posts to this form. If a script puts the form into the page, it cannot be looked at.";

interface CreatePageLooksArgs {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the egress. */
  readonly loadDispatcher: () => Promise<Dispatcher>;
}

export function createPageLooks({
  store,
  clock,
  log,
  loadDispatcher,
}: CreatePageLooksArgs): PageLooks {
  async function lookAt({ form_id, formIds, url, before }: WatchedPage): Promise<void> {
    // Few servers look at pages; the others need not load what reads them.
    const { createReadPage } = await import("./read-page.ts");
    const { changesOf, findPageForm } = await import("../domain/page-form.ts");
    const dispatcher = await loadDispatcher();
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
      if (repeated.isStopped()) return;
      // Another process may have taken it.
      if (await store.writes.claimPageLook({ ...page, now: clock.now() })) await lookAt(page);
    }
  }

  const repeated = repeat(clock, EVERY_MS, look, (err) =>
    log.warn({ err }, "Could not look at the pages of forms. It will be repeated."),
  );
  return { look, ...repeated };
}
