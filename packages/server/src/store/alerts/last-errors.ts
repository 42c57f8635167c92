/** Why destinations fail: their last failed attempts. */
import type { Db } from "../engine/schema.ts";

export interface LastError {
  readonly error_code: string | null;
  /** For people. */
  readonly text: string;
}

/** The newest deliveries of a destination, among whose attempts the last one is looked for. */
const MAX_DELIVERIES = 50;

/** By the id of the destination; those without a failed attempt in their newest deliveries are left out. */
export async function lastErrors(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, LastError>> {
  const found = new Map<number, LastError>();
  for (const id of ids) {
    const attempt = await db
      .selectFrom("attempt")
      .select(["error_code", "http_status", "response_excerpt"])
      .where("outcome", "in", ["failed", "blocked"])
      .where("delivery_id", "in", (of) =>
        of
          .selectFrom("delivery")
          .select("id")
          .where("webhook_id", "=", id)
          .orderBy("id", "desc")
          .limit(MAX_DELIVERIES),
      )
      .orderBy("started_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (attempt === undefined) continue;
    const { error_code, http_status, response_excerpt } = attempt;
    const code = http_status === null ? (error_code ?? "failed") : `HTTP ${http_status}`;
    const excerpt = response_excerpt?.trim() ?? "";
    found.set(id, { error_code, text: excerpt === "" ? code : `${code}: ${excerpt}` });
  }
  return found;
}
