/** The replies to a submission on its page, and the form that sends one by e-mail. */
import type { Hono } from "hono";
import type {
  Reply,
  ReplyInput,
  ReplyPreview,
  ReplyTemplate,
  Submission,
} from "@intray/sdk/schemas";
import { Timestamp } from "../format/timestamp.tsx";
import { byId, dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { onceFor } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { PostForm, TextArea, TextField } from "../layout/fields.tsx";
import { LinkedText, Text } from "../layout/user-text.tsx";
import { appendQuery } from "./find-submission.ts";
import { isShownAgain, type FormProps, saveForm, type ShowAgain, typedIn } from "./save-form.ts";

export function addReplyRoutes(routes: Hono<DashboardEnv>, showAgain: ShowAgain): void {
  routes.post("/:id/replies", (c) =>
    saveForm(c, {
      form: "reply",
      card: "replies",
      showAgain,
      async save(posted, { id }) {
        const text = posted.textArea("reply");
        const subject = posted.text("subject").trim();
        const body = { text, ...(subject === "" ? {} : { subject }) };
        const reply = { ...byId(id), body, ...onceFor(posted, `${subject}\n${text}`) };
        const { to } = dataOf(await c.var.api.POST("/api/v1/submissions/{id}/replies", reply));
        if (posted.text("after") !== "done") return `Reply to ${to} queued.`;
        const read = { submission: { read: true } };
        dataOf(await c.var.api.PATCH("/api/v1/submissions/{id}", { ...byId(id), body: read }));
        return `Reply to ${to} queued, and marked as done.`;
      },
    }),
  );
}

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
    if (isShownAgain(error)) return error.message;
    throw error;
  }
}

export function SubmissionReplies({
  submission: { id, read },
  form: { replies, templates, preview, hasTemplate },
  query,
  unsaved,
}: FormProps & { readonly form: ReplyForm }) {
  const typed = typedIn(unsaved, "reply");
  const mail = typeof preview === "string" ? undefined : preview;
  return (
    <Card class="notes" id="replies" title="Replies">
      {replies.length === 0 ? null : (
        <ol class="plain-list">
          {replies.map((reply) => (
            <Written reply={reply} />
          ))}
        </ol>
      )}
      {typeof preview === "string" && typed === undefined ? (
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
          <PostForm
            action={`/dashboard/submissions/${id}/replies${query}`}
            error={typed?.error}
            button="Send reply"
            look="other"
            isOnce
            isUnsaved={typed !== undefined || hasTemplate}
            more={
              read ? null : (
                <button name="after" value="done">
                  Send, and mark as done
                </button>
              )
            }
          >
            <TextField
              name="subject"
              label="Subject"
              value={typed?.posted.text("subject") ?? mail?.subject ?? ""}
            />
            <TextArea
              name="reply"
              member="text"
              label="New reply"
              shortcut="r"
              {...(mail === undefined ? {} : { hint: hintOf(mail) })}
              rows={6}
              value={typed?.posted.textArea("reply") ?? (hasTemplate ? (mail?.text ?? "") : "")}
            />
          </PostForm>
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
