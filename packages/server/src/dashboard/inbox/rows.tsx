/** The rows of the inbox. */
import type { Submission } from "@intray/sdk/schemas";
import { firstWords, senderOf } from "./words.ts";
import { type InboxView, viewQuery } from "./view.ts";
import { counted } from "../format/plural.ts";
import { Moment } from "../format/timestamp.tsx";
import { visible } from "../format/safe-text.ts";

/** From here on a lead is worth calling at once. */
const GOOD_LEAD = 70;

export function InboxRows({
  submissions,
  view,
}: {
  readonly submissions: readonly Submission[];
  readonly view: InboxView;
}) {
  return (
    <ol class="rows">
      {submissions.map((submission) => (
        <Row submission={submission} view={view} />
      ))}
    </ol>
  );
}

function Row({ submission, view }: { readonly submission: Submission; readonly view: InboxView }) {
  const { id, read, form, created_at } = submission;
  const sender = senderOf(submission);
  return (
    <li data-id={id} class={read ? undefined : "unread"}>
      <input
        type="checkbox"
        name="id"
        value={id}
        aria-label={`Tick ${visible(sender ?? `number ${id}`)}`}
      />
      <input type="hidden" name="shown" value={id} />
      <a href={`/dashboard/submissions/${id}${viewQuery(view)}`}>
        {read ? null : <span class="visually-hidden">Unread, from </span>}
        <bdi class={sender === undefined ? "sender soft" : "sender"}>
          {visible(sender ?? "No address or name")}
        </bdi>{" "}
        <bdi class="words">{visible(firstWords(submission))}</bdi>
      </a>
      <div class="about">
        <span class="marks">
          <Marks submission={submission} view={view} />
        </span>
        {view.form_id === "" ? <bdi class="of">{visible(form.name)}</bdi> : null}
        <Moment at={created_at} />
      </div>
    </li>
  );
}

function Marks({
  submission: { spam, claim, attachments, lead_agent, webhook_sent_at },
  view: { tab },
}: {
  readonly submission: Submission;
  readonly view: InboxView;
}) {
  const score = lead_agent?.score;
  const { length } = attachments;
  return (
    <>
      {spam && tab !== "spam" ? <span class="badge bad">spam</span> : null}
      {claim === undefined ? null : (
        <span class="badge warn">{claim.state === "put_off" ? "put off" : claim.state}</span>
      )}
      {score === undefined || score === null ? null : (
        <span class={score >= GOOD_LEAD ? "badge good" : "badge soft"}>
          lead {Math.round(score)}
        </span>
      )}
      {length === 0 ? null : <span class="badge soft">{counted(length, "file")}</span>}
      {webhook_sent_at === null ? null : <span class="badge good">delivered</span>}
    </>
  );
}
