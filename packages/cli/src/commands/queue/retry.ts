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

export default class QueueRetry extends StuckCommand {
  static override summary = "Make the next run retry submissions that were given up or deferred.";
  static override description =
    "The attempts start from zero. Submissions that were marked read when they were given up are marked unread first, which needs the key; others need neither key nor server.";
  static override examples = ["intray queue retry 42 43 --yes", "intray queue retry --dead --yes"];
  static override args = stuckArgs;
  static override flags = stuckFlags;

  override async run(): Promise<object> {
    const { changed, passed_over } = await this.changeStuck(await this.parse(QueueRetry), {
      verb: "retry",
      result: "retry",
      allHint: "--dead retries all submissions that were given up.",
      question: (count) => (count > 1 ? `Retry ${count} submissions?` : undefined),
      change: async (ledger, stuck) => {
        for (const item of stuck) await this.#retry(ledger, item);
      },
    });
    if (!this.jsonEnabled() && changed.length > 0) {
      this.out.note("The next intray queue run retries them.");
    }
    return { retried: changed, passed_over };
  }

  /** The server first: after a crash between the two, the item is dead and unread, and can be retried again. */
  async #retry(ledger: Ledger, item: QueueItem): Promise<void> {
    if (wasMarked(item)) {
      const { submissionId, uid } = item;
      await (await this.client()).submissions.update(submissionId, { read: false }, { uid });
    }
    await ledger.commit([retryItem(item, systemClock.now())]);
  }
}
