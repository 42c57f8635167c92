/** The project's own corpus: posts of forms in many languages. */
import { readFileSync } from "node:fs";
import { SPAM_CHECK_DEFAULTS } from "../../src/domain/form.ts";
import { emailOf, type Fields } from "../../src/domain/submission/submission.ts";
import { checksOf } from "../../src/spam/checks.ts";
import type { Classifier } from "../../src/spam/classifiers.ts";
import { runChecks, verdictOf } from "../../src/spam/verdict.ts";
import { spamCheckInput } from "../spam-check-input.ts";

export interface Message {
  readonly verdict: "ham" | "spam";
  readonly lang: string;
  readonly fields: Fields;
}

export const messagesIn = (file: URL): readonly Message[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Message);

export const CORPUS = new URL("../../../../test/vectors/spam-corpus.jsonl", import.meta.url);

/** A fifth of the messages, which the prior was not trained with. */
export function isSealed({ fields }: Message): boolean {
  let hash = 7;
  for (const code of Buffer.from(String(fields.at(-1)?.[1])))
    hash = Math.imul(hash ^ code, 16_777_619);
  return (hash >>> 0) % 5 === 0;
}

/** The verdict of a new form's checks. */
export function isCalledSpam(fields: Fields, classifier: Classifier | undefined): boolean {
  const input = spamCheckInput({ fields, email: emailOf(fields), classifier });
  return verdictOf(runChecks(input, CHECKS)).kind === "spam";
}

const CHECKS = checksOf({
  blocked_domains: [],
  content_blacklist: [],
  spam_checks: SPAM_CHECK_DEFAULTS,
});
