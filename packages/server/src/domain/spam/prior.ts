/**
 * What a classifier knows before anyone has marked anything: a logistic regression over the same features, fitted to
 * public texts by scripts/train-spam-prior.ts. docs/use/spam.md says to which, and how well it does.
 */
import { FEATURES } from "./features.ts";
import shipped from "./prior-weights.json" with { type: "json" };

/** `scoreOf(weights, bias, features)` is 1 or more for texts that are spam with certainty. */
export interface Prior {
  readonly weights: Float32Array;
  readonly bias: number;
}

/** The prior that knows nothing. */
export const NO_PRIOR: Prior = { weights: new Float32Array(FEATURES), bias: 0 };

/** As stored: a weight is a byte, times `step`. */
export interface StoredPrior {
  readonly step: number;
  readonly bias: number;
  readonly weights: string;
}

const MAX_BYTE = 127;

/** @param scale The score that is to become 1. */
export function storedPrior({ weights, bias }: Prior, scale: number): StoredPrior {
  const step = Math.max(...weights.map(Math.abs)) / MAX_BYTE;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step));
  return {
    step: step / scale,
    bias: bias / scale,
    weights: Buffer.from(bytes.buffer).toString("base64"),
  };
}

export function priorOf({ step, bias, weights }: StoredPrior): Prior {
  const bytes = new Int8Array(Buffer.from(weights, "base64"));
  return { weights: Float32Array.from(bytes, (byte) => byte * step), bias };
}

let loaded: Prior | undefined;

/** The prior that comes with the server, 256 KiB in memory from its first use on. */
export const shippedPrior = (): Prior => (loaded ??= priorOf(shipped));
