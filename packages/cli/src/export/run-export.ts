/** Walks through the submissions and writes them, page by page. */
import type { Attachment, Intray, Submission } from "@intray/sdk";
import { saveAttachments } from "./attachments.ts";
import type { OpenExport } from "./incremental.ts";
import { parseRecord } from "./row.ts";
import { makePlan, paginate } from "./pagination.ts";

export interface ExportOptions extends OpenExport {
  readonly client: Intray;
  readonly signal: AbortSignal;
  readonly attachments: string | undefined;
  readonly onBegin: (total: number, before: number) => void;
  readonly onRows: (count: number) => void;
  readonly onGone: (file: Attachment, submission: Submission) => void;
}

/** How many rows the export has. The writer is committed; when this throws, suspend it. */
export async function runExport({ writer, query, writtenIds, ...options }: ExportOptions) {
  const { client, signal, attachments } = options;
  const begun = await writer.begin(() => makePlan(client, query, signal));
  let { count } = begun;
  options.onBegin(begun.plan.total, count);
  for await (const { rows: listed, position } of paginate(
    client,
    begun.plan,
    begun.position,
    signal,
  )) {
    const rows = listed.filter(({ id }) => !writtenIds.has(id));
    if (attachments !== undefined) {
      const { onGone } = options;
      // before the page counts as written: what a crash cuts short is fetched by the next run
      await saveAttachments(rows.map(parseRecord), { client, folder: attachments, signal, onGone });
    }
    await writer.add({ rows, position });
    count += rows.length;
    options.onRows(rows.length);
  }
  signal.throwIfAborted();
  await writer.commit();
  return count;
}
