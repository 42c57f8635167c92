/** The buttons of a submission, and what they post: done, spam, trash, and sending it to its webhooks again. */
import { IfMayPost } from "../http/page-roles.tsx";
import type { Submission } from "@intray/sdk/schemas";
import type { Hono } from "hono";
import { onceFor } from "../http/request-key.tsx";
import { newToken } from "../../domain/account/sign-in-link.ts";
import { AppError } from "../../domain/errors.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { byId, dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import {
  findSubmission,
  nameSubmission,
  appendQuery,
  findListPosition,
  hasOrigin,
  originQuery,
} from "./find-submission.ts";
import { ANSWER, askFirst, ONLY_UNDELIVERED } from "../layout/confirmation.tsx";
import { PostButton, LinkButton } from "../layout/fields.tsx";

export function SubmissionActions({
  submission: { id, read, spam, spam_findings, trash, claim },
  isSnoozed,
  query,
  canReply,
  canRefire,
}: {
  readonly submission: Submission;
  readonly isSnoozed: boolean;
  readonly canReply: boolean;
  readonly canRefire: boolean;
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
}) {
  const to = (action: string) => `/dashboard/submissions/${id}/${action}${query}`;
  return (
    <div class="row actions">
      <IfMayPost to={to("mark")}>
        {canReply ? <LinkButton to="#replies" label="Reply" /> : null}
        <form class="row" method="post" action={to("mark")}>
          {claim !== undefined && claim.state !== "leased" ? (
            <button name="read" value="no">
              Return to queue
            </button>
          ) : null}
          <Toggle name="read" isSet={read} setLabel="Done" clearLabel="Not done" shortcut="e" />
          <Toggle
            name="spam"
            isSet={spam}
            setLabel="Mark spam"
            clearLabel="Not spam"
            shortcut="s"
          />
          {!spam && spam_findings !== undefined ? (
            <button name="spam" value="no">
              Not spam
            </button>
          ) : null}
          <Toggle name="trash" isSet={trash} setLabel="Trash" clearLabel="Restore" shortcut="#" />
        </form>
      </IfMayPost>
      {canRefire ? (
        <PostButton action={to("refire")} id="refire" label="Re-fire webhooks" isOnce />
      ) : null}
      {trash ? (
        <IfMayPost to={to("delete")}>
          <LinkButton to={to("delete")} label="Delete permanently" look="danger" />
        </IfMayPost>
      ) : null}
      <p class="states">
        <span class={`badge ${read || isSnoozed ? "soft" : "accent"}`} data-read-state>
          {read ? "Done" : isSnoozed ? "Snoozed" : "To do"}
        </span>
        {spam ? <span class="badge bad">Spam</span> : null}
        {trash ? <span class="badge warn">Trash</span> : null}
      </p>
    </div>
  );
}

interface ToggleProps {
  readonly name: "read" | "spam" | "trash";
  readonly isSet: boolean;
  readonly setLabel: string;
  readonly clearLabel: string;
  readonly shortcut: string;
}

/** A button that sets or clears a flag of the submission. */
const Toggle = ({ name, isSet, setLabel, clearLabel, shortcut }: ToggleProps) => (
  <button
    id={`mark-${name}`}
    name={name}
    value={isSet ? "no" : "yes"}
    class={name === "read" && !isSet ? "main" : undefined}
    data-key={shortcut}
  >
    {isSet ? clearLabel : setLabel}
  </button>
);

const MAX_TITLE_CHARACTERS = 60;
const FLAGS = ["read", "spam", "trash"] as const;
type Change = { [Name in (typeof FLAGS)[number]]?: boolean };

export function addMarkRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.post("/:id/mark", async (c) => {
    const submission = await findSubmission(c);
    const change = readChange(await readPosted(c));
    const own = `/dashboard/submissions/${submission.id}`;
    // Before the change, which may take the submission out of the list.
    const next =
      hasOrigin(c) && change.read !== false ? await nextAddress(c, parts, submission) : undefined;
    const token = newToken(parts.random);
    // Who pressed a button has seen the submission, also without the script.
    const set = { ...change, seen: true };
    const body = { submission_ids: [submission.id], set, undo: token };
    dataOf(await c.var.api.POST("/api/v1/submissions/bulk", { body }));
    const isChanged = FLAGS.some(
      (flag) => change[flag] !== undefined && change[flag] !== submission[flag],
    );
    const to = `${own}${returnQuery(c, change.read === true ? { read: false } : {})}`;
    const undo = isChanged ? { token, to } : undefined;
    const sentence = sentenceOf(change);
    return next === undefined
      ? redirectWithNotice(c, `${own}${returnQuery(c, change)}`, `${sentence}.`, undo)
      : redirectWithNotice(c, next, `${sentence}: ${shortTitle(submission)}.`, undo);
  });
}

/** The next submission of the list that this one was opened from, or that list at its end. */
async function nextAddress(c: DashboardContext, parts: DashboardParts, submission: Submission) {
  const { older, query, list } = await findListPosition(c, parts, submission);
  return older === null ? list : `/dashboard/submissions/${older}${query}`;
}

/** Reads the change that the pressed button posts, such as `read=yes`. */
function readChange(posted: Posted): Change {
  const change: Change = {};
  for (const name of FLAGS) {
    const value = posted.text(name);
    if (value === "yes" || value === "no") change[name] = value === "yes";
  }
  if (Object.keys(change).length > 0) return change;
  throw new AppError("invalid", "Nothing was changed. Send read, spam or trash as yes or no.");
}

function sentenceOf({ read, spam, trash }: Change): string {
  if (trash !== undefined) return trash ? "Moved to the trash" : "Restored from the trash";
  if (spam !== undefined) return spam ? "Marked spam" : "Marked not spam";
  return read === true ? "Marked done" : "Marked not done";
}

function shortTitle(submission: Submission): string {
  const title = visible(nameSubmission(submission));
  return title.length > MAX_TITLE_CHARACTERS ? `${title.slice(0, MAX_TITLE_CHARACTERS)}…` : title;
}

/** `keep=unread` stops the page from marking the submission as done again when it is shown. */
const returnQuery = (c: DashboardContext, { read }: Change): string =>
  read === false ? appendQuery(originQuery(c), "keep=unread") : originQuery(c);

export function addRefireRoutes(routes: Hono<DashboardEnv>): void {
  routes.post("/:id/refire", async (c) => {
    const { id, webhook_sent_at } = await findSubmission(c);
    const posted = await readPosted(c);
    const here = `/dashboard/submissions/${id}`;
    const query = originQuery(c);
    const { decisions } = dataOf(
      await c.var.api.GET("/api/v1/submissions/{id}/decisions", byId(id)),
    );
    const heldBack = decisions.filter(({ kind, applies }) => kind === "destination" && !applies);
    const reasons = [
      webhook_sent_at !== null &&
        "A webhook has accepted this submission already. Sent again, its receiver gets it twice.",
      heldBack.length > 0 &&
        `Rules or filters kept it from ${heldBack.map(({ name }) => visible(name)).join(", ")}; webhooks among them get it now.`,
    ].filter((reason) => reason !== false);
    if (reasons.length > 0 && !posted.has(ANSWER)) {
      return askFirst(c, {
        section: "inbox",
        title: "Re-fire webhooks",
        text: reasons.join(" "),
        action: `${here}/refire${query}`,
        answers: [
          ...(webhook_sent_at === null ? [] : [ONLY_UNDELIVERED]),
          ["all", webhook_sent_at === null ? "Send to all" : "Send all again"],
        ],
        back: `${here}${query}`,
      });
    }
    const once = onceFor(posted);
    const { api } = c.var;
    const body = { submission_ids: [id], undelivered_only: true };
    const { message } =
      posted.text(ANSWER) === ONLY_UNDELIVERED[0]
        ? dataOf(await api.POST("/api/v1/submissions/refire_webhooks", { body, ...once }))
        : dataOf(
            await api.POST("/api/v1/submissions/{id}/refire_webhooks", { ...byId(id), ...once }),
          );
    return redirectWithNotice(c, `${here}${query}#log`, message);
  });
}
