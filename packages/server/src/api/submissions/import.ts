/** POST /forms/:form_id/import: stores submissions of another service, a part at a time. */
import { hash } from "node:crypto";
import { type ImportedSubmission, type ImportResult, zImport } from "@intray/sdk/schemas";
import type { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import { type EmailHints, emailOf } from "../../domain/submission/submission.ts";
import { toFields } from "../../intake/parse/fields.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { parseBody } from "../http/request.ts";
import { requireFormRecord } from "../http/scope.ts";

/** Clocks of other services may be ahead by this much. */
const MAX_AHEAD_MS = 3_600_000;

export function importRoute(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, ids, limits } = parts;

  app.post("/forms/:form_id/import", async (c) => {
    const { account_id } = c.get("caller");
    const { from, unread = false, dry_run = false, submissions } = await parseBody(c, zImport);
    const form = await requireFormRecord(parts, c.get("caller"), c.req.param("form_id"));
    const { id: form_id, email_field, fields: rules } = form;
    const now = clock.now();
    const rejected: { index: number; message: string }[] = [];
    const rows = submissions.flatMap((one, index) => {
      try {
        return [{ uid: ids.uid(now), ...rowOf(one, { now, limits, email_field, rules }) }];
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        rejected.push({ index, message: error.message });
        return [];
      }
    });
    let imported = 0;
    if (dry_run) {
      c.set("isUnchanged", true);
      const keyHashes = [...new Set(rows.map(({ key_hash }) => key_hash))];
      imported = keyHashes.length - (await store.reads.countImported({ form_id, keyHashes }));
    } else {
      const read = unread ? 0 : 1;
      const args = { account_id, form_id, imported_from: from, read, now, rows } as const;
      ({ imported } = (await writeOnce(c, parts, store.writes.importSubmissions, args)).result);
    }
    const duplicates = rows.length - imported;
    return c.json({ imported, duplicates, rejected } satisfies ImportResult);
  });
}

/** @throws AppError if it cannot be stored. */
function rowOf(
  { key, submitted_at, form_params }: ImportedSubmission,
  { now, limits, ...hints }: Pick<ApiParts, "limits"> & EmailHints & { readonly now: number },
) {
  const pairs = form_params.flatMap(({ name, value }) =>
    typeof value === "string"
      ? [[name, value] as const]
      : value.map((one) => [`${name}[]`, one] as const),
  );
  const fields = toFields(pairs, limits);
  if (fields.length === 0) throw new AppError("invalid", "It has no fields.");
  const at = submitted_at == null ? null : Date.parse(submitted_at);
  if (at !== null && at > now + MAX_AHEAD_MS)
    throw new AppError("invalid", `Its time ${submitted_at} is in the future.`);
  if (at !== null && at < 0)
    throw new AppError("invalid", `Its time ${submitted_at} is before 1970.`);
  return {
    email: emailOf(fields, hints),
    fields: JSON.stringify(fields),
    key_hash: hash("sha256", key, "hex").slice(0, 32),
    submitted_at: at,
  };
}
