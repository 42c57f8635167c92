/** Caches forms for intake, so that not every post reads the database. */
import { type Clock, type MonotonicMs, plusMs } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { type IntakeForm, readForm } from "../forms/form-lookup.ts";
import type { Db } from "../engine/schema.ts";

const MAX_FORMS = 10_000;
/** The longest time that a missed notification leaves a form stale. */
const MAX_AGE_MS = 5_000;

/** @param isTrusted Whether notifications of other processes arrive; otherwise nothing is cached. */
export function createFormCache(db: Db, box: SecretBox, clock: Clock, isTrusted: () => boolean) {
  const cache = new Map<string, { readonly form: IntakeForm; readonly until: MonotonicMs }>();
  /** Counts the changes, so that a form read before a change is not cached after it. */
  let changes = 0;

  async function read(ref: string): Promise<IntakeForm | undefined> {
    const before = changes;
    const form = await readForm(db, ref, box);
    if (form !== undefined && changes === before && isTrusted()) {
      if (cache.size >= MAX_FORMS) cache.clear();
      cache.set(ref, { form, until: plusMs(clock.monotonic(), MAX_AGE_MS) });
    }
    return form;
  }

  return {
    find(ref: string) {
      const known = cache.get(ref);
      return known !== undefined && known.until > clock.monotonic() && isTrusted()
        ? known.form
        : read(ref);
    },
    /** A form has changed: drops all cached forms. */
    clear() {
      changes += 1;
      cache.clear();
    },
  };
}
