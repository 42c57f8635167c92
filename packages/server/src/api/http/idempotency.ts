/** Writes of requests that may carry an Idempotency-Key. */
import { IDEMPOTENCY_KEY, readIdempotencyKey, requestKey } from "../../domain/idempotency-key.ts";
import type { Outcome } from "../../store/idempotency/idempotency-keys.ts";
import type { OnceName, WriteArgs, WriteResult } from "../../store/writes.ts";
import type { Caller } from "./caller.ts";
import type { ApiContext, ApiParts } from "./env.ts";

/**
 * Runs the write, or, when this key and content were here in the last day, answers what it came to then
 * and says so in the header `Idempotency-Replayed`.
 *
 * @throws AppError `malformed` for a key that is none, `idempotency_key_reused`, or what the write throws.
 */
export async function writeOnce<N extends OnceName>(
  c: ApiContext,
  { store, clock }: Pick<ApiParts, "store" | "clock">,
  name: N,
  args: WriteArgs<N>,
): Promise<Outcome<WriteResult<N>>> {
  const key = await keyOf(c, clock);
  if (key === undefined) return { result: await store.write(name, args), isRepeat: false };
  const outcome = await store.writeOnce(name, args, key);
  if (outcome.isRepeat) tellRepeat(c);
  return outcome;
}

/**
 * What {@link writeOnce} kept of an earlier request with this key; `undefined` when there is none. For
 * what is done in more than one transaction, of which the last one keeps it.
 */
export async function findOnce<N extends OnceName>(
  c: ApiContext,
  { store, clock }: Pick<ApiParts, "store" | "clock">,
  _name: N,
): Promise<WriteResult<N> | undefined> {
  const key = await keyOf(c, clock);
  const known = key === undefined ? undefined : await store.read("findOutcome", key);
  if (known === undefined) return undefined;
  tellRepeat(c);
  return known.result as WriteResult<N>;
}

const tellRepeat = (c: ApiContext) => c.header("Idempotency-Replayed", "true");

async function keyOf(c: ApiContext, clock: ApiParts["clock"]) {
  const key = readIdempotencyKey(c.req.header(IDEMPOTENCY_KEY));
  if (key === undefined) return undefined;
  const scope = ownerOf(c.get("caller"));
  return { ...requestKey({ scope, key, content: await contentOf(c) }), now: clock.now() };
}

/** Keys of the same owner know each other's requests; a form's key never an account's. */
const ownerOf = ({ account_id, form_id }: Caller) =>
  form_id === undefined ? `account ${account_id}` : `form ${form_id}`;

/** What is asked for, however its JSON is spaced. */
async function contentOf(c: ApiContext): Promise<string> {
  const text = await c.req.text();
  return `${c.req.method} ${c.req.path.replace(/\/$/, "")}\n${compact(text)}`;
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    // The requests whose body nobody reads may have any.
    return text;
  }
}
