/** Which columns a CSV export has, and what a submission has in them. */
import type { Submission } from "@intray/sdk";
import { cellOf } from "../fields.ts";
import { describeState } from "../submission-columns.ts";

/** Of the submission itself; their names begin with one underscore. */
const METADATA = {
  _id: ({ id }) => id,
  _form_id: ({ form_id }) => form_id,
  _form: ({ form }) => form.name,
  _created_at: ({ created_at }) => created_at,
  _state: describeState,
  _spam_reason: ({ spam_reason }) => spam_reason,
  _email: ({ email }) => email,
  _source_url: ({ source_url }) => source_url,
  _referrer: ({ referrer }) => referrer,
  _ip: ({ ip }) => ip,
  _user_agent: ({ user_agent }) => user_agent,
  _attachments: ({ attachments }) => attachments.map((file) => file.attachment_proxy_url).join(" "),
} as const satisfies Record<string, (submission: Submission) => string | number | null>;

export const METADATA_COLUMNS: readonly string[] = Object.keys(METADATA);

/**
 * The column of a form field. One that begins with `_` gets another, so that no field, however it is
 * called, ends up in a metadata column and no two in the same one.
 */
function columnOf(field: string): string {
  return field.startsWith("_") ? `_${field}` : field;
}

/** The submission's cells in these columns; nothing where it has no such field. */
export function cellsOf(columns: readonly string[], submission: Submission): string[] {
  const fields = fieldsOf(submission);
  return columns.map((column) =>
    isMetadata(column) ? metadataCell(column, submission) : (fields.get(column) ?? ""),
  );
}

/**
 * All cells of a submission, for as long as nobody knows which columns there will be: those of
 * {@link METADATA_COLUMNS}, then name and content of each other one by turns.
 */
export type LooseCells = readonly string[];

export function looseCells(submission: Submission): LooseCells {
  const metadata = METADATA_COLUMNS.filter(isMetadata);
  return [
    ...metadata.map((column) => metadataCell(column, submission)),
    ...[...fieldsOf(submission)].flat(),
  ];
}

/** Adds the columns that these cells have besides the metadata's. */
export function collectColumns(columns: Set<string>, cells: LooseCells): void {
  for (let at = METADATA_COLUMNS.length; at < cells.length; at += 2) columns.add(cells[at] ?? "");
}

/** The cells in their places. @param places Of every column by its name; the metadata's first. */
export function placedCells(places: ReadonlyMap<string, number>, cells: LooseCells): string[] {
  const row = Array<string>(places.size).fill("");
  for (let at = 0; at < METADATA_COLUMNS.length; at += 1) row[at] = cells[at] ?? "";
  for (let at = METADATA_COLUMNS.length; at < cells.length; at += 2) {
    const place = places.get(cells[at] ?? "");
    if (place !== undefined) row[place] = cells[at + 1] ?? "";
  }
  return row;
}

/** What stands in the columns of its fields; values of one name in one cell. */
function fieldsOf({ form_params }: Submission): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const { name, value } of form_params) {
    const column = columnOf(name);
    const text = String(cellOf(value) ?? "");
    const before = fields.get(column);
    fields.set(column, before === undefined ? text : `${before}, ${text}`);
  }
  return fields;
}

function metadataCell(column: keyof typeof METADATA, submission: Submission): string {
  return String(METADATA[column](submission) ?? "");
}

function isMetadata(column: string): column is keyof typeof METADATA {
  return Object.hasOwn(METADATA, column);
}
