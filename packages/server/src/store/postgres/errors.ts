/** Maps PostgreSQL's errors to errors of the API. https://www.postgresql.org/docs/current/errcodes-appendix.html */
import { AppError } from "../../domain/errors.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Serialization failure or deadlock: the transaction can be run again. */
export const isCollision = (error: unknown) => ["40001", "40P01"].includes(codeOf(error));

/** A foreign key violation: the referenced row does not exist. */
export const isDangling = (error: unknown) => codeOf(error) === "23503";

/** Connection lost, server restarting, out of resources, or statement timeout. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(?:08|53|57)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code) ||
    (error instanceof Error &&
      /connection (?:terminated|timeout)|timeout exceeded/i.test(error.message))
  );
}

/** Returns the error for the response. Errors that are not from the database are returned as they are. */
export function explained(error: unknown): unknown {
  if (isOutage(error)) {
    return new AppError(
      "overloaded",
      "The database cannot be reached at the moment; send this again in a few seconds.",
      { headers: { "Retry-After": "2" }, cause: error, isUncertain: true },
    );
  }
  if (isDangling(error)) {
    return new AppError(
      "conflict",
      "Another request changed this at the same time. Read it again, then repeat your request.",
      { cause: error },
    );
  }
  if (codeOf(error) === "22021") {
    return new AppError(
      "invalid",
      "A text contains the character U+0000, which cannot be stored.",
      {
        cause: error,
      },
    );
  }
  return error;
}
