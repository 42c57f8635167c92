import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { QueueItem } from "@intray/sdk/queue";
import { systemClock } from "../../clock.ts";
import { EXIT } from "../../exit-codes.ts";
import { yesFlag } from "../../flags.ts";
import { readIds } from "../../ids.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { describeProblem } from "../../problem.ts";
import { dropped, isStuck, marked } from "../../queue/by-hand.ts";
import { lookFlags } from "../../queue/look-flags.ts";
import { QueueCommand } from "../../queue/queue-command.ts";

interface Dropping {
  readonly dropped: readonly number[];
  readonly passed_over: readonly number[];
}

/** `intray queue drop` */
export default class QueueDrop extends QueueCommand {
  static override summary = "Let go of submissions that were given up or put off: mark them read.";
  static override description =
    "They stay on the server, read, and no run of this queue handles them unless they are marked unread again. Where the server cannot be told now, the next run tells it.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 42",
    "<%= config.bin %> <%= command.id %> --dead --yes",
  ];
  static override args = {
    submissions: Args.string({
      multiple: true,
      ignoreStdin: true,
      description: "Ids of submissions; - reads them from standard input, one a line.",
    }),
  };
  static override flags = {
    ...lookFlags,
    dead: Flags.boolean({ description: "All that were given up." }),
    yes: yesFlag,
  };

  override async run(): Promise<Dropping> {
    const { args, flags } = await this.parse(QueueDrop);
    const { requireChoice } = await import("../../queue/choose-items.ts");
    const given = args.submissions ?? [];
    requireChoice(given, flags.dead, "--dead drops all that were given up.");
    const status = await this.chooseLedger(flags);
    const ids = flags.dead ? undefined : await readIds(given);
    const many = ids === undefined ? (status.counts.dead ?? 0) : ids.length;
    if (many > 0) await this.confirm(`Drop ${many} submissions unhandled?`, flags.yes);
    const { changeLedger, findItems } = await import("../../queue/change-ledger.ts");
    const result = await changeLedger(status, systemClock, async (ledger) => {
      const items = ids === undefined ? await ledger.dead() : await findItems(ledger, ids);
      const stuck = items.filter(isStuck).map(dropped);
      await ledger.commit(stuck);
      await this.#markRead(ledger, stuck);
      const passedOver = items.filter((item) => !isStuck(item));
      return { dropped: idsOf(stuck), passed_over: idsOf(passedOver) };
    });
    await this.#tell(result);
    return result;
  }

  /** On record first, so that a mark which does not get through is sent by the next run. */
  async #markRead(ledger: Ledger, items: readonly QueueItem[]): Promise<void> {
    if (items.length === 0) return;
    try {
      const client = await this.client();
      const walk = await ledger.lastWalk();
      for (const item of items) {
        await client.submissions.markRead(item.submissionId);
        await ledger.commit([marked(item, walk)]);
      }
    } catch (error) {
      const { message, exit } = describeProblem(error);
      this.out.warn(`They are dropped, and the server is not told yet: ${message}`);
      this.exitWith(exit === EXIT.denied ? EXIT.denied : EXIT.tryLater);
    }
  }

  async #tell({ dropped: gone, passed_over: passedOver }: Dropping): Promise<void> {
    if (this.jsonEnabled()) return;
    for (const id of gone) await this.out.line(`${id}\tdropped`);
    for (const id of passedOver) {
      this.out.note(`Submission ${id} is neither given up nor put off: nothing to drop.`);
    }
  }
}

const idsOf = (items: readonly QueueItem[]) => items.map(({ submissionId }) => submissionId);
