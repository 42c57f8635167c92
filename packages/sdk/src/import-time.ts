/** Reads the times in files of other services. */

/** How times without an offset, and dates such as 3/4/2024, are read. */
export interface TimeOptions {
  /** Of times without an offset. Default: UTC. */
  readonly timeZone?: string;
  /** Of dates such as 3/4/2024, which are refused without it. */
  readonly dateOrder?: "day-first" | "month-first";
}

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*([AP]M)?)?`;
const OFFSET = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}${OFFSET}$`, "i");
const YEAR_LAST = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${TIME}${OFFSET}$`, "i");
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Returns milliseconds since the epoch, or a sentence that says why the text is no time. */
export function timeIn(
  text: string,
  { timeZone = "UTC", dateOrder }: TimeOptions,
): number | string {
  // Seconds or milliseconds since the epoch.
  if (/^\d{10}(\d{3})?$/.test(text)) return Number(text) * (text.length === 10 ? 1_000 : 1);
  const yearFirst = YEAR_FIRST.exec(text);
  const found = yearFirst ?? YEAR_LAST.exec(text);
  const none = `"${text.slice(0, 60)}" is not a known time, such as 2024-03-31T14:05:00Z.`;
  if (found === null) return none;
  if (yearFirst === null && dateOrder === undefined) {
    return `"${text}" may be day-first or month-first. Choose the order of dates.`;
  }
  const [, a = "", b = "", c = "", hour = "0", minute = "0", second = "0", ms = "0", half, offset] =
    found;
  const [year, month, day] =
    yearFirst !== null ? [a, b, c] : dateOrder === "day-first" ? [c, b, a] : [c, a, b];
  const shift =
    half === undefined ? 0 : (half.toUpperCase() === "PM" ? 12 : 0) - (hour === "12" ? 12 : 0);
  const parts = [Number(year), Number(month) - 1, Number(day), Number(hour) + shift] as const;
  const local = Date.UTC(...parts, Number(minute), Number(second), Number(ms.padEnd(3, "0")));
  const back = new Date(local);
  const isReal =
    back.getUTCMonth() === parts[1] && back.getUTCDate() === parts[2] && Number(minute) < 60;
  if (!isReal || back.getUTCHours() !== parts[3]) return none;
  if (offset !== undefined) return local - offsetOf(offset);
  // The earlier of two times that a clock shows twice.
  const candidates = [local - DAY_MS, local + DAY_MS].map(
    (near) => local - offsetIn(near, timeZone),
  );
  const real = candidates.filter((at) => at + offsetIn(at, timeZone) === local);
  return real.length === 0
    ? `"${text}" did not exist in ${timeZone}, where clocks were set forward.`
    : Math.min(...real);
}

function offsetOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const amount = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === "-" ? -amount : amount;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for an unknown time zone. */
function offsetIn(at: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offsetOf(name.replace("GMT", ""));
}
