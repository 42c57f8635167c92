/** Parses durations such as 500ms, 30s, 5m, 1h and 2d. */

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;
/** The limit of Node's timers, 2^31 - 1 ms or about 24 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds; `undefined` when the text is not a duration. `0s` is valid. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  return amount === undefined || !isUnit(unit) ? undefined : Number(amount) * UNIT_MS[unit];
}

function isUnit(text: string | undefined): text is keyof typeof UNIT_MS {
  return text !== undefined && Object.hasOwn(UNIT_MS, text);
}
