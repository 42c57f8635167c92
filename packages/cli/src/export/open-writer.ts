/** Opens the writer for the flags of an export. */
import type { SubmissionListParams } from "@intray/sdk";
import { memberNames, parseFields } from "../records/fields.ts";
import { filterFlags } from "../records/submissions.ts";
import type { Output } from "../terminal/output.ts";
import type { Binding } from "./state.ts";
import { outputFile, type FormattedExportFlags } from "./flags.ts";
import { requireSameKind } from "./file-kind.ts";
import type { OpenExport } from "./incremental.ts";
import { openStdoutWriter } from "./stdout-writer.ts";
import { resolveOutputFile } from "./output-file.ts";
import { formatCsv, formatUnionCsv, metadataColumns, CSV, TSV } from "./csv-format.ts";
import { formatJson, formatNdjson, type TextFormat } from "./text-format.ts";

export interface WriterContext {
  readonly out: Output;
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
  if (file === undefined) {
    return { ...all, writer: await openStdoutWriter(context.out, text()) };
  }
  const target = await resolveOutputFile(file);
  const binding = bindingOf(flags, context);
  const { resume, incremental, format } = flags;
  if (!flags.force) await requireSameKind(target, format, flags.columns);
  // imported late, since they load the database driver
  if (format === "sqlite" && !incremental) {
    const { openSqliteWriter } = await import("./sqlite-writer.ts");
    return { ...all, writer: await openSqliteWriter({ target, binding, resume }) };
  }
  if (incremental) {
    const { continueNdjson, continueSqlite } = await import("./incremental.ts");
    return format === "sqlite"
      ? continueSqlite(target, binding, query)
      : continueNdjson({ target, binding, format: text() }, query);
  }
  const { openFileWriter } = await import("./file-writer.ts");
  return {
    ...all,
    writer: await openFileWriter({ target, binding, resume, format: text() }),
  };
}

function textFormat(flags: FormattedExportFlags, { query }: WriterContext): TextFormat {
  const { format, fields, columns, bom } = flags;
  const members = fields === undefined ? undefined : parseFields(fields, memberNames("Submission"));
  if (format !== "csv" && format !== "tsv")
    return format === "json" ? formatJson(members) : formatNdjson(members);
  const syntax = format === "csv" ? CSV : TSV;
  const style = { guardFormulas: !flags["no-formula-guard"], bom, syntax };
  if (columns === undefined) return formatUnionCsv(style, metadataColumns(query.include ?? []));
  return formatCsv(
    columns.split(",").map((name) => name.trim()),
    style,
  );
}

/** Uses the flags as given: `--since 2h` is the same export an hour later, although the time differs. */
function bindingOf(flags: FormattedExportFlags, { baseUrl, form, query }: WriterContext): Binding {
  const filters = Object.entries(flags).flatMap(([name, value]) =>
    name in filterFlags && value !== undefined ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(filters),
    server: baseUrl,
    form: form ?? null,
    since: flags.incremental ? null : (flags.since ?? null),
    format: flags.format,
    include: query.include?.join(",") ?? null,
    fields: flags.fields ?? null,
    columns: flags.columns ?? null,
    "no-formula-guard": flags["no-formula-guard"],
    bom: flags.bom,
    incremental: flags.incremental && flags.format === "ndjson",
  };
}
