/** The rows of the inbox. */
import type { Submission } from "@intray/sdk/schemas";
import { isUnseen, messagePreview, senderOf, subjectOf } from "./row-text.ts";
import { type InboxView, viewQuery } from "./view.ts";
import { DeliveryStateBadge } from "../format/delivery-state.tsx";
import { plural } from "../format/quantities.ts";
import { Age } from "../format/timestamp.tsx";
import type { Density } from "../http/preferences.ts";
import { visible } from "../../platform/text/safe-text.ts";

/** Leads with at least this score are highlighted. */
const GOOD_LEAD_SCORE = 70;
/** Of a row; its submission's page shows all. */
const MAX_TAGS_SHOWN = 3;

export function InboxRows({
  submissions,
  view,
  density,
  now,
}: {
  readonly submissions: readonly Submission[];
  readonly view: InboxView;
  readonly density: Density;
  /** Milliseconds since the epoch. */
  readonly now: number;
}) {
  return (
    <ol class={`rows ${density}`}>
      {submissions.map((submission) => (
        <Row submission={submission} view={view} now={now} />
      ))}
    </ol>
  );
}

function Row({
  submission,
  view,
  now,
}: {
  readonly submission: Submission;
  readonly view: InboxView;
  readonly now: number;
}) {
  const { id, read, form, created_at } = submission;
  const { name, address } = senderOf(submission);
  const sender = name ?? address;
  const isNew = isUnseen(submission);
  return (
    <li data-id={id} class={isNew ? "unseen" : read ? "done" : undefined}>
      <input
        type="checkbox"
        name="id"
        value={id}
        aria-label={`Select ${visible(sender ?? `submission ${id}`)}`}
      />
      <input type="hidden" name="on_page" value={id} />
      <a href={`/dashboard/submissions/${id}${viewQuery(view)}`}>
        <span class="from">
          {isNew ? <span class="visually-hidden">New, from </span> : null}
          <bdi class={sender === undefined ? "sender soft" : "sender"}>
            {visible(sender ?? "No e-mail or name")}
          </bdi>{" "}
          {name === undefined || address === undefined ? null : (
            <bdi class="address">{visible(address)}</bdi>
          )}
        </span>{" "}
        <Words submission={submission} />
      </a>
      <div class="meta">
        <span class="badges">
          <Badges submission={submission} view={view} />
        </span>
        {view.form_id === "" ? <bdi class="form-name">{visible(form.name)}</bdi> : null}
        <Age at={created_at} now={now} />
      </div>
    </li>
  );
}

/** The subject and the beginning of the message, or only one of them. */
function Words({ submission }: { readonly submission: Submission }) {
  const subject = subjectOf(submission);
  const preview = messagePreview(submission);
  return (
    <span class="words">
      {subject === undefined ? null : <bdi class="subject">{visible(subject)}</bdi>}{" "}
      <bdi class="excerpt">{visible(preview)}</bdi>
    </span>
  );
}

function Badges({
  submission: { read, spam, claim, attachments, lead_agent, delivery_state, tags = [] },
  view: { tab },
}: {
  readonly submission: Submission;
  readonly view: InboxView;
}) {
  const score = lead_agent?.score;
  const { length } = attachments;
  return (
    <>
      {read ? <span class="badge soft">done</span> : null}
      {spam && tab !== "spam" ? <span class="badge bad">spam</span> : null}
      {claim === undefined ? null : (
        <span class="badge warn">{claim.state === "put_off" ? "put off" : claim.state}</span>
      )}
      {score === undefined || score === null ? null : (
        <span class={score >= GOOD_LEAD_SCORE ? "badge good" : "badge soft"}>
          lead {Math.round(score)}
        </span>
      )}
      {tags.slice(0, MAX_TAGS_SHOWN).map((tag) => (
        <bdi class="badge tag">{visible(tag)}</bdi>
      ))}
      {tags.length > MAX_TAGS_SHOWN ? (
        <span class="badge soft">{`+${tags.length - MAX_TAGS_SHOWN} tags`}</span>
      ) : null}
      {length === 0 ? null : <span class="badge soft">{plural(length, "file")}</span>}
      <DeliveryStateBadge of={delivery_state} />
    </>
  );
}
