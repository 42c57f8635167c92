/** Which forms are silent now, by their rhythms. */
import { findSilence, type Silence } from "../domain/alerts/silence.ts";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { FormRhythm } from "../store/alerts/form-rhythms.ts";
import type { Store } from "../store/store.ts";

export interface Silences {
  readonly silent: readonly (FormRhythm & Silence)[];
  /** Of the forms whose silence is looked for, by their ids. */
  readonly rhythms: ReadonlyMap<number, FormRhythm>;
}

/** The rhythms of all forms are read, so the result is kept for a while. */
const READ_EVERY_MS = 600_000;
const MIN_PER_DAY = 1 / 7;

/** Returns a function that finds the silent forms. @throws Error if the database does not answer. */
export function createSilences({
  store,
  clock,
}: {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
}): () => Promise<Silences> {
  let found: Silences | undefined;
  let readAt: MonotonicMs | undefined;
  return async () => {
    const at = clock.monotonic();
    if (found !== undefined && readAt !== undefined && msBetween(readAt, at) < READ_EVERY_MS) {
      return found;
    }
    const now = clock.now();
    // Also the sign that a server is here, by which the pauses of forms are told from its own.
    await store.writes.writeProbe({ now, padding: Buffer.alloc(1) });
    const { forms, upSince } = await store.reads.formRhythms({ now });
    found = {
      rhythms: new Map(forms.map((form) => [form.form_id, form])),
      silent: forms.flatMap((form) => {
        const silence = findSilence(form, {
          from: Math.max(form.lastAt, upSince),
          now,
          minPerDay: form.silence_alerts === "always" ? 0 : MIN_PER_DAY,
        });
        return silence === undefined ? [] : [{ ...form, ...silence }];
      }),
    };
    readAt = at;
    return found;
  };
}
