import { systemClock } from "../../clock.ts";
import { ageFlag } from "../../flags/flags.ts";
import { ledgerFlags, QueueCommand } from "../../queue/queue-command.ts";

/** `intray queue prune` */
export default class QueuePrune extends QueueCommand {
  static override summary =
    "Delete the ledger's records of submissions that were finished long ago.";
  static override description =
    "Submissions that are waiting, running, given up and unread, or still to be marked read are kept. If a pruned submission is marked unread again later, it is handled as if for the first time, with the same idempotency key as before.";
  static override examples = [
    "intray queue prune --older-than 90d",
    "intray queue prune --consumer crm --older-than 24h",
  ];
  static override flags = {
    ...ledgerFlags,
    "older-than": ageFlag({
      required: true,
      description: "Minimum time since it was finished.",
    }),
  };

  override async run(): Promise<{ readonly pruned: number }> {
    const { flags } = await this.parse(QueuePrune);
    const status = await this.chooseLedger(flags);
    const { changeLedger } = await import("../../queue/locked-ledger.ts");
    const before = systemClock.now() - flags["older-than"];
    const pruned = await changeLedger(status, (ledger) => ledger.prune(before));
    if (!this.jsonEnabled()) this.out.note(`${pruned} pruned.`);
    return { pruned };
  }
}
