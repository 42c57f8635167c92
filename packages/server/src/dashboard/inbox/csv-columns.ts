/** The columns of a CSV export, the same as those of `intray submissions export`. */
import type { Submission } from "@intray/sdk/schemas";

/** Columns of the submission itself, named with one leading underscore. */
const SUBMISSION_COLUMNS = {
  _id: ({ id }) => String(id),
  _form_id: ({ form_id }) => String(form_id),
  _form: ({ form }) => form.name,
  _created_at: ({ created_at }) => created_at,
  _state: ({ trash, spam, read }) => (trash ? "trash" : spam ? "spam" : read ? "read" : "new"),
  _seen_at: ({ seen_at }) => seen_at ?? "",
  _answered_at: ({ answered_at }) => answered_at ?? "",
  _spam_reason: ({ spam_reason }) => spam_reason ?? "",
  _email: ({ email }) => email ?? "",
  _source_url: ({ source_url }) => source_url ?? "",
  _referrer: ({ referrer }) => referrer ?? "",
  _ip: ({ ip }) => ip ?? "",
  _user_agent: ({ user_agent }) => user_agent ?? "",
  _attachments: ({ attachments }) => attachments.map((file) => file.attachment_proxy_url).join(" "),
  _tags: ({ tags = [] }) => tags.join(", "),
  _notes: ({ notes }) => entriesCell(notes),
  _replies: ({ replies }) => entriesCell(replies),
} as const satisfies Record<string, (submission: Submission) => string>;

/** Holds the fields without a column of their own, as JSON. */
const OVERFLOW_COLUMN = "_more";
/** Senders choose field names: without a limit, n rows could make n columns. */
const MAX_FIELD_COLUMNS = 1_000;
/** A field with a longer name gets no column. */
const MAX_NAME_CHARACTERS = 200;

interface Columns {
  /** Adds columns for the submission's new fields, in the order in which they are first seen. */
  add(submission: Submission): void;
  /** Returns false for a submission with a field that was never added. */
  hasColumnsFor(submission: Submission): boolean;
  header(): readonly string[];
  /** Returns a cell for each column; empty for a field that the submission does not have. */
  cells(submission: Submission): readonly string[];
}

export function createColumns(): Columns {
  const indexes = new Map<string, number>();
  let hasOverflow = false;
  return {
    add({ form_params }) {
      for (const { name } of form_params) {
        if (indexes.has(name)) continue;
        if (indexes.size < MAX_FIELD_COLUMNS && name.length <= MAX_NAME_CHARACTERS) {
          indexes.set(name, indexes.size);
        } else hasOverflow = true;
      }
    },
    hasColumnsFor: ({ form_params }) =>
      hasOverflow || form_params.every(({ name }) => indexes.has(name)),
    header: () => [
      ...Object.keys(SUBMISSION_COLUMNS),
      ...[...indexes.keys()].map(columnOf),
      ...(hasOverflow ? [OVERFLOW_COLUMN] : []),
    ],
    cells(submission) {
      const cells = Array.from(indexes, () => "");
      const isFilled = new Set<number>();
      const overflow: (readonly [string, string])[] = [];
      for (const { name, value } of submission.form_params) {
        const text = typeof value === "string" ? value : value.join(", ");
        const index = indexes.get(name);
        if (index === undefined) overflow.push([name, text]);
        else if (isFilled.has(index)) cells[index] += `, ${text}`;
        else {
          cells[index] = text;
          isFilled.add(index);
        }
      }
      const own = Object.values(SUBMISSION_COLUMNS).map((cell) => cell(submission));
      const last = overflow.length === 0 ? "" : JSON.stringify(overflow);
      return [...own, ...cells, ...(hasOverflow ? [last] : [])];
    },
  };
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

/** Doubles a leading underscore, so that no field is mistaken for a column of the submission. */
const columnOf = (field: string): string => (field.startsWith("_") ? `_${field}` : field);
