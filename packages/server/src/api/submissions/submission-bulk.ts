/** Bulk actions on submissions: marking them, and sending them to their webhooks again. */
import type { Hono } from "hono";
import type { BulkResult, UndoResult } from "@intray/sdk/schemas";
import { zBulkRefire, zBulkUpdate, zUndo } from "@intray/sdk/schemas";
import { AppError, invalid } from "../../domain/errors.ts";
import { normalTagChange } from "../../domain/submission/tags.ts";
import { deliveryRecord } from "../deliveries/delivery-record.ts";
import { NONE_OF_THESE, NOTHING_LEFT, NOTHING_QUEUED } from "../deliveries/refire-message.ts";
import { isPartial } from "../../store/engine/paging.ts";
import { scopeOf } from "../http/caller.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { requireFewRefires } from "../http/limit-keys.ts";
import { parseBody } from "../http/request.ts";
import { requireDeletion } from "../http/scope.ts";
import { plusMs } from "../../platform/clock.ts";
import type { QueueConsumers } from "./queue-consumers.ts";
import { readMarks } from "./submission-query.ts";

/** How long one request undoes. */
const MAX_UNDO_MS = 3_000;

export function submissionBulkRoutes(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  consumers: QueueConsumers,
): void {
  const { store, clock, onDue, onMarked } = parts;

  app.post("/submissions/bulk", async (c) => {
    const { submission_ids, uids, set, undo } = await parseBody(c, zBulkUpdate);
    if (uids !== undefined && uids.length !== submission_ids.length) {
      throw invalid("uids", "Send one uid for each of submission_ids, or leave uids out.");
    }
    if (set.trash === true) requireDeletion(c.get("caller"));
    const { account_id, email, key_name } = c.get("caller");
    const { result: results } = await writeOnce(c, parts, store.writes.updateSubmissions, {
      ...scopeOf(c.get("caller")),
      submission_ids: [...new Set(submission_ids)],
      ...(uids !== undefined && {
        uids: submission_ids.map((id, n) => [id, uids[n] ?? ""] as const),
      }),
      change: normalTagChange(await readMarks(parts, c.get("caller"), set, "set"), "set"),
      consumer: set.read === true ? consumers.of(c.get("caller"), "mark") : undefined,
      ...(undo !== undefined && { undo: { token: undo, actor: email ?? key_name } }),
      now: clock.now(),
    });
    requireSome(results);
    if (set.spam !== undefined) await onMarked(account_id);
    if (set.spam === false || set.trash === false) onDue();
    return c.json({ results: [...results] } satisfies BulkResult);
  });

  app.post("/submissions/undo", async (c) => {
    const { account_id, email, key_name } = c.get("caller");
    const scope = scopeOf(c.get("caller"));
    const actor = isPartial(scope) ? (email ?? key_name) : undefined;
    const { undo: token } = await parseBody(c, zUndo);
    const end = plusMs(clock.monotonic(), MAX_UNDO_MS);
    for (;;) {
      // Each part is a transaction of its own, between which posts and other writes have their turn.
      const act = await store.writes.undoPart({ ...scope, token, actor, now: clock.now() });
      const { changed, restored, remaining, change } = act;
      if (remaining > 0 && clock.monotonic() < end) continue;
      if (change.spam !== undefined) await onMarked(account_id);
      if (change.spam === true || change.trash === true) onDue();
      return c.json({
        restored,
        kept: changed - restored - remaining,
        remaining,
      } satisfies UndoResult);
    }
  });

  app.post("/submissions/refire_webhooks", async (c) => {
    const {
      submission_ids,
      undelivered_only = false,
      webhook_ids,
    } = await parseBody(c, zBulkRefire);
    const ids = [...new Set(submission_ids)];
    requireFewRefires(parts.keyRates, c.get("caller"), ids.length);
    const { result: results } = await writeOnce(c, parts, store.writes.refireSubmissions, {
      ...scopeOf(c.get("caller")),
      submission_ids: ids,
      trigger: "refire_bulk",
      undelivered_only,
      webhook_ids,
      now: clock.now(),
    });
    requireSome(results);
    onDue();
    const queued = results.filter((result) => result.status === "queued").length;
    return c.json({
      // As the re-fire of one submission: that its form has no webhook is no failure.
      success: true,
      message:
        queued === 0
          ? nothingQueued({ undelivered_only, webhook_ids })
          : `Queued the webhooks of ${queued} of ${ids.length} submissions.`,
      results: results.map((result) => ({
        ...result,
        deliveries: result.deliveries.map((delivery) =>
          deliveryRecord(delivery, parts, c.get("caller")),
        ),
      })),
    });
  });
}

function nothingQueued(asked: {
  readonly undelivered_only: boolean;
  readonly webhook_ids: readonly number[] | undefined;
}): string {
  const { undelivered_only, webhook_ids } = asked;
  if (undelivered_only) return NOTHING_LEFT;
  return webhook_ids === undefined ? NOTHING_QUEUED : NONE_OF_THESE;
}

/** @throws AppError `not_found` if none of the submissions was found. */
function requireSome(results: readonly { readonly status: string }[]): void {
  if (results.some(({ status }) => status !== "not_found")) return;
  throw new AppError(
    "not_found",
    "None of these submissions exists, or none is accessible with this key.",
  );
}
