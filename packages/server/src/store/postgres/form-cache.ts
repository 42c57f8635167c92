/** The forms that intake asked for a moment ago, so that not every post asks the database. */
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { type IntakeForm, readForm } from "../forms/form-lookup.ts";
import type { Db } from "../engine/schema.ts";

export interface FormCache {
  find(ref: string): IntakeForm | Promise<IntakeForm | undefined>;
  /** A form has changed: read them again. */
  forget(): void;
}

const MAX_REMEMBERED = 10_000;
/** How long a change that no hint told of can go unseen. */
const REMEMBERED_MS = 5_000;

/** @param isTrusted Hints of others' changes arrive; else nothing is remembered. */
export function createFormCache(
  db: Db,
  box: SecretBox,
  clock: Clock,
  isTrusted: () => boolean,
): FormCache {
  const remembered = new Map<string, { readonly form: IntakeForm; readonly until: number }>();
  /** Counts the changes, so that what was read before one is not kept after it. */
  let changes = 0;

  async function read(ref: string): Promise<IntakeForm | undefined> {
    const before = changes;
    const form = await readForm(db, ref, box);
    if (form !== undefined && changes === before && isTrusted()) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(ref, { form, until: clock.now() + REMEMBERED_MS });
    }
    return form;
  }

  return {
    find(ref) {
      const known = remembered.get(ref);
      return known !== undefined && known.until > clock.now() && isTrusted()
        ? known.form
        : read(ref);
    },
    forget() {
      changes += 1;
      remembered.clear();
    },
  };
}
