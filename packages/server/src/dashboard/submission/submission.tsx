/** `/dashboard/submissions/<id>`: a submission with its fields, metadata, actions and deliveries. */
import { Hono } from "hono";
import type { Form, Submission } from "@intray/sdk/schemas";
import { HTTP_STATUS } from "../../domain/errors.ts";
import { byForm, byId, dataOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { DeliveryStateBadge } from "../format/delivery-state.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { preferZoneOf } from "../http/preferences.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { addRefireRoutes, addMarkRoutes, SubmissionActions } from "./actions.tsx";
import { readFormLabel } from "../layout/form-label.ts";
import { askFirst } from "../layout/confirmation.tsx";
import { plural } from "../format/quantities.ts";
import { PageLinks } from "../layout/lists.tsx";
import { showPage } from "../layout/page.tsx";
import { Shortcuts } from "../layout/shortcuts.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import {
  findSubmission,
  nameSubmission,
  appendQuery,
  findListPosition,
  originQuery,
} from "./find-submission.ts";
import { addHandlingRoute, Handling } from "./handling.tsx";
import { SubmissionDecisions } from "./decisions.tsx";
import { SubmissionFacts } from "./facts.tsx";
import { SubmissionFields } from "./fields.tsx";
import { SubmissionFiles } from "./files.tsx";
import { SubmissionLog } from "./log.tsx";
import { findNotes, addNoteRoutes, SubmissionNotes } from "./notes.tsx";
import { findReplies, addReplyRoutes, SubmissionReplies } from "./replies.tsx";
import type { ShowAgain, Unsaved } from "./save-form.ts";
import { SubmissionTags, addTagRoutes } from "./tags.tsx";
import { isDoneWhenOpened, OpeningNote } from "./opening.tsx";
import { IfMayPost, mayUse } from "../http/page-roles.tsx";
import { Text } from "../layout/user-text.tsx";

export function createSubmissionPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();

  routes.get("/:id", async (c) => showSubmission(c, parts, await findSubmission(c)));

  const showAgain: ShowAgain = (c, submission, unsaved) =>
    showSubmission(c, parts, submission, unsaved);
  for (const add of [addTagRoutes, addNoteRoutes, addReplyRoutes]) add(routes, showAgain);
  addHandlingRoute(routes, parts, showAgain);

  addMarkRoutes(routes, parts);

  // For the script of an opened submission: no notice, since the user did not ask for it.
  routes.post("/:id/seen", async (c) => {
    const submission = await findSubmission(c);
    const isDone = isDoneWhenOpened(await formOf(c, submission), submission);
    const body = { submission: { seen: true, ...(isDone ? { read: true } : {}) } };
    dataOf(await c.var.api.PATCH("/api/v1/submissions/{id}", { ...byId(submission.id), body }));
    return c.json({ done: isDone });
  });

  addRefireRoutes(routes);

  routes.get("/:id/delete", async (c) => askToDelete(c, await findSubmission(c)));

  routes.post("/:id/delete", async (c) => {
    const submission = await findSubmission(c);
    // Read before the deletion, since it depends on the submission's state.
    const { list } = await findListPosition(c, parts, submission);
    dataOf(await c.var.api.DELETE("/api/v1/submissions/{id}", byId(submission.id)));
    return redirectWithNotice(c, list, `Submission ${submission.id} was deleted permanently.`);
  });
  return routes;
}

const formOf = async (c: DashboardContext, { form_id }: Submission): Promise<Form> =>
  dataOf(await c.var.api.GET("/api/v1/forms/{form_id}", byForm(form_id)));

async function showSubmission(
  c: DashboardContext,
  parts: DashboardParts,
  submission: Submission,
  unsaved?: Unsaved,
): Promise<Response> {
  const { form_id, form: named } = submission;
  const { role } = c.var.session;
  const here = `/dashboard/submissions/${submission.id}`;
  const seesForms = mayUse(role, "/dashboard/forms");
  const mayChange = mayUse(role, here, "POST");
  const [position, form, label, log, notes, replies, people, used, decided] = await Promise.all([
    findListPosition(c, parts, submission),
    formOf(c, submission),
    readFormLabel(c, parts, form_id, named.name),
    seesForms ? SubmissionLog({ c, submission }) : null,
    findNotes(c, submission),
    findReplies(c, submission),
    parts.store.reads.listPeople(c.var.scope),
    parts.store.reads.listUsedTags(c.var.scope),
    c.var.api.GET("/api/v1/submissions/{id}/decisions", byId(submission.id)).then(dataOf),
  ]);
  preferZoneOf(c, form);
  const { id, created_at, seen_at } = submission;
  const inForms = { submission, query: position.query, unsaved };
  const pageOf = (other: number | null) =>
    other === null ? undefined : `/dashboard/submissions/${other}${position.query}`;
  const isKept = c.req.query("keep") === "unread";
  const isSeenNow = seen_at === null || (isDoneWhenOpened(form, submission) && !isKept);
  return showPage(c, {
    title: visible(nameSubmission(submission)),
    section: "inbox",
    scripts: [assetUrl("keys.js"), assetUrl("submission.js"), assetUrl("refresh.js")],
    status: unsaved === undefined ? 200 : HTTP_STATUS[unsaved.error.code],
    heading: <Text of={nameSubmission(submission)} />,
    crumbs: [
      ["Inbox", position.list, "u"],
      [<Text of={label} />, `/dashboard/${seesForms ? "forms/" : "inbox?form_id="}${form_id}`],
    ],
    note: (
      <>
        {nameSubmission(submission) === `Submission ${id}` ? "" : `Submission ${id}, `}
        <Timestamp at={created_at} /> <DeliveryStateBadge of={submission.delivery_state} />
      </>
    ),
    beside: (
      <PageLinks
        label="Newer and older submissions"
        class="row"
        links={[
          { label: "Newer", rel: "prev", shortcut: "k", to: pageOf(position.newer) },
          { label: "Older", rel: "next", shortcut: "j", to: pageOf(position.older) },
        ]}
      >
        <span class="small soft">{position.place}</span>
      </PageLinks>
    ),
    content: (
      <>
        <SubmissionActions
          submission={submission}
          isSnoozed={Date.parse(submission.snoozed_until ?? "") > parts.clock.now()}
          query={position.query}
          canReply={typeof replies.preview !== "string"}
          canRefire={form.form_webhooks.length > 0}
        />
        {mayChange ? <OpeningNote forms={[form]} /> : null}
        <div
          class="submission"
          data-seen={isSeenNow && mayChange ? `/dashboard/submissions/${id}/seen` : undefined}
        >
          <div class="stacked">
            <SubmissionFields
              submission={submission}
              isWhole={c.req.query("whole") === "yes"}
              whole={`/dashboard/submissions/${id}${appendQuery(position.query, "whole=yes")}`}
            />
            <SubmissionFiles files={submission.attachments} />
            <SubmissionReplies {...inForms} form={replies} />
            <SubmissionNotes {...inForms} notes={notes} />
          </div>
          <SubmissionFacts submission={submission} timezone={form.timezone}>
            <IfMayPost to={here}>
              <Handling {...inForms} people={people} now={parts.clock.now()} />
              <SubmissionTags {...inForms} used={used} />
            </IfMayPost>
            <SubmissionDecisions of={decided} />
          </SubmissionFacts>
          {log}
        </div>
        <Shortcuts page="submission" />
      </>
    ),
  });
}

function askToDelete(c: DashboardContext, submission: Submission): Promise<Response> {
  const { id, attachments, email, form } = submission;
  const query = originQuery(c);
  const files = attachments.length === 0 ? "" : ` and its ${plural(attachments.length, "file")}`;
  return askFirst(c, {
    section: "inbox",
    title: `Delete submission ${id}`,
    heading: "Delete permanently?",
    text: (
      <>
        {`Submission ${id} from `}
        <Text of={email ?? form.name} />
        {`${files} will be deleted, and its queued deliveries canceled. This cannot be undone.`}
      </>
    ),
    action: `/dashboard/submissions/${id}/delete${query}`,
    answers: [["yes", "Delete permanently"]],
    isDangerous: true,
    back: `/dashboard/submissions/${id}${query}`,
  });
}
