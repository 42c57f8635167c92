/**
 * Finds forms that were sent faster than a person can fill them in. The page reports in the field `_started`
 * when it was opened: as milliseconds since the epoch, or, for values below a day, as the elapsed
 * milliseconds, which does not depend on the browser's clock. A missing or invalid value is ignored. The value can
 * be forged, so it never counts in favor of a post.
 */
import type { SpamCheck } from "./verdict.ts";

const MIN_MS = 2_000;
const DAY_MS = 86_400_000;

export const tooFast: SpamCheck = ({ started, now }) => {
  if (started === null || !/^\d{1,15}$/.test(started)) return undefined;
  const value = Number(started);
  const elapsedMs = value < DAY_MS ? value : now - value;
  // A negative value means that the browser's clock is ahead.
  if (elapsedMs < 0 || elapsedMs >= MIN_MS) return undefined;
  return {
    check: "too_fast",
    weight: 0.6,
    sentence: `The form was sent ${(elapsedMs / 1_000).toFixed(1)} seconds after its page was opened, faster than people type.`,
  };
};
