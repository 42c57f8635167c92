/** The replies to a submission on its page, and the form that sends one by e-mail. */
import type { Hono } from "hono";
import type {
  Reply,
  ReplyInput,
  ReplyPreview,
  ReplyTemplate,
  Submission,
} from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { byId, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor, RequestKeyInput } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { draft, TextArea, TextField } from "../layout/fields.tsx";
import { LinkedText, Text } from "../layout/user-text.tsx";
import { findSubmission, appendQuery, originQuery } from "./find-submission.ts";

/** What a person typed that could not be sent. */
export interface UnsentReply {
  readonly text: string;
  readonly subject: string;
  readonly error: AppError;
}

const SHOWN_AGAIN: ReadonlySet<string> = new Set(["invalid", "conflict", "rate_limited"]);

/** @param showAgain Shows the page with what was typed. */
export function addReplyRoutes(
  routes: Hono<DashboardEnv>,
  showAgain: (
    c: DashboardContext,
    submission: Submission,
    unsent: UnsentReply,
  ) => Promise<Response>,
): void {
  routes.post("/:id/replies", async (c) => {
    const submission = await findSubmission(c);
    const posted = await readPosted(c);
    const text = posted.textArea("reply");
    const subject = posted.text("subject").trim();
    const { id } = submission;
    const body = { text, ...(subject === "" ? {} : { subject }) };
    const reply = { ...byId(id), body, ...onceFor(posted, `${subject}\n${text}`) };
    try {
      const { to } = dataOf(await c.var.api.POST("/api/v1/submissions/{id}/replies", reply));
      const page = `/dashboard/submissions/${id}${originQuery(c)}#replies`;
      if (posted.text("after") !== "done")
        return redirectWithNotice(c, page, `Reply to ${to} queued.`);
      const read = { submission: { read: true } };
      dataOf(await c.var.api.PATCH("/api/v1/submissions/{id}", { ...byId(id), body: read }));
      return redirectWithNotice(c, page, `Reply to ${to} queued, and marked as done.`);
    } catch (error) {
      if (!(error instanceof AppError) || !SHOWN_AGAIN.has(error.code)) throw error;
      const isOfSubject = error.fields.some(({ field }) => field === "subject");
      const message = error.code === "invalid" && !isOfSubject ? WRONG_TEXT : error.message;
      const field = isOfSubject ? "subject" : "reply";
      const shown = new AppError(error.code, message, {
        fields: [{ field, code: "invalid", message }],
      });
      return showAgain(c, submission, { text, subject, error: shown });
    }
  });
}

const WRONG_TEXT = "A reply has 1 to 20,000 characters.";

/** What the form needs. */
interface ReplyForm {
  readonly replies: readonly Reply[];
  readonly templates: readonly ReplyTemplate[];
  /** The mail, with the text of the template that the request names; or why no reply can be sent. */
  readonly preview: ReplyPreview | string;
  readonly hasTemplate: boolean;
}

export async function findReplies(c: DashboardContext, submission: Submission): Promise<ReplyForm> {
  const query = { form_id: String(submission.form_id) };
  const wanted = Number(c.req.query("template"));
  const [{ replies }, { reply_templates }] = await Promise.all([
    c.var.api.GET("/api/v1/submissions/{id}/replies", byId(submission.id)).then(dataOf),
    c.var.api.GET("/api/v1/reply_templates", { params: { query } }).then(dataOf),
  ]);
  const template = reply_templates.find(({ id }) => id === wanted);
  const content = template === undefined ? { text: "…" } : { template_id: template.id };
  return {
    replies,
    templates: reply_templates,
    preview: await previewOf(c, submission, content),
    hasTemplate: template !== undefined,
  };
}

async function previewOf(
  c: DashboardContext,
  { id, email, spam, trash }: Submission,
  body: ReplyInput,
): Promise<ReplyPreview | string> {
  if (email === null) return "The submission has no e-mail address to reply to.";
  if (trash) return "The submission is in the trash. Restore it to reply.";
  if (spam) return "The submission is marked as spam. Mark it as not spam to reply.";
  const reply = { ...byId(id), body };
  try {
    const preview = dataOf(await c.var.api.POST("/api/v1/submissions/{id}/replies/preview", reply));
    return preview.sending_notice ?? preview;
  } catch (error) {
    if (error instanceof AppError && SHOWN_AGAIN.has(error.code)) return error.message;
    throw error;
  }
}

export function SubmissionReplies({
  submission: { id, read },
  form: { replies, templates, preview, hasTemplate },
  query,
  unsent,
}: {
  readonly submission: Submission;
  readonly form: ReplyForm;
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
  readonly unsent: UnsentReply | undefined;
}) {
  return (
    <Card class="notes" id="replies" title="Replies">
      {replies.length === 0 ? null : (
        <ol class="plain-list">
          {replies.map((reply) => (
            <Written reply={reply} />
          ))}
        </ol>
      )}
      {typeof preview === "string" && unsent === undefined ? (
        <p class="small soft">
          <Text of={preview} />
        </p>
      ) : (
        <>
          <details>
            <summary class="small">Templates</summary>
            {templates.length === 0 ? null : (
              <ul>
                {templates.map((template) => (
                  <li>
                    <a
                      href={`/dashboard/submissions/${id}${appendQuery(query, `template=${template.id}`)}#replies`}
                    >
                      <Text of={template.name} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
            <p class="small">
              <a href="/dashboard/reply_templates">
                {templates.length === 0 ? "Create a template" : "Edit templates"}
              </a>
            </p>
          </details>
          <CheckedForm marked={unsent?.error}>
            <form
              method="post"
              action={`/dashboard/submissions/${id}/replies${query}`}
              {...draft(unsent !== undefined || hasTemplate)}
            >
              <RequestKeyInput />
              <TextField
                name="subject"
                label="Subject"
                value={unsent?.subject ?? (typeof preview === "string" ? "" : preview.subject)}
              />
              <TextArea
                name="reply"
                label="New reply"
                shortcut="r"
                {...(typeof preview === "string" ? {} : { hint: hintOf(preview) })}
                rows={6}
                value={
                  unsent?.text ?? (typeof preview === "string" || !hasTemplate ? "" : preview.text)
                }
              />
              <div class="row">
                <button>Send reply</button>
                {read ? null : (
                  <button name="after" value="done">
                    Send, and mark as done
                  </button>
                )}
              </div>
            </form>
          </CheckedForm>
        </>
      )}
    </Card>
  );
}

const hintOf = ({ to, reply_to }: ReplyPreview) =>
  `An e-mail to ${to}, with the submission quoted below. Answers go to ${reply_to}.`;

const STATES = {
  queued: ["queued", "badge warn"],
  sent: ["sent", "badge good"],
  failed: ["failed", "badge bad"],
} as const satisfies Readonly<Record<Reply["state"], readonly [label: string, badge: string]>>;

function Written({ reply }: { readonly reply: Reply }) {
  const [label, badge] = STATES[reply.state];
  return (
    <li>
      <p class="small soft">
        <Text of={reply.author} />
        {reply.author_kind === "key" ? " (API key)" : ""}, <Timestamp at={reply.created_at} />{" "}
        <a class={badge} href={`/dashboard/deliveries/${reply.delivery_id}`}>
          {label}
        </a>
      </p>
      <p class="lines">
        <strong>
          <Text of={reply.subject} />
        </strong>
      </p>
      <p class="lines">
        <LinkedText of={reply.text} />
      </p>
      {reply.state === "sent" || reply.answer === null ? null : (
        <p class="small soft">
          {reply.state === "failed" ? "Not sent: " : "Tried, and is repeated: "}
          <Text of={reply.answer} />
        </p>
      )}
    </li>
  );
}
