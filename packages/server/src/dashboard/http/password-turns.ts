/** Bounds how many passwords are hashed at once, since each takes 0.1 s of a processor and 32 MiB. */
import { AppError } from "../../domain/errors.ts";

/** Of each kind. Together they leave half of the four threads that also write files. */
const TURNS = { atOnce: 1, maxWaiting: 20 };

/** Known browsers and signed-in users do not wait behind the attempts of strangers. */
export type PasswordTurns = { readonly known: Turns; readonly strangers: Turns };

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

interface Turns {
  /** Runs `work` when it is its turn. Returns `undefined` without running it if too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T> | undefined;
}

type CreateTurnsArgs = { readonly atOnce: number; readonly maxWaiting: number };

/** Bounds how many pieces of expensive work run at once, and how many wait. */
export function createTurns({ atOnce, maxWaiting }: CreateTurnsArgs): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over this place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
  return {
    take: (work) => (running >= atOnce && waiting.length >= maxWaiting ? undefined : run(work)),
  };
}
