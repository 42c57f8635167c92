/** A point in time: rendered in UTC, and in the reader's time zone once the page's script has run. */

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** @param at ISO 8601, or milliseconds since the epoch; `null` renders `otherwise`. */
export function Timestamp({
  at,
  otherwise = "never",
}: {
  readonly at: string | number | null;
  readonly otherwise?: string;
}) {
  if (at === null) return <span class="soft">{otherwise}</span>;
  const date = new Date(at);
  return <time datetime={date.toISOString()}>{`${FORMAT.format(date)} UTC`}</time>;
}
