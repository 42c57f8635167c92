import type { QueueItem } from "@intray/sdk/queue";
import { systemClock } from "../../clock.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { retried, wasMarked } from "../../queue/manual-changes.ts";
import { StuckCommand, stuckArgs, stuckFlags } from "../../queue/stuck-command.ts";

interface Retrying {
  readonly retried: readonly number[];
  /** Neither dead nor put off: there is nothing to try again. */
  readonly passed_over: readonly number[];
}

/** `intray queue retry` */
export default class QueueRetry extends StuckCommand {
  static override summary =
    "Have the next run try submissions again that were given up or put off.";
  static override description =
    "All attempts count anew. What was marked read when it was given up is marked unread first, which needs the key; the rest needs neither key nor server.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 42 43 --yes",
    "<%= config.bin %> <%= command.id %> --dead --yes",
  ];
  static override args = stuckArgs;
  static override flags = stuckFlags;

  override async run(): Promise<Retrying> {
    const { changed, passedOver } = await this.changeStuck(await this.parse(QueueRetry), {
      allHint: "--dead tries all again that were given up.",
      question: (many) => (many > 1 ? `Try ${many} submissions again?` : undefined),
      change: async (ledger, stuck) => {
        for (const item of stuck) await this.#retry(ledger, item);
      },
    });
    const result = { retried: changed, passed_over: passedOver };
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
