/** Queries of the list of submissions for property tests. */
import fc from "fast-check";
import { HOUR_MS, NOTES, START } from "./submission-model.ts";

/** The posts are created one an hour. */
export const POSTS = 32;

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
// A bound on the hour equals the time of a submission, which shows whether the bound is strict.
const time = fc.integer({ min: -2, max: 2 * POSTS + 2 }).map((n) => START + (n * HOUR_MS) / 2);
/** A part of a posted text, in either case, or a text that nobody posted. */
const searched = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...NOTES, "cab@example.org", "second 2", "none"), fc.nat(), fc.nat(20))
      .map(([note, from, length]) => {
        const letters = Array.from(note);
        const start = from % letters.length;
        return letters.slice(start, start + 1 + length).join("");
      })
      .chain((text) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase())),
    fc.constantFrom(
      "%",
      "_",
      "\\",
      '"',
      "'",
      "''",
      "*",
      "\0",
      "first\u0001second",
      "ss",
      "OR",
      "a AND b",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
  )
  .filter((text) => text.trim() !== "" && text.length <= 200);
/** `forms` returns the ids of the two forms; they exist only when the tests run. */
export function queryArbitraries(forms: () => readonly number[]) {
  const filters = {
    query: fc.option(searched, { nil: undefined, freq: 3 }),
    form_id: maybe(fc.nat(1).map((n) => forms()[n] ?? 0)),
    filter_by: maybe(fc.constantFrom("new", "spam", "trash", "all", "any")),
    unread: maybe(fc.boolean()),
    spam_status: maybe(fc.boolean()),
    created_after: maybe(time),
    created_before: maybe(time),
    // All posts are within two days; the ranges start before them and end after them.
    date_range: maybe(
      fc
        .tuple(fc.integer({ min: -1, max: 2 }), fc.nat(2))
        .map(([first, more]) => [first, first + more] as const),
    ),
  };
  const byDate = fc.record({
    ...filters,
    order_by: maybe(fc.constantFrom("date_desc", "date_asc")),
  });
  const byAny = fc.record({
    ...filters,
    order_by: fc.constantFrom("date_desc", "date_asc", "email_asc", "email_desc"),
  });
  return { byDate, byAny };
}
