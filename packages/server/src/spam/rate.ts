/** More posts from one address than `INTRAY_RATE_LIMIT` lets through. */
import type { Check } from "./screen.ts";

export const rate: Check = ({ isOverRate }) =>
  isOverRate
    ? {
        check: "rate",
        weight: 1,
        sentence: "The same address sent this form more posts in a minute than it may.",
      }
    : undefined;
