// Provokes every status that openapi.yaml documents for an operation, and checks that no other one occurs.
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { AppError } from "../../packages/server/src/domain/errors.ts";
import { openStore } from "../../packages/server/src/store/open-store.ts";
import { wrapReads } from "../../packages/server/src/store/reads.ts";
import type { Store, StoreOptions } from "../../packages/server/src/store/store.ts";
import { wrapWrites } from "../../packages/server/src/store/writes.ts";
import {
  ACCOUNT_KEY,
  startApiServer,
  useApiServer,
} from "../../packages/server/test/api-server.ts";
import {
  endlessBody,
  HOOK,
  IMPORT,
  type Json,
  keyed,
  METRICS_TOKEN,
  OPEN_TO_ALL,
  postsOf,
  rejectedRequests,
  SERVER_SETTINGS,
  staleRequests,
  unknownRecordRequests,
  validRequests,
  withKey,
} from "./operation-requests.ts";
import { createOperationCalls, documentedStatuses, methodOf } from "./operation-calls.ts";

const MAX_STREAMS_OF_A_KEY = 20;

/** How the store fails at the moment, and the call that works nevertheless. */
let failure: { readonly error: Error; readonly except?: "findKey" } | undefined;

/** A store that rejects every call while there is a {@link failure}. */
async function openFailingStore(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  const unlessFailing = async <Result>(call: () => Result | Promise<Result>) => {
    if (failure !== undefined) throw failure.error;
    return call();
  };
  const { findKey } = store;
  return {
    ...store,
    accept: (submission) => unlessFailing(() => store.accept(submission)),
    findForm: (ref) => unlessFailing(() => store.findForm(ref)),
    findKey: (hash) =>
      failure?.except === "findKey" ? findKey(hash) : unlessFailing(() => findKey(hash)),
    reads: wrapReads(store.reads, (read) => unlessFailing(read)),
    writes: wrapWrites(store.writes, (write) => unlessFailing(write)),
  };
}

const { ask, askAs, seen, problems, send, postTo, prepare } = createOperationCalls(() => server);
const server = useApiServer(SERVER_SETTINGS, systemClock, { openStore: openFailingStore });

it("every operation answers valid requests with success", async () => {
  const records = await prepare();
  const { form, log } = records;
  const project = await server.create("/projects", { name: "Site" });
  const claim = { form_id: `${form.id}`, limit: 5, lease_seconds: 60, consumer: "w" };
  const claimed = (await (await send("claimSubmissions", { json: claim })).json()) as {
    readonly lease_token: string;
  };
  const key = await server.create("/api_keys", { kind: "form", form_id: form.id, name: "Reader" });
  const member = await server.create("/members", { email: "next@example.org", role: "viewer" });
  expect([200, 404]).toContain((await send("getWebhookLogBody", { at: log })).status);
  expect([200, 404]).toContain((await send("getDeliveryBody", { at: log })).status);

  const asked = await send("authorizeDevice", { json: { client_id: "cron" } });
  const { user_code, device_code } = (await asked.json()) as Record<string, string>;
  await send("createApiKey", { json: { kind: "account", user_code } });
  expect((await send("createDeviceToken", { json: { device_code } })).status).toBe(200);

  const answers: Record<string, number> = {};
  for (const [id, sent, init] of validRequests(records, {
    lease_token: claimed.lease_token,
    project: project.id,
    key: key.id,
    member: member.id,
  })) {
    answers[`${id} ${init === undefined ? "" : JSON.stringify(init)}`] = (
      await send(id, sent, init)
    ).status;
  }

  const bad = Object.entries(answers).filter(([, status]) => ![200, 201, 206].includes(status));
  expect(bad).toEqual([]);
});

it("every operation rejects requests that are wrong by themselves", async () => {
  const records = await prepare();
  const other = await server.create("/forms", { name: "Other" });
  const key = await server.createKey({ form_id: other.id });

  const narrow = {
    refire: await server.createKey({ scope: "refire" }),
    export: await server.createKey({ scope: "export" }),
  };
  for (const request of rejectedRequests(records, key, narrow)) await send(...request);
  await server.sql("update api_key set allowed_ips = '192.0.2.0/24' where form_id = ?", other.id);
  await send("getMe", {}, withKey(key));
  for (const request of staleRequests(records)) await send(...request);
  const strict = { headers: { prefer: "handling=strict" } };
  for (const { id, scope } of operations) {
    if (scope !== "none") await send(id, { query: "?fliter_by=new" }, strict);
  }

  expect([...seen].filter((one) => / 5\d\d$/.test(one))).toEqual([]);
});

it("operations reject requests that contradict the stored records", async () => {
  const { form, webhook, submission, attachment, token, log } = await prepare();
  const key = await server.createKey({ form_id: form.id });
  const ended = { lease_token: "itk_lease_ended", submission_ids: [submission] };
  const range = { headers: { range: "bytes=99-" } };
  for (const request of unknownRecordRequests(key)) await send(...request);
  await send("deleteSubmission", { at: submission }, withKey(key));
  // The last one is refused with 409.
  for (let id = 1; id < 20; id++) await send("deleteProject", { at: id });
  const rotated = await server.create("/api_keys", { kind: "account" });
  for (let n = 0; n < 2; n++) await send("rotateApiKey", { at: rotated.id, json: {} });
  await send("releaseSubmissions", { json: ended });
  await send("extendSubmissionLeases", { json: { ...ended, lease_seconds: 60 } });
  await send("regenerateSecret", { at: webhook, json: { activate: true } });
  await send("getAttachment", { at: attachment }, range);
  await send("getPublicAttachment", { at: token }, range);
  const unchanged = { headers: { "if-none-match": "*" } };
  expect((await send("getAttachment", { at: attachment }, unchanged)).status).toBe(304);
  expect((await send("getPublicAttachment", { at: token }, unchanged)).status).toBe(304);
  await send("getPublicAttachment", { at: "nothing" });
  const apart = { INTRAY_PUBLIC_URL: "http://a.test", INTRAY_FILES_URL: "http://b.test" };
  const other = await startApiServer(apart);
  await ask(`${other.url}/api/v1/attachments/${token}/public`);
  await other.close();
  const etag = (await send("getDocs")).headers.get("etag") ?? "";
  expect((await send("getDocs", {}, { headers: { "if-none-match": etag } })).status).toBe(304);
  await send("updateFormWebhook", { at: webhook, json: { enabled: false } });
  await send("refireWebhookLog", { at: log });
  await send("refireDelivery", { at: log });
  await send("testFormWebhook", { at: webhook });
  await send("refireFailedDeliveries", { at: webhook, json: { since: "2020-01-01" } });
  await send("getMetrics");
  await ask(`${server.url}/metrics`, { headers: { "x-forwarded-for": "192.0.2.1" } });
  await askAs("rebind.example", `${server.url}/metrics`);
  await send("getChallenge", { at: form.uuid });
  for (const path of [
    "/api/v1/openapi.json",
    "/healthz",
    "/readyz",
    "/metrics",
    "/docs",
    `/f/${form.uuid}/challenge`,
  ]) {
    await ask(`${server.url}${path}`, { method: "PUT", ...withKey(ACCOUNT_KEY) });
  }
});

it("a test delivery is rejected if its payload would be too large", async () => {
  const form = await server.create<{ id: number; uuid: string }>("/forms", { name: "Long" });
  const webhook = await server.create("/form_webhooks", {
    ...HOOK,
    form_id: form.id,
    format: "custom",
    content_type: "text/plain",
    template: "{{#each form_params}}{{{this.value}}}{{/each}}".repeat(8),
  });
  await server.post(form.uuid, { a: "x".repeat(200_000) });

  expect((await send("testFormWebhook", { at: webhook.id })).status).toBe(422);
});

it.each([
  ["createForm", {}, { name: "A" }, { name: "B" }],
  ["copyForm", {}, { name: "A" }, { name: "B" }],
  ["createProject", {}, { name: "A" }, { name: "B" }],
  ["createApiKey", {}, { kind: "account", name: "A" }, { kind: "account", name: "B" }],
  ["createFormWebhook", {}, { form_id: 1, ...HOOK }, { form_id: 1, ...HOOK, name: "B" }],
  ["claimSubmissions", {}, { limit: 1 }, { limit: 2 }],
  ["bulkUpdateSubmissions", { set: { read: true } }, {}, { set: { read: false } }],
  ["bulkRefireWebhooks", {}, {}, { more: 1 }],
  ["sendDeliveries", {}, { kind: "webhook" }, { kind: "email" }],
  ["importSubmissions", {}, IMPORT, { ...IMPORT, from: "b" }],
] as const)(
  "the idempotency key of one %s is rejected for another",
  async (id, both, first, second) => {
    const { submission } = await prepare();
    const headers = { "idempotency-key": `once-${id}` };
    const common = {
      submission_ids: [submission],
      ...(id === "claimSubmissions" ? { lease_seconds: 60, consumer: "w" } : {}),
      ...both,
    };

    const answer = await send(id, { at: 1, json: { ...common, ...first } }, { headers });
    const other = await send(id, { at: 1, json: { ...common, ...second } }, { headers });

    expect(answer.ok).toBe(true);
    expect(other.status).toBe(409);
  },
);

it("the idempotency key of one re-fired submission, note or reply is rejected for another", async () => {
  const [one, two] = [await prepare(), await prepare()];
  for (const id of ["refireSubmissionWebhooks", "createNote", "createReply"]) {
    const init = { headers: { "idempotency-key": `once-${id}` } };
    await send(id, { at: one.submission, json: { text: "Note." } }, init);
    const other = await send(id, { at: two.submission, json: { text: "Note." } }, init);
    expect(other.status).toBe(409);
  }
});

it("posts to a form are rejected for their URL, type, size and content", async () => {
  const { form } = await prepare();
  await send("updateForm", { at: form.id, json: { allowed_domains: ["example.org"] } });
  const statuses: number[] = [];
  for (const [path, init] of postsOf(form.uuid)) {
    statuses.push((await ask(`${server.url}${path}`, { method: "POST", ...init })).status);
  }
  await send("updateForm", { at: form.id, json: { archived: true } });
  statuses.push((await postTo(form.uuid, {})).status);

  expect(statuses).toEqual([200, 303, 400, 403, 404, 413, 415, 422, 507, 508, 410]);
});

it("requests whose body does not arrive are answered", async () => {
  const answers = await Promise.all([
    postTo("1", endlessBody()),
    ...OPEN_TO_ALL.map((id) => send(id, {}, endlessBody())),
    ...keyed.filter(({ method }) => method !== "GET").map(({ id }) => send(id, {}, endlessBody())),
  ]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
});

// On PostgreSQL, another transaction may delete the records that a change refers to before it commits.
it.each([
  "replaceForm",
  "updateForm",
  "bulkUpdateForms",
  "rehearseForm",
  "deleteForm",
  "replaceFormWebhook",
  "updateFormWebhook",
  "deleteFormWebhook",
  "createMember",
  "updateMember",
  "inviteMember",
  "deleteMember",
])("%s answers 409 if it conflicts with a concurrent change", async (id) => {
  const { form, webhook } = await prepare();
  const error = new AppError("conflict", "This was changed by another request at the same time.");

  failure = { error, except: "findKey" };
  const at = id.endsWith("Webhook") ? webhook : form.id;
  const answer = await send(id, {
    at,
    json: { name: "B", email: "b@example.org", role: "viewer", form_ids: [at], set: {}, form: {} },
  });
  failure = undefined;

  expect(answer.status).toBe(409);
});

it.each([
  [500, "internal", new Error("The disk is on fire.")],
  [
    503,
    "overloaded",
    new AppError("overloaded", "Too many requests are waiting.", {
      headers: { "Retry-After": "1" },
    }),
  ],
  [
    503,
    "draining",
    new AppError("draining", "The server is stopping.", { headers: { "Retry-After": "5" } }),
  ],
] as const)("a failure of the store is answered with %i, %s", async (status, code, error) => {
  const { form, token } = await prepare();
  const answers: (readonly [string, Response])[] = [];

  try {
    // First the calls of the operation fail, then the lookup of the API key too.
    for (const isKeyFound of [true, false]) {
      failure = isKeyFound ? { error, except: "findKey" } : { error };
      for (const { id } of keyed) {
        if (!isKeyFound) answers.push([id, await send(id)]);
        else await send(id, { json: {} }, methodOf(id) === "GET" ? { body: null } : {});
      }
    }
    for (const id of OPEN_TO_ALL) {
      answers.push([id, await send(id, { json: { client_id: "cron", device_code: "none" } })]);
    }
    answers.push(["getPublicAttachment", await send("getPublicAttachment", { at: token })]);
    answers.push(["getChallenge", await send("getChallenge", { at: form.uuid })]);
    answers.push(["postForm", await postTo(form.uuid, { body: new URLSearchParams({ a: "1" }) })]);
    await send("getReadiness");
    await send("getHealth");
    await send("getMetrics", {}, withKey(METRICS_TOKEN));
  } finally {
    failure = undefined;
  }

  for (const [id, answer] of answers) {
    const body = (await answer.json()) as Json;
    expect([id, answer.status, body["code"]]).toEqual([id, status, code]);
    expect(JSON.stringify(body)).not.toContain("on fire");
  }
});

it("requests above a rate limit are rejected with Retry-After", async () => {
  const { form } = await prepare();
  const streams = new AbortController();
  const stream = () => send("streamEvents", {}, { signal: streams.signal });

  for (let n = 0; n < MAX_STREAMS_OF_A_KEY; n++) await stream();
  const oneMore = await stream();
  streams.abort();
  let post = await postTo(form.uuid, { body: "{}" });
  for (let n = 0; n < 400 && post.status !== 429; n++) {
    post = await postTo(form.uuid, { body: "{}" });
  }

  const guesses = new Set<number>();
  for (let round = 0; round < 3; round++) {
    for (const { id } of keyed) guesses.add((await send(id, {}, withKey("guess"))).status);
  }

  expect([oneMore.status, post.status]).toEqual([429, 429]);
  expect(guesses).toEqual(new Set([401, 429]));
  for (const id of OPEN_TO_ALL) {
    expect((await send(id, { json: { client_id: "cron", device_code: "guess" } })).status).toBe(
      429,
    );
  }
  expect(Number(post.headers.get("retry-after"))).toBeGreaterThan(0);
});

it("every response so far was as documented", () => {
  expect(problems).toEqual([]);
});

it("every documented status has occurred", () => {
  expect(documentedStatuses().filter((one) => !seen.has(one))).toEqual([]);
});
