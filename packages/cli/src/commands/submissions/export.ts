import type { Submission } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { EXIT } from "../../exit-codes.ts";
import { openFileSink } from "../../export/file-sink.ts";
import { writeAs } from "../../export/formats.ts";
import { stdoutSink } from "../../export/sink.ts";
import type { Sink } from "../../export/sink.ts";
import { startWalk } from "../../export/walk.ts";
import { Failure } from "../../failure.ts";
import { startProgress } from "../../progress.ts";
import { whenReaderLeaves } from "../../reader-left.ts";
import { endOnSignals } from "../../signals.ts";
import { filterFlags, filterQuery } from "../../submission-filter.ts";

/** `intray submissions export` */
export default class SubmissionsExport extends BaseCommand {
  static override summary = "Write all submissions to a file or to standard output.";
  static override description =
    "Exports what is there when it starts, oldest first. The file appears whole or not at all; an export that is not complete never ends with 0.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> -o submissions.csv --format csv --form 3f2a9c0d1e4b",
    "<%= config.bin %> <%= command.id %> --filter spam | gzip > spam.ndjson.gz",
  ];
  static override flags = {
    ...filterFlags,
    output: Flags.string({
      char: "o",
      helpValue: "FILE",
      description: "File to write; standard output when not given, or with -.",
    }),
    format: Flags.option({
      options: ["ndjson", "json", "csv"] as const,
      default: "ndjson" as const,
      description: "How to write them.",
    })(),
    columns: Flags.string({
      helpValue: "A,B,C",
      description: "CSV: just these columns. Otherwise all there are, in the order first seen.",
    }),
    "no-formula-guard": Flags.boolean({
      description: "CSV: leave cells alone that a spreadsheet would take for formulas.",
    }),
    bom: Flags.boolean({ description: "CSV: begin with a byte order mark, for old spreadsheets." }),
  };

  override async run(): Promise<object> {
    const { flags } = await this.parse(SubmissionsExport);
    const file = flags.output === "-" ? undefined : flags.output;
    refuseMisuse(flags, file === undefined && this.jsonEnabled());
    const filter = filterQuery(flags, await this.formRef(flags.form), systemClock);
    const { total, pages } = await startWalk(await this.client(), filter);
    const sink = file === undefined ? this.#stdout() : await openFileSink(file);
    const count = await this.#write(sink, total, pages, flags);
    if (file !== undefined) this.out.note(`${count.toLocaleString("en")} submissions in ${file}.`);
    return { file: file ?? null, format: flags.format, count };
  }

  /** How many were written. Whatever goes wrong, nothing is left that looks like an export. */
  async #write(sink: Sink, total: number, pages: Pages, flags: FormatFlags): Promise<number> {
    const stopWatching = endOnSignals(() => sink.abandon());
    const progress = startProgress(process.stderr, { total, isWanted: this.#wantsProgress(flags) });
    let count = 0;
    const counted = each(pages, (page) => {
      count += page.length;
      progress.advance(page.length);
    });
    try {
      await writeAs(flags.format, counted, sink, {
        columns: flags.columns?.split(","),
        guardFormulas: !flags["no-formula-guard"],
        bom: flags.bom,
      });
      await sink.commit();
    } catch (error) {
      await sink.abandon();
      throw error;
    } finally {
      progress.end();
      stopWatching();
    }
    return count;
  }

  /** Rows on a terminal are progress enough, and a line between them would be in the way. */
  #wantsProgress({ output = "-" }: { readonly output?: string | undefined }): boolean {
    return this.globals.quiet !== true && !(output === "-" && this.out.isTerminal);
  }

  /** A reader that leaves early leaves the export incomplete, so that is no success. */
  #stdout(): Sink {
    whenReaderLeaves(() => process.exit(EXIT.outputFailed));
    return stdoutSink(this.out);
  }
}

type Pages = AsyncIterable<readonly Submission[]>;

interface FormatFlags {
  readonly output?: string | undefined;
  readonly format: "ndjson" | "json" | "csv";
  readonly columns?: string | undefined;
  readonly "no-formula-guard": boolean;
  readonly bom: boolean;
}

function refuseMisuse(flags: FormatFlags, isJsonOnStdout: boolean): void {
  const isForCsv = flags.columns !== undefined || flags["no-formula-guard"] || flags.bom;
  if (isForCsv && flags.format !== "csv") {
    throw misuse("--columns, --no-formula-guard and --bom are for --format csv.");
  }
  if (isJsonOnStdout) {
    throw misuse("--json prints a report, and standard output is taken by the export.");
  }
}

function misuse(message: string): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message,
    hint: "Leave one out, or name a file with -o.",
  });
}

async function* each<T>(source: AsyncIterable<T>, see: (item: T) => void): AsyncGenerator<T> {
  for await (const item of source) {
    see(item);
    yield item;
  }
}
