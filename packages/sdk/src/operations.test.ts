// Every operation of the API document has a method, and the method sends that operation.
import { clientOf, openClient, serve } from "../test/faulty-server.ts";
import type { Intray } from "./node-client.ts";
import type { operations as documented } from "./generated/api.gen.ts";
import { operations } from "./generated/operations.gen.ts";
import type { OperationId } from "./api-types.ts";

/** The JSON of an operation's response; any type if the response is not JSON. */
type JsonOf<Id extends OperationId> =
  documented[Id]["responses"] extends Record<
    200 | 201,
    { content: { "application/json": infer Body } }
  >
    ? Body
    : documented[Id]["responses"] extends { 200: { content: { "application/json": infer Body } } }
      ? Body
      : documented[Id]["responses"] extends { 201: { content: { "application/json": infer Body } } }
        ? Body
        : unknown;

type CallOf<Id extends OperationId> = Id extends "streamEvents"
  ? (client: Intray) => AsyncIterableIterator<unknown>
  : (client: Intray) => PromiseLike<JsonOf<Id>>;

const WEBHOOK = { form_id: "3", name: "Us", url: "https://example.com", format: "json" } as const;
const CLAIM = { limit: 10, lease_seconds: 60, consumer: "mail" };

/** Does not compile if an operation is missing, or if a method has another result type. */
const CALLS = {
  getChallenge: (client) => client.forms.challenge(3),
  postForm: (client) => client.submissions.create(3, { name: "Ada" }),
  listSubmissions: (client) => client.submissions.list(),
  getSubmission: (client) => client.submissions.get(7),
  deleteSubmission: (client) => client.submissions.delete(7),
  replaceSubmission: (client) => client.submissions.replace(7, { spam: true }),
  updateSubmission: (client) => client.submissions.update(7, { spam: true }),
  bulkUpdateSubmissions: (client) => client.submissions.updateBulk([7, 8], { read: true }),
  listNotes: (client) => client.notes.list(7),
  createNote: (client) => client.notes.create(7, "Call back."),
  updateNote: (client) => client.notes.update(4, "Called."),
  deleteNote: (client) => client.notes.delete(4),
  listReplies: (client) => client.replies.list(7),
  createReply: (client) => client.replies.create(7, { text: "Thank you." }),
  previewReply: (client) => client.replies.preview(7, { template_id: 4 }),
  listReplyTemplates: (client) => client.replyTemplates.list({ form_id: 3 }),
  createReplyTemplate: (client) => client.replyTemplates.create({ name: "Hi", body: "Hello" }),
  updateReplyTemplate: (client) => client.replyTemplates.update(4, { name: "Hello" }),
  deleteReplyTemplate: (client) => client.replyTemplates.delete(4),
  importSubmissions: (client) =>
    client.submissions.import(3, { from: "a.csv", submissions: [{ key: "1", form_params: [] }] }),
  undoSubmissions: (client) => client.submissions.undo("undo-0123456789ab"),
  claimSubmissions: (client) => client.submissions.claim({ ...CLAIM, form_id: 3 }),
  releaseSubmissions: (client) =>
    client.submissions.release({ lease_token: "t", submission_ids: [7], dead: true }),
  extendSubmissionLeases: (client) =>
    client.submissions.extend({ lease_token: "t", lease_seconds: 60 }),
  bulkRefireWebhooks: (client) => client.submissions.refireWebhooksBulk([7]),
  refireSubmissionWebhooks: (client) => client.submissions.refireWebhooks(7),
  listSubmissionWebhookLogs: (client) => client.webhookLogs.ofSubmission(7),
  listWebhookLogs: (client) => client.webhookLogs.list(),
  getWebhookLogBody: (client) => client.webhookLogs.body(9),
  refireWebhookLog: (client) => client.webhookLogs.refire(9),
  listDeliveries: (client) => client.deliveries.list(),
  getDelivery: (client) => client.deliveries.get(9),
  getDeliveryBody: (client) => client.deliveries.body(9),
  refireDelivery: (client) => client.deliveries.refire(9),
  listAttention: (client) => client.deliveries.attention(),
  dismissAttention: (client) =>
    client.deliveries.dismiss({ id: "5.http_503", until: "2026-01-31", note: "A test" }),
  sendDeliveries: (client) => client.deliveries.send({ destination_id: 5 }),
  getSendingProgress: (client) => client.deliveries.progress({ since: "2026-01-31" }),
  stopSendingDeliveries: (client) => client.deliveries.stop({ since: "2026-01-31" }),
  listFormSubmissions: (client) => client.submissions.ofForm(3),
  bulkUpdateForms: (client) => client.forms.updateBulk({ form_ids: [3], set: { use_ajax: true } }),
  listForms: (client) => client.forms.list(),
  createForm: (client) => client.forms.create({ name: "Contact" }),
  getForm: (client) => client.forms.get(3),
  replaceForm: (client) => client.forms.replace(3, { name: "Us" }),
  deleteForm: (client) => client.forms.delete(3),
  updateForm: (client) => client.forms.update(3, { name: "Us" }),
  getRejectedPosts: (client) => client.forms.rejectedPosts(3),
  listRecipients: (client) => client.forms.recipients(3),
  sendConfirmation: (client) => client.forms.sendConfirmation(3, "ada@example.org"),
  forgetQueueConsumer: (client) => client.forms.forgetQueueConsumer(3),
  releaseRecipient: (client) => client.forms.releaseRecipient(3, "ada@example.org"),
  previewFormEmail: (client) => client.forms.previewEmail(3, { kind: "answer" }),
  sendTestEmail: (client) => client.forms.sendTestEmail(3, { kind: "notification" }),
  listFormViews: (client) => client.forms.views(),
  listDomains: (client) => client.account.domains(),
  listProjects: (client) => client.projects.list(),
  createProject: (client) => client.projects.create({ name: "Site" }),
  getProject: (client) => client.projects.get(2),
  replaceProject: (client) => client.projects.replace(2, { name: "Site" }),
  deleteProject: (client) => client.projects.delete(2),
  restoreProject: (client) => client.projects.restore(2),
  updateProject: (client) => client.projects.update(2, { name: "Site" }),
  listFormWebhooks: (client) => client.webhooks.list(),
  createFormWebhook: (client) => client.webhooks.create(WEBHOOK),
  getFormWebhook: (client) => client.webhooks.get(5),
  replaceFormWebhook: (client) => client.webhooks.replace(5, WEBHOOK),
  deleteFormWebhook: (client) => client.webhooks.delete(5),
  updateFormWebhook: (client) => client.webhooks.update(5, WEBHOOK),
  getSigningSecret: (client) => client.webhooks.signingSecret(5),
  regenerateSecret: (client) => client.webhooks.regenerateSecret(5),
  testFormWebhook: (client) => client.webhooks.test(5),
  refireFailedDeliveries: (client) => client.webhooks.refireFailed(5, new Date(0)),
  previewFormWebhook: (client) => client.webhooks.preview({ form_webhook: WEBHOOK }),
  getAttachment: (client) => client.attachments.download(4),
  getPublicAttachment: (client) => client.attachments.downloadPublic("token"),
  listApiKeys: (client) => client.apiKeys.list(),
  createApiKey: (client) => client.apiKeys.create({ kind: "account", name: "cron" }),
  deleteApiKey: (client) => client.apiKeys.delete(4),
  authorizeDevice: (client) => client.server.authorizeDevice({ client_id: "cron" }),
  createDeviceToken: (client) => client.server.deviceToken({ device_code: "d" }),
  getMe: (client) => client.me(),
  getAccount: (client) => client.account.get(),
  updateAccount: (client) => client.account.update({ alert_url: null }),
  getAlertSecret: (client) => client.account.alertSecret(),
  listAlerts: (client) => client.account.alerts(),
  streamEvents: (client) => client.events.follow({ form_id: 3 }),
  getOpenapi: (client) => client.server.openapi(),
  getHealth: (client) => client.server.health(),
  getReadiness: (client) => client.server.readiness(),
  getMetrics: (client) => client.server.metrics(),
  getDocs: (client) => client.server.docs(),
} satisfies { readonly [Id in OperationId]: CallOf<Id> };

/** The operations that need no key, by the document. */
const KEYLESS: readonly OperationId[] = [
  "postForm",
  "getChallenge",
  "getPublicAttachment",
  "authorizeDevice",
  "createDeviceToken",
  "getOpenapi",
  "getHealth",
  "getReadiness",
  "getMetrics",
  "getDocs",
];

describe("the client", () => {
  it.each(operations)("sends $method $path by the method of $id", async ({ id, method, path }) => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end("{}");
    });
    const { client } = clientOf(url, { maxRetries: 0 });

    const called = CALLS[id](client);
    if ("then" in called) await called;
    else await called.next().catch(() => undefined);

    const [request] = requests;
    const template = path.split("/").map((part) => (part.startsWith("{") ? "[^/]+" : part));
    expect(request?.method).toBe(method);
    expect(request?.url?.split("?")[0]).toMatch(new RegExp(`^${template.join("/")}$`));
    expect(request?.headers.authorization !== undefined).toBe(!KEYLESS.includes(id));
  });

  it("sends what to include in submissions as one parameter", async () => {
    const { client, url, requests } = await openClient((_, response) => void response.end("{}"), {
      maxRetries: 0,
    });
    const include: ("notes" | "replies")[] = ["notes", "replies"];

    await client.submissions.get(7, { include });
    await client.submissions.ofForm(3, { include });
    await client.submissions.list({ include });

    const queries = requests.map((request) => new URL(request.url ?? "", url).searchParams);
    expect(queries).toHaveLength(3);
    for (const query of queries) expect(query.getAll("include")).toEqual(["notes,replies"]);
  });

  it("has a method for every operation, and no other", () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });
});
