import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer, OTHER_ACCOUNT_KEY } from "../../../test/api-server.ts";

let server: ApiServer;
let formKey: string;
let deletingKey: string;
/** Ids of form 1, whose key is used, and of another form of the account. */
const own = { form: 1, uuid: "", submission: 0, attachment: 0, log: 0, webhook: 0 };
const other = { form: 0, uuid: "", submission: 0, attachment: 0, log: 0, webhook: 0 };

async function fill(owner: typeof own, name: string) {
  const webhook = await server.create("/form_webhooks", {
    form_id: owner.form,
    url: "http://127.0.0.1:9/",
  });
  const body = new FormData();
  body.set("name", name);
  body.set("file", new File(["bytes"], "a.txt"));
  const submission = await server.post(owner.uuid, body);
  const [attachment] = (await server.sql(
    "select id from attachment where submission_id = ?",
    submission,
  )) as { id: number }[];
  const [log] = (await server.sql(
    "select id from delivery where submission_id = ?",
    submission,
  )) as {
    id: number;
  }[];
  Object.assign(owner, {
    webhook: webhook.id,
    submission,
    attachment: attachment?.id,
    log: log?.id,
  });
}

/** Replaces `{own.submission}` and the like in a path by the id. */
const at = (path: string) =>
  path.replace(/\{(own|other)\.(\w+)\}/, (_, whose: string, name: string) => {
    const owner = whose === "own" ? own : other;
    return String(owner[name as keyof typeof owner]);
  });

beforeAll(async () => {
  server = await startApiServer();
  const [{ uuid }] = (await server.sql("select uuid from form where id = 1")) as [{ uuid: string }];
  own.uuid = uuid;
  const form = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
  Object.assign(other, { form: form.id, uuid: form.uuid });
  await fill(own, "own");
  await fill(other, "other");
  const key = { kind: "form", form_id: 1 };
  formKey = (await server.create<{ key: string }>("/api_keys", key)).key;
  deletingKey = (await server.create<{ key: string }>("/api_keys", { ...key, can_delete: true }))
    .key;
});
afterAll(() => server.close());

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

  it.each([
    ["GET", "/forms"],
    ["POST", "/forms"],
    ["PATCH", "/forms/1"],
    ["PUT", "/forms/1"],
    ["DELETE", "/forms/1"],
    ["GET", "/projects"],
    ["POST", "/projects"],
    ["GET", "/projects/1"],
    ["PATCH", "/projects/1"],
    ["DELETE", "/projects/1"],
    ["GET", "/form_webhooks"],
    ["POST", "/form_webhooks"],
    ["GET", "/form_webhooks/2"],
    ["PATCH", "/form_webhooks/2"],
    ["DELETE", "/form_webhooks/2"],
    ["GET", "/form_webhooks/2/signing_secret"],
    ["POST", "/form_webhooks/2/regenerate_secret"],
    ["GET", "/api_keys"],
    ["POST", "/api_keys"],
    ["DELETE", "/api_keys/1"],
  ])("may not %s %s, not even with an unreadable body", async (method, path) => {
    const body =
      method === "GET" || method === "DELETE"
        ? {}
        : { body: "{", headers: { "content-type": "application/json" } };

    const answer = await server.request(method, path, { key: deletingKey, ...body });

    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: "forbidden" });
  });

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
    const lists = await Promise.all(
      [
        "/submissions",
        "/submissions?filter_by=new",
        "/submissions?unread=true",
        "/webhook_logs",
      ].map((path) => server.request("GET", path, { key: formKey })),
    );

    for (const list of lists) {
      const found = list.json() as {
        submissions?: { form_id: number }[];
        webhook_logs?: { submission_id: number }[];
      };
      expect((found.submissions ?? []).every((one) => one.form_id === 1)).toBe(true);
      expect((found.webhook_logs ?? []).every((one) => one.submission_id === own.submission)).toBe(
        true,
      );
      expect([...(found.submissions ?? []), ...(found.webhook_logs ?? [])]).not.toEqual([]);
    }
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

  it("cannot read the signing secret or the webhook URLs of its form", async () => {
    const { text } = await server.request("GET", "/forms/1", { key: formKey });

    expect(text).not.toContain("whsec_");
    expect(text).not.toContain("127.0.0.1:9");
    expect((await server.request("GET", "/forms/1")).text).toContain("127.0.0.1:9");
  });

  it("deletes submissions only if it was created with can_delete", async () => {
    const path = `/submissions/${await server.post(own.uuid, new URLSearchParams({ a: "b" }))}`;

    const rejected = await server.request("DELETE", path, { key: formKey });
    const deleted = await server.request("DELETE", path, { key: deletingKey });

    expect([rejected.status, deleted.status]).toEqual([403, 200]);
  });
});

describe("another account", () => {
  it.each([
    ["GET", "/forms/1"],
    ["GET", "/forms/{own.uuid}"],
    ["PATCH", "/forms/1"],
    ["DELETE", "/forms/1"],
    ["GET", "/forms/1/submissions"],
    ["GET", "/submissions?form_id=1"],
    ["GET", "/submissions/{own.submission}"],
    ["PATCH", "/submissions/{own.submission}"],
    ["DELETE", "/submissions/{own.submission}"],
    ["POST", "/submissions/{own.submission}/refire_webhooks"],
    ["GET", "/submissions/{own.submission}/webhook_logs"],
    ["POST", "/webhook_logs/{own.log}/refire"],
    ["GET", "/attachments/{own.attachment}"],
    ["GET", "/projects/1"],
    ["PATCH", "/projects/1"],
    ["DELETE", "/projects/1"],
    ["GET", "/form_webhooks/{own.webhook}"],
    ["PATCH", "/form_webhooks/{own.webhook}"],
    ["DELETE", "/form_webhooks/{own.webhook}"],
    ["GET", "/form_webhooks?form_id=1"],
    ["GET", "/form_webhooks/{own.webhook}/signing_secret"],
    ["POST", "/form_webhooks/{own.webhook}/regenerate_secret"],
    ["DELETE", "/api_keys/1"],
  ])("gets 404 for %s %s", async (method, path) => {
    const json = method === "PATCH" ? { json: { name: "Mine", submission: { read: true } } } : {};

    const answer = await server.request(method, at(path), { key: OTHER_ACCOUNT_KEY, ...json });

    expect(answer.status).toBe(404);
  });

  it.each(["/submissions", "/webhook_logs", "/forms/2/submissions"])(
    "finds nothing in %s",
    async (path) => {
      const answer = await server.request("GET", path, { key: OTHER_ACCOUNT_KEY });

      expect(answer.text).not.toMatch(/"(payload_params|attempts)":/);
    },
  );

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
    const moved = await server.request("PATCH", "/forms/2", {
      key: OTHER_ACCOUNT_KEY,
      json: { project_id: 1 },
    });
    expect(moved.status).toBe(422);
  });

  it("cannot use a cursor of this one", async () => {
    const page = await server.request("GET", "/forms?per_page=1");
    const { meta } = page.json() as { meta: { next_cursor: string } };

    const answer = await server.request("GET", `/forms?cursor=${meta.next_cursor}`, {
      key: OTHER_ACCOUNT_KEY,
    });

    expect(answer.status).toBe(422);
  });
});
