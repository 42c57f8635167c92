/** Estimates the number of submissions of a run, for its progress. */
import type { Intray } from "@intray/sdk";
import { unreadQuery } from "@intray/sdk/queue";
import type { Ledger } from "../ledger/ledger.ts";
import type { RunFlags } from "./run-flags.ts";

export interface CountOptions {
  readonly flags: Pick<RunFlags, "filter" | "shard" | "max">;
  readonly formId: number | undefined;
  readonly ledger: Pick<Ledger, "dead">;
}

/** Resolves with the approximate number; `undefined` if the server cannot be asked. Never rejects for that. */
export async function countWork(
  client: Intray,
  { flags: { filter, shard, max }, formId, ledger }: CountOptions,
): Promise<number | undefined> {
  const form = formId === undefined ? {} : { form_id: formId };
  const list = client.submissions.list(
    { ...unreadQuery(filter), ...form, per_page: 1 },
    { maxRetries: 0 },
  );
  const unread = await list.then(
    ({ meta }) => meta.count,
    () => undefined, // the run itself reports the problem
  );
  if (unread === undefined) return undefined;
  const left = (await ledger.dead()).filter(
    ({ state }) => state.kind === "dead" && state.mark.kind === "left",
  );
  const mine = Math.ceil(Math.max(0, unread / (shard?.count ?? 1) - left.length));
  return Math.min(mine, max ?? mine);
}
