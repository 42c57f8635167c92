/** A field that people cannot see: who fills it is a program. */
import type { Check } from "./screen.ts";

export const honeypot: Check = ({ honeypot: value }) =>
  value === null || value === ""
    ? undefined
    : {
        check: "honeypot",
        weight: 1,
        sentence: "The hidden honeypot field was filled in, which only a program does.",
      };
