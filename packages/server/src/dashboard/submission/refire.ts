/** `/dashboard/submissions/<id>/refire`: sends a submission to its webhooks again; asks if one has accepted it. */
import type { Hono } from "hono";
import { dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { ANSWER, askBeforeRefire, ONLY_UNDELIVERED } from "../layout/refire-question.tsx";
import { findSubmission } from "./find-submission.ts";
import { originQuery } from "./list-position.ts";

export function refireRoutes(routes: Hono<DashboardEnv>): void {
  routes.post("/:id/refire", async (c) => {
    const { id, webhook_sent_at } = await findSubmission(c);
    const posted = await readPosted(c);
    const here = `/dashboard/submissions/${id}`;
    const query = originQuery(c);
    if (webhook_sent_at !== null && !posted.has(ANSWER)) {
      return askBeforeRefire(c, {
        section: "inbox",
        title: "Re-fire webhooks",
        text: "A webhook has accepted this submission already. Sent again, its receiver gets it twice.",
        action: `${here}/refire${query}`,
        posted,
        inputs: [],
        answers: [ONLY_UNDELIVERED, ["all", "Send all again"]],
        back: `${here}${query}`,
      });
    }
    const once = onceFor(posted);
    const api = c.get("api");
    const body = { submission_ids: [id], undelivered_only: true };
    const { message } =
      posted.text(ANSWER) === ONLY_UNDELIVERED[0]
        ? dataOf(await api.POST("/api/v1/submissions/refire_webhooks", { body, ...once }))
        : dataOf(
            await api.POST("/api/v1/submissions/{id}/refire_webhooks", {
              params: { path: { id } },
              ...once,
            }),
          );
    return redirectWithNotice(c, `${here}${query}#log`, message);
  });
}
