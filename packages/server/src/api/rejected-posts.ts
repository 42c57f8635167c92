/** The rejected posts of a form: how many, why, and what the newest ones looked like. */
import type { Hono } from "hono";
import {
  type PostRejectionReason,
  type RejectedPostCounts,
  type RejectedPostReason,
  zGetRejectedPostsQuery,
  zRejectedPostExample,
} from "@intray/sdk/schemas";
import { parseTime } from "../domain/parse-time.ts";
import { isoTime } from "../platform/iso-time.ts";
import { HOUR_MS, MAX_EXAMPLES, type RejectedPosts } from "../store/statistics/rejected-posts.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { parseQuery } from "./http/request.ts";
import { requireForm } from "./http/scope.ts";

/** As openapi.yaml says. */
const DEFAULT_RANGE_MS = 7 * 24 * HOUR_MS;

export function rejectedPostRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  app.get("/forms/:form_id/rejected_posts", async (c) => {
    const query = parseQuery(c, zGetRejectedPostsQuery);
    const now = parts.clock.now();
    const since = parseTime("since", query.since) ?? now - DEFAULT_RANGE_MS;
    const until = parseTime("until", query.until) ?? now + 1;
    const { id: form_id } = await requireForm(parts, c.get("caller"), c.req.param("form_id"));
    const fromHour = Math.floor(since / HOUR_MS);
    const toHour = Math.ceil(until / HOUR_MS) - 1;
    const posts = await parts.store.reads.formRejectedPosts({ form_id, fromHour, toHour });
    return c.json({
      since: isoTime(fromHour * HOUR_MS),
      count: totalOf(posts),
      reasons: [...Map.groupBy(posts, ({ reason }) => reason)]
        .map(reasonRecord)
        .toSorted((one, other) => other.count - one.count),
      hours: posts.map(({ hour, reason, count }) => ({
        hour: isoTime(hour * HOUR_MS),
        reason,
        count,
      })),
    } satisfies RejectedPostCounts);
  });
}

const totalOf = (posts: readonly RejectedPosts[]) =>
  posts.reduce((sum, { count }) => sum + count, 0);

/** @param posts The newest hour first. */
function reasonRecord([reason, posts]: readonly [
  PostRejectionReason,
  readonly RejectedPosts[],
]): RejectedPostReason {
  const examples = posts.flatMap((hour) =>
    zRejectedPostExample.array().parse(JSON.parse(hour.examples)),
  );
  const different = new Map(examples.map((one) => [JSON.stringify(one), one]));
  return {
    reason,
    count: totalOf(posts),
    last_at: isoTime(Math.max(...posts.map(({ last_at }) => last_at))),
    examples: [...different.values()].slice(0, MAX_EXAMPLES),
  };
}
