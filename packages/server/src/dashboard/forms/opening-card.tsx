/** The switch of a form that lets opening a submission mark it as done, and why it may be off. */
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";
import { findNamedForm } from "./find-form.ts";

type Consumer = NonNullable<Form["queue_consumer"]>;

export function addOpeningRoutes(routes: Hono<DashboardEnv>): void {
  routes.post("/:form_id/opening/forget", async (c) => {
    const { id } = await findNamedForm(c);
    dataOf(
      await c.var.api.DELETE("/api/v1/forms/{form_id}/queue_consumer", {
        params: { path: { form_id: String(id) } },
      }),
    );
    const notice = "The program is forgotten. If it reads the queue again, it is shown here again.";
    return redirectWithNotice(c, `/dashboard/forms/${id}#opening`, notice);
  });
  routes.post("/:form_id/opening", async (c) => {
    const { id } = await findNamedForm(c);
    const opening_marks_read = (await readPosted(c)).has("opening_marks_read");
    dataOf(
      await c.var.api.PATCH("/api/v1/forms/{form_id}", {
        params: { path: { form_id: String(id) } },
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
    <section class="card" id="opening">
      <h2>Opening a submission</h2>
      <form class="fields" method="post" action={`/dashboard/forms/${id}/opening`}>
        <div class="check">
          <input
            type="checkbox"
            id="opening_marks_read"
            name="opening_marks_read"
            value="yes"
            checked={opening_marks_read}
            disabled={queue_consumer !== null}
            aria-describedby="opening_marks_read-hint"
          />
          <div>
            <label for="opening_marks_read">Opening marks as done</label>
            <p class="hint" id="opening_marks_read-hint">
              {queue_consumer === null ? (
                "Done submissions leave the queue. If off, opening a submission only marks it as seen."
              ) : (
                <Reason consumer={queue_consumer} />
              )}
            </p>
          </div>
        </div>
        {queue_consumer === null ? (
          <div>
            <button>Save</button>
          </div>
        ) : null}
      </form>
      {queue_consumer === null ? null : <ForgetConsumer form_id={id} />}
    </section>
  );
}

function ForgetConsumer({ form_id }: { readonly form_id: number }) {
  const question =
    "Forget this program? If it reads the queues of all forms, it is forgotten for all of them.";
  return (
    <form
      class="row"
      method="post"
      action={`/dashboard/forms/${form_id}/opening/forget`}
      data-confirm={question}
    >
      <p class="hint">If it no longer runs, opening can mark as done again.</p>
      <button>Forget this program</button>
    </form>
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
