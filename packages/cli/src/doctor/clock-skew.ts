/** How far this machine's clock is from the server's. */

/** Signatures with a time are refused at five minutes; a minute is time to look after it. */
const MAX_SKEW_MS = 60_000;

export interface ClockSkew {
  readonly isLarge: boolean;
  /** In words. */
  readonly sentence: string;
}

/** @param date The `Date` header of an answer; `undefined` when it has none or says no time. */
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
