/** The tags of a submission on its page: each can be removed, and others added. */
import type { Hono } from "hono";
import { visible } from "../../platform/text/safe-text.ts";
import { dataOf } from "../http/api-client.ts";
import type { Posted } from "../http/body.ts";
import type { DashboardEnv } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { TextField } from "../layout/fields.tsx";
import { type FormProps, saveForm, type ShowAgain, typedIn } from "./save-form.ts";

export function addTagRoutes(routes: Hono<DashboardEnv>, showAgain: ShowAgain): void {
  routes.post("/:id/tags", (c) =>
    saveForm(c, {
      form: "tags",
      card: "tags-card",
      showAgain,
      async save(posted, { id }) {
        const set = tagChange(posted);
        const body = { submission_ids: [id], set };
        dataOf(await c.var.api.POST("/api/v1/submissions/bulk", { body }));
        return "remove_tags" in set ? "Tag removed." : "Tags added.";
      },
    }),
  );
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

const USED_TAGS = "used-tags";

/** Offers tags in an input with these attributes. */
export const OFFER_TAGS = { list: USED_TAGS, autocomplete: "off" } as const;

export const UsedTags = ({ of }: { readonly of: readonly string[] }) => (
  <datalist id={USED_TAGS}>
    {of.map((tag) => (
      <option value={tag} />
    ))}
  </datalist>
);

const searchFor = (tag: string) => new URLSearchParams({ query: `tag:"${tag}"` }).toString();

export function SubmissionTags({
  submission: { id, tags = [] },
  used,
  query,
  unsaved,
}: FormProps & {
  /** Tags to offer. */
  readonly used: readonly string[];
}) {
  const typed = typedIn(unsaved, "tags");
  return (
    <Card id="tags-card" title="Tags">
      <CheckedForm error={typed?.error}>
        <form method="post" action={`/dashboard/submissions/${id}/tags${query}`}>
          {/* The first button of a form is the one that Enter presses. */}
          <div class="row tagging">
            <TextField
              name="tags"
              shortcut="t"
              label="Add tags, separated by commas"
              member="set.add_tags"
              value={typed?.posted.text("tags") ?? ""}
              {...OFFER_TAGS}
            />
            <UsedTags of={used} />
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
