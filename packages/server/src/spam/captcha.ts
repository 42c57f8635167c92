/** Verifies the captcha answer of a post with the form's captcha provider. */
import { z } from "zod";
import type { Finding } from "../domain/submission/finding.ts";
import type { Captcha } from "../domain/form.ts";
import type { AltchaResult } from "./altcha.ts";
import type { ExternalServices, PostSender } from "./external-services.ts";
import { tryOrUndefined } from "../platform/errors.ts";
import { findingOf } from "./verdict.ts";

/** The three providers share one `siteverify` protocol. */
const VERIFY_URL = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
} as const satisfies Record<Exclude<Captcha["provider"], "altcha">, string>;

const MAX_ANSWER_CHARACTERS = 16_384;
/** reCAPTCHA v3 scores range from 0 for bots to 1 for people. */
const MIN_SCORE = 0.5;

const responseShape = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
  score: z.number().optional(),
});

/** @throws Error if the provider cannot be reached or rejects the form's secret. */
export async function checkCaptcha(
  captcha: Captcha,
  { captchaAnswer: answer, ip }: PostSender,
  { altcha, request }: Pick<ExternalServices, "altcha" | "request">,
): Promise<Finding | undefined> {
  if (answer === null || answer.length > MAX_ANSWER_CHARACTERS) return NO_ANSWER;
  const { provider, secret } = captcha;
  if (secret == null)
    throw new Error("The form's captcha has no usable secret; set the secret again.");
  if (provider === "altcha") return ALTCHA_FINDINGS[await altcha.check(answer, secret)];
  const form = new URLSearchParams({ secret, response: answer });
  if (ip !== null) form.set("remoteip", ip);
  const response = responseShape.safeParse(parseJson(await request(VERIFY_URL[provider], form)));
  if (!response.success) throw new Error(`${provider} sent a response that cannot be read.`);
  const { success, score, "error-codes": codes } = response.data;
  // These codes report a wrong setting or a failure of the provider, not a wrong answer.
  const failure = codes.find((code) => /secret|sitekey|bad-request|internal/.test(code));
  if (!success && failure !== undefined) throw new Error(`${provider} reported ${failure}.`);
  if (!success) return NOT_SOLVED[provider];
  return score !== undefined && score < MIN_SCORE
    ? finding(0.7, `The captcha rates the sender as a bot: score ${score} of 1.`)
    : undefined;
}

const parseJson = (text: string) => tryOrUndefined<unknown>(() => JSON.parse(text));

const finding = (weight: number, sentence: string) => findingOf("captcha", weight, sentence);

/** Whether a finding says that the answer is missing, wrong, used or expired, and not that no one could tell. */
export const isFailedCaptcha = ({ check, weight }: Finding): boolean =>
  check === "captcha" && weight >= MIN_FAILED_WEIGHT;

/** A failed request to the provider weighs less. */
const MIN_FAILED_WEIGHT = 0.5;

const unsolvedBy = (provider: string) =>
  finding(1, `The captcha was not solved, according to ${provider}.`);
const NOT_SOLVED = {
  turnstile: unsolvedBy("turnstile"),
  hcaptcha: unsolvedBy("hcaptcha"),
  recaptcha: unsolvedBy("recaptcha"),
} as const satisfies Record<keyof typeof VERIFY_URL, Finding>;
const NO_ANSWER = finding(1, "The post has no answer to the form's captcha.");
const ALTCHA_FINDINGS: Readonly<Record<AltchaResult, Finding | undefined>> = {
  solved: undefined,
  unsolved: finding(1, "The captcha was not solved."),
  expired: finding(0.5, "The captcha answer had expired."),
  used: finding(1, "The captcha answer was used before."),
};

const UNANSWERED = new Set<Finding | undefined>([
  NO_ANSWER,
  ...Object.values(NOT_SOLVED),
  ...Object.values(ALTCHA_FINDINGS),
]);

/** Whether a person can remove the finding by solving the captcha. A score of a bot is none of them. */
export const isUnanswered = (found: Finding): boolean => UNANSWERED.has(found);
