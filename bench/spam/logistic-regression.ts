// Logistic regression with an L2 penalty, fitted to all texts at once by L-BFGS.
import type { SparseVector } from "./tfidf.ts";

const MAX_STEPS = 300;
/** Ends when no derivative is greater. */
const TOLERANCE = 1e-4;
/** Pairs of changes that approximate the second derivative. */
const MEMORY = 10;

/** @returns The score of a vector, above 0 for spam. */
export function fitLogisticRegression(
  vectors: readonly SparseVector[],
  isSpam: readonly boolean[],
  { size, c }: { readonly size: number; readonly c: number },
): (vector: SparseVector) => number {
  // The last weight is the intercept, which has no penalty.
  let weights = new Float64Array(size + 1);
  const objective = (at: Float64Array) => lossOf(at, vectors, isSpam, c);
  let { loss, gradient } = objective(weights);
  const changes: { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[] =
    [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (gradient.every((value) => Math.abs(value) < TOLERANCE)) break;
    const direction = directionOf(gradient, changes);
    const slope = dot(gradient, direction);
    let length = step === 0 ? 1 / Math.sqrt(dot(gradient, gradient)) : 1;
    for (;;) {
      const next = weights.slice();
      add(next, direction, length);
      const there = objective(next);
      if (there.loss <= loss + 1e-4 * length * slope) {
        const s = next.slice();
        add(s, weights, -1);
        const y = there.gradient.slice();
        add(y, gradient, -1);
        const sy = dot(s, y);
        if (sy > 1e-10) changes.push({ s, y, rho: 1 / sy });
        if (changes.length > MEMORY) changes.shift();
        weights = next;
        ({ loss, gradient } = there);
        break;
      }
      length /= 2;
      if (length < 1e-12) return (vector) => scoreOf(weights, vector);
    }
  }
  return (vector) => scoreOf(weights, vector);
}

function scoreOf(weights: Float64Array, { ids, values }: SparseVector): number {
  let score = weights[weights.length - 1] ?? 0;
  for (let n = 0; n < ids.length; n += 1) score += (weights[ids[n] ?? 0] ?? 0) * (values[n] ?? 0);
  return score;
}

/** |w|² / 2 + C · Σ log(1 + exp(-y · score)), and its derivatives. */
function lossOf(
  weights: Float64Array,
  vectors: readonly SparseVector[],
  isSpam: readonly boolean[],
  c: number,
) {
  const last = weights.length - 1;
  const gradient = weights.slice();
  gradient[last] = 0;
  let loss = (dot(weights, weights) - (weights[last] ?? 0) ** 2) / 2;
  for (const [n, vector] of vectors.entries()) {
    const sign = isSpam[n] ? 1 : -1;
    const margin = sign * scoreOf(weights, vector);
    loss +=
      c * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    const pull = (-c * sign) / (1 + Math.exp(margin));
    const { ids, values } = vector;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      gradient[id] = (gradient[id] ?? 0) + pull * (values[at] ?? 0);
    }
    gradient[last] = (gradient[last] ?? 0) + pull;
  }
  return { loss, gradient };
}

/** The two-loop recursion. (J. Nocedal, S. Wright, "Numerical Optimization", algorithm 7.4) */
function directionOf(
  gradient: Float64Array,
  changes: readonly { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[],
): Float64Array {
  const direction = gradient.map((value) => -value);
  const alphas: number[] = [];
  for (const { s, y, rho } of changes.toReversed()) {
    const alpha = rho * dot(s, direction);
    alphas.push(alpha);
    add(direction, y, -alpha);
  }
  const newest = changes.at(-1);
  if (newest !== undefined) {
    const scale = 1 / (newest.rho * dot(newest.y, newest.y));
    for (let n = 0; n < direction.length; n += 1) direction[n] = (direction[n] ?? 0) * scale;
  }
  for (const { s, y, rho } of changes) {
    add(direction, s, (alphas.pop() ?? 0) - rho * dot(y, direction));
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n += 1) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}

function add(to: Float64Array, other: Float64Array, factor: number): void {
  for (let n = 0; n < to.length; n += 1) to[n] = (to[n] ?? 0) + factor * (other[n] ?? 0);
}
