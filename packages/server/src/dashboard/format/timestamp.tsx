/** A point in time: in UTC on the wire, in the reader's zone once the script has run. */

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** @param at ISO 8601, or milliseconds since the epoch. `null` is written as `otherwise`. */
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
