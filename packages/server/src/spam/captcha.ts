/** Whether the captcha of a form's page was solved, as its provider says. */
import { z } from "zod";
import type { Finding } from "../domain/finding.ts";
import type { Captcha } from "../domain/form.ts";
import type { AltchaResult } from "./altcha.ts";
import type { OutsideParts, Sender } from "./sender.ts";

/** The `siteverify` calls of the three are alike. */
const VERIFY_URL = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
} as const satisfies Record<Exclude<Captcha["provider"], "altcha">, string>;

const MAX_ANSWER_CHARACTERS = 16_384;
/** Of reCAPTCHA v3, from 0 for programs to 1 for people. */
const MIN_SCORE = 0.5;

const answerShape = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
  score: z.number().optional(),
});

/** @throws Error when the provider cannot be asked, or refuses the form's secret. */
export async function checkCaptcha(
  captcha: Captcha,
  { captchaAnswer: answer, ip }: Sender,
  { altcha, ask }: Pick<OutsideParts, "altcha" | "ask">,
): Promise<Finding | undefined> {
  if (answer === null || answer.length > MAX_ANSWER_CHARACTERS) return NOT_THERE;
  const { provider, secret } = captcha;
  if (secret == null) throw new Error("The form's captcha has no secret that opens; set it anew.");
  if (provider === "altcha") return OF_ALTCHA[await altcha.check(answer, secret)];
  const form = new URLSearchParams({ secret, response: answer });
  if (ip !== null) form.set("remoteip", ip);
  const given = answerShape.safeParse(parsedJson(await ask(VERIFY_URL[provider], form)));
  if (!given.success) throw new Error(`${provider} gave an answer that is none.`);
  const { success, score, "error-codes": codes } = given.data;
  const ours = codes.find((code) => /secret|sitekey|bad-request|internal/.test(code));
  if (!success && ours !== undefined) throw new Error(`${provider} answered ${ours}.`);
  if (!success) return finding(1, `The captcha was not solved, says ${provider}.`);
  return score !== undefined && score < MIN_SCORE
    ? finding(0.7, `The captcha takes the sender for a program: ${score} of 1.`)
    : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const finding = (weight: number, sentence: string): Finding => ({
  check: "captcha",
  weight,
  sentence,
});
const NOT_THERE = finding(1, "The post came without an answer to the form's captcha.");
const OF_ALTCHA: Readonly<Record<AltchaResult, Finding | undefined>> = {
  solved: undefined,
  unsolved: finding(1, "The captcha was not solved."),
  expired: finding(0.5, "The captcha's answer came after its time."),
  used: finding(1, "The captcha's answer was used before."),
};
