/** Finds the order of keys in which a JSON body was signed, after something has reordered them. */

/** Up to 720 orders. */
const MAX_PERMUTED_KEYS = 6;
const MAX_BODY_BYTES = 64 * 1_024;
/** Intray writes these after the fields of the form. */
const LAST_KEYS: readonly string[] = ["id", "attachments"];

type Entries = readonly (readonly [key: string, value: unknown])[];

/** The first form of the body that `matches` accepts; `undefined` if none does, or the body is no object. */
export async function findSignedOrder(
  body: Buffer,
  matches: (form: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  if (body.length > MAX_BODY_BYTES) return undefined;
  const entries = parseObject(body.toString("utf8"));
  if (entries === undefined) return undefined;
  for (const order of orders(entries)) {
    const form = jsonOf(order);
    if (await matches(form)) return form;
  }
  return undefined;
}

function* orders(entries: Entries): Generator<Entries> {
  const isLast = ([key]: readonly [string, unknown]) => LAST_KEYS.includes(key);
  const last = LAST_KEYS.flatMap((name) => entries.filter(([key]) => key === name));
  const others = entries.filter((entry) => !isLast(entry));
  yield [...others, ...last];
  yield entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (others.length <= MAX_PERMUTED_KEYS) {
    for (const order of permutations(others)) yield [...order, ...last];
  }
  if (entries.length <= MAX_PERMUTED_KEYS) yield* permutations(entries);
}

function* permutations(entries: Entries): Generator<Entries> {
  const [first, ...rest] = entries;
  if (first === undefined) return yield [];
  for (const order of permutations(rest)) {
    for (let at = 0; at <= order.length; at += 1) yield order.toSpliced(at, 0, first);
  }
}

/** Compact, as Intray writes it. An object would sort keys that look like numbers. */
function jsonOf(entries: Entries): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
}

function parseObject(text: string): Entries | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : undefined;
  } catch {
    return undefined;
  }
}
