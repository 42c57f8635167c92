/**
 * A MAC check asks whether a key makes a given MAC over some bytes. The verification rules are generators
 * that yield MAC checks and receive the results, so the same rules run on node:crypto and on WebCrypto.
 */
import type { SignableBody } from "./body/raw-body.ts";
import type { SigningKey } from "./secret.ts";

export interface MacCheck {
  readonly key: SigningKey;
  /** Concatenated without a separator. */
  readonly parts: readonly SignableBody[];
  /** The HMAC-SHA256 to compare with, as 64 lower-case hex digits. */
  readonly hex: string;
}

/** Verification rules: yield any number of MAC checks, then return `Result` or throw. */
export type VerificationSteps<Result> = Generator<MacCheck, Result, boolean>;

/** Runs the steps and returns their result. Throws what they throw. */
export function runSteps<Result>(
  steps: VerificationSteps<Result>,
  isValidMac: (check: MacCheck) => boolean,
): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next(isValidMac(step.value));
  return step.value;
}

/** Runs the steps, one MAC check at a time. Rejects with what they throw. */
export async function runStepsAsync<Result>(
  steps: VerificationSteps<Result>,
  isValidMac: (check: MacCheck) => Promise<boolean>,
): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await isValidMac(step.value));
  return step.value;
}
