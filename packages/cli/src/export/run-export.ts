/** Reads the submissions page by page and writes them. */
import type { Attachment, Intray, Submission } from "@intray/sdk";
import { EXIT, Failure } from "../errors/failure.ts";
import type { Includable } from "../records/submissions.ts";
import { saveAttachments } from "./attachments.ts";
import type { OpenExport } from "./incremental.ts";
import { parseRecord, makePlan, paginate, type Row } from "./pages.ts";

export interface ExportOptions extends OpenExport {
  readonly client: Intray;
  readonly signal: AbortSignal;
  readonly attachments: string | undefined;
  /** Called once with the number of rows to export, and of those written by an interrupted run. */
  readonly onStart: (total: number, before: number) => void;
  readonly onRows: (count: number) => void;
  readonly onMissing: (file: Attachment, submission: Submission) => void;
}

/** Commits the writer and returns the number of rows. When it throws, the caller suspends the writer. */
export async function runExport({ writer, query, written, ...options }: ExportOptions) {
  const { client, signal, attachments } = options;
  const start = await writer.begin(() => makePlan(client, query, signal));
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
  return count;
}

/** Throws Failure 78 if the server ignores `include`, as servers before it do. */
function requireIncluded([first]: readonly Row[], include: readonly Includable[] = []): void {
  if (first === undefined || include.length === 0) return;
  const record = parseRecord(first);
  const missing = include.find((name) => record[name] === undefined);
  if (missing === undefined) return;
  throw new Failure({
    exit: EXIT.badConfiguration,
    code: "not_included",
    message: `The server does not include ${missing} in submissions. It may be too old for --include.`,
    hint: "Update the server, or export without --include.",
  });
}
