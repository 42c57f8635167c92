/** The response with what a delivery has sent. */
import type { ApiContext } from "../http/env.ts";
import { AppError } from "../../domain/errors.ts";
import { logEntryNotFound } from "../../domain/not-found.ts";
import type { StoredBody } from "../../store/deliveries/own-bodies.ts";

/**
 * @param stored `undefined` if there is no such entry, `null` if it has no body.
 * @param name Of the file, before its id.
 * @throws AppError `not_found`.
 */
export function sentBody(
  c: ApiContext,
  id: number,
  stored: StoredBody | null | undefined,
  name: "delivery" | "webhook_log",
): Response {
  if (stored === undefined) throw logEntryNotFound(id);
  if (stored === null) {
    throw new AppError(
      "not_found",
      `The log entry ${id} has no body: it has not been attempted yet, its body was pruned, or only its recipient may read it.`,
    );
  }
  c.header("Content-Type", stored.content_type);
  c.header("Content-Disposition", `attachment; filename="${name}_${id}"`);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Content-Security-Policy", "sandbox; default-src 'none'");
  return c.body(new Uint8Array(stored.body));
}
