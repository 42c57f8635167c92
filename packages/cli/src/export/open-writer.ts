/** Opens the writer for the flags of an export. */
import type { SubmissionListParams } from "@intray/sdk";
import { csvColumns, typedColumns } from "@intray/sdk/columns";
import { chooseColumns, memberNames } from "../records/fields.ts";
import { filterFlags, submissionColumns } from "../records/submissions.ts";
import type { Output } from "../terminal/output.ts";
import type { Binding } from "./state.ts";
import { outputFile, type FormattedExportFlags } from "./flags.ts";
import { requireSameKind } from "./file-kind.ts";
import type { OpenExport } from "./incremental.ts";
import { resolveOutputFile, readChunks } from "./output-file.ts";
import { formatCsv, formatUnionCsv, metadataColumns, CSV, TSV } from "./csv-format.ts";
import { formatParquet } from "./parquet-format.ts";
import { formatJson, formatNdjson, type ChosenColumns, type TextFormat } from "./text-format.ts";
import { escapeLines } from "../terminal/text.ts";
import { releaseMemory } from "./memory.ts";
import { FIRST_POSITION, type Writer } from "./pages.ts";
import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorReason, failure } from "../errors/failure.ts";

interface WriterContext {
  readonly out: Output;
  /** By `--columns`. */
  readonly columns: ChosenColumns | undefined;
  readonly baseUrl: string;
  readonly form: string | undefined;
  readonly query: SubmissionListParams;
}

export async function openWriter(
  flags: FormattedExportFlags,
  context: WriterContext,
): Promise<OpenExport> {
  const { query } = context;
  const file = outputFile(flags);
  const all = { query, written: new Map<number, string>() };
  const text = () => textFormat(flags, context);
  if (file === undefined) return { ...all, writer: await openStdoutWriter(context.out, text()) };
  const target = await resolveOutputFile(file);
  const binding = bindingOf(flags, context);
  const { resume, incremental, format } = flags;
  if (!flags.force) await requireSameKind(target, format, flags.columns);
  // imported late, since they load the database driver
  if (format === "sqlite" && !incremental) {
    const { openSqliteWriter } = await import("./sqlite-writer.ts");
    const writer = await openSqliteWriter({ target, binding, resume });
    return { ...all, writer, lastEvent: { id: undefined, isFirst: true } };
  }
  if (incremental) {
    const { continueNdjson, continueSqlite } = await import("./incremental.ts");
    return format === "sqlite"
      ? continueSqlite(target, binding, query)
      : continueNdjson({ target, binding, format: text() }, query);
  }
  const { openFileWriter } = await import("./file-writer.ts");
  return { ...all, writer: await openFileWriter({ target, binding, resume, format: text() }) };
}

/** The columns that `--columns` names. In a table they may have the names of its header, such as `_id`. */
export function chooseExportColumns(flags: FormattedExportFlags): ChosenColumns | undefined {
  const names = flags.columns?.split(",").map((name) => name.trim());
  const members = memberNames("Submission");
  if (!isTable(flags)) return chooseColumns(flags.columns, submissionColumns, members);
  const ofHeader =
    flags.format === "parquet"
      ? typedColumns.map(({ name, value }) => ({ name: `_${name}`, value }))
      : [...csvColumns].map(([name, value]) => ({ name, value }));
  const paths = names?.map((name) => fieldOfColumn(name) ?? name).join(",");
  return chooseColumns(paths, [...submissionColumns, ...ofHeader], members)?.map(
    (column, index) => ({ ...column, name: names?.[index] ?? column.name }),
  );
}

const isTable = ({ format }: Pick<FormattedExportFlags, "format">) =>
  format === "csv" || format === "tsv" || format === "parquet";

/** In the header of a table, the names of fields that begin with an underscore have two. */
const fieldOfColumn = (name: string) =>
  name.startsWith("__") ? `payload_params.${name.slice(1)}` : undefined;

function textFormat(
  flags: FormattedExportFlags,
  { query, columns }: Pick<WriterContext, "query" | "columns">,
): TextFormat {
  const { format, bom } = flags;
  if (!isTable(flags)) return format === "json" ? formatJson(columns) : formatNdjson(columns);
  const metadata = metadataColumns(
    format === "parquet" ? typedColumns.map(({ name }) => `_${name}`) : [...csvColumns.keys()],
    query.include ?? [],
  );
  if (format === "parquet") return formatParquet(metadata, columns);
  const syntax = format === "csv" ? CSV : TSV;
  const style = { isGuarded: !flags["no-formula-guard"], bom, syntax };
  if (columns === undefined) return formatUnionCsv(style, metadata);
  return formatCsv(columns, style);
}

/** Uses the flags as given: `--since 2h` is the same export an hour later, although the time differs. */
function bindingOf(flags: FormattedExportFlags, { baseUrl, form, query }: WriterContext): Binding {
  const filters = Object.entries(flags).flatMap(([name, value]) =>
    name in filterFlags && value !== undefined ? [[name, value] as const] : [],
  );
  const isJson = flags.format === "json" || flags.format === "ndjson";
  return {
    ...Object.fromEntries(filters),
    server: baseUrl,
    form: form ?? null,
    since: flags.incremental ? null : (flags.since ?? null),
    format: flags.format,
    include: query.include?.join(",") ?? null,
    // Version 0.1 had a flag for each kind of format, and incremental exports of it are continued.
    fields: isJson ? (flags.columns ?? null) : null,
    columns: isJson ? null : (flags.columns ?? null),
    "no-formula-guard": flags["no-formula-guard"],
    bom: flags.bom,
    incremental: flags.incremental && flags.format === "ndjson",
  };
}

/** Writes an export to standard output. It may be incomplete after an error, which the exit code reports. */
async function openStdoutWriter(out: Output, format: TextFormat): Promise<Writer> {
  const stored = format.rewrite === undefined ? undefined : await openTemporaryRows();
  const decoder = new TextDecoder();
  // control characters are escaped on a terminal only
  const write = (bytes: Uint8Array) => {
    if (!out.isTerminal) return out.writeThrough(bytes);
    const text = decoder.decode(bytes, { stream: true }).replaceAll("\r\n", "\n");
    return out.write(escapeLines(text));
  };
  let count = 0;
  return {
    async begin(makePlan) {
      const plan = await makePlan();
      if (stored === undefined) await write(Buffer.from(format.begin));
      return { plan, position: FIRST_POSITION, count };
    },
    async add({ rows }) {
      const bytes = format.rows(rows, count);
      await (stored === undefined ? write(bytes) : stored.add(bytes));
      releaseMemory(bytes);
      count += rows.length;
    },
    async commit() {
      if (stored === undefined || format.rewrite === undefined) {
        return write(Buffer.from(format.end(count)));
      }
      for await (const chunk of format.rewrite.bytes(stored.chunks())) await write(chunk);
      await stored.close();
    },
    async suspend() {
      await stored?.close().catch(() => undefined);
      return false;
    },
  };
}

/**
 * Creates a file and deletes its name, so that no other process can open it, and the system frees it when
 * this process ends. Windows keeps the name until the file is closed.
 */
async function openTemporaryRows() {
  const path = join(tmpdir(), `intray-export-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600).catch(failUnwritable);
  await unlink(path);
  return {
    add: (bytes: Uint8Array) => file.appendFile(bytes).catch(failUnwritable),
    chunks: () => readChunks(file),
    close: () => file.close(),
  };
}

function failUnwritable(cause: unknown): never {
  throw failure(
    "output_failed",
    `The rows cannot be written to a temporary file in ${tmpdir()} (${errorReason(cause)}).`,
    {
      hint: "Free some disk space, set TMPDIR to another folder, or name the columns with --columns.",
      cause,
    },
  );
}
