/** The switch of a form that lets opening a submission mark it as done, and why it may be off. */
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { byForm, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { Card } from "../layout/card.tsx";
import { Checkbox, PostButton } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";
import { findNamedForm } from "./find-form.ts";

type Consumer = NonNullable<Form["queue_consumer"]>;

export function addOpeningRoutes(routes: Hono<DashboardEnv>): void {
  routes.post("/:form_id/opening/forget", async (c) => {
    const { id } = await findNamedForm(c);
    dataOf(await c.var.api.DELETE("/api/v1/forms/{form_id}/queue_consumer", byForm(id)));
    const notice = "The program is forgotten. If it reads the queue again, it is shown here again.";
    return redirectWithNotice(c, `/dashboard/forms/${id}#opening`, notice);
  });
  routes.post("/:form_id/opening", async (c) => {
    const { id } = await findNamedForm(c);
    const opening_marks_read = (await readPosted(c)).has("opening_marks_read");
    dataOf(
      await c.var.api.PATCH("/api/v1/forms/{form_id}", {
        ...byForm(id),
        body: { form: { opening_marks_read } },
      }),
    );
    return redirectWithNotice(
      c,
      `/dashboard/forms/${id}#opening`,
      opening_marks_read
        ? "Opening a submission now marks it as done."
        : "Opening a submission no longer marks it as done.",
    );
  });
}

export function OpeningCard({
  form: { id, opening_marks_read, queue_consumer },
}: {
  readonly form: Form;
}) {
  return (
    <Card id="opening" title="Opening a submission">
      <form class="fields" method="post" action={`/dashboard/forms/${id}/opening`}>
        <Checkbox
          name="opening_marks_read"
          label="Opening marks as done"
          checked={opening_marks_read}
          disabled={queue_consumer !== null}
          hint={
            queue_consumer === null ? (
              "Done submissions leave the queue. If off, opening a submission only marks it as seen."
            ) : (
              <Reason consumer={queue_consumer} />
            )
          }
        />
        {queue_consumer === null ? (
          <div>
            <button>Save</button>
          </div>
        ) : null}
      </form>
      {queue_consumer === null ? null : (
        <div class="row">
          <p class="hint">If it no longer runs, opening can mark as done again.</p>
          <PostButton
            action={`/dashboard/forms/${id}/opening/forget`}
            label="Forget this program"
            confirm="Forget this program? If it reads the queues of all forms, it is forgotten for all of them."
          />
        </div>
      )}
    </Card>
  );
}

const ACTS = {
  claim: "claimed submissions",
  list: "listed the unread submissions",
  mark: "marked a submission read",
} as const satisfies Record<Consumer["act"], string>;

function Reason({ consumer: { act, name, seen_at } }: { readonly consumer: Consumer }) {
  return (
    <>
      {"Off, because a program reads this queue and opening would take submissions from it: "}
      {act === "claim" ? "" : "the API key "}
      <Text of={name} />
      {` ${ACTS[act]} on `}
      <Timestamp at={seen_at} />
      {"."}
    </>
  );
}
