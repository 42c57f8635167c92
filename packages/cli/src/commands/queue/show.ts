import * as Args from "@oclif/core/args";
import {
  ledgerFlags,
  toItemRecord,
  QueueCommand,
  type ItemRecord,
} from "../../queue/queue-command.ts";

/** `intray queue show` */
export default class QueueShow extends QueueCommand {
  static override summary = "Show a submission in a queue, with the output of its handler.";
  static override description = "Reads only the ledger: needs no key and no server.";
  static override examples = ["intray queue show 42"];
  static override args = {
    submission: Args.integer({
      required: true,
      min: 1,
      ignoreStdin: true,
      description: "Id of the submission.",
    }),
  };
  static override flags = ledgerFlags;

  override async run(): Promise<ItemRecord> {
    const { args, flags } = await this.parse(QueueShow);
    const { path } = await this.chooseLedger(flags);
    const { readItems } = await import("../../ledger/ledger-report.ts");
    const { unknownItem } = await import("../../queue/locked-ledger.ts");
    const [item] = readItems(path, { submissionId: args.submission });
    if (item === undefined) throw unknownItem(args.submission);
    const { last_output: output, ...record } = toItemRecord(item);
    if (!this.jsonEnabled()) {
      await this.out.fields(Object.entries(record).map(([name, value]) => [name, value ?? ""]));
      if (output !== "") await this.out.lines("output", output);
    }
    return { ...record, last_output: output };
  }
}
