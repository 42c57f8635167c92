import { systemClock } from "../../clock.ts";
import { ageFlag } from "../../flags/flags.ts";
import { ledgerFlags } from "../../queue/ledger-flags.ts";
import { QueueCommand } from "../../queue/queue-command.ts";

/** `intray queue prune` */
export default class QueuePrune extends QueueCommand {
  static override summary = "Forget submissions that were settled long ago.";
  static override description =
    "What waits, runs, was given up unread or is still to be marked stays. A submission that is forgotten and marked unread again later begins as if it had never been handled, with the same idempotency key.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --older-than 90d",
    "<%= config.bin %> <%= command.id %> --consumer crm --older-than 24h",
  ];
  static override flags = {
    ...ledgerFlags,
    "older-than": ageFlag({
      required: true,
      description: "Settled longer ago than this.",
    }),
  };

  override async run(): Promise<{ readonly pruned: number }> {
    const { flags } = await this.parse(QueuePrune);
    const status = await this.chooseLedger(flags);
    const { changeLedger } = await import("../../queue/change-ledger.ts");
    const before = systemClock.now() - flags["older-than"];
    const pruned = await changeLedger(status, systemClock, (ledger) => ledger.prune(before));
    if (!this.jsonEnabled()) this.out.note(`${pruned} forgotten.`);
    return { pruned };
  }
}
