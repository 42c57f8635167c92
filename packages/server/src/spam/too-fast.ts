/**
 * A form that is sent faster than anyone can fill it in. Works where the page says so in `_started`: the
 * milliseconds since the epoch at which it was opened, or, below a day, how many passed since then,
 * which does not depend on the browser's clock. Without that field, and for a value that makes no
 * sense, the check is silent. The value can be forged, so it can only make things worse.
 */
import type { Check } from "./screen.ts";

const MIN_MS = 2_000;
const DAY_MS = 86_400_000;

export const tooFast: Check = ({ started, now }) => {
  if (started === null || !/^\d{1,15}$/.test(started)) return undefined;
  const value = Number(started);
  const elapsedMs = value < DAY_MS ? value : now - value;
  // In the future: the browser's clock is wrong.
  if (elapsedMs < 0 || elapsedMs >= MIN_MS) return undefined;
  return {
    check: "too_fast",
    weight: 0.6,
    sentence: `The form was sent ${(elapsedMs / 1_000).toFixed(1)} seconds after its page was opened, faster than people type.`,
  };
};
