/** Claims: several consumers share one queue of submissions, each with leases of its own. */
import type { Hono } from "hono";
import type { ClaimFilter, ClaimResult, ReleaseResult } from "@intray/sdk/schemas";
import { zClaim, zExtend, zRelease } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import type { Flag } from "../../store/engine/schema.ts";
import type { Lease, ReleaseTo } from "../../store/submissions/submission-claims.ts";
import { scopeOf } from "../http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { parseBody } from "../http/request.ts";
import { namedForm } from "../http/scope.ts";
import { wrapJson } from "../http/wrap-json.ts";
import { readInclude } from "./include.ts";
import type { QueueConsumers } from "./queue-consumers.ts";
import { isoTime } from "../../platform/iso-time.ts";

const SPAM_OF = { new: 0, spam: 1, unread: undefined } as const satisfies Record<
  ClaimFilter,
  Flag | undefined
>;

export function submissionClaimRoutes(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  consumers: QueueConsumers,
): void {
  const { store, clock, ids, origins } = parts;

  const answer = async (
    c: ApiContext,
    { submission_ids, lease_token, lease_expires_at }: Lease,
  ) => {
    const { bytes } = await store.reads.serializeSubmissions({
      ids: submission_ids,
      ...origins,
      now: clock.now(),
      include: readInclude(undefined, c.get("caller")),
    });
    const lease: Omit<ClaimResult, "submissions"> = {
      lease_token,
      lease_expires_at: isoTime(lease_expires_at),
    };
    return c.body(wrapJson("submissions", bytes, lease), 200, {
      "Content-Type": "application/json",
    });
  };

  app.post("/submissions/claim", async (c) => {
    const { form_id, filter = "new", limit, lease_seconds, consumer } = await parseBody(c, zClaim);
    const name = form_id === undefined ? undefined : String(form_id);
    const form = await namedForm(parts, c.get("caller"), name);
    await consumers.note(c.get("caller"), form?.id, "claim", consumer);
    const now = clock.now();
    const { result: lease } = await writeOnce(c, parts, store.writes.claimSubmissions, {
      ...scopeOf(c.get("caller")),
      form_id: form?.id,
      spam: SPAM_OF[filter],
      limit,
      consumer,
      lease_token: ids.leaseToken(),
      lease_expires_at: now + lease_seconds * 1_000,
      now,
    });
    return answer(c, lease);
  });

  app.post("/submissions/release", async (c) => {
    const given = await parseBody(c, zRelease);
    const now = clock.now();
    const submission_ids = [...new Set(given.submission_ids)];
    const released = await store.writes.releaseSubmissions({
      ...scopeOf(c.get("caller")),
      lease_token: given.lease_token,
      submission_ids,
      as: releaseOf(given, now),
      now,
    });
    const known = new Set(released);
    return c.json({
      results: submission_ids.map((submission_id) => ({
        submission_id,
        status: known.has(submission_id) ? "released" : "not_leased",
      })),
    } satisfies ReleaseResult);
  });

  app.post("/submissions/extend", async (c) => {
    const { lease_token, lease_seconds, submission_ids } = await parseBody(c, zExtend);
    const now = clock.now();
    const lease = await store.writes.extendLeases({
      ...scopeOf(c.get("caller")),
      lease_token,
      submission_ids: submission_ids === undefined ? undefined : [...new Set(submission_ids)],
      lease_expires_at: now + lease_seconds * 1_000,
      now,
    });
    return answer(c, lease);
  });
}

type ReleaseOfArgs = { readonly retry_after_seconds?: number; readonly dead?: boolean };

function releaseOf({ retry_after_seconds, dead = false }: ReleaseOfArgs, now: number): ReleaseTo {
  if (dead && retry_after_seconds !== undefined) {
    throw invalid(
      "dead",
      "A dead submission is not retried. Send dead or retry_after_seconds, not both.",
    );
  }
  if (dead) return { kind: "dead" };
  if (retry_after_seconds === undefined || retry_after_seconds === 0) return { kind: "free" };
  return { kind: "deferred", until: now + retry_after_seconds * 1_000 };
}
