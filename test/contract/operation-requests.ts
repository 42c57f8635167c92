/** Requests to every operation of the API, by its id in openapi.yaml: valid ones, and ones that are rejected. */
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { postBody } from "../harness/api.ts";

export type Json = Readonly<Record<string, unknown>>;
/** `at` replaces the parameter in the operation's path; the default is an id that does not exist. */
export type Sent = { readonly at?: number | string; readonly query?: string; readonly json?: Json };
export interface Init extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}
/** A request to an operation of the API by its id in openapi.yaml. */
type OperationRequest = readonly [operationId: string, sent: Sent, init?: Init];

/** What the requests refer to: a form with a webhook, and a submission with a file and one delivery. */
export interface Records {
  readonly form: { readonly id: number; readonly uuid: string };
  readonly webhook: number;
  readonly submission: number;
  readonly attachment: number;
  /** Of the attachment's public URL. */
  readonly token: string;
  readonly log: number;
  /** About the submission. */
  readonly note: number;
  /** Of replies to the form's submissions. */
  readonly template: number;
}

/** The name of an act that was done. */
const UNDO = "undo-of-every-operation";
export const UNKNOWN = 999_999_999;
export const HOOK = { url: "http://127.0.0.1:9/hook" };
export const IMPORT = {
  from: "old.csv",
  submissions: [{ key: "1", submitted_at: null, form_params: [{ name: "a", value: "b" }] }],
};
/** Valid bodies of changes of a record, by the operation. */
export const BODIES: Readonly<Record<string, Json>> = {
  importSubmissions: IMPORT,
  createNote: { text: "Taken" },
  updateNote: { text: "Taken" },
  createReply: { text: "Taken" },
  previewReply: { text: "Taken" },
  updateReplyTemplate: { name: "Taken" },
  replaceSubmission: { submission: { read: true } },
  updateSubmission: { submission: { read: true } },
  updateForm: { form: { name: "Taken" } },
  replaceForm: { form: { name: "Taken" } },
  updateMember: { name: "Taken" },
  inviteMember: {},
  updateProject: { project: { name: "Taken" } },
  replaceProject: { project: { name: "Taken" } },
  updateFormWebhook: { form_webhook: { name: "Taken" } },
  replaceFormWebhook: { form_webhook: { name: "Taken" } },
  regenerateSecret: {},
  testFormWebhook: {},
  refireFailedDeliveries: { since: "2020-01-01T00:00:00Z" },
};
export const METRICS_TOKEN = "the-token-of-the-metrics";
/** Of the server that the requests are sent to. */
export const SERVER_SETTINGS = {
  INTRAY_METRICS_TOKEN: METRICS_TOKEN,
  INTRAY_RATE_LIMIT: "30",
  // Nothing listens there.
  INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
  INTRAY_MAIL_FROM: "forms@example.org",
  INTRAY_BODY_SECONDS: "2",
  INTRAY_FORM_FILE_QUOTA: "100000",
};
/** A recipient who does not confirm, and was asked long ago once {@link ASK_LONG_AGO} has run. */
export const WAITING = "waits@example.org";
export const ASK_LONG_AGO = `update mail_address set confirmation_sent_at = 1
  where account_id = 1 and address = '${WAITING}'`;
const SUPPRESSED = "gone@example.org";
/** Suppresses the address that `releaseRecipient` releases. */
export const SUPPRESS = `insert into mail_address (account_id, address, suppressed_at, created_at)
  values (1, '${SUPPRESSED}', 1, 1)
  on conflict (account_id, address) do update set suppressed_at = 1`;
/** The address that `sendTestEmail` sends to. */
export const ADD_LOGIN = `insert into login (account_id, email, password_hash, created_at, updated_at)
  values (1, 'ada@example.org', '', 1, 1) on conflict (email) do nothing`;
const TOO_LARGE = "x".repeat(1_024 * 1_024 + 1);

export const keyed = operations.filter(({ scope }) => scope !== "none");
/** Those that anybody may send a body of JSON to. */
export const OPEN_TO_ALL = ["authorizeDevice", "createDeviceToken"] as const;
export const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** The record that the parameter of a path stands for, by the folder before it. */
function recordAt(path: string, records: Records, project = UNKNOWN): number | string {
  const { form, webhook, submission, attachment, log, note, template } = records;
  const ids: Readonly<Record<string, number | string>> = {
    f: form.uuid,
    forms: form.id,
    form_views: form.id,
    form_webhooks: webhook,
    submissions: submission,
    attachments: attachment,
    deliveries: log,
    webhook_logs: log,
    notes: note,
    reply_templates: template,
    projects: project,
  };
  return ids[/(\w+)\/\{/.exec(path)?.[1] ?? ""] ?? UNKNOWN;
}

/** An answer without end, and bodies that are there only once they were sent. */
const NOT_READ = ["streamEvents", "getDeliveryBody", "getWebhookLogBody"];

/**
 * One or two valid requests to every operation that the caller has not called to make the records. What is read
 * without parameters of its own is read before the deletions.
 */
export function validRequests(
  records: Records,
  made: {
    readonly lease_token: string;
    readonly project: number;
    readonly key: number;
    readonly member: number;
  },
): readonly OperationRequest[] {
  const { form, webhook, submission, attachment, token, log, note, template } = records;
  const lease = { lease_token: made.lease_token, submission_ids: [submission] };
  const changes: readonly OperationRequest[] = [
    ["extendSubmissionLeases", { json: { ...lease, lease_seconds: 90 } }],
    ["releaseSubmissions", { json: lease }],
    ["listSubmissions", { query: "?include=notes,replies" }],
    ["getSubmission", { at: submission, query: "?include=notes,replies" }],
    ["listDecisions", { at: submission }],
    ["replaceSubmission", { at: submission, json: { read: true } }],
    ["updateSubmission", { at: submission, json: { submission: { read: true } } }],
    [
      "bulkUpdateSubmissions",
      { json: { submission_ids: [submission], set: { add_tags: ["vip"], remove_tags: ["vip"] } } },
    ],
    [
      "bulkUpdateSubmissions",
      { json: { submission_ids: [submission], set: { read: false }, undo: UNDO } },
    ],
    ["undoSubmissions", { json: { undo: UNDO } }],
    ["createNote", { at: submission, json: { text: "Call back." } }],
    ["updateNote", { at: note, json: { text: "Called." } }],
    ["deleteNote", { at: note }],
    ["previewReply", { at: submission, json: { template_id: template } }],
    ["createReply", { at: submission, json: { text: "Thank you.", subject: "Re: Chairs" } }],
    ["createReplyTemplate", { json: { form_id: form.id, name: "Bye", body: "Goodbye." } }],
    ["updateReplyTemplate", { at: template, json: { body: "Hello {{form_name}}" } }],
    ["deleteReplyTemplate", { at: template }],
    ["bulkRefireWebhooks", { json: { submission_ids: [submission] } }],
    ["refireSubmissionWebhooks", { at: submission }],
    ["refireWebhookLog", { at: log }],
    ["refireDelivery", { at: log }],
    ["dismissAttention", { json: { id: `${webhook}.http_503`, until: "2020-01-01", note: "old" } }],
    ["sendDeliveries", { json: { destination_id: webhook, dry_run: true } }],
    ["sendDeliveries", { json: { states: ["retrying", "blocked"], http_status: "5xx" } }],
    ["getSendingProgress", { query: "?since=2020-01-01" }],
    ["stopSendingDeliveries", { json: { since: "2020-01-01" } }],
    ["createForm", { json: { name: "Other" } }],
    ["copyForm", { at: form.id, json: { name: "Copy", webhooks: true } }],
    ["replaceForm", { at: form.id, json: { name: "Contact" } }],
    ["updateForm", { at: form.id, json: { captcha: { provider: "altcha" } } }],
    ["bulkUpdateForms", { json: { form_ids: [form.id], set: { archived: false } } }],
    ["forgetQueueConsumer", { at: form.id }],
    ["importSubmissions", { at: form.id, json: IMPORT }],
    ["sendConfirmation", { at: form.id, json: { address: WAITING } }],
    ["releaseRecipient", { at: form.id, json: { address: SUPPRESSED } }],
    ["previewFormEmail", { at: form.id, json: { kind: "answer", submission_id: submission } }],
    ["sendTestEmail", { at: form.id, json: { kind: "notification" } }],
    ["rehearseForm", { at: form.id, json: { form: { rules: [] }, form_webhook: { id: webhook } } }],
    ["createProject", { json: { name: "Pages" } }],
    ["replaceProject", { at: made.project, json: { name: "Sites" } }],
    ["updateProject", { at: made.project, json: { name: "Site" } }],
    ["createFormWebhook", { json: { ...HOOK, form_id: form.id } }],
    ["replaceFormWebhook", { at: webhook, json: { name: "Hook" } }],
    ["updateFormWebhook", { at: webhook, json: { name: "Hook 2" } }],
    ["regenerateSecret", { at: webhook }],
    ["testFormWebhook", { at: webhook }],
    ["refireFailedDeliveries", { at: webhook, json: { since: "2020-01-01" } }],
    ["previewFormWebhook", { json: { form_webhook: { format: "slack" } } }],
    ["getAttachment", { at: attachment }],
    ["getAttachment", { at: attachment }, { headers: { range: "bytes=0-1" } }],
    ["getPublicAttachment", { at: token }],
    ["getPublicAttachment", { at: token }, { headers: { range: "bytes=0-1" } }],
    ["createApiKey", { json: { kind: "account", name: "Second" } }],
    ["rotateApiKey", { at: made.key, json: { overlap: 60 } }],
    ["deleteApiKey", { at: made.key }],
    ["createMember", { json: { email: "new@example.org", role: "viewer" } }],
    ["updateMember", { at: made.member, json: { name: "New" } }],
    ["inviteMember", { at: made.member }],
    ["getMember", { at: made.member }],
    ["updateAccount", { json: { account: { alert_url: HOOK.url } } }],
    ["getMetrics", {}, withKey(METRICS_TOKEN)],
  ];
  const named = new Set([...NOT_READ, ...changes.map(([id]) => id)]);
  const reads = operations
    .filter(({ id, method }) => method === "GET" && !named.has(id))
    .map(({ id, path }) => [id, { at: recordAt(path, records, made.project) }] as const);
  return [
    ...changes,
    ...reads,
    ["deleteFormWebhook", { at: webhook }],
    ["deleteSubmission", { at: submission }],
    ["deleteProject", { at: made.project, query: "?move_to=1" }],
    ["restoreProject", { at: made.project }],
    ["deleteForm", { at: form.id }],
    ["deleteMember", { at: made.member }],
  ];
}

/**
 * Requests to every operation that are wrong by themselves: without a key, with another form's key, with unknown
 * ids, malformed parameters, or a body that is too large, malformed or of another type.
 */
export function* rejectedRequests(
  records: Records,
  keyOfOtherForm: string,
  /** Of a scope, by its name. */
  narrow: Readonly<Record<"refire" | "export", string>>,
): Generator<OperationRequest> {
  const malformed: Json = {
    form_id: true,
    name: 7,
    text: 7,
    kind: 7,
    submission: { read: "yes" },
    submission_ids: ["1"],
    lease_token: 7,
    limit: "many",
    since: "yesterday",
    form_webhook: { format: 7 },
    alert_url: 7,
    stage: "yes",
    overlap: "long",
  };
  const asJson = { "content-type": "application/json" };

  for (const id of OPEN_TO_ALL) {
    for (const body of [TOO_LARGE, "{", "[]"]) yield [id, {}, { body, headers: asJson }];
    yield [id, {}, { body: "<a/>", headers: { "content-type": "text/xml" } }];
  }
  for (const { id, path, method, scopes } of keyed) {
    const takesRefire = scopes.some((one) => one === "refire");
    yield [id, {}, withKey(narrow[takesRefire ? "export" : "refire"])];
    const hasBody = method !== "GET" && method !== "DELETE";
    const at = recordAt(path, records);
    yield [id, { at }, { headers: { authorization: "" } }];
    yield [id, { at, query: `?form_id=${records.form.id}&include=notes` }, withKey(keyOfOtherForm)];
    yield [
      id,
      {
        query: `?form_id=${UNKNOWN}`,
        ...(hasBody ? { json: { name: "A", kind: "form", form_id: UNKNOWN, ...HOOK } } : {}),
      },
    ];
    yield [id, { at: hasBody ? at : UNKNOWN }, { headers: { "idempotency-key": "x".repeat(256) } }];
    yield [
      id,
      {
        at: method === "DELETE" ? UNKNOWN : at,
        query: "?page=none&state=none&force=maybe&created_after=never&form_id=*&include=secrets",
      },
    ];
    if (method === "GET") continue;
    yield [id, {}, { body: TOO_LARGE, headers: asJson }];
    if (!hasBody) continue;
    for (const body of ["{", "[]"]) yield [id, { at }, { body, headers: asJson }];
    yield [id, { at }, { body: "<a/>", headers: { "content-type": "text/xml" } }];
    yield [id, { at, json: malformed }];
  }
}

/** Changes of records that have another version than `If-Match` names, or with an invalid one. */
export function* staleRequests({
  form,
  webhook,
  submission,
}: Records): Generator<OperationRequest> {
  const places = { Form: form.id, Project: 1, FormWebhook: webhook, Submission: submission };
  for (const [record, at] of Object.entries(places)) {
    for (const verb of ["replace", "update", "delete"]) {
      const body = { name: "Stale", submission: {} };
      const json = verb === "delete" ? {} : { json: body };
      for (const tag of ['"stale"', "stale"]) {
        yield [`${verb}${record}`, { at, ...json }, { headers: { "if-match": tag } }];
      }
    }
  }
  const versions = { [form.id]: "stale" };
  yield ["bulkUpdateForms", { json: { form_ids: [form.id], set: { use_ajax: true }, versions } }];
}

/** Well-formed requests that refer to records which do not exist. */
export function unknownRecordRequests(keyOfForm: string): readonly OperationRequest[] {
  const bulk = { submission_ids: [UNKNOWN], set: { read: true } };
  const claim = { form_id: `${UNKNOWN}`, limit: 1, lease_seconds: 60, consumer: "w" };
  return [
    ...Object.entries(BODIES).map(([id, json]) => [id, { json }] as const),
    ["bulkUpdateSubmissions", { json: bulk }],
    ["bulkUpdateForms", { json: { form_ids: [UNKNOWN], set: {} } }],
    ["bulkRefireWebhooks", { json: bulk }],
    ["undoSubmissions", { json: { undo: "nothing-of-that-name" } }],
    ["previewFormWebhook", { json: { form_webhook: {}, submission_id: UNKNOWN } }],
    ["previewFormEmail", { at: 1, json: { kind: "answer", submission_id: UNKNOWN } }],
    ["sendTestEmail", { at: 1, json: { kind: "answer", submission_id: UNKNOWN } }],
    ["createReplyTemplate", { json: { form_id: UNKNOWN, name: "Hi", body: "Hello." } }],
    ["claimSubmissions", { json: claim }],
    ["claimSubmissions", { json: claim }, withKey(keyOfForm)],
    ...([[], [withKey(keyOfForm)]] as const).flatMap((init): readonly OperationRequest[] => [
      ["sendDeliveries", { json: { form_id: UNKNOWN } }, ...init],
      ["getSendingProgress", { query: `?since=2020-01-01&form_id=${UNKNOWN}` }, ...init],
      ["stopSendingDeliveries", { json: { since: "2020-01-01", form_id: UNKNOWN } }, ...init],
    ]),
    ["releaseRecipient", { at: 1, json: { address: "fine@example.org" } }],
    ["sendConfirmation", { at: 1, json: { address: "fine@example.org" } }],
  ];
}

/** A JSON body that begins and never ends. */
export const endlessBody = () => ({
  headers: { "content-type": "application/json" },
  duplex: "half" as const,
  body: new ReadableStream({ start: (body) => body.enqueue(Buffer.from("{")) }),
});

/** More installations than a post may have passed. */
const HOPS_OF_A_LOOP = Array<string>(8).fill("0123456789abcdef").join(",");

/** Posts to a form that allows example.org only; the statuses differ. */
export function postsOf(form: string): readonly (readonly [path: string, init: Init])[] {
  const origin = { origin: "https://example.org" };
  const json = { ...origin, "content-type": "application/json" };
  const path = `/f/${form}.json`;
  const file = new File(["x".repeat(100_001)], "large.txt");
  return [
    [path, { body: new URLSearchParams({ a: "1" }), headers: origin }],
    [
      `/f/${form}`,
      {
        body: new URLSearchParams({ a: "2", _next: "https://example.org/thanks" }),
        headers: { ...origin, accept: "text/html" },
      },
    ],
    [path, { body: "{", headers: json }],
    [path, { body: new URLSearchParams({ a: "1" }), headers: { origin: "https://example.com" } }],
    ["/f/00000000000f.json", { body: new URLSearchParams({ a: "1" }) }],
    [path, { body: JSON.stringify({ a: "x".repeat(300_000) }), headers: json }],
    [path, { body: "a", headers: { ...origin, "content-type": "text/plain" } }],
    [path, { body: "{}", headers: json }],
    [path, { body: postBody({ file }), headers: origin }],
    [path, { body: "{}", headers: { ...json, "x-service-hops": HOPS_OF_A_LOOP } }],
  ];
}
