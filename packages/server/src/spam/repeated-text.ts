/** Notes which forms have received the same text: in memory, so each process for itself. */
import { hash } from "node:crypto";
import type { Fields } from "../domain/submission/submission.ts";
import { type Clock, plusMs } from "../platform/clock.ts";
import { textsOf } from "./text.ts";

const WINDOW_MS = 24 * 3_600_000;
/** Shorter texts may be equal by chance. */
const MIN_CHARACTERS = 100;
/** With fewer other forms, a finding would tell what one other account has received. */
const MIN_OTHERS = 3;
const MAX_FORMS = 32;
/** About 5 MB. With more, counting starts again. */
const MAX_TEXTS = 20_000;

/** Returns a function that notes a post, and says whether several other forms had its longest value within a day. */
export function createRepeatedTexts(clock: Clock) {
  let seen = new Map<string, Map<number, number>>();
  let endsAt = clock.monotonic();
  return (fields: Fields, { id, account_id }: Readonly<Record<"id" | "account_id", number>>) => {
    let text = "";
    for (const [, value] of textsOf(fields)) if (value.length > text.length) text = value;
    if (text.length < MIN_CHARACTERS) return false;
    const now = clock.monotonic();
    if (now >= endsAt || seen.size >= MAX_TEXTS) {
      seen = new Map();
      endsAt = plusMs(now, WINDOW_MS);
    }
    const key = hash("sha256", text, "base64url");
    const forms = seen.get(key) ?? new Map<number, number>();
    if (forms.size < MAX_FORMS) seen.set(key, forms.set(id, account_id));
    const accounts = [...forms].flatMap(([form, account]) => (form === id ? [] : [account]));
    // Not added up: an account could make the others itself, to learn of one that is not its own.
    const own = accounts.filter((account) => account === account_id).length;
    return own >= MIN_OTHERS || new Set(accounts).size - Math.min(own, 1) >= MIN_OTHERS;
  };
}
