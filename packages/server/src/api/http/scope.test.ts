import type { Form, FormList, SubmissionList, WebhookLogList } from "@intray/sdk/schemas";
import { operations } from "../../../../sdk/src/generated/operations.gen.ts";
import { useApiServer, OTHER_ACCOUNT_KEY } from "../../../test/api-server.ts";

const server = useApiServer();
let formKey: string;
let deletingKey: string;
/** Ids of form 1, whose key is used, and of another form of the account. */
const own = { form: 1, uuid: "", submission: 0, attachment: 0, log: 0, webhook: 0 };
const other = { form: 0, uuid: "", submission: 0, attachment: 0, log: 0, webhook: 0 };

async function fill(owner: typeof own, name: string) {
  const webhook = await server.addWebhook(owner.form);
  const file = new File(["bytes"], "a.txt");
  const submission = await server.post(owner.uuid, { name, file });
  const { id: attachment } = await server.row("attachment", ["id"], { submission_id: submission });
  const { id: log } = await server.row("delivery", ["id"], { submission_id: submission });
  Object.assign(owner, { webhook: webhook.id, submission, attachment, log });
}

/** Replaces `{own.submission}` and the like in a path by the id. */
const at = (path: string) =>
  path.replace(/\{(own|other)\.(\w+)\}/, (_, whose: string, name: string) => {
    const owner = whose === "own" ? own : other;
    return String(owner[name as keyof typeof owner]);
  });

beforeAll(async () => {
  Object.assign(own, await server.row("form", ["uuid"], { id: 1 }));
  const { id, uuid } = await server.create<Form>("/forms", { name: "Other" });
  Object.assign(other, { form: id, uuid });
  await fill(own, "own");
  await fill(other, "other");
  formKey = await server.createKey({ form_id: 1 });
  deletingKey = await server.createKey({ form_id: 1, can_delete: true });
});

describe("a form key", () => {
  it.each([
    ["GET", "/me"],
    ["GET", "/forms/1"],
    ["GET", "/forms/{own.uuid}"],
    ["GET", "/forms/1/submissions"],
    ["GET", "/submissions"],
    ["GET", "/submissions?form_id=1"],
    ["GET", "/submissions?form_id={own.uuid}"],
    ["GET", "/submissions/{own.submission}"],
    ["GET", "/submissions/{own.submission}/webhook_logs"],
    ["GET", "/webhook_logs"],
    ["GET", "/deliveries"],
    ["GET", "/attachments/{own.attachment}"],
    ["POST", "/webhook_logs/{own.log}/refire"],
    ["POST", "/deliveries/{own.log}/refire"],
    ["POST", "/submissions/{own.submission}/refire_webhooks"],
  ])("may %s %s", async (method, path) => {
    expect((await server.request(method, at(path), { key: formKey })).status).toBe(200);
  });

  it.each(operations.filter(({ scope }) => scope !== "none"))(
    "calls $id only if that handles submissions, not even with an unreadable body",
    async ({ method, path, hasBody, takesFormKey }) => {
      const named = path
        .replace("/api/v1", "")
        .replace("{form_id}", "1")
        .replace(/\{\w+\}/, "999");
      const body = hasBody ? { body: "{", headers: { "content-type": "application/json" } } : {};

      const answer = await server.request(method, named, { key: deletingKey, ...body });

      const { code } = answer.status === 403 ? (answer.json() as { code?: string }) : {};
      expect(code).toBe(takesFormKey ? undefined : "forbidden");
    },
  );

  it.each([
    "/submissions?form_id={other.form}",
    "/submissions?form_id={other.uuid}",
    "/submissions?form_id=2",
    "/submissions?form_id=999999",
    "/forms/999999",
    "/forms/nonsense",
    "/forms/{other.form}",
    "/forms/{other.form}/submissions",
    "/webhook_logs?form_id={other.form}",
    "/deliveries?form_id={other.form}",
    "/events?form_id={other.form}",
  ])("gets 403 for another form, whether or not it exists: %s", async (path) => {
    expect((await server.request("GET", at(path), { key: formKey })).status).toBe(403);
  });

  it.each([
    ["GET", "/submissions/{other.submission}"],
    ["PATCH", "/submissions/{other.submission}"],
    ["DELETE", "/submissions/{other.submission}"],
    ["POST", "/submissions/{other.submission}/refire_webhooks"],
    ["GET", "/submissions/{other.submission}/webhook_logs"],
    ["GET", "/attachments/{other.attachment}"],
    ["POST", "/webhook_logs/{other.log}/refire"],
    ["POST", "/deliveries/{other.log}/refire"],
    ["GET", "/deliveries/{other.log}/body"],
  ])("gets 404 for a record of another form: %s %s", async (method, path) => {
    const json = method === "PATCH" ? { json: { submission: { read: true } } } : {};

    const answer = await server.request(method, at(path), { key: deletingKey, ...json });

    expect(answer.status).toBe(404);
  });

  it("lists only records of its form", async () => {
    const { submissions } = await server.read<SubmissionList>("/submissions", formKey);
    const { webhook_logs } = await server.read<WebhookLogList>("/webhook_logs", formKey);

    expect(new Set(submissions.map(({ form_id }) => form_id))).toEqual(new Set([1]));
    const ids = new Set(webhook_logs.map((one) => one.submission_id));
    expect(ids).toEqual(new Set([own.submission]));
  });

  it("re-fires only its form's submissions in bulk and reports the rest as not found", async () => {
    const both = { json: { submission_ids: [own.submission, other.submission] }, key: formKey };
    const others = { json: { submission_ids: [other.submission] }, key: formKey };

    const some = await server.request("POST", "/submissions/refire_webhooks", both);
    const none = await server.request("POST", "/submissions/refire_webhooks", others);

    expect(some.json()).toMatchObject({
      success: true,
      results: [
        { submission_id: own.submission, status: "queued" },
        { submission_id: other.submission, status: "not_found", deliveries: [] },
      ],
    });
    expect(none.status).toBe(404);
  });

  it("deletes submissions only if it was created with can_delete", async () => {
    const path = `/submissions/${await server.post(own.uuid, { a: "b" })}`;

    const rejected = await server.request("DELETE", path, { key: formKey });
    const deleted = await server.request("DELETE", path, { key: deletingKey });

    expect([rejected.status, deleted.status]).toEqual([403, 200]);
  });
});

it.each([
  ["submissions:mark", "PATCH", { submission: { read: true } }, 200],
  ["submissions:mark", "PATCH", { submission: { trash: true } }, 403],
  ["submissions:mark", "DELETE", undefined, 403],
  ["submissions:read", "GET", undefined, 200],
  ["submissions:read", "PATCH", { submission: { read: true } }, 403],
  ["export", "GET", undefined, 403],
] as const)(
  "a key of the scope %s asks to %s a submission: %j",
  async (scope, method, json, status) => {
    const key = await server.createKey({ scope });

    const answer = await server.request(method, `/submissions/${own.submission}`, { key, json });

    expect(answer.status).toBe(status);
  },
);

describe("another account", () => {
  it("cannot create records in a form or project of this one", async () => {
    const attempts = [
      ["/form_webhooks", { form_id: 1, url: "https://example.org/" }, 404],
      ["/api_keys", { kind: "form", form_id: 1 }, 404],
      ["/forms", { name: "Spy", project_id: 1 }, 422],
    ] as const;

    for (const [path, json, status] of attempts) {
      expect((await server.request("POST", path, { key: OTHER_ACCOUNT_KEY, json })).status).toBe(
        status,
      );
    }
    const move = { key: OTHER_ACCOUNT_KEY, json: { project_id: 1 } };
    expect((await server.request("PATCH", "/forms/2", move)).status).toBe(422);
  });

  it("cannot use a cursor of this one", async () => {
    const { meta } = await server.read<FormList>("/forms?per_page=1");
    const path = `/forms?cursor=${meta.next_cursor}`;

    expect((await server.request("GET", path, { key: OTHER_ACCOUNT_KEY })).status).toBe(422);
  });
});
