/** Validates responses against the API document, if the client is set to. Loads zod only then. */
import { type AnswerProblem, IntrayError, UnexpectedAnswerError } from "../errors.ts";
import type { IntrayOptions } from "../node-options.ts";
import type { OperationId } from "../api-types.ts";

interface Schema {
  safeParse(value: unknown): {
    readonly error?: {
      readonly issues: readonly {
        readonly path: readonly PropertyKey[];
        readonly code: string;
        readonly message: string;
      }[];
    };
  };
}

/** Keeps a completely invalid response from filling a log. */
const MAX_PROBLEMS = 20;

export class Validator {
  readonly #mode: NonNullable<IntrayOptions["validation"]>;
  readonly #onInvalid: IntrayOptions["onInvalidAnswer"];
  readonly #reported = new Set<string>();

  constructor({
    validation = "off",
    onInvalidAnswer,
  }: Pick<IntrayOptions, "validation" | "onInvalidAnswer">) {
    this.#mode = validation;
    this.#onInvalid = onInvalidAnswer;
  }

  /** Validates the data without changing it. Unknown members are allowed. */
  async check(operation: OperationId, status: number, data: unknown): Promise<void> {
    if (this.#mode === "off") return;
    const schema = await schemaOf(operation);
    const issues = schema.safeParse(data).error?.issues ?? [];
    const problems = issues
      .slice(0, MAX_PROBLEMS)
      .map(({ path, code, message }) => ({ path: path.map(String).join("."), code, message }));
    const [first] = problems;
    if (first === undefined) return;
    if (this.#mode === "strict") throw failUnexpected(operation, status, first, problems);
    for (const problem of problems) this.#report(operation, problem);
  }

  #report(operation: OperationId, problem: AnswerProblem): void {
    // The same member in every record of every page is one kind.
    const path = problem.path.replaceAll(/(^|\.)\d+(?=\.|$)/g, "$1*");
    const kind = `${operation} ${path} ${problem.code}`;
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    this.#onInvalid?.({ operation, problem });
  }
}

/** The generated schema of an operation's response: `zGetMeResponse` for `getMe`. */
async function schemaOf(operation: OperationId): Promise<Schema> {
  const schemas: Readonly<Record<string, unknown>> = await import("../generated/zod.gen.ts").catch(
    (cause: unknown) => {
      const message = "The option validation needs zod 4. Install it: npm install zod@4";
      throw new IntrayError("usage", message, { cause });
    },
  );
  const name = `z${operation.charAt(0).toUpperCase()}${operation.slice(1)}Response`;
  return schemas[name] as Schema;
}

function failUnexpected(
  operation: OperationId,
  status: number,
  first: AnswerProblem,
  problems: readonly AnswerProblem[],
): UnexpectedAnswerError {
  const where = first.path === "" ? "" : ` at ${first.path}`;
  return new UnexpectedAnswerError(
    status,
    `The response to ${operation} does not match the API document${where}: ${first.message}. The server may be newer or older than this SDK.`,
    { problems },
  );
}
