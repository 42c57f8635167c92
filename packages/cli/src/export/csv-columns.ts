/** Columns of a CSV export and the cells of a submission. */
import type { Submission } from "@intray/sdk";
import { INCLUDABLE, describeState, type Includable } from "../records/submissions.ts";
import { cellOf } from "../records/fields.ts";

/** Columns for members of the submission; their names start with one underscore. */
const METADATA = {
  _id: ({ id }) => id,
  _form_id: ({ form_id }) => form_id,
  _form: ({ form }) => form.name,
  _created_at: ({ created_at }) => created_at,
  _state: describeState,
  _seen_at: ({ seen_at }) => seen_at,
  _answered_at: ({ answered_at = null }) => answered_at,
  _spam_reason: ({ spam_reason }) => spam_reason,
  _email: ({ email }) => email,
  _source_url: ({ source_url }) => source_url,
  _referrer: ({ referrer }) => referrer,
  _ip: ({ ip }) => ip,
  _user_agent: ({ user_agent }) => user_agent,
  _attachments: ({ attachments }) => attachments.map((file) => file.attachment_proxy_url).join(" "),
  _tags: ({ tags = [] }) => tags.join(", "),
  _notes: ({ notes }) => entriesCell(notes),
  _replies: ({ replies }) => entriesCell(replies),
} as const satisfies Record<string, (submission: Submission) => string | number | null>;

/**
 * Names that `--columns` may write without the underscore. The others, such as `email` and `state`, are
 * common names of form fields.
 */
const SHORT_NAMES = ["id", "form_id", "created_at"] as const;

/** Columns that are empty unless `--include` asks for their records. */
const INCLUDED_COLUMNS = { notes: "_notes", replies: "_replies" } as const;

/** The columns of an export with these records included. */
export function metadataColumns(include: readonly Includable[]): readonly string[] {
  const absent = INCLUDABLE.filter((name) => !include.includes(name));
  const left = new Set<string>(absent.map((name) => INCLUDED_COLUMNS[name]));
  return Object.keys(METADATA).filter((column) => !left.has(column));
}

/** Notes or replies as one cell: a heading with author, time and state, then the text; blank lines in between. */
function entriesCell(entries: Submission["notes"] | Submission["replies"] = []): string {
  return entries
    .map((entry) => {
      const state = "state" in entry ? [entry.state] : [];
      return `${[entry.author, entry.created_at, ...state].join(", ")}:\n${entry.text}`;
    })
    .join("\n\n");
}

/** Cells of form fields by column. */
type FieldCells = ReadonlyMap<string, string>;

/** The cells of the form fields; several values of one name share a cell. */
export function fieldCells({ form_params }: Submission): FieldCells {
  const fields = new Map<string, string>();
  for (const { name, value } of form_params) {
    const column = columnOf(name);
    const text = typeof value === "string" ? value : String(cellOf(value) ?? "");
    const before = fields.get(column);
    fields.set(column, before === undefined ? text : `${before}, ${text}`);
  }
  return fields;
}

/**
 * The column of a form field. A name that starts with `_` gets a second one, so that no field can collide
 * with a metadata column.
 */
function columnOf(field: string): string {
  return field.startsWith("_") ? `_${field}` : field;
}

/** The column that a name of `--columns` means: `_id` for `id`. */
export function namedColumn(name: string): string {
  return SHORT_NAMES.some((short) => short === name) ? `_${name}` : name;
}

/** Returns a function that reads the cells of a submission; empty for missing fields. */
export function cellReader(
  columns: readonly string[],
): (submission: Submission, fields: FieldCells) => string[] {
  const read = columns.map((column) => (isMetadata(column) ? METADATA[column] : undefined));
  return (submission, fields) =>
    columns.map((column, index) => {
      const metadata = read[index];
      return metadata === undefined
        ? (fields.get(column) ?? "")
        : String(metadata(submission) ?? "");
    });
}

function isMetadata(column: string): column is keyof typeof METADATA {
  return Object.hasOwn(METADATA, column);
}
