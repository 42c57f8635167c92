/** The columns of submissions in CSV and SQLite exports, of the CLI and of the dashboard. Loads no other code. */
import type { Submission } from "./api-types.ts";

interface Column {
  /** Position in a CSV. Programs read cells by position, so a new column is the last. */
  readonly csv?: number;
  /** Definition of the column in SQLite. It can be added to existing files only if it is nullable. */
  readonly sqlite?: string;
  readonly value: (submission: Submission) => string | number | null | undefined;
}

/** Form fields are exported by their own names. The other members have no column. */
type Excluded = keyof Pick<
  Submission,
  | "payload_params"
  | "form_params"
  | "uid"
  | "spam_findings"
  | "spam_score"
  | "source_host"
  | "source_path"
  | "source_fragment"
  | "source_query"
  | "assignee"
  | "snoozed_until"
  | "claim_count"
  | "claim"
  | "webhook_sent_at"
  | "delivery_state"
  | "lead_agent"
  | "imported"
>;
type Computed =
  | "form_uuid"
  | "form_name"
  | "state"
  | "lead_score"
  | "imported_from"
  | "submitted_at"
  | "deleted_at";

const flag = (name: string) => `INTEGER NOT NULL CHECK (${name} IN (0, 1))`;

/** In the order of the columns in SQLite. */
const COLUMNS: Readonly<Record<Exclude<keyof Submission, Excluded> | Computed, Column>> = {
  id: { csv: 1, sqlite: "INTEGER PRIMARY KEY", value: ({ id }) => id },
  form_id: { csv: 2, sqlite: "INTEGER NOT NULL", value: ({ form_id }) => form_id },
  form: { csv: 3, value: ({ form }) => form.name },
  form_uuid: { sqlite: "TEXT NOT NULL", value: ({ form }) => form.uuid },
  form_name: { sqlite: "TEXT NOT NULL", value: ({ form }) => form.name },
  email: { csv: 9, sqlite: "TEXT", value: ({ email }) => email },
  state: { csv: 5, value: describeState },
  read: { sqlite: flag("read"), value: ({ read }) => Number(read) },
  spam: { sqlite: flag("spam"), value: ({ spam }) => Number(spam) },
  trash: { sqlite: flag("trash"), value: ({ trash }) => Number(trash) },
  spam_reason: { csv: 8, sqlite: "TEXT", value: ({ spam_reason }) => spam_reason },
  source_url: { csv: 10, sqlite: "TEXT", value: ({ source_url }) => source_url },
  referrer: { csv: 11, sqlite: "TEXT", value: ({ referrer }) => referrer },
  ip: { csv: 12, sqlite: "TEXT", value: ({ ip }) => ip },
  user_agent: { csv: 13, sqlite: "TEXT", value: ({ user_agent }) => user_agent },
  geocoded_country: { sqlite: "TEXT", value: ({ geocoded_country }) => geocoded_country },
  geocoded_region: { sqlite: "TEXT", value: ({ geocoded_region }) => geocoded_region },
  geocoded_city: { sqlite: "TEXT", value: ({ geocoded_city }) => geocoded_city },
  lead_score: { sqlite: "REAL", value: ({ lead_agent }) => lead_agent?.score },
  created_at: { csv: 4, sqlite: "TEXT NOT NULL", value: ({ created_at }) => created_at },
  updated_at: { sqlite: "TEXT NOT NULL", value: ({ updated_at }) => updated_at },
  seen_at: { csv: 6, sqlite: "TEXT", value: ({ seen_at }) => seen_at },
  /** Set by later exports to the same database, which find that the submission was deleted. */
  deleted_at: { sqlite: "TEXT", value: () => null },
  answered_at: { csv: 7, sqlite: "TEXT", value: ({ answered_at }) => answered_at },
  attachments: {
    csv: 14,
    value: ({ attachments }) => attachments.map((file) => file.attachment_proxy_url).join(" "),
  },
  // Older servers send no tags.
  tags: { csv: 15, value: ({ tags = [] }) => tags.join(", ") },
  notes: { csv: 16, value: ({ notes }) => entriesCell(notes) },
  replies: { csv: 17, value: ({ replies }) => entriesCell(replies) },
  imported_from: { csv: 18, sqlite: "TEXT", value: ({ imported }) => imported?.from },
  submitted_at: { csv: 19, sqlite: "TEXT", value: ({ imported }) => imported?.submitted_at },
};

/** The columns of a submission in SQLite, in order; `definition` follows the name in CREATE TABLE. */
export const sqliteColumns = Object.entries(COLUMNS).flatMap(([name, column]) => {
  const { sqlite, value } = column;
  return sqlite === undefined ? [] : [{ name, definition: sqlite, value }];
});

/** What the values of a column are, for formats with types. Times are text, flags 0 or 1. */
export type ColumnKind = "integer" | "number" | "flag" | "time" | "text";

function kindOf(name: string, { sqlite = "TEXT" }: Column): ColumnKind {
  if (name.endsWith("_at")) return "time";
  if (sqlite.startsWith("INTEGER")) return sqlite.includes("CHECK") ? "flag" : "integer";
  return sqlite.startsWith("REAL") ? "number" : "text";
}

/** All columns of a submission that exists. The name of its form is in `form` only. */
export const typedColumns: readonly {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly value: Column["value"];
}[] = Object.entries(COLUMNS)
  .filter(([name]) => name !== "form_name" && name !== "deleted_at")
  .map(([name, column]) => ({ name, kind: kindOf(name, column), value: column.value }));

/**
 * The columns of a submission in a CSV, in order: names, which begin with one underscore, and functions that
 * return the cell, empty for null.
 */
export const csvColumns: ReadonlyMap<string, (submission: Submission) => string> = new Map(
  Object.entries(COLUMNS)
    .flatMap(([name, { csv, value }]) => (csv === undefined ? [] : [{ name, csv, value }]))
    .toSorted((a, b) => a.csv - b.csv)
    .map(({ name, value }) => [`_${name}`, (submission) => String(value(submission) ?? "")]),
);

/**
 * Returns the CSV column of a form field. A leading underscore is doubled, so that no field can collide with
 * a column of the submission.
 */
export const fieldColumn = (field: string): string => (field.startsWith("_") ? `_${field}` : field);

/**
 * Where a spreadsheet reads a formula: at the start of a cell, and after what separates cells where a comma does not,
 * which is not quoted for a comma. Forms of the characters in full width count; ";-)" is none.
 */
const FORMULA =
  /^(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=;|[^]\t)(?=[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D][\w("'])/g;

/** Returns the text of a cell of CSV with an apostrophe before all that a spreadsheet would run as a formula. */
export const guardFormulas = (cell: string): string => cell.replaceAll(FORMULA, "'");

/** The state of a submission in one word: trash, spam, read or new. */
export function describeState({ trash, spam, read }: Submission): string {
  if (trash) return "trash";
  if (spam) return "spam";
  return read ? "read" : "new";
}

/** Notes or replies as one cell: a heading with author, time and state, then the text; blank lines in between. */
const entriesCell = (entries: Submission["notes"] | Submission["replies"] = []): string =>
  entries
    .map((entry) => {
      const state = "state" in entry ? [entry.state] : [];
      return `${[entry.author, entry.created_at, ...state].join(", ")}:\n${entry.text}`;
    })
    .join("\n\n");
