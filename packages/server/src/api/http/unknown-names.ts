/**
 * Parameters and members that openapi.yaml does not declare. They are ignored, since clients of compatible APIs send
 * some, and the response names them; a client that prefers strict handling (RFC 7240) gets 422.
 */
import { distance } from "fastest-levenshtein";
import type { MiddlewareHandler } from "hono";
import { AppError, type FieldProblem } from "../../domain/errors.ts";
import type { ApiContext, ApiEnv } from "./env.ts";

const STRICT = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[;,]|$)/i;
/** A response names so many of them, so that its headers stay small. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 60;
const MAX_MISTYPED_LETTERS = 3;
/** How a request may carry its key, whatever the operation. */
const KEY_PARAMETER = "api_token";

const isStrict = (c: ApiContext) => STRICT.test(c.req.header("prefer") ?? "");

/** Call for a request whose caller and operation are known. */
export const checkParameterNames: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const operation = c.get("operation");
  if (operation !== undefined) {
    const known: readonly string[] = operation.query;
    if (isStrict(c)) c.header("Preference-Applied", "handling=strict");
    const isUnknown = (name: string) => name !== KEY_PARAMETER && !known.includes(name);
    reportUnknown(c, "parameter", Object.keys(c.req.query()).filter(isUnknown), known);
  }
  await next();
};

/**
 * @param given Names of parameters, or dotted paths of members.
 * @param known What may have been meant.
 * @throws AppError `invalid` naming each of them, if the client prefers that.
 */
export function reportUnknown(
  c: ApiContext,
  what: "parameter" | "member" | "top-level member",
  given: readonly string[],
  known: readonly string[],
): void {
  const unknown = given
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed());
  if (unknown.length === 0) return;
  if (!isStrict(c)) {
    c.header("Intray-Ignored", unknown.map(encodeURIComponent).join(", "), { append: true });
    return;
  }
  const fields = unknown.map((field): FieldProblem => {
    const message = `There is no ${what} ${field}.${suggestion(field, known)}`;
    return { field, code: "unknown", message };
  });
  throw new AppError("invalid", fields[0]?.message ?? "", { fields });
}

function suggestion(path: string, known: readonly string[]): string {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const [near] = known
    .map((candidate) => ({ candidate, letters: distance(candidate, name) }))
    .filter(({ letters }) => letters <= Math.min(MAX_MISTYPED_LETTERS, name.length / 2))
    .toSorted((a, b) => a.letters - b.letters);
  return near === undefined ? "" : ` Did you mean ${near.candidate}?`;
}
