/** The tags of a submission on its page: each can be removed, and others added. */
import type { Hono } from "hono";
import type { Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { Card } from "../layout/card.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { TextField } from "../layout/fields.tsx";
import { originQuery } from "./find-submission.ts";

/** What a person typed that could not be saved. */
export interface UnsavedTags {
  readonly text: string;
  readonly error: AppError;
}

/** @param showAgain Shows the page with what was typed. */
export function addTagRoutes(
  routes: Hono<DashboardEnv>,
  showAgain: (c: DashboardContext, unsaved: UnsavedTags) => Promise<Response>,
): void {
  routes.post("/:id/tags", async (c) => {
    const posted = await readPosted(c);
    const set = tagChange(posted);
    const id = Number(c.req.param("id"));
    try {
      const body = { submission_ids: [id], set };
      dataOf(await c.var.api.POST("/api/v1/submissions/bulk", { body }));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      const asTyped = new AppError("invalid", error.message, {
        fields: [{ field: "tags", code: "invalid", message: error.message }],
      });
      return showAgain(c, { text: posted.text("tags"), error: asTyped });
    }
    const notice = "remove_tags" in set ? "Tag removed." : "Tags added.";
    return redirectWithNotice(c, `/dashboard/submissions/${id}${originQuery(c)}#tags-card`, notice);
  });
}

/** Several tags are separated by commas. */
function tagChange(posted: Posted) {
  if (posted.has("remove")) return { remove_tags: [posted.text("remove")] };
  return { add_tags: splitTags(posted.text("tags")) };
}

export const splitTags = (text: string): string[] =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

const searchFor = (tag: string) => new URLSearchParams({ query: `tag:"${tag}"` }).toString();

export function SubmissionTags({
  submission: { id, tags = [] },
  query,
  unsaved,
}: {
  readonly submission: Submission;
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
  readonly unsaved: UnsavedTags | undefined;
}) {
  return (
    <Card id="tags-card" title="Tags">
      <CheckedForm marked={unsaved?.error}>
        <form method="post" action={`/dashboard/submissions/${id}/tags${query}`}>
          {/* The first button of a form is the one that Enter presses. */}
          <div class="row tagging">
            <TextField
              name="tags"
              shortcut="t"
              label="Add tags, separated by commas"
              value={unsaved?.text ?? ""}
            />
            <button>Add</button>
          </div>
          {tags.length === 0 ? null : (
            <ul class="tag-list" aria-label="Tags">
              {tags.map((tag) => (
                <li>
                  <a class="badge tag" href={`/dashboard/inbox?${searchFor(tag)}`}>
                    <bdi>{visible(tag)}</bdi>
                  </a>
                  <button
                    class="plain"
                    name="remove"
                    value={tag}
                    aria-label={`Remove the tag ${visible(tag)}`}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          )}
        </form>
      </CheckedForm>
    </Card>
  );
}
