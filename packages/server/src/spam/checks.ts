/** The checks a post goes through, cheapest first. A check is one file and one line here. */
import { honeypot } from "./honeypot.ts";
import type { Check } from "./screen.ts";

export const CHECKS: readonly Check[] = [honeypot];
