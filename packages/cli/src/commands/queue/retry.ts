import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { QueueItem } from "@intray/sdk/queue";
import { systemClock } from "../../clock.ts";
import { yesFlag } from "../../flags.ts";
import { readIds } from "../../ids.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { isStuck, retried, wasMarked } from "../../queue/by-hand.ts";
import { lookFlags } from "../../queue/look-flags.ts";
import { QueueCommand } from "../../queue/queue-command.ts";

interface Retrying {
  readonly retried: readonly number[];
  /** Neither dead nor put off: there is nothing to try again. */
  readonly passed_over: readonly number[];
}

/** `intray queue retry` */
export default class QueueRetry extends QueueCommand {
  static override summary =
    "Have the next run try submissions again that were given up or put off.";
  static override description =
    "All attempts count anew. What was marked read when it was given up is marked unread first, which needs the key; the rest needs neither key nor server.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 42 43",
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

  override async run(): Promise<Retrying> {
    const { args, flags } = await this.parse(QueueRetry);
    const { requireChoice } = await import("../../queue/choose-items.ts");
    const given = args.submissions ?? [];
    requireChoice(given, flags.dead, "--dead tries all again that were given up.");
    const status = await this.chooseLedger(flags);
    const ids = flags.dead ? undefined : await readIds(given);
    const many = ids === undefined ? (status.counts.dead ?? 0) : ids.length;
    if (many > 1) await this.confirm(`Try ${many} submissions again?`, flags.yes);
    const { changeLedger, findItems } = await import("../../queue/change-ledger.ts");
    const result = await changeLedger(status, systemClock, async (ledger) => {
      const items = ids === undefined ? await ledger.dead() : await findItems(ledger, ids);
      const stuck = items.filter(isStuck);
      for (const item of stuck) await this.#retry(ledger, item);
      const passedOver = items.filter((item) => !isStuck(item));
      return { retried: idsOf(stuck), passed_over: idsOf(passedOver) };
    });
    await this.#tell(result);
    return result;
  }

  /** The server first: a crash between the two leaves it dead and unread, and this can be said again. */
  async #retry(ledger: Ledger, item: QueueItem): Promise<void> {
    if (wasMarked(item)) {
      await (await this.client()).submissions.update(item.submissionId, { read: false });
    }
    await ledger.commit([retried(item, systemClock.now())]);
  }

  async #tell({ retried: again, passed_over: passedOver }: Retrying): Promise<void> {
    if (this.jsonEnabled()) return;
    for (const id of again) await this.out.line(`${id}\tretry`);
    for (const id of passedOver) {
      this.out.note(`Submission ${id} is neither given up nor put off: nothing to try again.`);
    }
    if (again.length > 0) this.out.note("The next intray queue run tries them.");
  }
}

const idsOf = (items: readonly QueueItem[]) => items.map(({ submissionId }) => submissionId);
