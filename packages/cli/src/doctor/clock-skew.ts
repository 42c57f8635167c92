/** Compares this machine's clock with the server's. */

/** Signatures with a timestamp are rejected beyond five minutes; the warning comes earlier. */
const MAX_SKEW_MS = 60_000;

export interface ClockSkew {
  readonly isLarge: boolean;
  /** Describes the skew for people. */
  readonly sentence: string;
}

/**
 * The difference between the clocks; `undefined` when `date` is missing or not a time.
 *
 * @param date The `Date` header of a response.
 */
export function clockSkew(date: string | undefined, nowMs: number): ClockSkew | undefined {
  const serverMs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return undefined;
  const aheadMs = nowMs - serverMs;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const isLarge = Math.abs(aheadMs) > MAX_SKEW_MS;
  if (!isLarge) {
    return { isLarge, sentence: "This machine's clock agrees with the server's." };
  }
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return { isLarge, sentence: `This machine's clock is ${seconds} s ${side} the server's.` };
}
