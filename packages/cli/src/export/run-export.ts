/** Walks through the submissions and writes them, page by page. */
import type { Attachment, Intray, Submission } from "@intray/sdk";
import { saveAttachments } from "./attachments.ts";
import type { Continuation } from "./incremental.ts";
import { recordOf } from "./row.ts";
import { makePlan, walk } from "./walk.ts";

export interface ExportOptions extends Continuation {
  readonly client: Intray;
  readonly signal: AbortSignal;
  readonly attachments: string | undefined;
  readonly onBegin: (total: number, before: number) => void;
  readonly onRows: (count: number) => void;
  readonly onGone: (file: Attachment, submission: Submission) => void;
}

/** How many rows the export has. The writer is committed; when this throws, suspend it. */
export async function runExport({ writer, query, known, ...options }: ExportOptions) {
  const { client, signal, attachments } = options;
  const begun = await writer.begin(() => makePlan(client, query, signal));
  let { count } = begun;
  options.onBegin(begun.plan.total, count);
  for await (const { rows: listed, position } of walk(client, begun.plan, begun.position, signal)) {
    const rows = listed.filter(({ id }) => !known.has(id));
    if (attachments !== undefined) {
      const { onGone } = options;
      // before the page counts as written: what a crash cuts short is fetched by the next run
      await saveAttachments(rows.map(recordOf), { client, folder: attachments, signal, onGone });
    }
    await writer.add({ rows, position });
    count += rows.length;
    options.onRows(rows.length);
  }
  signal.throwIfAborted();
  await writer.commit();
  return count;
}
