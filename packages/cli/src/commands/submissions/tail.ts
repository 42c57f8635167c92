import * as Flags from "@oclif/core/flags";
import type { Submission } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { truncateTo, escapeLine, tsvCell } from "../../terminal/text.ts";
import { EXIT } from "../../errors/failure.ts";
import type { ChosenColumn } from "../../records/fields.ts";
import { chooseColumns, memberNames, pickColumns } from "../../records/fields.ts";
import { listFlags } from "../../flags/list-flags.ts";
import { EventFeed } from "../../live/event-feed.ts";
import { lastEventIdFlag } from "../../flags/flags.ts";
import { followSubmissions } from "../../live/new-submissions.ts";
import { StopSignals, onBrokenPipe } from "../../terminal/stop-signals.ts";
import {
  filterFlags,
  requireKnownFields,
  submissionColumns,
  toListParams,
} from "../../records/submissions.ts";
import { cellText } from "../../terminal/table.ts";

export default class SubmissionsTail extends BaseCommand {
  static override summary = "Print new submissions as they arrive.";
  static override description =
    "Runs until Ctrl-C. With --since it starts with the submissions since then. It reconnects when the connection is lost, and prints what arrived in the meantime. Exit code 75: the server stayed unreachable.";
  static override examples = [
    "intray submissions tail --form 3",
    "intray submissions tail --filter new --since 1h --jq .email",
  ];
  static override streamsJson = true;
  static override flags = {
    ...filterFlags,
    format: Flags.option({
      options: ["table", "tsv", "ndjson"] as const,
      description:
        "Output format. Default: table on a terminal, else tsv. --json is ndjson, one document per line.",
    })(),
    columns: listFlags.columns,
    "last-event-id": lastEventIdFlag,
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(SubmissionsTail);
    const form = await this.formRef(flags.form);
    const query = await toListParams(flags, form);
    const columns = chooseColumns(flags.columns, submissionColumns, memberNames("Submission"));
    const print = this.#printer(flags.format, columns);
    const client = await this.client();
    await requireKnownFields(client, query, columns);
    const signals = new StopSignals(() => undefined);
    onBrokenPipe(() => signals.stop());
    const feed = new EventFeed({
      client,
      form,
      lastEventId: flags["last-event-id"],
      retries: flags.retries,
      signal: signals.stopping,
      note: (sentence) => this.out.note(sentence),
    });
    try {
      const isResumed = flags["last-event-id"] !== undefined;
      const onConnected = () => this.out.note("Waiting for submissions. Press Ctrl-C to stop.");
      for await (const submission of followSubmissions({
        client,
        feed,
        query,
        onConnected,
        isResumed,
      })) {
        if (signals.stopping.aborted) break;
        await print(submission);
      }
    } catch (error) {
      if (!signals.stopping.aborted) throw error;
    } finally {
      signals.dispose();
      const { position } = feed;
      if (position !== undefined) this.out.note(`To resume here: --last-event-id ${position}`);
    }
    this.exitWith(signals.exit ?? EXIT.done);
  }

  #printer(
    format: "table" | "tsv" | "ndjson" | undefined,
    columns: readonly ChosenColumn<Submission>[] | undefined,
  ): (submission: Submission) => Promise<void> {
    const chosen = this.jsonEnabled()
      ? "ndjson"
      : (format ?? (this.out.isTerminal ? "table" : "tsv"));
    if (chosen === "ndjson") return (one) => this.out.ndjson(pickColumns(one, columns));
    const cells = (one: Submission) =>
      (columns ?? submissionColumns).map((column) => cellText(column.value(one)));
    if (chosen === "tsv") return (one) => this.out.line(cells(one).map(tsvCell).join("\t"));
    // columns are not aligned, since that would delay lines until their widths are known
    return (one) =>
      this.out.line(truncateTo(cells(one).map(escapeLine).join("  "), this.out.width));
  }
}
