import { operations } from "../../../../sdk/src/generated/operations.gen.ts";
import { useApiServer } from "../../../test/api-server.ts";

/** In the path of each URL, what receivers answered, and addresses of people. */
const SECRET = /s3cret/;
const ADDRESS = "s3cret@people.example";
const URL_WITH_TOKEN = "http://127.0.0.1:9/s3cret?token=s3cret";

const server = useApiServer();
const ids: Record<string, number> = { forms: 1, projects: 1 };

beforeAll(async () => {
  await server.patch("/account", { account: { alert_url: URL_WITH_TOKEN } });
  await server.patch("/forms/1", { form: { notification_emails: ADDRESS } });
  const hook = { form_id: 1, url: URL_WITH_TOKEN };
  const webhook = await server.create("/form_webhooks", hook);
  const { uuid } = await server.row("form", ["uuid"], { id: 1 });
  const submission = await server.post(uuid, { a: "b" });
  await server.insert("login", { id: 77, email: ADDRESS });
  const note = await server.create(`/submissions/${submission}/notes`, { text: "Call." });
  const author = { author_kind: "user", author_name: ADDRESS } as const;
  await server.update("submission_note", author, { id: note.id });
  await server.update("submission", { assignee_id: 77 }, { id: submission });
  const delivery = await server.row("delivery", ["id"], { webhook_id: webhook.id });
  await vi.waitFor(() => server.row("attempt", ["number"], { delivery_id: delivery.id }));
  await server.update("attempt", { response_excerpt: "s3cret" }, { delivery_id: delivery.id });
  await server.sql("update delivery set state = 'exhausted', reason = 'http_503', finished_at = 1");
  const kind = "webhook_failing";
  const detail = JSON.stringify({ kind, webhook: "W", form: "F", last_error: "s3cret" });
  await server.insert("alert", { account_id: 1, kind, subject_id: webhook.id, detail });
  Object.assign(ids, { form_webhooks: webhook.id, submissions: submission });
  Object.assign(ids, { deliveries: delivery.id, webhook_logs: delivery.id });
});

const QUERIES: Readonly<Record<string, string>> = {
  listSubmissions: "?form_id=1",
  getSubmission: "?include=notes,replies",
};

/** The operations that read something and answer with a secret. */
async function revealing(key: string | undefined, isForm = false) {
  const found: string[] = [];
  for (const { id, method, path, scope, takesFormKey } of operations) {
    if (method !== "GET" || scope !== "read" || id === "streamEvents") continue;
    if (isForm && !takesFormKey) continue;
    const at = path.slice("/api/v1".length).replace(/(\w+)\/\{\w+\}/, (_, of: string) => {
      return `${of}/${ids[of] ?? 0}`;
    });
    const query = isForm ? "" : (QUERIES[id] ?? "");
    const { text } = await server.request("GET", `${at}${query}`, key === undefined ? {} : { key });
    if (SECRET.test(text)) found.push(id);
  }
  return found;
}

it("only keys with power see URLs beyond their origin, answers of receivers and addresses", async () => {
  const all = await revealing(undefined);
  const formKeys = [
    { form_id: 1 },
    { form_id: 1, can_delete: true },
    { form_id: 1, scope: "read" },
    { form_id: 1, scope: "refire" },
  ];
  const of = async (key: object, isForm: boolean) => {
    return revealing(await server.createKey(key), isForm);
  };

  expect(all).toEqual([
    "listSubmissions",
    "getSubmission",
    "listNotes",
    "listSubmissionWebhookLogs",
    "listWebhookLogs",
    "listDeliveries",
    "getDelivery",
    "listFormSubmissions",
    "listForms",
    "getForm",
    "listRecipients",
    "listFormWebhooks",
    "getFormWebhook",
    "listMembers",
    "getAccount",
    "listAttention",
    "listAlerts",
    "listAuditEvents",
  ]);
  for (const scope of ["read", "submissions:read", "refire"])
    expect(await of({ scope }, false)).toEqual([]);
  for (const key of formKeys) expect(await of(key, true)).toEqual([]);
});

it("the origin of a URL is shown, so that one can tell where deliveries go", async () => {
  const key = await server.createKey({ form_id: 1 });

  const { deliveries } = await server.read<{ deliveries: readonly object[] }>("/deliveries", key);

  expect(deliveries).toMatchObject([{ address: "http://127.0.0.1:9" }]);
});

it("an assignee is masked, sent back as the mask, and not found by searching", async () => {
  const key = await server.createKey({ form_id: 1 });
  const path = `/submissions/${ids["submissions"]}`;
  const { assignee } = await server.read<{ assignee: string }>(path, key);

  const json = { submission: { read: true, assignee } };
  const changed = await server.request("PATCH", path, { json, key });
  const search = await server.request("GET", "/submissions?query=assignee:s3c", { key });

  expect([changed.status, search.status]).toEqual([200, 422]);
  expect(await server.read(path)).toMatchObject({ assignee: ADDRESS, read: true });
});

it("a form key without can_delete moves nothing to the trash", async () => {
  const key = await server.createKey({ form_id: 1 });
  const id = ids["submissions"];
  const bulk = { submission_ids: [id], set: { trash: true } };
  const send = (method: string, path: string, json: object) =>
    server.request(method, path, { json, key });

  const answers = [
    await send("PATCH", `/submissions/${id}`, { submission: { trash: true } }),
    await send("PUT", `/submissions/${id}`, { submission: { trash: true } }),
    await send("POST", "/submissions/bulk", bulk),
    await send("POST", "/submissions/bulk", { ...bulk, set: { trash: false } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200]);
  expect(await server.read(`/submissions/${id}`)).toMatchObject({ trash: false });
});

it("a form key re-fires 100 submissions a minute, in all ways together", async () => {
  const key = await server.createKey({ form_id: 1 });
  const { form_webhooks: hook, deliveries: log, submissions: id } = ids;
  const send = async (path: string, json?: object) =>
    (await server.request("POST", path, { key, ...(json && { json }) })).status;
  const ofIds = (count: number) => ({
    submission_ids: Array.from({ length: count }, (_, n) => (id ?? 0) + n),
  });
  const all = { states: ["exhausted", "canceled"], destination_id: hook };

  const first = await send("/submissions/refire_webhooks", ofIds(100));
  const rest = [
    await send("/submissions/refire_webhooks", ofIds(1)),
    await send(`/submissions/${id}/refire_webhooks`),
    await send(`/webhook_logs/${log}/refire`),
    await send(`/deliveries/${log}/refire`),
    await send("/deliveries/send", all),
  ];
  const { status } = await server.request("POST", `/submissions/${id}/refire_webhooks`);

  expect([first, ...rest, status]).toEqual([200, 429, 429, 429, 429, 429, 200]);
  expect(await send("/deliveries/send", { ...all, dry_run: true })).toBe(200);
});
