/** The columns of an exported table, as `intray submissions export` has them. */
import type { Submission } from "@intray/sdk/schemas";

/** Of the submission itself; their names begin with one underscore. */
const SUBMISSION_COLUMNS = {
  _id: ({ id }) => String(id),
  _form_id: ({ form_id }) => String(form_id),
  _form: ({ form }) => form.name,
  _created_at: ({ created_at }) => created_at,
  _state: ({ trash, spam, read }) => (trash ? "trash" : spam ? "spam" : read ? "read" : "new"),
  _spam_reason: ({ spam_reason }) => spam_reason ?? "",
  _email: ({ email }) => email ?? "",
  _source_url: ({ source_url }) => source_url ?? "",
  _referrer: ({ referrer }) => referrer ?? "",
  _ip: ({ ip }) => ip ?? "",
  _user_agent: ({ user_agent }) => user_agent ?? "",
  _attachments: ({ attachments }) => attachments.map((file) => file.attachment_proxy_url).join(" "),
} as const satisfies Record<string, (submission: Submission) => string>;

/** What has no column of its own, as JSON. */
const OVERFLOW_COLUMN = "_more";
/** Names are whatever somebody posts: without a bound, a table of n rows could have n columns. */
const MAX_FIELD_COLUMNS = 1_000;
/** A longer one is no heading. */
const MAX_NAME_CHARACTERS = 200;

export interface Columns {
  /** Takes a submission's fields for columns, in first-seen order. */
  add(submission: Submission): void;
  /** False for a submission with a field that was never added, and that no column takes. */
  hasColumnsFor(submission: Submission): boolean;
  header(): readonly string[];
  /** Its cells in the columns; nothing where it has no such field. */
  cells(submission: Submission): readonly string[];
}

export function createColumns(): Columns {
  const places = new Map<string, number>();
  let hasMore = false;
  return {
    add({ form_params }) {
      for (const { name } of form_params) {
        if (places.has(name)) continue;
        if (places.size < MAX_FIELD_COLUMNS && name.length <= MAX_NAME_CHARACTERS) {
          places.set(name, places.size);
        } else hasMore = true;
      }
    },
    hasColumnsFor: ({ form_params }) =>
      hasMore || form_params.every(({ name }) => places.has(name)),
    header: () => [
      ...Object.keys(SUBMISSION_COLUMNS),
      ...[...places.keys()].map(columnOf),
      ...(hasMore ? [OVERFLOW_COLUMN] : []),
    ],
    cells(submission) {
      const cells = Array.from(places, () => "");
      const isFilled = new Set<number>();
      const more: (readonly [string, string])[] = [];
      for (const { name, value } of submission.form_params) {
        const text = typeof value === "string" ? value : value.join(", ");
        const place = places.get(name);
        if (place === undefined) more.push([name, text]);
        else if (isFilled.has(place)) cells[place] += `, ${text}`;
        else {
          cells[place] = text;
          isFilled.add(place);
        }
      }
      const own = Object.values(SUBMISSION_COLUMNS).map((cell) => cell(submission));
      const rest = more.length === 0 ? "" : JSON.stringify(more);
      return [...own, ...cells, ...(hasMore ? [rest] : [])];
    },
  };
}

/** A field that begins with `_` gets another, so that none is taken for a column of the submission. */
const columnOf = (field: string): string => (field.startsWith("_") ? `_${field}` : field);
