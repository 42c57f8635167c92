import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { ITEM_STATES } from "@intray/sdk/queue";
import { chooseFormat, listFlags, maxRows, tableFlags } from "../../flags/list-flags.ts";
import { chooseColumns, pickColumns } from "../../records/fields.ts";
import type { ItemRecord } from "../../queue/queue-command.ts";
import { ledgerFlags, QueueCommand, toItemRecord } from "../../queue/queue-command.ts";
import type { LedgerChoice } from "../../queue/ledger-choice.ts";
import type { QueueIdentity } from "../../ledger/ledger-name.ts";
import type { Column } from "../../terminal/table.ts";

const COLUMNS: readonly Column<ItemRecord>[] = [
  { name: "submission", value: (line) => line.submission_id },
  { name: "form", value: (line) => line.form_id },
  { name: "state", value: (line) => line.state },
  { name: "generation", isWide: true, value: (line) => line.generation },
  { name: "attempts", value: (line) => line.attempts },
  { name: "due", kind: "time", value: (line) => line.due_at },
  { name: "reason", kind: "text", value: (line) => line.reason },
  { name: "changed", kind: "time", value: (line) => line.changed_at },
  { name: "output", kind: "text", isWide: true, value: (line) => line.last_output },
];

interface QueueRecord extends ItemRecord {
  readonly queue: Pick<QueueIdentity, "scope" | "filter" | "consumer">;
}

/** Shown when there are several queues. */
const QUEUE_COLUMN: Column<QueueRecord> = {
  name: "queue",
  kind: "text",
  value: ({ queue: { scope, filter, consumer } }) => `${scope} ${filter} ${consumer}`,
};

export default class QueueList extends QueueCommand {
  static override summary = "List the submissions in the queues of this machine.";
  static override description =
    "With an id, shows one of them with the output of its handler. Reads only the ledger: needs no key and no server.";
  static override examples = [
    "intray queue list --state dead",
    "intray queue list 42",
    "intray queue list --scope form:3 --state retry --format ndjson",
  ];
  static override streamsJson = true;
  static override args = {
    submission: Args.integer({ min: 1, ignoreStdin: true, description: "Id of the submission." }),
  };
  static override flags = {
    ...ledgerFlags,
    state: Flags.option({ options: ITEM_STATES, description: "Only submissions in this state." })(),
    limit: listFlags.limit,
    all: listFlags.all,
    format: listFlags.format,
    ...tableFlags,
  };

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(QueueList);
    const submissionId = args.submission;
    if (submissionId !== undefined) return this.#show(submissionId, flags);
    const format = chooseFormat(flags, await this.formatContext());
    const { readItems } = await import("../../ledger/ledger-report.ts");
    const ledgers = await this.chooseLedgers(flags);
    if (ledgers.length === 0) {
      const { baseUrl } = await this.settings();
      this.out.note(`No matching queue of ${baseUrl} has run on this machine.`);
    }
    function* items(): Generator<QueueRecord> {
      for (const { path, identity } of ledgers) {
        const { scope, filter, consumer } = identity;
        for (const item of readItems(path, { state: flags.state })) {
          yield { ...toItemRecord(item), queue: { scope, filter, consumer } };
        }
      }
    }
    const limit = maxRows(flags) ?? Infinity;
    const all = ledgers.length > 1 ? [...COLUMNS, QUEUE_COLUMN] : COLUMNS;
    const chosen = chooseColumns(flags.columns, all);
    await this.out.records(chosen ?? all, this.#upTo(limit, items()), {
      format,
      toDocument: (record) => pickColumns(record, chosen),
      isWide: flags.wide,
      hasHeader: flags.headers,
    });
  }

  async #show(submissionId: number, flags: LedgerChoice): Promise<void> {
    const { path } = await this.chooseLedger(flags);
    const { readItems } = await import("../../ledger/ledger-report.ts");
    const { unknownItem } = await import("../../queue/locked-ledger.ts");
    const [item] = readItems(path, { submissionId });
    if (item === undefined) throw unknownItem(submissionId);
    const { last_output: output, ...record } = toItemRecord(item);
    if (this.jsonEnabled()) return this.out.json({ ...record, last_output: output });
    await this.out.fields(Object.entries(record).map(([name, value]) => [name, value ?? ""]));
    if (output !== "") await this.out.lines("output", output);
  }

  *#upTo(limit: number, items: Iterable<QueueRecord>): Generator<QueueRecord> {
    let count = 0;
    for (const item of items) {
      if (count === limit) {
        this.out.note(`Showing ${limit}; add --all for the rest.`);
        return;
      }
      count += 1;
      yield item;
    }
  }
}
