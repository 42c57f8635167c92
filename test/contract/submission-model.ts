/** A plain model of the list of submissions: which rows a query selects, and in which order. */

/** When the first row was created: midnight UTC, which date ranges count from. */
export const START = Date.parse("2026-03-01T00:00:00Z");
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Row {
  readonly id: number;
  readonly form_id: number;
  readonly email: string | null;
  readonly read: boolean;
  readonly spam: boolean;
  readonly trash: boolean;
  readonly at: number;
  /** The values of all fields that were posted. */
  readonly values: readonly string[];
}

export interface Query {
  readonly query?: string | undefined;
  readonly form_id?: number | undefined;
  readonly filter_by?: "new" | "spam" | "trash" | "all" | "any" | undefined;
  readonly unread?: boolean | undefined;
  readonly spam_status?: boolean | undefined;
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  /** First and last day, as days after {@link START}; both are included. */
  readonly date_range?: readonly [number, number] | undefined;
  readonly order_by?: "date_desc" | "date_asc" | "email_asc" | "email_desc" | undefined;
}

/** Texts that are hard to search: wildcards, quotes, case folding, characters of several code points. */
export const NOTES = [
  "Hello World",
  "100% of_it",
  `she said "it's" \\ fine`,
  "Straße in STRASSE",
  "İstanbul, ısparta, ISPARTA",
  "ΟΔΟΣ οδος",
  "family 👨‍👩‍👧 and 😀😀😀",
  "a\0b",
  "日本語のテキスト",
  "line\nbreak\tand  spaces",
  "é and e\u0301",
];

/** A simple case folding: upper case first, so that ß equals SS. */
const plain = (text: string) =>
  Array.from(text.replaceAll("\0", "\ufffd").toWellFormed())
    .map((letter) =>
      letter === "İ" ? "i" : Array.from(letter.toUpperCase(), (one) => one.toLowerCase()).join(""),
    )
    .join("");

/** True if the documented meaning of every filter admits the row. */
export function isMatch(row: Row, query: Query): boolean {
  const { filter_by, unread, spam_status } = query;
  const isPlain = filter_by === undefined && unread === undefined && spam_status === undefined;
  const byFilter =
    filter_by === "new"
      ? !row.read && !row.spam && !row.trash
      : filter_by === "spam"
        ? row.spam && !row.trash
        : filter_by === "trash"
          ? row.trash
          : filter_by === "all" || isPlain
            ? !row.spam && !row.trash
            : filter_by === "any" || !row.trash;
  return (
    byFilter &&
    (unread === undefined || row.read === !unread) &&
    (spam_status === undefined || row.spam === spam_status) &&
    (query.query === undefined ||
      row.values.some((value) => plain(value).includes(plain(query.query?.trim() ?? "")))) &&
    (query.form_id === undefined || row.form_id === query.form_id) &&
    (query.created_after === undefined || row.at > query.created_after) &&
    (query.created_before === undefined || row.at < query.created_before) &&
    (query.date_range === undefined || isWithin(row.at, query.date_range))
  );
}

const isWithin = (at: number, [first, last]: readonly [number, number]): boolean =>
  at >= START + first * DAY_MS && at < START + (last + 1) * DAY_MS;

/** The ids that the query selects, in its order. */
export function expectedIds(rows: readonly Row[], query: Query): number[] {
  const { order_by = "date_desc" } = query;
  const direction = order_by.endsWith("_asc") ? 1 : -1;
  const byEmail = (a: Row, b: Row) => {
    const [left, right] = [a.email ?? "", b.email ?? ""];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  return rows
    .filter((row) => isMatch(row, query))
    .toSorted(
      (a, b) => direction * ((order_by.startsWith("email") ? byEmail(a, b) : 0) || a.id - b.id),
    )
    .map(({ id }) => id);
}
