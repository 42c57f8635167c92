// Provokes every status that openapi.yaml gives an operation; none may come that it does not give.
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../packages/sdk/src/generated/operations.gen.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { AppError } from "../../packages/server/src/domain/errors.ts";
import { openStore } from "../../packages/server/src/store/open-store.ts";
import { type Store } from "../../packages/server/src/store/store.ts";
import {
  ACCOUNT_KEY,
  type ApiServer,
  startApiServer,
} from "../../packages/server/test/api-server.ts";
import { documentedStatuses, recordStatuses } from "./status-record.ts";

type Json = Readonly<Record<string, unknown>>;
/** What a request holds beside its operation; `at` takes the place of the path's parameter. */
interface Sent {
  readonly at?: number | string;
  readonly query?: string;
  readonly json?: Json;
}
interface Init extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}

const METRICS_TOKEN = "the-token-of-the-metrics";
const UNKNOWN = 999_999_999;
const TOO_LARGE = "x".repeat(1_024 * 1_024 + 1);
const HOOK = { url: "http://127.0.0.1:9/hook" };
const MAX_STREAMS_OF_A_KEY = 20;

const { ask, seen, problems } = recordStatuses();
const byId = new Map<string, (typeof operations)[number]>(operations.map((one) => [one.id, one]));
const keyed = operations.filter(
  ({ id, path }) =>
    path.startsWith("/api/v1/") && id !== "getOpenapi" && id !== "getPublicAttachment",
);

/** What the store does in place of its work. */
let trouble: { readonly error: Error; readonly spares?: keyof Store } | undefined;
let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer(
    { INTRAY_METRICS_TOKEN: METRICS_TOKEN, INTRAY_RATE_LIMIT: "30" },
    systemClock,
    { openStore: async (options) => troubled(await openStore(options)) },
  );
});
afterAll(() => server.close());

function troubled(store: Store): Store {
  const proxied = new Set<string | symbol>([
    "accept",
    "write",
    "writeOnce",
    "read",
    "findForm",
    "findKey",
  ]);
  return new Proxy(store, {
    get(target, name, receiver) {
      const failure = trouble;
      if (failure === undefined || !proxied.has(name) || failure.spares === name) {
        return Reflect.get(target, name, receiver) as unknown;
      }
      return () => Promise.reject(failure.error);
    },
  });
}

function send(id: string, sent: Sent = {}, init: Init = {}): Promise<Response> {
  const { method = "GET", path = "" } = byId.get(id) ?? {};
  const at = path.replace(/\{\w+\}/, `${sent.at ?? UNKNOWN}`);
  const { json, query = "" } = sent;
  return ask(`${server.url}${at}${query}`, {
    method,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...init,
    headers: {
      authorization: `Bearer ${ACCOUNT_KEY}`,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    },
  });
}

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const postTo = (form: string, init: RequestInit) =>
  ask(`${server.url}/f/${form}.json`, { method: "POST", ...init });

/** A form with a webhook, and a submission with a file that has one delivery. */
async function prepare() {
  const form = await server.create<{ id: number; uuid: string }>("/forms", { name: "Contact" });
  const { id: webhook } = await server.create("/form_webhooks", { ...HOOK, form_id: form.id });
  const body = new FormData();
  body.set("email", "ada@example.org");
  body.set("file", new File(["bytes"], "notes.txt", { type: "text/plain" }));
  const submission = await server.post(form.uuid, body);
  const { attachments } = (await server.request("GET", `/submissions/${submission}`)).json() as {
    readonly attachments: readonly { readonly id: number; readonly public_url: string }[];
  };
  const logs = (await server.request("GET", `/submissions/${submission}/webhook_logs`)).json() as {
    readonly webhook_logs: readonly { readonly id: number }[];
  };
  return {
    form,
    webhook,
    submission,
    attachment: attachments[0]?.id ?? UNKNOWN,
    token: new URL(attachments[0]?.public_url ?? "", server.url).pathname.split("/").at(-2) ?? "",
    log: logs.webhook_logs[0]?.id ?? UNKNOWN,
  };
}

it("is taken by every operation when all is well", async () => {
  const { form, webhook, submission, attachment, token, log } = await prepare();
  const project = await server.create("/projects", { name: "Site" });
  const claim = { form_id: `${form.id}`, limit: 5, lease_seconds: 60, consumer: "w" };
  const claimed = (await (await send("claimSubmissions", { json: claim })).json()) as {
    readonly lease_token: string;
  };
  const lease = { lease_token: claimed.lease_token, submission_ids: [submission] };
  const key = await server.create("/api_keys", { kind: "form", form_id: form.id, name: "Reader" });
  const body = await send("getWebhookLogBody", { at: log });
  expect([200, 404]).toContain(body.status);

  const answers: Record<string, number> = {};
  for (const [id, sent, init] of [
    ["extendSubmissionLeases", { json: { ...lease, lease_seconds: 90 } }],
    ["releaseSubmissions", { json: lease }],
    ["listSubmissions", {}],
    ["getSubmission", { at: submission }],
    ["updateSubmission", { at: submission, json: { submission: { read: true } } }],
    ["bulkUpdateSubmissions", { json: { submission_ids: [submission], set: { read: false } } }],
    ["bulkRefireWebhooks", { json: { submission_ids: [submission] } }],
    ["refireSubmissionWebhooks", { at: submission }],
    ["listSubmissionWebhookLogs", { at: submission }],
    ["listWebhookLogs", {}],
    ["refireWebhookLog", { at: log }],
    ["listFormSubmissions", { at: form.uuid }],
    ["listForms", {}],
    ["createForm", { json: { name: "Other" } }],
    ["getForm", { at: form.id }],
    ["replaceForm", { at: form.id, json: { name: "Contact" } }],
    ["updateForm", { at: form.id, json: { captcha: { provider: "altcha" } } }],
    ["getChallenge", { at: form.uuid }],
    ["listProjects", {}],
    ["createProject", { json: { name: "Pages" } }],
    ["getProject", { at: project.id }],
    ["replaceProject", { at: project.id, json: { name: "Sites" } }],
    ["updateProject", { at: project.id, json: { name: "Site" } }],
    ["listFormWebhooks", {}],
    ["createFormWebhook", { json: { ...HOOK, form_id: form.id } }],
    ["getFormWebhook", { at: webhook }],
    ["replaceFormWebhook", { at: webhook, json: { name: "Hook" } }],
    ["updateFormWebhook", { at: webhook, json: { name: "Hook 2" } }],
    ["getSigningSecret", { at: webhook }],
    ["regenerateSecret", { at: webhook }],
    ["testFormWebhook", { at: webhook }],
    ["refireFailedDeliveries", { at: webhook, json: { since: "2020-01-01" } }],
    ["previewFormWebhook", { json: { form_webhook: { format: "slack" } } }],
    ["getAttachment", { at: attachment }],
    ["getAttachment", { at: attachment }, { headers: { range: "bytes=0-1" } }],
    ["getPublicAttachment", { at: token }],
    ["getPublicAttachment", { at: token }, { headers: { range: "bytes=0-1" } }],
    ["listApiKeys", {}],
    ["createApiKey", { json: { kind: "account", name: "Second" } }],
    ["deleteApiKey", { at: key.id }],
    ["getMe", {}],
    ["getOpenapi", {}],
    ["getHealth", {}],
    ["getReadiness", {}],
    ["getMetrics", {}, withKey(METRICS_TOKEN)],
    ["getDocs", {}],
    ["deleteFormWebhook", { at: webhook }],
    ["deleteSubmission", { at: submission }],
    ["deleteProject", { at: project.id }],
    ["deleteForm", { at: form.id }],
  ] as const satisfies readonly (readonly [string, Sent, Init?])[]) {
    answers[`${id} ${init === undefined ? "" : JSON.stringify(init)}`] = (
      await send(id, sent, init)
    ).status;
  }

  const bad = Object.entries(answers).filter(([, status]) => ![200, 201, 206].includes(status));
  expect(bad).toEqual([]);
});

it("refuses by the request alone what cannot be right", async () => {
  const { form, webhook, submission, attachment, log } = await prepare();
  const other = await server.create("/forms", { name: "Other" });
  const { key } = await server.create<{ key: string }>("/api_keys", {
    kind: "form",
    form_id: other.id,
  });
  const strange: Json = {
    form_id: true,
    name: 7,
    kind: 7,
    submission: { read: "yes" },
    submission_ids: ["1"],
    lease_token: 7,
    limit: "many",
    since: "yesterday",
    form_webhook: { format: 7 },
    stage: "yes",
  };
  const asJson = { "content-type": "application/json" };

  for (const { id, path, method } of keyed) {
    const hasBody = method !== "GET" && method !== "DELETE";
    const at = path.includes("webhook_logs/{")
      ? log
      : path.includes("form_webhooks/{")
        ? webhook
        : path.includes("attachments/{")
          ? attachment
          : path.includes("submissions/{")
            ? submission
            : path.includes("forms/{")
              ? form.id
              : UNKNOWN;
    await send(id, { at }, { headers: { authorization: "" } });
    await send(id, { at, query: `?form_id=${form.id}` }, withKey(key));
    await send(id, {
      query: `?form_id=${UNKNOWN}`,
      ...(hasBody ? { json: { name: "A", kind: "form", form_id: UNKNOWN, ...HOOK } } : {}),
    });
    await send(
      id,
      { at: hasBody ? at : UNKNOWN },
      { headers: { "idempotency-key": "x".repeat(256) } },
    );
    await send(id, {
      at: method === "DELETE" ? UNKNOWN : at,
      query: "?page=none&state=none&force=maybe&created_after=never&form_id=*",
    });
    if (method === "GET") continue;
    await send(id, {}, { body: TOO_LARGE, headers: asJson });
    if (!hasBody) continue;
    await send(id, { at }, { body: "{", headers: asJson });
    await send(id, { at }, { body: "<a/>", headers: { "content-type": "text/xml" } });
    await send(id, { at, json: strange });
  }

  expect([...seen].filter((one) => / 5\d\d$/.test(one))).toEqual([]);
}, 60_000);

it("refuses by what is stored what contradicts it", async () => {
  const { form, webhook, submission, attachment, token, log } = await prepare();
  const { key } = await server.create<{ key: string }>("/api_keys", {
    kind: "form",
    form_id: form.id,
  });
  const ids = { submission_ids: [UNKNOWN] };
  const project = await server.create("/projects", { name: "Full" });
  await server.create("/forms", { name: "In it", project_id: project.id });
  const ended = { lease_token: "itk_lease_ended", submission_ids: [submission] };
  const range = { headers: { range: "bytes=99-" } };

  for (const id of ["bulkUpdateSubmissions", "bulkRefireWebhooks"]) {
    await send(id, { json: { ...ids, set: { read: true } } });
  }
  await send("previewFormWebhook", { json: { form_webhook: {}, submission_id: UNKNOWN } });
  await send("updateSubmission", { json: { submission: { read: true } } });
  await send("refireFailedDeliveries", { json: { since: "2020-01-01" } });
  const claim = { form_id: `${UNKNOWN}`, limit: 1, lease_seconds: 60, consumer: "w" };
  await send("claimSubmissions", { json: claim });
  await send("claimSubmissions", { json: claim }, withKey(key));
  await send("deleteSubmission", { at: submission }, withKey(key));
  await send("deleteProject", { at: project.id });
  await send("releaseSubmissions", { json: ended });
  await send("extendSubmissionLeases", { json: { ...ended, lease_seconds: 60 } });
  await send("regenerateSecret", { at: webhook, json: { activate: true } });
  await send("getAttachment", { at: attachment }, range);
  await send("getPublicAttachment", { at: token }, range);
  const kept = { headers: { "if-none-match": "*" } };
  expect((await send("getAttachment", { at: attachment }, kept)).status).toBe(304);
  expect((await send("getPublicAttachment", { at: token }, kept)).status).toBe(304);
  await send("getPublicAttachment", { at: "nothing" });
  const docs = await send("getDocs");
  const etag = docs.headers.get("etag") ?? "";
  expect((await send("getDocs", {}, { headers: { "if-none-match": etag } })).status).toBe(304);
  await send("updateFormWebhook", { at: webhook, json: { enabled: false } });
  await send("refireWebhookLog", { at: log });
  await send("testFormWebhook", { at: webhook });
  await send("refireFailedDeliveries", { at: webhook, json: { since: "2020-01-01" } });
  await send("getMetrics");
  await ask(`${server.url}/metrics`, { headers: { "x-forwarded-for": "192.0.2.1" } });
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

it("refuses a test whose payload would grow too large", async () => {
  const form = await server.create<{ id: number; uuid: string }>("/forms", { name: "Long" });
  const webhook = await server.create("/form_webhooks", {
    ...HOOK,
    form_id: form.id,
    format: "custom",
    content_type: "text/plain",
    template: "{{#each form_params}}{{{this.value}}}{{/each}}".repeat(8),
  });
  await server.post(form.uuid, new URLSearchParams({ a: "x".repeat(200_000) }));

  expect((await send("testFormWebhook", { at: webhook.id })).status).toBe(422);
});

it.each([
  ["createForm", {}, { name: "A" }, { name: "B" }],
  ["createProject", {}, { name: "A" }, { name: "B" }],
  ["createApiKey", {}, { kind: "account", name: "A" }, { kind: "account", name: "B" }],
  ["createFormWebhook", {}, { form_id: 1, ...HOOK }, { form_id: 1, ...HOOK, name: "B" }],
  ["claimSubmissions", {}, { limit: 1 }, { limit: 2 }],
  ["bulkUpdateSubmissions", { set: { read: true } }, {}, { set: { read: false } }],
  ["bulkRefireWebhooks", {}, {}, { more: 1 }],
] as const)("refuses the key of one %s for another", async (id, both, first, second) => {
  const { submission } = await prepare();
  const headers = { "idempotency-key": `once-${id}` };
  const common = {
    submission_ids: [submission],
    ...(id === "claimSubmissions" ? { lease_seconds: 60, consumer: "w" } : {}),
    ...both,
  };

  const answer = await send(id, { json: { ...common, ...first } }, { headers });
  const other = await send(id, { json: { ...common, ...second } }, { headers });

  expect(answer.ok).toBe(true);
  expect(other.status).toBe(409);
});

it("refuses the key of one re-fired submission for another", async () => {
  const [one, two] = [await prepare(), await prepare()];
  const headers = { "idempotency-key": "once-refire" };

  await send("refireSubmissionWebhooks", { at: one.submission }, { headers });
  const other = await send("refireSubmissionWebhooks", { at: two.submission }, { headers });

  expect(other.status).toBe(409);
});

it("refuses posts to a form by their address, type, size and content", async () => {
  const { form } = await prepare();
  await send("updateForm", { at: form.id, json: { allowed_domains: ["example.org"] } });
  const origin = { origin: "https://example.org" };
  const json = { ...origin, "content-type": "application/json" };

  const statuses = [
    await postTo(form.uuid, { body: new URLSearchParams({ a: "1" }), headers: origin }),
    await ask(`${server.url}/f/${form.uuid}`, {
      method: "POST",
      body: new URLSearchParams({ a: "2", _next: "https://example.org/thanks" }),
      headers: origin,
    }),
    await postTo(form.uuid, { body: "{", headers: json }),
    await postTo(form.uuid, {
      body: new URLSearchParams({ a: "1" }),
      headers: { origin: "https://example.com" },
    }),
    await postTo("00000000000f", { body: new URLSearchParams({ a: "1" }) }),
    await postTo(form.uuid, { body: JSON.stringify({ a: "x".repeat(300_000) }), headers: json }),
    await postTo(form.uuid, { body: "a", headers: { ...origin, "content-type": "text/plain" } }),
    await postTo(form.uuid, { body: "{}", headers: json }),
  ].map(({ status }) => status);

  expect(statuses).toEqual([200, 303, 400, 403, 404, 413, 415, 422]);
});

it("refuses what comes too often, and says when to come again", async () => {
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

  expect([oneMore.status, post.status]).toEqual([429, 429]);
  expect(Number(post.headers.get("retry-after"))).toBeGreaterThan(0);
});

// On PostgreSQL, what a change refers to may be deleted before it commits.
it.each(["replaceForm", "updateForm", "replaceFormWebhook", "updateFormWebhook"])(
  "says so when %s meets a change by somebody else",
  async (id) => {
    const { form, webhook } = await prepare();
    const error = new AppError("conflict", "This was changed at the same moment.");

    trouble = { error, spares: "findKey" };
    const at = id.endsWith("Webhook") ? webhook : form.id;
    const answer = await send(id, { at, json: { name: "B" } });
    trouble = undefined;

    expect(answer.status).toBe(409);
  },
);

it.each(["deleteForm", "deleteFormWebhook"])("says so when %s meets one", async (id) => {
  trouble = { error: new AppError("conflict", "This was changed at the same moment.") };
  const answer = await send(id);
  trouble = undefined;

  expect(answer.status).toBe(409);
});

it.each([
  [500, "internal", new Error("The disk is on fire.")],
  [
    503,
    "overloaded",
    new AppError("overloaded", "Too many wait.", { headers: { "Retry-After": "1" } }),
  ],
  [
    503,
    "draining",
    new AppError("draining", "The server is stopping.", { headers: { "Retry-After": "5" } }),
  ],
] as const)("answers %i, %s, when the store fails", async (status, code, error) => {
  const { form, token } = await prepare();
  const answers: (readonly [string, Response])[] = [];

  try {
    // Once at the work itself, and once at the very first question.
    for (const failure of [{ error, spares: "findKey" } as const, { error }]) {
      trouble = failure;
      for (const { id } of keyed) {
        if (!("spares" in failure)) answers.push([id, await send(id)]);
        else await send(id, { json: {} }, byId.get(id)?.method === "GET" ? { body: null } : {});
      }
    }
    answers.push(["getPublicAttachment", await send("getPublicAttachment", { at: token })]);
    answers.push(["getChallenge", await send("getChallenge", { at: form.uuid })]);
    answers.push(["postForm", await postTo(form.uuid, { body: new URLSearchParams({ a: "1" }) })]);
    await send("getReadiness");
    await send("getHealth");
    await send("getMetrics", {}, withKey(METRICS_TOKEN));
  } finally {
    trouble = undefined;
  }

  for (const [id, answer] of answers) {
    const body = (await answer.json()) as Json;
    expect([id, answer.status, body["code"]]).toEqual([id, status, code]);
    expect(JSON.stringify(body)).not.toContain("on fire");
  }
});

it("answered nothing that the document does not say", () => {
  expect(problems).toEqual([]);
});

it("answered every status that the document names", () => {
  expect(documentedStatuses().filter((one) => !seen.has(one))).toEqual([]);
});
