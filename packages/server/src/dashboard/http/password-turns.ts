/** Bounds how many passwords are hashed at once, since each takes 0.1 s of a processor and 32 MiB. */
import { AppError } from "../../domain/errors.ts";
import { createTurns, type Turns } from "../../platform/turns.ts";

/** Of each kind. Together they leave half of the four threads that also write files. */
const TURNS = { atOnce: 1, maxWaiting: 20 };

/** Known browsers and signed-in users do not wait behind the attempts of strangers. */
export interface PasswordTurns {
  readonly known: Turns;
  readonly strangers: Turns;
}

export const createPasswordTurns = (): PasswordTurns => ({
  known: createTurns(TURNS),
  strangers: createTurns(TURNS),
});

/** Runs work with a password in its turn. @throws AppError `overloaded` if too many wait already. */
export async function inTurn<T>(
  turns: PasswordTurns,
  by: keyof PasswordTurns,
  work: () => Promise<T>,
): Promise<T> {
  const taken = turns[by].take(work);
  if (taken !== undefined) return taken;
  throw new AppError(
    "overloaded",
    "Too many people are signing in at once. Try again in a moment.",
    { headers: { "Retry-After": "2" } },
  );
}
