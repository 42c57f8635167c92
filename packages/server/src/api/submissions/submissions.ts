/** The submissions resource. */
import type { Hono } from "hono";
import {
  type SubmissionChange as MarksInApi,
  zGetSubmissionQuery,
  zReplaceSubmissionQuery,
  zSubmissionChange,
  zSubmissionPatch,
  zUpdateSubmissionQuery,
} from "@intray/sdk/schemas";
import { submissionNotFound } from "../../domain/not-found.ts";
import { type Include, INCLUDED } from "../../domain/submission/include.ts";
import { normalTagChange } from "../../domain/submission/tags.ts";
import { type SerializeOptions, submissionText } from "../../domain/submission/submission-text.ts";
import { submissionVersion } from "../../domain/submission/submission-version.ts";
import { deliveryRecord } from "../deliveries/delivery-record.ts";
import { deliveriesQueued, NOTHING_QUEUED } from "../deliveries/refire-message.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { isMasked, maskRecipient } from "../http/masks.ts";
import { compileRouting, explain } from "../../domain/routing/routing.ts";
import { requireFewRefires } from "../http/limit-keys.ts";
import { parseBody, parseQuery, pathId } from "../http/request.ts";
import { requireDeletion } from "../http/scope.ts";
import { expectedVersions, setVersion } from "../http/versions.ts";
import { namesReadOnly, READ_ONLY, requireReadOnly } from "../members/read-only-members.ts";
import { readInclude } from "./include.ts";
import type { QueueConsumers } from "./queue-consumers.ts";
import { readMarks } from "./submission-query.ts";

export function submissionRoutes(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  consumers: QueueConsumers,
): void {
  const { store, discardFiles, clock, origins, onDue, onMarked } = parts;
  const renderOptions = (c: ApiContext): SerializeOptions => ({
    ...origins,
    now: clock.now(),
    masksPeople: isMasked(c.get("caller")),
  });
  const answer = (c: ApiContext, json: string | Uint8Array<ArrayBuffer>) =>
    c.body(json, 200, { "Content-Type": "application/json" });
  const scope = (c: ApiContext) => {
    const { account_id, form_id } = c.get("caller");
    return { id: pathId(c), account_id, form_id };
  };

  const stored = async (c: ApiContext, include?: Include) => {
    const which = { ...scope(c), ...renderOptions(c), include };
    const found = await store.reads.serializeSubmission(which);
    if (found === undefined) throw submissionNotFound(pathId(c));
    return found;
  };
  /** With notes and replies if the body has them. */
  const recordOf = async (c: ApiContext, body: object) => {
    const names = INCLUDED.filter((name) => Object.hasOwn(body, name));
    const include = readInclude(names.length > 0 ? names : undefined, c.get("caller"));
    return JSON.parse((await stored(c, include)).text) as object;
  };

  app.get("/submissions/:id", async (c) => {
    const { include } = parseQuery(c, zGetSubmissionQuery);
    const { text, version } = await stored(c, readInclude(include, c.get("caller")));
    setVersion(c, version);
    return answer(c, text);
  });

  app.get("/submissions/:id/decisions", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const found = await store.reads.findDecisions({ account_id, id: pathId(c) });
    const { decisions, rules, destinations } = found;
    if (decisions === null) return c.json({ decisions: [], changed_since: false });
    const routing = compileRouting(rules, destinations);
    const explained = explain(decisions, routing, destinations);
    return c.json({
      decisions: (explained ?? []).map((one) => maskRecipient(one, caller)),
      changed_since: explained === undefined,
    });
  });

  const change = async (c: ApiContext, uid: string | undefined, marks: MarksInApi) => {
    if (marks.trash === true) requireDeletion(c.get("caller"));
    const which = { ...scope(c), uid, expected: expectedVersions(c) };
    const row = await store.writes.updateSubmission({
      ...which,
      change: normalTagChange(
        await readMarks(parts, c.get("caller"), marks, "submission"),
        "submission",
      ),
      consumer: marks.read === true ? consumers.of(c.get("caller"), "mark") : undefined,
      now: clock.now(),
    });
    // Before the response, so that the classifier uses this training example for the next post.
    if (marks.spam !== undefined) await onMarked(c.get("caller").account_id);
    if (marks.spam === false || marks.trash === false) onDue();
    setVersion(c, submissionVersion(row).version);
    return answer(c, submissionText(row, renderOptions(c)));
  };

  app.patch("/submissions/:id", async (c) => {
    const { uid } = parseQuery(c, zUpdateSubmissionQuery);
    let members: object = {};
    const { submission: marks } = await parseBody(c, zSubmissionPatch, undefined, (body) => {
      members = "submission" in body ? Object(body.submission) : {};
      return Object.keys(READ_ONLY.submission.rules).map((name) => `submission.${name}`);
    });
    if (namesReadOnly(members, READ_ONLY.submission)) {
      requireReadOnly(members, await recordOf(c, members), READ_ONLY.submission);
    }
    return change(c, uid, marks);
  });

  app.put("/submissions/:id", async (c) => {
    const { uid } = parseQuery(c, zReplaceSubmissionQuery);
    let members: object = {};
    const marks = await parseBody(c, zSubmissionChange, "submission", (body) => {
      members = body;
      return Object.keys(READ_ONLY.submission.rules);
    });
    const record = await recordOf(c, members);
    requireReadOnly(members, record, READ_ONLY.submission);
    // Of a whole record, only marks that differ were set by the client.
    const before = new Map(Object.entries(record));
    const differing = Object.entries(marks).filter(([name, mark]) => mark !== before.get(name));
    return change(c, uid, Object.fromEntries(differing));
  });

  app.delete("/submissions/:id", async (c) => {
    requireDeletion(c.get("caller"));
    const deletion = { expected: expectedVersions(c), now: clock.now() };
    const row = await store.writes.deleteSubmission({ ...scope(c), ...deletion });
    await discardFiles(row.attachments.map((file) => file.storage_key));
    return answer(c, submissionText(row, renderOptions(c)));
  });

  app.post("/submissions/:id/refire_webhooks", async (c) => {
    const { id, account_id, form_id } = scope(c);
    requireFewRefires(parts.keyRates, c.get("caller"));
    const outcome = await writeOnce(c, parts, store.writes.refireSubmissions, {
      account_id,
      form_id,
      submission_ids: [id],
      trigger: "refire",
      now: clock.now(),
    });
    const [result] = outcome.result;
    if (result === undefined || result.status === "not_found") throw submissionNotFound(id);
    onDue();
    const { length } = result.deliveries;
    return c.json({
      success: true,
      message: length === 0 ? NOTHING_QUEUED : deliveriesQueued(length),
      deliveries: result.deliveries.map((delivery) =>
        deliveryRecord(delivery, parts, c.get("caller")),
      ),
    });
  });
}
