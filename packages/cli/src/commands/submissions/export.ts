import { BaseCommand } from "../../base-command.ts";
import { EXIT, Failure, failure } from "../../errors/failure.ts";
import type { FormattedExportFlags } from "../../export/flags.ts";
import { exportFlags, outputFile, checkExportFlags } from "../../export/flags.ts";
import { chooseExportColumns, openWriter } from "../../export/open-writer.ts";
import { type Writer, parseRecord, makePlan, paginate, type Row } from "../../export/pages.ts";
import type { Progress } from "../../terminal/progress.ts";
import { onBrokenPipe, StopSignals } from "../../terminal/stop-signals.ts";
import { PageGarbageCollector } from "../../export/memory.ts";
import type { Includable } from "../../records/submissions.ts";
import { includeOf, requireKnownFields, toListParams } from "../../records/submissions.ts";
import type { Attachment, Intray, Submission } from "@intray/sdk";
import { saveAttachments } from "../../export/attachments.ts";
import { readDeletions, type Deletions } from "../../export/deletions.ts";
import type { OpenExport } from "../../export/incremental.ts";

export default class SubmissionsExport extends BaseCommand {
  static override summary = "Export submissions to a file or to standard output.";
  static override description = [
    "Exports the submissions that exist when it starts, oldest first. The file is replaced only when the export is complete; an incomplete export never exits with 0.",
    "An interrupted export is kept as FILE.partial, and --resume continues it. With --incremental, each run adds the submissions since the last run.",
  ].join("\n\n");
  static override examples = [
    "intray submissions export -o submissions.csv --form 3f2a9c0d1e4b",
    "intray submissions export --filter spam | gzip > spam.ndjson.gz",
    "intray submissions export -o submissions.db --incremental",
    "intray submissions export -o submissions.csv --include notes,replies",
  ];
  static override flags = exportFlags;

  override async run(): Promise<object> {
    const given = [...this.argv]; // the parser removes arguments from it
    const { flags: typed } = await this.parse(SubmissionsExport);
    const flags = checkExportFlags(typed, this.jsonEnabled());
    const missing: number[] = [];
    const { count, deleted } = await this.#export(flags, given, missing);
    const file = outputFile(flags) ?? null;
    if (file !== null) {
      const marked = deleted > 0 ? `, and marked ${deleted.toLocaleString("en")} as deleted` : "";
      const what = count === 1 ? "submission" : "submissions";
      this.out.note(`Exported ${count.toLocaleString("en")} ${what} to ${file}${marked}.`);
    }
    if (missing.length > 0) this.exitWith(EXIT.partial);
    return { file, format: flags.format, count, deleted, missing_attachments: missing };
  }

  async #export(
    flags: FormattedExportFlags,
    given: readonly string[],
    missing: number[],
  ): Promise<Exported> {
    const form = await this.formRef(flags.form);
    const query = { ...(await toListParams(flags, form)), ...includeOf(flags.include) };
    const { baseUrl } = await this.connection();
    const columns = chooseExportColumns(flags);
    await requireKnownFields(await this.client(), query, columns);
    const isToStdout = outputFile(flags) === undefined;
    // the export is incomplete if its reader exits early
    if (isToStdout) onBrokenPipe(() => process.exit(EXIT.outputFailed));
    const garbage = new PageGarbageCollector();
    const target = await openWriter(flags, { out: this.out, baseUrl, form, query, columns });
    // an export to stdout cannot be resumed, so signals keep their default effect
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
        form,
        signal: signals?.stopping ?? new AbortController().signal,
        attachments: flags.attachments,
        onStart: (total, before) => {
          // no progress bar between rows on a terminal
          if (!isToStdout || !this.out.isTerminal) progress = this.out.progress({ total, before });
        },
        onRows: (count) => {
          progress?.advance(count);
          garbage.pageDone();
        },
        onDeletions: ({ eventId, isComplete }) => {
          if (!flags.incremental || (isComplete && eventId !== undefined)) return;
          if (eventId === undefined) return this.out.note(NO_EVENTS);
          this.out.warn(DELETIONS_LOST);
          this.exitWith(EXIT.partial);
        },
        onMissing: ({ id, name }, submission) => {
          missing.push(id);
          this.out.warn(
            `File ${id} (${name}) of submission ${submission.id} no longer exists on the server.`,
          );
        },
      });
    } catch (error) {
      progress?.end();
      progress = undefined;
      throw await this.#suspended(error, target.writer, signals, resumeCommand(given));
    } finally {
      progress?.end();
      signals?.dispose();
    }
  }

  async #suspended(
    error: unknown,
    writer: Writer,
    signals: StopSignals | undefined,
    command: string,
  ): Promise<unknown> {
    const canResume = await writer.suspend();
    if (signals?.exit === undefined) {
      if (canResume) this.out.note(`To resume: ${command}`);
      return error;
    }
    return new Failure({
      exit: signals.exit,
      code: "interrupted",
      message: "The export was interrupted.",
      hint: canResume ? `To resume: ${command}` : "Nothing was written.",
    });
  }
}

const NO_EVENTS =
  "This server has no events, so the export does not say which submissions were deleted.";
const DELETIONS_LOST =
  "Submissions that were deleted since the last export are not known: the server keeps its events for a day, and the last export is older, or by an earlier version. Export to a new file to leave them out.";

const PLAIN = /^[\w@%+=:,./-]+$/;

/** @param args The arguments of the interrupted export. */
function resumeCommand(args: readonly string[]): string {
  const resumes = args.includes("--resume") || args.includes("--incremental");
  const words = ["intray", "submissions", "export", ...args, ...(resumes ? [] : ["--resume"])];
  return words.map(shellWord).join(" ");
}

const shellWord = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

type Exported = { readonly count: number; readonly deleted: number };

interface ExportOptions extends OpenExport {
  readonly client: Intray;
  readonly form: string | undefined;
  readonly signal: AbortSignal;
  readonly attachments: string | undefined;
  /** Called once with the number of rows to export, and of those written by an interrupted run. */
  readonly onStart: (total: number, before: number) => void;
  readonly onRows: (count: number) => void;
  readonly onDeletions: (deletions: Deletions) => void;
  readonly onMissing: (file: Attachment, submission: Submission) => void;
}

/** Commits the writer. When it throws, the caller suspends the writer. */
async function runExport({ writer, query, written, ...options }: ExportOptions): Promise<Exported> {
  const { client, form, signal, attachments, lastEvent } = options;
  let deletions: Deletions | undefined;
  const start = await writer.begin(async () => {
    deletions = lastEvent && (await readDeletions(client, { form, last: lastEvent, signal }));
    if (deletions !== undefined) options.onDeletions(deletions);
    return { ...(await makePlan(client, query, signal)), eventId: deletions?.eventId };
  });
  const ids = deletions?.ids ?? new Set();
  const now = new Date().toISOString();
  const deleted = ids.size === 0 ? 0 : ((await writer.markDeleted?.(ids, now)) ?? 0);
  let { count } = start;
  options.onStart(start.plan.total, count);
  const pages = paginate(client, start.plan, start.position, signal);
  for await (const { rows: listed, position } of pages) {
    const rows = listed.filter((row) => {
      const at = written.get(row.id);
      return at === undefined || at !== parseRecord(row).created_at;
    });
    requireIncluded(rows, query.include);
    if (attachments !== undefined) {
      const { onMissing } = options;
      // before the page is written, so that the next run completes downloads after a crash
      await saveAttachments(rows.map(parseRecord), {
        client,
        folder: attachments,
        signal,
        onMissing,
      });
    }
    await writer.add({ rows, position });
    count += rows.length;
    options.onRows(rows.length);
  }
  signal.throwIfAborted();
  await writer.commit();
  return { count, deleted };
}

/** Throws Failure 78 if the server ignores `include`, as servers before it do. */
function requireIncluded([first]: readonly Row[], include: readonly Includable[] = []): void {
  if (first === undefined || include.length === 0) return;
  const record = parseRecord(first);
  const missing = include.find((name) => record[name] === undefined);
  if (missing === undefined) return;
  throw failure(
    "not_included",
    `The server does not include ${missing} in submissions. It may be too old for --include.`,
    { hint: "Update the server, or export without --include." },
  );
}
