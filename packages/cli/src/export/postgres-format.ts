/** SQL for psql: creates a table, and inserts or replaces submissions in one transaction. */
import type { Submission } from "@intray/sdk";
import { type ColumnKind, sqliteColumns } from "@intray/sdk/columns";
import { parseRecord, type Plan } from "./pages.ts";
import type { TextFormat } from "./text-format.ts";

const TABLE = "intray_submission";

/** Members that have tables of their own in SQLite are documents here. */
const DOCUMENTS: Readonly<Record<string, (submission: Submission) => unknown>> = {
  fields: ({ payload_params }) => payload_params,
  tags: ({ tags }) => tags,
  attachments: ({ attachments }) => attachments,
  notes: ({ notes }) => notes,
  replies: ({ replies }) => replies,
};

const TYPES: Readonly<Record<ColumnKind, string>> = {
  integer: "bigint",
  number: "double precision",
  flag: "boolean",
  time: "timestamptz",
  text: "text",
};

const COLUMNS: readonly {
  readonly name: string;
  readonly type: string;
  readonly value: (submission: Submission) => string | number | null | undefined;
}[] = [
  ...sqliteColumns.map(({ name, kind, definition, value }) => ({
    name,
    type: TYPES[kind] + (/ PRIMARY KEY| NOT NULL/.exec(definition)?.[0] ?? ""),
    value,
  })),
  ...Object.entries(DOCUMENTS).map(([name, value]) => ({
    name,
    type: "jsonb",
    value: (submission: Submission) => JSON.stringify(value(submission), storable),
  })),
];
const NAMES = COLUMNS.map(({ name }) => name);

/** Rows are copied into a temporary table first, so that a stream that breaks off changes nothing. */
export const POSTGRES: TextFormat = {
  begin: `BEGIN;
CREATE TABLE IF NOT EXISTS ${TABLE} (${COLUMNS.map(({ name, type }) => `${name} ${type}`).join(", ")});
CREATE TEMPORARY TABLE incoming (LIKE ${TABLE}) ON COMMIT DROP;
COPY incoming (${NAMES.join(", ")}) FROM stdin;
`,
  rows: (page) => Buffer.from(page.map((row) => lineOf(parseRecord(row))).join("")),
  // a service may list a submission twice
  end: (_, plan) => `\\.
INSERT INTO ${TABLE} (${NAMES.join(", ")})
SELECT DISTINCT ON (id) ${NAMES.join(", ")} FROM incoming ORDER BY id, updated_at DESC
ON CONFLICT (id) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(", ")};
${markMissing(plan)}COMMIT;
`,
};

/**
 * Marks what the export would contain if it still existed. Only an export without filters but of form and time says
 * so: what another one lacks may be spam or trash.
 */
function markMissing({ query, lastId }: Plan): string {
  const { filter_by, form_id, created_after, include: _, ...others } = query;
  if (filter_by !== "any" || lastId === null || Object.keys(others).length > 0) return "";
  const range = [
    `id <= ${lastId}`,
    ...(created_after === undefined ? [] : [`created_at > ${quote(created_after)}`]),
    ...(form_id === undefined ? [] : [`${quote(String(form_id))} IN (form_id::text, form_uuid)`]),
  ];
  return `UPDATE ${TABLE} SET deleted_at = now()
WHERE deleted_at IS NULL AND ${range.join(" AND ")} AND id NOT IN (SELECT id FROM incoming);
`;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

const lineOf = (submission: Submission) =>
  `${COLUMNS.map(({ value }) => cell(value(submission))).join("\t")}\n`;

const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** As COPY reads it. */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return String.raw`\N`;
  return cleaned(String(value))
    .replaceAll("\\", String.raw`\\`)
    .replaceAll(/[\t\n\r]/g, (character) => ESCAPES[character] ?? "");
}

/** PostgreSQL stores neither U+0000 nor half of a character, also not as escapes in a document. */
const cleaned = (text: string) => text.toWellFormed().replaceAll("\0", "");

/** A replacer of `JSON.stringify`, for values and for names of members. */
function storable(_name: string, value: unknown): unknown {
  if (typeof value === "string") return cleaned(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleaned(name), one]));
}
