/** Finds the submission that a path names. */
import type { Submission } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import { senderName } from "../inbox/row-text.ts";
import type { DashboardContext } from "../http/env.ts";

/** @throws AppError `not_found`. */
export async function findSubmission(c: DashboardContext): Promise<Submission> {
  const path = { id: Number(c.req.param("id")) };
  return dataOf(await c.get("api").GET("/api/v1/submissions/{id}", { params: { path } }));
}

/** Of the page; untrusted text. */
export const titleOf = (submission: Submission): string =>
  senderName(submission) ?? `Submission ${submission.id}`;
