/** Base class of `queue retry` and `queue drop`: selects stuck submissions of one queue, and changes them. */
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { QueueItem } from "@intray/sdk/queue";
import { yesFlag } from "../flags/flags.ts";
import { readIds, submissionIds } from "../flags/ids.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ledgerFlags, QueueCommand } from "./queue-command.ts";
import type { LedgerChoice } from "./ledger-choice.ts";
import { usageFailure } from "../errors/failure.ts";

export const stuckArgs = { submissions: Args.string(submissionIds) };

export const stuckFlags = {
  ...ledgerFlags,
  dead: Flags.boolean({ description: "All submissions that were given up." }),
  yes: yesFlag,
};

interface StuckChoice {
  readonly args: { readonly submissions?: readonly string[] | undefined };
  readonly flags: LedgerChoice & { readonly dead: boolean; readonly yes: boolean };
}

interface StuckChange {
  readonly verb: "retry" | "drop";
  /** What is printed beside the ids of changed submissions. */
  readonly result: string;
  /** Describes `--dead` in the error for missing arguments. */
  readonly allHint: string;
  /** The confirmation question for this number of items; `undefined` if none is needed. */
  readonly question: (count: number) => string | undefined;
  readonly change: (ledger: Ledger, stuck: readonly QueueItem[]) => Promise<void>;
}

/** Ids, in the order of the ledger. */
interface StuckResult {
  readonly changed: readonly number[];
  /** Neither given up nor waiting for a retry. */
  readonly passed_over: readonly number[];
}

export abstract class StuckCommand extends QueueCommand {
  /**
   * Changes the selected submissions that are given up or wait for a retry, and prints their ids.
   *
   * @throws Failure 2 without a selection, 3 for a submission that is not in the queue, 75 while a run uses it.
   */
  protected async changeStuck(
    { args, flags }: StuckChoice,
    { verb, result, allHint, question, change }: StuckChange,
  ): Promise<StuckResult> {
    const given = args.submissions ?? [];
    requireChoice(given, flags.dead, allHint);
    const status = await this.chooseLedger(flags);
    const ids = flags.dead ? undefined : await readIds(given);
    const confirmation = question(ids === undefined ? (status.counts.dead ?? 0) : ids.length);
    if (confirmation !== undefined) await this.confirm(confirmation, flags.yes);
    const { changeLedger, findItems } = await import("./locked-ledger.ts");
    const items = await changeLedger(status, async (ledger) => {
      const found = ids === undefined ? await ledger.dead() : await findItems(ledger, ids);
      await change(ledger, found.filter(isStuck));
      return found;
    });
    const changed = idsOf(items.filter(isStuck));
    const passed_over = idsOf(items.filter((item) => !isStuck(item)));
    if (!this.jsonEnabled()) {
      for (const id of changed) await this.out.line(`${id}\t${result}`);
      for (const id of passed_over) {
        this.out.note(`Submission ${id} is neither given up nor deferred: nothing to ${verb}.`);
      }
    }
    return { changed, passed_over };
  }
}

const idsOf = (items: readonly QueueItem[]) => items.map(({ submissionId }) => submissionId);

/** @throws Failure 2 if both are given, or neither. */
function requireChoice(ids: readonly string[], isAll: boolean, hint: string): void {
  if (isAll ? ids.length === 0 : ids.length > 0) return;
  throw usageFailure(
    isAll ? "Ids and --dead cannot be used together." : "No submissions are given.",
    isAll ? "Remove one of them." : `Give their ids. ${hint}`,
  );
}

const RETRIED = "retried manually";
const DROPPED = "dropped manually";

/** Whether the item is dead or waits for a retry, so that it can be retried or dropped manually. */
const isStuck = ({ state }: QueueItem): boolean => state.kind === "dead" || state.kind === "retry";

/** Whether the item was marked read on the server, so that a retry must mark it unread first. */
export const wasMarked = ({ state }: QueueItem): boolean =>
  state.kind === "dead" && state.mark.kind === "done";

/** Returns the item due at once, with its attempts reset. */
export function retryItem(item: QueueItem, now: number): QueueItem {
  const state = { kind: "retry", dueAt: now, reason: RETRIED } as const;
  return { ...item, attempts: 0, interruptions: 0, deferrals: 0, state };
}

/** Returns the item as dead and still to be marked read on the server. */
export function dropItem(item: QueueItem): QueueItem {
  return { ...item, state: { kind: "dead", reason: DROPPED, mark: { kind: "owed" } } };
}

export function markItem(item: QueueItem, walk: number): QueueItem {
  if (item.state.kind !== "dead") return item;
  return { ...item, state: { ...item.state, mark: { kind: "done", walk } } };
}
