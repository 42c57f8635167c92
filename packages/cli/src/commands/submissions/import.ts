import { createReadStream } from "node:fs";
import { basename } from "node:path";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { ImportFileError, importBatches, readImport, type ImportRow } from "@intray/sdk/import";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, errorReason, Failure, usageFailure } from "../../errors/failure.ts";
import { formFlag, repeatable } from "../../flags/flags.ts";
import { escapeLine } from "../../terminal/text.ts";

/** Rows that are named; the others are counted. */
const MAX_NAMED = 20;

interface Import {
  readonly imported: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first of them. */
  readonly problems: readonly { readonly row: number; readonly message: string }[];
}

export default class SubmissionsImport extends BaseCommand {
  static override summary =
    "Import submissions of another service from a CSV, JSON or NDJSON file.";
  static override description = [
    "The whole file is read before the first row is sent: one that cannot be parsed to its end is not imported at all. A row that cannot be stored is named, and the others are imported; then the exit code is 10.",
    "Nothing is sent for imported submissions, and they are done unless --unread is given. An interrupted import is continued by the same command: rows that are there already are not imported twice. They are recognized by their number and content, or by the column of --dedupe.",
  ].join("\n\n");
  static override examples = [
    "intray submissions import export.csv --form 3f2a9c0d1e4b --time created_at --dry-run",
    "intray submissions import export.csv --form 3 --time Date --dedupe ID --map Mail=email --map IP=",
  ];
  static override args = { file: Args.string({ required: true, description: "The file." }) };
  static override flags = {
    form: formFlag({ description: "The form." }),
    from: Flags.string({
      helpValue: "NAME",
      description: "Where the submissions come from. Default: the name of the file.",
    }),
    map: Flags.string({
      ...repeatable,
      helpValue: "COLUMN=FIELD",
      description: "The field of a column; without FIELD it is left out. Can be repeated.",
    }),
    time: Flags.string({ helpValue: "COLUMN", description: "The column with the times." }),
    "time-zone": Flags.string({
      helpValue: "ZONE",
      default: "UTC",
      description: "Time zone of times without an offset.",
    }),
    "date-order": Flags.option({
      options: ["day-first", "month-first"] as const,
      description: "How dates such as 3/4/2024 are read.",
    })(),
    dedupe: Flags.string({
      helpValue: "COLUMN",
      description: "The column that identifies a row, such as its id.",
    }),
    encoding: Flags.string({
      helpValue: "NAME",
      description: "Encoding of the file. Default: UTF-8, or UTF-16 with a byte order mark.",
    }),
    unread: Flags.boolean({ description: "Put the submissions into the queue." }),
    "dry-run": Flags.boolean({ description: "Check every row, and import nothing." }),
  };

  override async run(): Promise<Import & { readonly file: string }> {
    const { args, flags } = await this.parse(SubmissionsImport);
    const form = await this.formRef(flags.form);
    if (form === undefined) throw usageFailure("No form is given.", "Add --form.");
    const { time, dedupe, encoding, "time-zone": timeZone, "date-order": dateOrder } = flags;
    requireZone(timeZone);
    const map = Object.fromEntries((flags.map ?? []).map(readMapping));
    const options = {
      map,
      timeZone,
      ...(time !== undefined && { time }),
      ...(dedupe !== undefined && { dedupe }),
      ...(encoding !== undefined && { encoding }),
      ...(dateOrder !== undefined && { dateOrder }),
    };
    const rows = () => readImport(createReadStream(args.file), options);
    let total = 0;
    const result = await explained(args.file, async () => {
      for await (const { row } of rows()) total = row;
      const { from = basename(args.file), unread, "dry-run": dry_run } = flags;
      return this.#send(form, rows(), { from, unread, dry_run, total });
    });
    const { imported, duplicates, rejected, problems } = result;
    for (const { row, message } of problems) this.out.warn(escapeLine(`Row ${row}: ${message}`));
    if (rejected > problems.length) {
      this.out.warn(`${rejected - problems.length} more rows cannot be imported.`);
    }
    if (rejected > 0) this.exitWith(EXIT.partial);
    const verb = flags["dry-run"] ? "would be imported" : "imported";
    this.out.note(
      `Of ${total} rows: ${imported} ${verb}, ${duplicates} there already, ${rejected} not possible.`,
    );
    return { file: args.file, ...result };
  }

  async #send(
    form: string,
    rows: AsyncIterable<ImportRow>,
    { total, ...how }: { from: string; unread: boolean; dry_run: boolean; total: number },
  ): Promise<Import> {
    const client = await this.client();
    const problems: { row: number; message: string }[] = [];
    let [imported, duplicates, rejected] = [0, 0, 0];
    const reject = (row: number, message: string) => {
      rejected += 1;
      if (problems.length < MAX_NAMED) problems.push({ row, message });
    };
    const progress = this.out.progress({ total, before: 0 });
    try {
      for await (const batch of importBatches(rows)) {
        const sent = batch.flatMap(({ row, submission, problem }) => {
          if (submission !== undefined) return [{ row, submission }];
          reject(row, problem ?? "");
          return [];
        });
        if (sent.length > 0) {
          const submissions = sent.map(({ submission }) => submission);
          const answer = await client.submissions.import(form, { ...how, submissions });
          imported += answer.imported;
          duplicates += answer.duplicates;
          for (const one of answer.rejected) reject(sent[one.index]?.row ?? 0, one.message);
        }
        progress.advance(batch.length);
      }
    } finally {
      progress.end();
    }
    problems.sort((a, b) => a.row - b.row);
    return { imported, duplicates, rejected, problems };
  }
}

function readMapping(text: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw usageFailure(`--map ${text} names no field.`, "Write it as COLUMN=FIELD.");
}

function requireZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  } catch {
    throw usageFailure(`"${timeZone}" is no time zone.`, "Name one such as Europe/Berlin.");
  }
}

async function explained<T>(file: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isMissing = error instanceof Error && "syscall" in error && "path" in error;
    if (!isMissing && !(error instanceof ImportFileError)) throw error;
    throw new Failure({
      exit: isMissing ? EXIT.inputMissing : EXIT.corrupt,
      code: isMissing ? "input_missing" : "unreadable_file",
      message: isMissing ? `${file} cannot be read (${errorReason(error)}).` : error.message,
      hint: isMissing
        ? "Name a readable file."
        : "Nothing was imported. Mend the file, and try again.",
      cause: error,
    });
  }
}
