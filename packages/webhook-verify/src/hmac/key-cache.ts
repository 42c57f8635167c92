/** Remembers the keys made from secrets, since making one costs about a tenth of a short verification. */

/** Keys remembered at most; a sender signing for more webhooks than this pays the making of a key again. */
const MAX_KEYS = 256;

/** A function that makes each key once, and forgets the oldest when it remembers too many. */
export function rememberKeys<Key>(make: (secret: string) => Key): (secret: string) => Key {
  const known = new Map<string, Key>();
  return (secret) => {
    const found = known.get(secret);
    if (found !== undefined) return found;
    const key = make(secret);
    for (const oldest of known.keys()) {
      if (known.size < MAX_KEYS) break;
      known.delete(oldest);
    }
    known.set(secret, key);
    return key;
  };
}
