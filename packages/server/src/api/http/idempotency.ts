/** Runs the write of a request that may have an Idempotency-Key. */
import {
  IDEMPOTENCY_KEY,
  readIdempotencyKey,
  requestKey,
} from "../../domain/account/idempotency-key.ts";
import type { OnceOutcome } from "../../store/idempotency/idempotency-keys.ts";
import type { KeyedWrite } from "../../store/writes.ts";
import type { Caller } from "./caller.ts";
import type { ApiContext, ApiParts } from "./env.ts";
import { tryOrUndefined } from "../../platform/errors.ts";

/**
 * Runs the write. If a request with the same key and content was handled in the last 24 hours, returns
 * the recorded result instead and sets the header `Idempotency-Replayed`.
 *
 * @throws AppError `malformed` for an invalid key, `idempotency_key_reused`, or what the write throws.
 */
export async function writeOnce<Args, Result>(
  c: ApiContext,
  { clock }: Pick<ApiParts, "clock">,
  write: KeyedWrite<Args, Result>,
  args: Args,
): Promise<OnceOutcome<Result>> {
  const key = await keyOf(c, clock);
  if (key === undefined) return { result: await write(args), isRepeat: false };
  const outcome = await write.once(args, key);
  if (outcome.isRepeat) markReplayed(c);
  return outcome;
}

/**
 * Returns what {@link writeOnce} recorded for an earlier request with this key, or `undefined`. For work
 * that takes several transactions, of which the last one records the result.
 */
export async function findRecordedResult<Result>(
  c: ApiContext,
  { store, clock }: Pick<ApiParts, "store" | "clock">,
  _write: KeyedWrite<never, Result>,
): Promise<Result | undefined> {
  const key = await keyOf(c, clock);
  const known = key === undefined ? undefined : await store.reads.findOutcome(key);
  if (known === undefined) return undefined;
  markReplayed(c);
  return known.result as Result;
}

const markReplayed = (c: ApiContext) => c.header("Idempotency-Replayed", "true");

async function keyOf(c: ApiContext, clock: ApiParts["clock"]) {
  const key = readIdempotencyKey(c.req.header(IDEMPOTENCY_KEY));
  if (key === undefined) return undefined;
  const scope = ownerOf(c.get("caller"));
  return { ...requestKey({ scope, key, content: await contentOf(c) }), now: clock.now() };
}

/** The keys of a form, of a project, and of a person with access to some projects share a set each, and so do all others. */
const ownerOf = ({ account_id, form_id, project_id, member_id }: Caller) => {
  if (form_id !== undefined) return `form ${form_id}`;
  if (member_id !== undefined) return `member ${member_id} ${project_id ?? ""}`;
  return project_id === undefined ? `account ${account_id}` : `project ${project_id}`;
};

/** The text that identifies the content of a request; whitespace in its JSON does not matter. */
async function contentOf(c: ApiContext): Promise<string> {
  const text = await c.req.text();
  // Requests whose body is ignored may have any body.
  const compact = tryOrUndefined(() => JSON.stringify(JSON.parse(text))) ?? text;
  return `${c.req.method} ${c.req.path.replace(/\/$/, "")}\n${compact}`;
}
