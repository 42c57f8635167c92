/** Points in time, in the time zone of the page. */
import { useContext } from "hono/jsx";
import { isForeign, type PageZone, ZoneContext } from "./zone.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** An older submission is shown with its date. */
const MAX_AGE_MS = 7 * DAY_MS;

type TimestampProps = { readonly at: string | number | null; readonly otherwise?: string };

/** @param at ISO 8601, or milliseconds since the epoch; `null` renders `otherwise`. */
export function Timestamp({ at, otherwise = "never" }: TimestampProps) {
  const zone = useContext(ZoneContext);
  if (at === null) return <span class="soft">{otherwise}</span>;
  const date = new Date(at);
  return (
    <time datetime={date.toISOString()} data-fixed={zone.source === "form" ? "" : undefined}>
      {timeText(zone, date)}
    </time>
  );
}

/** The time in the zone of a form, with its name; null if that is UTC or the zone of the page. */
export function FormTime({ at, timezone }: { readonly at: string; readonly timezone: string }) {
  const { name } = useContext(ZoneContext);
  if (timezone === "UTC" || timezone === name) return null;
  return (
    <ZoneContext.Provider value={{ name: timezone, source: "form" }}>
      <Timestamp at={at} />
    </ZoneContext.Provider>
  );
}

/** How long ago something was: `5 min`, `3 h`, `6 d`, then its date. @param at As of {@link Timestamp}. */
export function Age({ at, now }: { readonly at: string | number; readonly now: number }) {
  const zone = useContext(ZoneContext);
  const date = new Date(at);
  return (
    <time class="age" datetime={date.toISOString()} title={timeText(zone, date)}>
      {ageText(now - date.getTime()) ?? formats(zone.name).day.format(date)}
    </time>
  );
}

/** Returns `undefined` for an age of a week or more. */
function ageText(ms: number): string | undefined {
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return ms < MAX_AGE_MS ? `${Math.floor(ms / DAY_MS)} d` : undefined;
}

/** A zone that is not the person's own is named. */
const timeText = (zone: PageZone, date: Date): string =>
  `${formats(zone.name).time.format(date)}${isForeign(zone) ? ` ${zone.name}` : ""}`;

type Formats = { readonly time: Intl.DateTimeFormat; readonly day: Intl.DateTimeFormat };

const MAX_CACHED = 100;
const cache = new Map<string, Formats>();

/** Cached, since creating one takes longer than formatting a page of times. */
function formats(timeZone: string): Formats {
  const cached = cache.get(timeZone);
  if (cached !== undefined) return cached;
  const created = {
    time: new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }),
    day: new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone }),
  };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(timeZone, created);
  return created;
}
