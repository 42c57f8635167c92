import type { QueueItem } from "@intray/sdk/queue";
import { EXIT } from "../../errors/failure.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { describeProblem } from "../../errors/problem.ts";
import {
  dropItem,
  markItem,
  StuckCommand,
  stuckArgs,
  stuckFlags,
} from "../../queue/stuck-command.ts";

export default class QueueDrop extends StuckCommand {
  static override summary =
    "Drop submissions that were given up or deferred: mark them read unhandled.";
  static override description =
    "They stay on the server, marked read, and no run of this queue handles them unless they are marked unread again. If the server cannot be reached now, the next run marks them.";
  static override examples = ["intray queue drop 42 --yes", "intray queue drop --dead --yes"];
  static override args = stuckArgs;
  static override flags = stuckFlags;

  override async run(): Promise<object> {
    const { changed, passed_over } = await this.changeStuck(await this.parse(QueueDrop), {
      verb: "drop",
      result: "dropped",
      allHint: "--dead drops all submissions that were given up.",
      question: (count) => (count > 0 ? `Drop ${count} submissions unhandled?` : undefined),
      change: async (ledger, stuck) => {
        const items = stuck.map(dropItem);
        await ledger.commit(items);
        await this.#markRead(ledger, items);
      },
    });
    return { dropped: changed, passed_over };
  }

  /** The items are committed before, so that the next run sends a mark that fails here. */
  async #markRead(ledger: Ledger, items: readonly QueueItem[]): Promise<void> {
    if (items.length === 0) return;
    try {
      const client = await this.client();
      const walk = await ledger.lastWalk();
      for (const item of items) {
        await client.submissions.markRead(item.submissionId, { uid: item.uid });
        await ledger.commit([markItem(item, walk)]);
      }
    } catch (error) {
      const { message, exit } = describeProblem(error);
      this.out.warn(
        `The submissions are dropped, but not marked read on the server yet: ${message}`,
      );
      this.exitWith(exit === EXIT.denied ? EXIT.denied : EXIT.tryLater);
    }
  }
}
