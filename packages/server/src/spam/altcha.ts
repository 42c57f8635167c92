/**
 * ALTCHA: the browser works for a second on a puzzle that this server made and signed, and nobody else
 * is asked. A solution counts once; which ones were used is remembered by this process alone, until
 * they expire, so of several processes each would take the same one once.
 */
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";

/** As the widget wants it; plain JSON. */
export type AltchaChallenge = Awaited<ReturnType<typeof createChallenge>>;

export type AltchaResult = "solved" | "unsolved" | "expired" | "used";

export interface Altcha {
  challenge(secret: string): Promise<AltchaChallenge>;
  /** @param answer What the widget put into the field `altcha`: base64 of JSON. */
  check(answer: string, secret: string): Promise<AltchaResult>;
}

const ALGORITHM = "PBKDF2/SHA-256";
/** Iterations of one attempt; 256 attempts are needed on average: about a second in a browser. */
const COST = 5_000;
const KEY_PREFIX = "00";
/** Time to fill in a long form. */
const EXPIRES_AFTER_MS = 60 * 60 * 1_000;
const MAX_ANSWER_CHARACTERS = 8_192;
const MAX_USED = 100_000;

const answerShape = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      cost: z.number().int().positive().max(COST),
      keyLength: z.number().int().positive().max(64),
      keyPrefix: z.string().min(1).max(64),
      expiresAt: z.number(),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({
    counter: z.number().int().nonnegative(),
    derivedKey: z.string().max(200),
  }),
});

/** @param cost Iterations of one attempt, where a test has no second to wait. */
export function createAltcha(clock: Clock, cost: number = COST): Altcha {
  /** Nonces with the moment from which on they are refused as expired anyway; oldest first. */
  const used = new Map<string, number>();

  /** Whether it is the first time. */
  function use(nonce: string, until: number): boolean {
    const now = clock.now();
    for (const [old, expires] of used) {
      if (expires > now && used.size < MAX_USED) break;
      used.delete(old);
    }
    if (used.has(nonce)) return false;
    used.set(nonce, until);
    return true;
  }

  return {
    challenge: (secret) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost,
        deriveKey,
        keyPrefix: KEY_PREFIX,
        expiresAt: Math.floor((clock.now() + EXPIRES_AFTER_MS) / 1_000),
        hmacSignatureSecret: secret,
      }),
    async check(answer, secret) {
      const parsed = answerShape.safeParse(decoded(answer));
      if (!parsed.success) return "unsolved";
      const { challenge, solution } = parsed.data;
      const expiresAt = challenge.parameters.expiresAt * 1_000;
      // Before the work: what has expired is not worth any.
      if (expiresAt <= clock.now()) return "expired";
      if (used.has(challenge.parameters.nonce)) return "used";
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: secret,
      });
      if (!verified) return "unsolved";
      return use(challenge.parameters.nonce, expiresAt) ? "solved" : "used";
    },
  };
}

function decoded(answer: string): unknown {
  if (answer.length > MAX_ANSWER_CHARACTERS) return undefined;
  try {
    return JSON.parse(Buffer.from(answer, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}
