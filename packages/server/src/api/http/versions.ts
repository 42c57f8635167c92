/** Versions of records in HTTP: ETag and If-Match (RFC 9110, sections 8.8.3 and 13.1.1). */
import { AppError } from "../../domain/errors.ts";
import { etagOf, type ExpectedVersions } from "../../domain/record-version.ts";
import type { ApiContext } from "./env.ts";

const TAG = String.raw`(?:W/)?"[!#-~\u0080-\u00ff]*"`;
const LIST = new RegExp(String.raw`^${TAG}(?:[\t ]*,[\t ]*${TAG})*$`);
const EACH = /(W\/)?"([^"]*)"/g;

/** @param version Undefined for a result that was recorded under its idempotency key by an older version. */
export function setVersion(c: ApiContext, version: string | undefined): void {
  if (version !== undefined) c.header("ETag", etagOf(version));
}

/** Returns the versions in `If-Match`; `undefined` without it. @throws AppError `malformed`. */
export function expectedVersions(c: ApiContext): ExpectedVersions | undefined {
  const text = c.req.header("if-match")?.trim();
  if (text === undefined) return undefined;
  if (text === "*") return "*";
  if (!LIST.test(text)) {
    throw new AppError(
      "malformed",
      'If-Match must be the ETag of a response, with its quotation marks: If-Match: "Zm9ybXMtYXJl". Several are separated by commas, and * stands for any.',
    );
  }
  // A weak tag never matches.
  return [...text.matchAll(EACH)].flatMap(([, weak, version = ""]) =>
    weak === undefined ? [version] : [],
  );
}
