/** Finds posts above the rate limit of an IP address (`INTRAY_RATE_LIMIT`). Intake keeps no files of them. */
import type { SpamCheck } from "./verdict.ts";

export const rate: SpamCheck = ({ isOverRate, files }) =>
  isOverRate
    ? {
        check: "rate",
        weight: 1,
        sentence: `The same IP address posted to this form more often than the rate limit allows.${files === 0 ? "" : ` Its files were not kept: ${files}.`}`,
      }
    : undefined;
