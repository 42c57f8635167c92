/** What PostgreSQL's errors mean to whoever asked. https://www.postgresql.org/docs/current/errcodes-appendix.html */
import { AppError } from "../../domain/errors.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Two transactions were in each other's way; the one that failed may simply run again. */
export const isCollision = (error: unknown) => ["40001", "40P01"].includes(codeOf(error));

/** A row is referred to that is not there. */
export const isDangling = (error: unknown) => codeOf(error) === "23503";

/** Connections broke, the server is restarting, it has no room, or a statement took too long. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(?:08|53|57)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code) ||
    (error instanceof Error &&
      /connection (?:terminated|timeout)|timeout exceeded/i.test(error.message))
  );
}

/** The error that an answer is made of; what is no error of the database's passes through. */
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
      "This was changed by somebody else at the same moment. Look at it again, then send this again.",
      { cause: error },
    );
  }
  if (codeOf(error) === "22021") {
    return new AppError("invalid", "A text holds the character U+0000, which cannot be stored.", {
      cause: error,
    });
  }
  return error;
}
