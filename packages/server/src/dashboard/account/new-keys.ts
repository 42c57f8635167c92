/** The texts of new API keys, kept in memory for a few minutes, so that the page that shows one can be reloaded. */
import type { Clock } from "../../platform/clock.ts";

const KEPT_MS = 600_000;
/** The oldest is dropped. */
const MAX_KEPT = 100;

interface NewKeys {
  /** Keeps the text of a key for the session that created it. */
  keep(session_id: number, key: { readonly id: number; readonly text: string }): void;
  /** `undefined` if another session created the key, another process, or this one more than ten minutes ago. */
  find(session_id: number, key_id: number): string | undefined;
}

export function createNewKeys(clock: Clock): NewKeys {
  const texts = new Map<string, string>();
  const nameOf = (session_id: number, key_id: number) => `${session_id} ${key_id}`;
  return {
    keep(session_id, { id, text }) {
      const name = nameOf(session_id, id);
      texts.set(name, text);
      clock.after(KEPT_MS, () => texts.delete(name));
      const [oldest] = texts.keys();
      if (texts.size > MAX_KEPT && oldest !== undefined) texts.delete(oldest);
    },
    find: (session_id, key_id) => texts.get(nameOf(session_id, key_id)),
  };
}
