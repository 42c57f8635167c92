/** Base class of `queue retry` and `queue drop`: selects stuck submissions of one queue. */
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { QueueItem } from "@intray/sdk/queue";
import { systemClock } from "../clock.ts";
import { yesFlag } from "../flags/flags.ts";
import { readIds, submissionIds } from "../flags/ids.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { isStuck } from "./manual-changes.ts";
import { requireChoice } from "./choose-items.ts";
import { ledgerFlags } from "./ledger-flags.ts";
import { QueueCommand } from "./queue-command.ts";
import type { LedgerChoice } from "./ledger-choice.ts";

export const stuckArgs = {
  submissions: Args.string(submissionIds),
};

export const stuckFlags = {
  ...ledgerFlags,
  dead: Flags.boolean({ description: "All submissions that were given up." }),
  yes: yesFlag,
};

/** The arguments and flags, parsed. */
export interface StuckChoice {
  readonly args: { readonly submissions?: readonly string[] | undefined };
  readonly flags: LedgerChoice & { readonly dead: boolean; readonly yes: boolean };
}

export interface StuckChange {
  /** Describes `--dead` in the error for missing arguments. */
  readonly allHint: string;
  /** The confirmation question for this number of items; `undefined` if none is needed. */
  readonly question: (count: number) => string | undefined;
  readonly change: (ledger: Ledger, stuck: readonly QueueItem[]) => Promise<void>;
}

/** Ids, in the order of the ledger. */
export interface StuckResult {
  readonly changed: readonly number[];
  /** Neither given up nor waiting for a retry. */
  readonly passedOver: readonly number[];
}

export abstract class StuckCommand extends QueueCommand {
  /**
   * Changes the selected submissions that are given up or wait for a retry.
   *
   * @throws Failure 2 without a selection, 3 for a submission that is not in the queue, 75 while a run uses it.
   */
  protected async changeStuck(
    { args, flags }: StuckChoice,
    { allHint, question, change }: StuckChange,
  ): Promise<StuckResult> {
    const given = args.submissions ?? [];
    requireChoice(given, flags.dead, allHint);
    const status = await this.chooseLedger(flags);
    const ids = flags.dead ? undefined : await readIds(given);
    const confirmation = question(ids === undefined ? (status.counts.dead ?? 0) : ids.length);
    if (confirmation !== undefined) await this.confirm(confirmation, flags.yes);
    const { changeLedger, findItems } = await import("./change-ledger.ts");
    return changeLedger(status, systemClock, async (ledger) => {
      const items = ids === undefined ? await ledger.dead() : await findItems(ledger, ids);
      const stuck = items.filter(isStuck);
      await change(ledger, stuck);
      const passedOver = items.filter((item) => !isStuck(item));
      return { changed: idsOf(stuck), passedOver: idsOf(passedOver) };
    });
  }
}

const idsOf = (items: readonly QueueItem[]) => items.map(({ submissionId }) => submissionId);
