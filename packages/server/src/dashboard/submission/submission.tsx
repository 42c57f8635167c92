/** `/dashboard/submissions/<id>`: one submission, what is known about it, and what became of it. */
import { Hono } from "hono";
import type { Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { dataOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { visible } from "../format/safe-text.ts";
import { SubmissionActions } from "./actions.tsx";
import { SubmissionFacts } from "./facts.tsx";
import { SubmissionFields } from "./fields.tsx";
import { SubmissionFiles } from "./files.tsx";
import { showLogAlone, SubmissionLog } from "./log.tsx";
import { appendQuery, findListPosition, type ListPosition, originQuery } from "./list-position.ts";
import { Text } from "../layout/user-text.tsx";

export function submissionRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();

  routes.get("/:id", async (c) => serializeSubmission(c, parts, await findSubmission(c)));

  routes.get("/:id/log", async (c) => showLogAlone(c, await findSubmission(c)));

  routes.post("/:id/mark", async (c) => {
    const { id } = await findSubmission(c);
    const change = readChange(await readPosted(c));
    dataOf(
      await c.get("api").PATCH("/api/v1/submissions/{id}", {
        params: { path: { id } },
        body: { submission: change },
      }),
    );
    return redirectWithNotice(
      c,
      `/dashboard/submissions/${id}${returnQuery(c, change)}`,
      changeNotice(change),
    );
  });

  // The script's own: nothing is told, for nobody has asked.
  routes.post("/:id/seen", async (c) => {
    const path = { id: Number(c.req.param("id")) };
    const body = { submission: { read: true } };
    dataOf(await c.get("api").PATCH("/api/v1/submissions/{id}", { params: { path }, body }));
    return c.body(null, 204);
  });

  routes.post("/:id/refire", async (c) => {
    const path = { id: Number(c.req.param("id")) };
    const { message } = dataOf(
      await c.get("api").POST("/api/v1/submissions/{id}/refire_webhooks", { params: { path } }),
    );
    return redirectWithNotice(c, `/dashboard/submissions/${path.id}${originQuery(c)}#log`, message);
  });

  routes.get("/:id/delete", async (c) => showDeletion(c, await findSubmission(c)));

  routes.post("/:id/delete", async (c) => {
    const submission = await findSubmission(c);
    // The list is looked up while the submission still tells which one it is in.
    const { list } = await findListPosition(c, parts, submission);
    dataOf(
      await c
        .get("api")
        .DELETE("/api/v1/submissions/{id}", { params: { path: { id: submission.id } } }),
    );
    return redirectWithNotice(c, list, `Submission ${submission.id} is deleted for good.`);
  });
  return routes;
}

async function findSubmission(c: DashboardContext): Promise<Submission> {
  const path = { id: Number(c.req.param("id")) };
  return dataOf(await c.get("api").GET("/api/v1/submissions/{id}", { params: { path } }));
}

interface Change {
  read?: boolean;
  spam?: boolean;
  trash?: boolean;
}

/** What the pressed button says: `read=yes`. */
function readChange(posted: Posted): Change {
  const change: Change = {};
  for (const name of ["read", "spam", "trash"] as const) {
    const value = posted.text(name);
    if (value === "yes" || value === "no") change[name] = value === "yes";
  }
  if (Object.keys(change).length > 0) return change;
  throw new AppError("invalid", "Nothing was changed: say read, spam or trash, each yes or no.");
}

function changeNotice({ read, spam, trash }: Change): string {
  if (trash !== undefined) return trash ? "Moved to the trash." : "Restored from the trash.";
  if (spam !== undefined) return spam ? "Marked as spam." : "Marked as not spam.";
  return read === true ? "Marked read." : "Marked unread.";
}

/** What was just marked unread stays so: the page must not mark it read by being shown. */
function returnQuery(c: DashboardContext, { read }: Change): string {
  return read === false ? appendQuery(originQuery(c), "keep=unread") : originQuery(c);
}

/** Who wrote, as far as that is known. */
const titleOf = ({ id, email }: Submission) => email ?? `Submission ${id}`;

async function serializeSubmission(
  c: DashboardContext,
  parts: DashboardParts,
  submission: Submission,
): Promise<Response> {
  const [place, log] = await Promise.all([
    findListPosition(c, parts, submission),
    SubmissionLog({ c, submission }),
  ]);
  const { id, created_at } = submission;
  return showPage(c, {
    title: visible(titleOf(submission)),
    section: "inbox",
    scripts: [assetUrl("submission.js"), assetUrl("deliveries.js")],
    content: (
      <>
        <div class="head">
          <div>
            <p class="crumbs">
              <a href={place.list}>Inbox</a>
              {" / "}
              <a href={`/dashboard/forms/${submission.form_id}`}>
                <Text of={submission.form.name} />
              </a>
            </p>
            <h1>
              <Text of={titleOf(submission)} />
            </h1>
            <p class="small soft">
              {submission.email === null ? "" : `Submission ${id}, `}
              <Timestamp at={created_at} />
            </p>
          </div>
          <Neighbours place={place} />
        </div>
        <SubmissionActions
          submission={submission}
          query={place.query}
          mayMarkRead={c.req.query("keep") !== "unread"}
        />
        <div class="submission">
          <div class="stacked">
            <SubmissionFields
              submission={submission}
              isWhole={c.req.query("whole") === "yes"}
              whole={`/dashboard/submissions/${id}${appendQuery(place.query, "whole=yes")}`}
            />
            <SubmissionFiles files={submission.attachments} />
          </div>
          <SubmissionFacts submission={submission} />
          {log}
        </div>
      </>
    ),
  });
}

function Neighbours({ place: { newer, older, query } }: { readonly place: ListPosition }) {
  if (newer === null && older === null) return null;
  const link = (id: number | null, label: string, rel: string) =>
    id === null ? (
      <span class="button" aria-disabled="true">
        {label}
      </span>
    ) : (
      <a class="button" rel={rel} href={`/dashboard/submissions/${id}${query}`}>
        {label}
      </a>
    );
  return (
    <nav class="row" aria-label="Neighbours">
      {link(newer, "Newer", "prev")}
      {link(older, "Older", "next")}
    </nav>
  );
}

async function showDeletion(c: DashboardContext, submission: Submission): Promise<Response> {
  const { id, attachments } = submission;
  const query = originQuery(c);
  const files =
    attachments.length === 0
      ? ""
      : attachments.length === 1
        ? " and its file"
        : ` and its ${attachments.length} files`;
  return showPage(c, {
    title: `Delete submission ${id}`,
    section: "inbox",
    content: (
      <section class="card">
        <h1>Delete for good?</h1>
        <p>
          {`Submission ${id} from `}
          <Text of={submission.email ?? submission.form.name} />
          {`${files} will be gone from this server, and what of it still waits to be sent will not be sent. Nothing brings it back.`}
        </p>
        <form class="row" method="post" action={`/dashboard/submissions/${id}/delete${query}`}>
          <button class="danger">Delete for good</button>
          <a class="button" href={`/dashboard/submissions/${id}${query}`}>
            Keep it
          </a>
        </form>
      </section>
    ),
  });
}
