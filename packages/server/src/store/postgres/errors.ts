/** Maps PostgreSQL's errors to errors of the API. https://www.postgresql.org/docs/current/errcodes-appendix.html */
import { AppError } from "../../domain/errors.ts";
import { codeOf, Outage, type OutageCause, outageOfSystemError } from "../../domain/outage.ts";

/** Serialization failure or deadlock: the transaction can be run again. */
export const isCollision = (error: unknown) => ["40001", "40P01"].includes(codeOf(error));

/** A foreign key violation: the referenced row does not exist. */
export const isDangling = (error: unknown) => codeOf(error) === "23503";

/** The database refuses writes: the server is a standby, as after a failover. */
export const REFUSES_WRITES = "25006";

/** No connection: the statement was not sent. */
export const NOT_CONNECTED = "08001";

/** The server is a standby, is shutting down, or was restarted: another one may be the primary now. */
export const movesPrimary = (error: unknown) => /^(?:08|57P0[123]|25006)/.test(codeOf(error));

/** By the start of the code: two characters name a class of errors. The first that fits counts. */
const OUTAGES: readonly (readonly [code: string, cause: OutageCause])[] = [
  [REFUSES_WRITES, "read_only"],
  ["53100", "disk_full"],
  ["53200", "out_of_memory"],
  ["53", "too_many_connections"],
  ["57014", "too_slow"],
  ["57P05", "unreachable"],
  ["57", "restarting"],
  ["58", "disk_error"],
  // The login or the database is missing, as while an operator restores a dump.
  ["28", "unreachable"],
  ["3D000", "unreachable"],
  ["08", "unreachable"],
  ...[
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
  ].map((code) => [code, "unreachable"] as const),
  ...["25P03", "25P04"].map((code) => [code, "too_slow"] as const),
];

function outageOf(error: unknown): OutageCause | undefined {
  const code = codeOf(error);
  const known = OUTAGES.find(([start]) => code.startsWith(start))?.[1];
  if (known !== undefined) return known;
  // The driver's own errors have no code.
  const isLost =
    error instanceof Error &&
    /connection (?:terminated|timeout)|timeout exceeded|not queryable/i.test(error.message);
  return isLost ? "unreachable" : outageOfSystemError(error);
}

/** Codes of a wrong password and of a database that does not exist: a start need not wait for them. */
export const isWrongUrl = (code: string) => /^(?:28|3D)/.test(code);

/** The outage that the error stands for; `undefined` if it is another error. */
export function asOutage(error: unknown): Outage | undefined {
  const explained = explain(error);
  return explained instanceof Outage ? explained : undefined;
}

/** The connection broke with a statement under way, so it may have been committed. */
const isUncertain = (error: unknown) =>
  /^(?:08(?!001)|57P0[12]|ECONNRESET|EPIPE|ETIMEDOUT|$)/.test(codeOf(error));

/**
 * Whether PostgreSQL has answered that it did not commit the statement. After any other error it may have, or
 * may still: the connection broke, or the answer could not be read.
 */
export const isRefusal = (error: unknown) =>
  /^(?!08|57P)(?:\d\w|F0|HV|P0|XX)\w{3}$/.test(codeOf(error));

/** Returns the error for the response. Errors that are not from the database are returned as they are. */
export function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const outage = outageOf(error);
  if (outage !== undefined) {
    return new Outage(outage, { cause: error, isUncertain: isUncertain(error) });
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
      { cause: error },
    );
  }
  return error;
}
