/** Input for spam checks: a harmless message that no check finds suspicious. */
import type { SpamCheckInput } from "../src/spam/verdict.ts";

/** @param over Members that differ; `message` is the value of the only field. */
export function spamCheckInput(
  over: Partial<SpamCheckInput> & { readonly message?: string } = {},
): SpamCheckInput {
  const { message, ...rest } = over;
  return {
    fields: [["message", message ?? "When do you open on Sunday?"]],
    email: null,
    honeypot: null,
    started: null,
    isOverRate: false,
    files: 0,
    now: 1_700_000_000_000,
    classifier: undefined,
    usesPrior: true,
    hasCaptcha: false,
    ownHosts: ["shop.example", ""],
    pageLanguage: "en",
    acceptLanguage: undefined,
    isRepeatedText: false,
    ...rest,
  };
}
