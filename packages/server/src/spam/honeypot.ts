/** Finds posts that filled in the honeypot field, which people cannot see. */
import type { SpamCheck } from "./verdict.ts";

export const honeypot: SpamCheck = ({ honeypot: value }) =>
  value === null || value === ""
    ? undefined
    : {
        check: "honeypot",
        weight: 1,
        sentence: "The hidden honeypot field was filled in, which only a bot does.",
      };
