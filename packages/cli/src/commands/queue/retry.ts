import type { QueueItem } from "@intray/sdk/queue";
import { systemClock } from "../../clock.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import {
  retryItem,
  wasMarked,
  StuckCommand,
  stuckArgs,
  stuckFlags,
} from "../../queue/stuck-command.ts";

interface Retrying {
  readonly retried: readonly number[];
  /** Neither dead nor waiting for a retry. */
  readonly passed_over: readonly number[];
}

/** `intray queue retry` */
export default class QueueRetry extends StuckCommand {
  static override summary = "Make the next run retry submissions that were given up or deferred.";
  static override description =
    "The attempts start from zero. Submissions that were marked read when they were given up are marked unread first, which needs the key; others need neither key nor server.";
  static override examples = ["intray queue retry 42 43 --yes", "intray queue retry --dead --yes"];
  static override args = stuckArgs;
  static override flags = stuckFlags;

  override async run(): Promise<Retrying> {
    const { changed, passedOver } = await this.changeStuck(await this.parse(QueueRetry), {
      allHint: "--dead retries all submissions that were given up.",
      question: (count) => (count > 1 ? `Retry ${count} submissions?` : undefined),
      change: async (ledger, stuck) => {
        for (const item of stuck) await this.#retry(ledger, item);
      },
    });
    const result = { retried: changed, passed_over: passedOver };
    await this.#report(result);
    return result;
  }

  /** The server first: after a crash between the two, the item is dead and unread, and can be retried again. */
  async #retry(ledger: Ledger, item: QueueItem): Promise<void> {
    if (wasMarked(item)) {
      const { submissionId, uid } = item;
      await (await this.client()).submissions.update(submissionId, { read: false }, { uid });
    }
    await ledger.commit([retryItem(item, systemClock.now())]);
  }

  async #report({ retried: again, passed_over: passedOver }: Retrying): Promise<void> {
    if (this.jsonEnabled()) return;
    for (const id of again) await this.out.line(`${id}\tretry`);
    for (const id of passedOver) {
      this.out.note(`Submission ${id} is neither given up nor deferred: nothing to retry.`);
    }
    if (again.length > 0) this.out.note("The next intray queue run retries them.");
  }
}
