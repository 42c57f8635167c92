// Every query parameter of every list in openapi.yaml: one value of it that must change what is listed.
import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { withWallTime } from "../../packages/server/test/fake-clock.ts";
import { firstSamples } from "../../packages/server/test/store/submission-filters.ts";
import type { CheckedAnswer } from "./document.ts";
import { readDocument, resolve } from "./openapi.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
const DAY_MS = 86_400_000;
const ON_THE_SECOND_DAY = "2026-03-02T00:00:00Z";

interface Case {
  /** The request without the parameter; default: no query at all. */
  readonly base?: string;
  /** Takes the value from the response to the base request, for values that only the server can give. */
  readonly value: string | ((base: CheckedAnswer) => string);
  /** What it changes; default: which records are listed. */
  readonly changes?: (answer: CheckedAnswer) => unknown;
}

/** By parameter, unless {@link CASES} has another one for the operation. `form_id` is that of the second form. */
const USUAL: Readonly<Record<string, Case>> = {
  page: { base: "per_page=1", value: "2" },
  per_page: { value: "1" },
  cursor: { base: "per_page=1", value: nextCursor },
  form_id: { value: "3" },
  project_id: { value: "3" },
  query: { value: "second" },
  state: { value: "succeeded" },
  created_after: { value: ON_THE_SECOND_DAY },
  created_before: { value: ON_THE_SECOND_DAY },
  include: { value: "notes", changes: recordsOf },
};

/** By operation and parameter. */
const CASES: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  listSubmissions: {
    unread: { value: "false" },
    filter_by: { value: "spam" },
    spam_status: { value: "true" },
    date_range: { value: "2026-03-02 to 2026-03-03" },
    query: { value: "number 2" },
    count_up_to: { base: "query=number", value: "1", changes: (answer) => answer.json() },
    ...Object.fromEntries(firstSamples.map(([name, value]) => [name, { value }])),
    order_by: { value: "date_asc" },
  },
  listWebhookLogs: { webhook_id: { value: "4" } },
  listDeliveries: {
    submission_id: { value: "5" },
    kind: { value: "email" },
    destination_id: { value: "4" },
    http_status: { value: "503" },
    latest: { value: "true" },
    attention: { value: "4.http_503" },
    ended_until: { value: ON_THE_SECOND_DAY },
  },
  listForms: { archived: { value: "true" } },
  listAuditEvents: {
    actor: { value: "Nobody" },
    action: { value: "project.created" },
    project_id: { value: "999" },
    created_after: { value: "2100-01-01" },
    created_before: { value: "2000-01-01" },
  },
};

/** For the `{…}` of a path: the first submission, the first form. */
const PATH_VALUES: Readonly<Record<string, string>> = { id: "1", form_id: "1" };

let now = START;
const server = useApiServer(
  { INTRAY_ALLOWED_HOSTS: "first.example, second.example" },
  withWallTime(() => now),
);
beforeAll(async () => {
  const second = await server.create<Form>("/forms", { name: "Second" });
  if (second.id !== 3) throw new Error("The second form must have id 3.");
  const fields = [{ name: "message", type: "text" }];
  for (const id of [1, 3]) await server.request("PATCH", `/forms/${id}`, { json: { fields } });
  const project = await server.create<{ id: number }>("/projects", { name: "Second" });
  if (project.id !== 3) throw new Error("The second project must have id 3.");
  await server.request("PATCH", `/forms/${second.id}`, { json: { project_id: project.id } });
  await server.create("/api_keys", { kind: "account", name: "Second" });
  for (const email of ["one@example.org", "two@example.org"]) {
    await server.create("/members", { email, role: "viewer" });
  }
  await server.create("/api_keys", { kind: "form", form_id: 1, name: "Of the first form" });
  for (const form_id of [1, 3]) {
    await server.create("/reply_templates", { form_id, name: "Hello", body: "Hello." });
  }
  for (const form_id of [1, 1, 3]) {
    const name = form_id === 1 ? "Receiver" : "Second";
    const hook = { form_id, name, url: "http://127.0.0.1:9/" };
    await server.create("/form_webhooks", hook);
  }
  const ids: number[] = [];
  for (const [n, form] of ["1", "1", second.uuid, "1", "1"].entries()) {
    now = START + n * DAY_MS;
    ids.push(await server.post(form, { message: `number ${n}` }));
  }
  if (ids.join() !== "1,2,3,4,5") throw new Error(`Unexpected ids: ${ids.join()}`);
  for (const [id, change] of [
    [4, { read: true }],
    [5, { spam: true }],
  ] as const) {
    await server.request("PATCH", `/submissions/${id}`, { json: { submission: change } });
  }
  await server.request("POST", "/submissions/1/refire_webhooks");
  await server.sql(`insert into alert (account_id, kind, subject_id, detail, since, raised_at, seen_at)
    select 1, 'form_silent', id, '{"kind":"form_silent","form":"Contact","per_day":4,"silent_days":2,"probability":0.001}', 1, 1, 1
    from form where account_id = 1`);
  await vi.waitFor(async () => {
    const { count } = await server.read<{ count: number }>("/attention");
    if (count < 3) throw new Error(`${count} of 3 webhooks have failed.`);
  });
});

const document = readDocument();
const lists = Object.entries(document.paths).flatMap(([path, { get: operation }]) =>
  operation !== undefined && /^list[A-Z]/.test(operation.operationId)
    ? [{ ...operation, path }]
    : [],
);
const parameters = lists.flatMap(({ operationId, path, parameters: declared = [] }) =>
  declared
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => ({ operationId, path, name })),
);

const addressOf = (path: string) =>
  path
    .replace("/api/v1", "")
    .replace(/\{(\w+)\}/, (_, parameter: string) => PATH_VALUES[parameter] ?? parameter);

it.each(lists)("$operationId names the parameters that only other lists have", async (list) => {
  const { operationId, path } = list;
  const own = parameters.filter((one) => one.operationId === operationId).map(({ name }) => name);
  for (const name of new Set(parameters.map((one) => one.name))) {
    if (own.includes(name)) continue;
    const address = `${addressOf(path)}?${name}=1`;
    const headers = { prefer: "handling=strict" };
    const ignored = await server.request("GET", address);
    const strict = await server.request("GET", address, { headers });

    expect([ignored.status, ignored.headers.get("intray-ignored")]).toEqual([200, name]);
    expect(strict.status).toBe(422);
    expect(strict.json()).toMatchObject({ errors: [{ field: name, code: "unknown" }] });
  }
});

it.each(parameters)("$operationId applies $name", async ({ operationId, path, name }) => {
  const one = CASES[operationId]?.[name] ?? USUAL[name];
  if (one === undefined) throw new Error(`Add a case for ${name} of ${operationId} to this file.`);
  const address = addressOf(path);
  const ask = async (query: URLSearchParams) => {
    const answer = await server.request("GET", `${address}?${query.toString()}`);
    expect(answer.status).toBe(200);
    return answer;
  };

  const base = await ask(new URLSearchParams(one.base));
  const query = new URLSearchParams(one.base);
  query.set(name, typeof one.value === "string" ? one.value : one.value(base));
  const changed = await ask(query);

  expect(idsOf(base).length).toBeGreaterThan(0);
  const { changes: compared = idsOf } = one;
  expect(compared(changed)).not.toEqual(compared(base));
});

type Listed = Readonly<{ id: number }>;

const idsOf = (answer: CheckedAnswer) => recordsOf(answer).map(({ id }) => id);

/** The whole body is the list, or one of its members is. */
function recordsOf(answer: CheckedAnswer): readonly Listed[] {
  const body = answer.json() as readonly Listed[] | Readonly<Record<string, unknown>>;
  const list = Array.isArray(body)
    ? body
    : Object.values(body).find((value) => Array.isArray(value));
  return list as readonly Listed[];
}

/** The cursor of the next page, in the body or in the Link header. */
function nextCursor(answer: CheckedAnswer): string {
  const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  if (link !== undefined) return new URL(link).searchParams.get("cursor") ?? "";
  const { meta } = answer.json() as { readonly meta: { readonly next_cursor: string } };
  return meta.next_cursor;
}
