import * as Flags from "@oclif/core/flags";
import { ITEM_STATES } from "@intray/sdk/queue";
import { BaseCommand } from "../../base-command.ts";
import type { ListedItem } from "../../ledger/ledger-report.ts";
import { chooseFormat, listFlags, maxRows, tableFlags } from "../../flags/list-flags.ts";
import { chooseColumns } from "../../records/choose-columns.ts";
import { ledgerFlags } from "../../queue/ledger-flags.ts";
import { toItemRecord } from "../../queue/item-record.ts";
import type { ItemRecord } from "../../queue/item-record.ts";
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

/** `intray queue list` */
export default class QueueList extends BaseCommand {
  static override summary = "List the submissions in a queue of this machine.";
  static override description = "Reads only the ledger: needs no key and no server.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --state dead",
    "<%= config.bin %> <%= command.id %> --scope form:3 --state retry --format ndjson",
  ];
  static override streamsJson = true;
  static override flags = {
    ...ledgerFlags,
    state: Flags.option({ options: ITEM_STATES, description: "Only submissions in this state." })(),
    limit: listFlags.limit,
    all: listFlags.all,
    format: listFlags.format,
    ...tableFlags,
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(QueueList);
    const format = chooseFormat(flags, await this.formatContext());
    const { chooseLedgers, onlyLedger } = await import("../../queue/ledger-choice.ts");
    const { readItems } = await import("../../ledger/ledger-report.ts");
    const { baseUrl } = await this.settings();
    const ledger = onlyLedger(
      chooseLedgers(this.environment.stateHome, new URL(baseUrl).origin, flags),
    );
    if (ledger === undefined)
      this.out.note(`No matching queue of ${baseUrl} has run on this machine.`);
    const items = ledger === undefined ? [] : readItems(ledger.path, { state: flags.state });
    const limit = maxRows(flags) ?? Infinity;
    const columns = chooseColumns(flags.columns, COLUMNS, { members: [], format });
    await this.out.records(columns, this.#upTo(limit, items), {
      format,
      isWide: flags.wide,
      hasHeader: flags.headers,
    });
  }

  *#upTo(limit: number, items: Iterable<ListedItem>): Generator<ItemRecord> {
    let count = 0;
    for (const item of items) {
      if (count === limit) {
        this.out.note(`Showing ${limit}; add --all for the rest.`);
        return;
      }
      count += 1;
      yield toItemRecord(item);
    }
  }
}
