import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { resumeCommand } from "../../export/resume-command.ts";
import { exportFlags, outputFile, checkExportFlags } from "../../export/flags.ts";
import type { ExportFlags } from "../../export/flags.ts";
import { openWriter } from "../../export/open-writer.ts";
import { runExport } from "../../export/run-export.ts";
import type { Writer } from "../../export/writer.ts";
import { Failure } from "../../errors/failure.ts";
import type { Progress } from "../../terminal/progress.ts";
import { onBrokenPipe } from "../../terminal/broken-pipe.ts";
import { PageGarbageCollector } from "../../export/page-garbage.ts";
import { StopSignals } from "../../terminal/stop-signals.ts";
import { toListParams } from "../../flags/submission-filter.ts";

/** `intray submissions export` */
export default class SubmissionsExport extends BaseCommand {
  static override summary = "Write all submissions to a file or to standard output.";
  static override description = `Exports what is there when it starts, oldest first. The file appears whole or not at all; an export that
is not complete never ends with 0. What an interrupted one has written stays as FILE.partial, and
--resume goes on from there. With --incremental, each run adds what is new since the last.`;
  static override examples = [
    "<%= config.bin %> <%= command.id %> -o submissions.csv --format csv --form 3f2a9c0d1e4b",
    "<%= config.bin %> <%= command.id %> --filter spam | gzip > spam.ndjson.gz",
    "<%= config.bin %> <%= command.id %> -o submissions.db --format sqlite --incremental",
  ];
  static override flags = exportFlags;

  override async run(): Promise<object> {
    const given = [...this.argv]; // the parser leaves less
    const { flags } = await this.parse(SubmissionsExport);
    checkExportFlags(flags, this.jsonEnabled());
    const gone: number[] = [];
    const count = await this.#export(flags, given, gone);
    const file = outputFile(flags) ?? null;
    if (file !== null) this.out.note(`${count.toLocaleString("en")} submissions in ${file}.`);
    if (gone.length > 0) this.exitWith(EXIT.partial);
    return { file, format: flags.format, count, missing_attachments: gone };
  }

  async #export(flags: ExportFlags, given: readonly string[], gone: number[]): Promise<number> {
    const form = await this.formRef(flags.form);
    const query = toListParams(flags, form, systemClock);
    const { baseUrl } = await this.connection();
    const isToStdout = outputFile(flags) === undefined;
    // a reader that leaves early leaves the export incomplete, so that is no success
    if (isToStdout) onBrokenPipe(() => process.exit(EXIT.outputFailed));
    const heap = new PageGarbageCollector();
    const target = await openWriter(flags, { out: this.out, baseUrl, form, query });
    // what stdout has is gone already, so there signals are left to the system
    const signals = isToStdout ? undefined : new StopSignals(() => undefined);
    let progress: Progress | undefined;
    signals?.killing.addEventListener("abort", () => {
      progress?.end();
      process.exit(signals.exit);
    });
    try {
      return await runExport({
        ...target,
        client: await this.client(),
        signal: signals?.stopping ?? new AbortController().signal,
        attachments: flags.attachments,
        onBegin: (total, before) => {
          // Rows on a terminal are progress enough, and a line between them would be in the way.
          if (!isToStdout || !this.out.isTerminal) progress = this.out.progress({ total, before });
        },
        onRows: (count) => {
          progress?.advance(count);
          heap.pageDone();
        },
        onGone: ({ id, name }, submission) => {
          gone.push(id);
          this.out.warn(`File ${id} (${name}) of submission ${submission.id} is gone.`);
        },
      });
    } catch (error) {
      progress?.end();
      progress = undefined;
      throw await this.#stopped(error, target.writer, signals, resumeCommand(given));
    } finally {
      progress?.end();
      signals?.dispose();
    }
  }

  /** The error to end with, once what was written is safe. */
  async #stopped(
    error: unknown,
    writer: Writer,
    signals: StopSignals | undefined,
    command: string,
  ): Promise<unknown> {
    const canGoOn = await writer.suspend();
    if (signals?.exit === undefined) {
      if (canGoOn) this.out.note(`To go on: ${command}`);
      return error;
    }
    return new Failure({
      exit: signals.exit,
      code: "interrupted",
      message: "The export was interrupted.",
      hint: canGoOn ? `To go on: ${command}` : "Nothing was written.",
    });
  }
}
