/**
 * A claim is "this key makes this MAC over these bytes". The steps of unwrapping yield claims and are
 * told whether each holds, so that one text of the rules serves node:crypto and WebCrypto alike.
 */
import type { SignableBody } from "./body/raw-body.ts";
import type { SigningKey } from "./secret.ts";

export interface Claim {
  readonly key: SigningKey;
  /** Signed one after the other, without a separator. */
  readonly parts: readonly SignableBody[];
  /** HMAC-SHA256 as 64 lower-case hex digits. */
  readonly hex: string;
}

/** Steps that end in `Result`, having asked about any number of claims. */
export type Steps<Result> = Generator<Claim, Result, boolean>;

/** Runs the steps to their end; throws what they throw. */
export function settle<Result>(steps: Steps<Result>, holds: (claim: Claim) => boolean): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next(holds(step.value));
  return step.value;
}

/** Runs the steps to their end, one claim after the other; rejects with what they throw. */
export async function settleAsync<Result>(
  steps: Steps<Result>,
  holds: (claim: Claim) => Promise<boolean>,
): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await holds(step.value));
  return step.value;
}
