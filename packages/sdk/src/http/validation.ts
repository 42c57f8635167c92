/** Holds answers against the API's document, when the client was told to. zod is loaded only then. */
import { type AnswerProblem, UnexpectedAnswerError } from "../errors.ts";
import type { IntrayOptions } from "../options.ts";
import type { OperationId } from "../schemas.ts";

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

/** An answer that is wrong everywhere would otherwise fill a log by itself. */
const MAX_PROBLEMS = 20;

export class Validator {
  readonly #mode: NonNullable<IntrayOptions["validation"]>;
  readonly #onInvalid: IntrayOptions["onInvalidAnswer"];
  readonly #told = new Set<string>();

  constructor({ validation = "off", onInvalidAnswer }: IntrayOptions) {
    this.#mode = validation;
    this.#onInvalid = onInvalidAnswer;
  }

  /** The data itself comes out untouched, members that no schema knows included. */
  async check(operation: OperationId, status: number, data: unknown): Promise<void> {
    if (this.#mode === "off") return;
    const schema = await schemaOf(operation);
    const issues = schema.safeParse(data).error?.issues ?? [];
    const problems = issues.slice(0, MAX_PROBLEMS).map(({ path, code, message }) => ({
      path: path.map(String).join("."),
      code,
      message,
    }));
    const [first] = problems;
    if (first === undefined) return;
    if (this.#mode === "strict") throw unexpected(operation, status, first, problems);
    for (const problem of problems) this.#tell(operation, problem);
  }

  #tell(operation: OperationId, problem: AnswerProblem): void {
    // The same member of every record of every page is one kind.
    const path = problem.path.replaceAll(/(^|\.)\d+(?=\.|$)/g, "$1*");
    const kind = `${operation} ${path} ${problem.code}`;
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    this.#onInvalid?.({ operation, problem });
  }
}

/** By the name that the generator gives it: `zGetMeResponse` of `getMe`. */
async function schemaOf(operation: OperationId): Promise<Schema> {
  const schemas: Readonly<Record<string, unknown>> = await import("../generated/zod.gen.ts");
  const name = `z${operation.charAt(0).toUpperCase()}${operation.slice(1)}Response`;
  return schemas[name] as Schema;
}

function unexpected(
  operation: OperationId,
  status: number,
  first: AnswerProblem,
  problems: readonly AnswerProblem[],
): UnexpectedAnswerError {
  const where = first.path === "" ? "" : ` at ${first.path}`;
  return new UnexpectedAnswerError(
    status,
    `The answer to ${operation} is not what the API's document says${where}: ${first.message}. The server may be newer or older than this SDK.`,
    { problems },
  );
}
