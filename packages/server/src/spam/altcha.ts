/**
 * ALTCHA, a proof-of-work captcha: the browser computes for about a second to solve a challenge that this
 * server created and signed. No other service is involved. Each solution is accepted once: used
 * ones are kept in the database until they have expired.
 */
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import { tryOrUndefined } from "../platform/errors.ts";

/** The JSON that the ALTCHA widget loads. */
export type AltchaChallenge = Awaited<ReturnType<typeof createChallenge>>;

export type AltchaResult = "solved" | "unsolved" | "expired" | "used";

export type Altcha = ReturnType<typeof createAltcha>;

const ALGORITHM = "PBKDF2/SHA-256";
/** Iterations per attempt. With this prefix 256 attempts are needed on average: about a second in a browser. */
const COST = 5_000;
const KEY_PREFIX = "00";
/** Long enough to fill in a long form. */
const EXPIRES_AFTER_MS = 60 * 60 * 1_000;
const MAX_ANSWER_CHARACTERS = 8_192;

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
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: z.string().max(200) }),
});

/** Takes a solution, by the nonce of its challenge; false if any process has taken it before. */
export type UseSolution = (nonce: string) => Promise<boolean>;

/** @param cost Iterations per attempt; tests pass less to save time. */
export function createAltcha(clock: Clock, use: UseSolution, cost: number = COST) {
  return {
    challenge: (secret: string) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost,
        deriveKey,
        keyPrefix: KEY_PREFIX,
        expiresAt: Math.floor((clock.now() + EXPIRES_AFTER_MS) / 1_000),
        hmacSignatureSecret: secret,
      }),
    /** @param answer The value of the field `altcha`, which the widget filled in: base64 of JSON. */
    async check(answer: string, secret: string) {
      const parsed = answerShape.safeParse(decode(answer));
      if (!parsed.success) return "unsolved";
      const { challenge, solution } = parsed.data;
      // Checked first, because verifying costs CPU time.
      if (challenge.parameters.expiresAt * 1_000 <= clock.now()) return "expired";
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: secret,
      });
      if (!verified) return "unsolved";
      return (await use(challenge.parameters.nonce)) ? "solved" : "used";
    },
  };
}

function decode(answer: string): unknown {
  if (answer.length > MAX_ANSWER_CHARACTERS) return undefined;
  return tryOrUndefined(
    () => JSON.parse(Buffer.from(answer, "base64").toString("utf8")) as unknown,
  );
}
