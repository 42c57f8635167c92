// Runs random command sequences against a model. MODEL_RUNS sets their number; MODEL_SEED and MODEL_PATH repeat
// a failure, with the seed and the path that it has printed.
import fc from "fast-check";
import { isOnPostgres } from "../../packages/server/test/database.ts";

/** At most: no sequence starts after {@link MAX_MS}. On PostgreSQL one takes five times as long. Every run has others. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? (isOnPostgres ? 150 : 500));
const SEED = process.env["MODEL_SEED"];
const PATH = process.env["MODEL_PATH"];
const MAX_COMMANDS = 30;
const MAX_MS = process.env["MODEL_RUNS"] === undefined ? 90_000 : Infinity;

/** Only a sequence that hangs takes so much longer than {@link MAX_MS}. */
export const TIMEOUT_MS = MAX_MS === Infinity ? 3_600_000 : MAX_MS + 120_000;

type Command<Model extends object, Real> = fc.AsyncCommand<Model, Real>;

/** One kind of command: `choice` is a random number, with which it picks what it acts on. */
export interface CommandKind<Model extends object, Real> {
  readonly name: string;
  /** Whether it can run now; default: always. */
  check?(model: Readonly<Model>): boolean;
  /** Runs on both sides and compares them. */
  run(model: Model, real: Real, choice: number): Promise<void>;
}

const commandOf = <Model extends object, Real>(
  kind: CommandKind<Model, Real>,
  choice: number,
): Command<Model, Real> => ({
  check: (model) => kind.check?.(model) ?? true,
  run: (model, real) => kind.run(model, real, choice),
  toString: () => `${kind.name}(${choice})`,
});

/**
 * @param setUp The two sides before the first command, called for each sequence.
 * @param end Runs after the last command.
 * @throws Error with the seed, the path and the shortest sequence that fails.
 */
export async function checkSequences<Model extends object, Real>({
  kinds,
  setUp,
  end,
}: {
  readonly kinds: readonly CommandKind<Model, Real>[];
  readonly setUp: () => Promise<{ model: Model; real: Real }>;
  readonly end: (model: Model, real: Real) => Promise<void>;
}): Promise<void> {
  const commands = fc.commands(
    kinds.map((kind) => fc.nat(1_000).map((choice) => commandOf(kind, choice))),
    { maxCommands: MAX_COMMANDS, size: "max" },
  );
  const startedAt = performance.now();
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      if (performance.now() - startedAt > MAX_MS) return;
      const sides = await setUp();
      await fc.asyncModelRun(() => sides, sequence);
      await end(sides.model, sides.real);
    }),
    {
      numRuns: RUNS,
      endOnFailure: false,
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      ...(PATH === undefined ? {} : { path: PATH }),
    },
  );
}

/** The item that a random number picks. @throws Error if there is none, which `check` has to rule out. */
export function pick<Item>(items: readonly Item[], choice: number): Item {
  const item = items[choice % items.length];
  if (item === undefined) throw new Error("There is nothing to pick.");
  return item;
}
