// What the audit log records of changes, and what it never contains.
import { hash } from "node:crypto";
import type { AuditEventList } from "@intray/sdk/schemas";
import { MASK } from "../domain/delivery/webhook.ts";
import { useApiServer, OTHER_ACCOUNT_KEY } from "../../test/api-server.ts";
import { followEvents } from "../../test/event-reader.ts";

const server = useApiServer();

const ACTOR = ["account_id", "actor_kind", "actor", "ip"] as const;
const SUBJECT = ["subject_kind", "subject_id", "subject"] as const;
const rows = () => server.rows("audit", [...ACTOR, "action", ...SUBJECT, "detail"]);
const stored = async () => JSON.stringify(await server.rows("audit", ["detail", "changes"]));
beforeEach(() => server.sql("delete from audit"));

const BY_KEY = { account_id: 1, actor_kind: "key", actor: "First key", ip: "127.0.0.1" };
const EXPORTED = "all of a form as one list";
const HEADER = "a-header-value-that-is-secret";

it("GET /audit_events lists entries with filters, masked for a key that only reads", async () => {
  const { id } = await server.create("/projects", { name: "Listed" });
  await server.patch(`/projects/${id}`, { name: "Later" });
  const read = (query: string, key?: string) =>
    server.read<{ audit_events: object[]; meta: object }>(`/audit_events?${query}`, key);
  const [changed, created] = (await read("")).audit_events;
  const subject = { subject_kind: "project", subject_id: id };
  const reader = await server.createKey({ scope: "read" });

  expect(created).toMatchObject({ ...subject, action: "project.created", actor: "First key" });
  expect(changed).toMatchObject({
    ...subject,
    action: "project.changed",
    detail: "name",
    times: 1,
  });
  expect((await read("action=project.created&per_page=1")).audit_events).toEqual([created]);
  expect((await read("actor=nobody")).meta).toMatchObject({ count: 0 });
  expect((await read("action=project.created", reader)).audit_events).toMatchObject([
    { actor: MASK, ip: null },
  ]);
  expect((await server.request("GET", "/audit_events?action=king")).status).toBe(422);
});

describe("the audit log", () => {
  it.each([
    ["form", "/forms", "form", { name: "Contact" }],
    ["project", "/projects", "project", { name: "Site" }],
  ])(
    "records each change of a %s and who made it",
    async (subject_kind, path, wrapper, settings) => {
      const { id } = await server.create(path, { [wrapper]: settings });
      await server.patch(`${path}/${id}`, { [wrapper]: { name: "New" } });
      await server.request("PUT", `${path}/${id}/`, { json: { name: "Newer", nonsense: 1 } });
      await server.request("DELETE", `${path}/${id}`);

      const about = { ...BY_KEY, subject_kind, subject_id: id, detail: null };
      expect(await rows()).toEqual([
        { ...about, action: `${subject_kind}.created`, subject: settings.name },
        { ...about, action: `${subject_kind}.changed`, subject: "New", detail: "name" },
        { ...about, action: `${subject_kind}.changed`, subject: "Newer", detail: "name" },
        { ...about, action: `${subject_kind}.deleted`, subject: "Newer" },
      ]);
    },
  );

  it("records old and new values, shortened, and fingerprints of secrets", async () => {
    const before = "http://127.0.0.1:9/token-in-the-path";
    const { id } = await server.addWebhook(1, { name: "CRM", url: before });
    const [url, headers] = ["http://127.0.0.1:10/other-token", [{ name: "X", value: HEADER }]];
    const template = "x".repeat(300);
    await server.patch(`/form_webhooks/${id}`, { name: "CRM", url, headers, template });
    await server.patch(`/form_webhooks/${id}`, { url, enabled: false });
    const { audit_events } = await server.read<AuditEventList>("/audit_events?per_page=2");
    await server.request("DELETE", `/form_webhooks/${id}`);
    const hidden = { key: await server.createKey({ scope: "read" }) };
    const masked = await server.request("GET", "/audit_events?per_page=2", hidden);
    const print = (value: unknown) => `#${hash("sha256", JSON.stringify(value)).slice(0, 8)}`;

    expect(audit_events.map(({ changes }) => changes)).toEqual([
      [{ setting: "enabled", old: "true", new: "false" }],
      [
        {
          setting: "url",
          old: `http://127.0.0.1:9 ${print(before)}`,
          new: `http://127.0.0.1:10 ${print(url)}`,
        },
        { setting: "headers", old: "", new: print(headers) },
        { setting: "template", old: "", new: `${"x".repeat(200)}…` },
      ],
    ]);
    expect(masked.text).not.toContain("#");
    expect(JSON.stringify(await server.sql("select * from audit"))).not.toMatch(/token|secret"/);
  });

  it("records old and new values of each form that a bulk edit changed, and finds them by project", async () => {
    const { id: project_id } = await server.create("/projects", { name: "Bulk" });
    const make = (name: string, language: string) =>
      server.create("/forms", { name, project_id, language });
    const [a, b] = [await make("A", "de"), await make("B", "fr")];
    const json = { form_ids: [a.id, b.id, 1], set: { language: "fr" } };
    await server.request("POST", "/forms/bulk", { json: { ...json, dry_run: true } });
    await server.request("POST", "/forms/bulk", { json });
    const webhook = await server.addWebhook(a.id, { name: "CRM" });
    await server.request("GET", `/form_webhooks/${webhook.id}/signing_secret`);
    await server.request("DELETE", `/form_webhooks/${webhook.id}`);
    await server.request("DELETE", `/forms/${b.id}`);
    const read = async (of: unknown) =>
      (await server.read<AuditEventList>(`/audit_events?project_id=${String(of)}`)).audit_events;

    const found = (await read(project_id)).toReversed();
    expect(found.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "project.created Bulk",
      "form.created A",
      "form.created B",
      "form.changed A",
      "webhook.created CRM",
      "secret.revealed CRM",
      "webhook.deleted CRM",
      "form.deleted B",
    ]);
    const changes = [{ setting: "language", old: "de", new: "fr" }];
    expect(found[3]).toMatchObject({ subject_id: a.id, detail: "language", changes });
    expect(await read(1)).toMatchObject([{ action: "form.changed", subject_id: 1 }]);
    expect((await server.request("GET", "/audit_events?project_id=x")).status).toBe(422);
  });

  it("records changes of a webhook and its secret without their values", async () => {
    const { id } = await server.addWebhook(1, {
      name: "CRM",
      url: "http://127.0.0.1:9/token-in-the-path",
      headers: [{ name: "Authorization", value: HEADER }],
    });
    const at = `/form_webhooks/${id}`;
    await server.patch(at, { headers: [], enabled: false });
    const shown = [await server.request("GET", `${at}/signing_secret`)];
    for (const json of [{}, { stage: true }, { activate: true }]) {
      shown.push(await server.request("POST", `${at}/regenerate_secret`, { json }));
    }
    await server.request("DELETE", at);
    const found = await rows();

    expect(found.map(({ action, detail }) => [action, detail])).toEqual([
      ["webhook.created", null],
      ["webhook.changed", "headers, enabled"],
      ["secret.revealed", null],
      ["secret.replaced", null],
      ["secret.staged", null],
      ["secret.activated", null],
      ["webhook.deleted", null],
    ]);
    expect(
      new Set(found.map((row) => [row.subject_kind, row.subject_id, row.subject].join())),
    ).toEqual(new Set([`webhook,${id},CRM`]));
    const secrets = shown.map(
      (answer) => (answer.json() as { signing_secret: string }).signing_secret,
    );
    for (const secret of [...secrets, HEADER, "token-in-the-path"]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(JSON.stringify(found) + (await stored())).not.toContain(secret);
    }
  });

  it("records changes of keys without their text", async () => {
    const json = { kind: "form", form_id: 1, name: "Export", can_delete: true };
    const { id, key } = await server.create<{ id: number; key: string }>("/api_keys", json);
    const expires_at = "2036-01-31T00:00:00.000Z";
    await server.create("/api_keys", { kind: "account", name: "Guest", scope: "read", expires_at });
    const submission = await server.post("1", { message: "private words" });
    await server.request("DELETE", `/submissions/${submission}`, { key });
    await server.request("DELETE", `/api_keys/${id}`);
    const found = await rows();

    expect(found.map((row) => row.detail).filter((detail) => detail !== null)).toEqual([
      "scope write, never expires",
      `scope read, expires ${expires_at}`,
    ]);
    expect(found.map((row) => [row.actor, row.action, row.subject_id, row.subject])).toEqual([
      ["First key", "key.created", id, "Export"],
      ["First key", "key.created", id + 1, "Guest"],
      ["Export", "submission.deleted", submission, null],
      ["First key", "key.revoked", id, "Export"],
    ]);
    expect(JSON.stringify(found)).not.toContain(key);
    expect(JSON.stringify(found)).not.toContain("private words");
  });

  it("records re-fires, tests, bulk marks and exports, each repeated one once", async () => {
    const webhook = await server.addWebhook(1, { name: "CRM" });
    const submission = await server.post("1", { message: "to be sent again" });
    await server.sql("delete from audit");
    const at = `/form_webhooks/${webhook.id}`;
    const submission_ids = [submission];
    const entry = await server.row("delivery", ["id"], { submission_id: submission });
    for (let n = 0; n < 2; n += 1) {
      await server.request("POST", `/submissions/${submission}/refire_webhooks`);
      await server.request("POST", "/submissions/refire_webhooks", { json: { submission_ids } });
      await server.request("POST", `/webhook_logs/${entry.id}/refire`);
      await server.request("POST", `${at}/refire_failed`, { json: { since: "2020-01-01" } });
      await server.request("POST", `${at}/test`);
      await server.bulk(submission_ids, { read: true, spam: n === 1 });
      await server.request("GET", "/forms/1/submissions");
      await server.request("GET", "/forms/1/submissions?created_after=2020-01-01");
      await server.request("GET", "/forms/1/submissions?page=1");
      await server.request("GET", "/submissions");
    }
    const found = await vi.waitFor(async () => {
      const counted = await server.rows("audit", ["action", "subject", "detail", "times"]);
      expect(counted.reduce((sum, { times }) => sum + times, 0)).toBe(14);
      return counted;
    });

    expect(found.map((row) => Object.values(row).join()).toSorted()).toEqual([
      `submissions.exported,,${EXPORTED},2`,
      "submissions.marked,,read: true, spam: false,1",
      "submissions.marked,,read: true, spam: true,1",
      "webhook.tested,CRM,,2",
      "webhooks.refired,,,6",
      "webhooks.refired,CRM,all that failed,2",
    ]);
  });

  it("does not record rejected requests, reads or single marks", async () => {
    const submission = await server.post("1", { message: "one" });
    await server.sql("delete from audit");
    await server.request("POST", "/forms", { json: { name: "" } });
    await server.request("PATCH", "/forms/999", { json: { name: "x" } });
    await server.request("DELETE", "/forms/1", { key: null });
    await server.request("DELETE", "/forms/1", { key: OTHER_ACCOUNT_KEY });
    await server.request("GET", "/forms/1");
    await server.request("GET", "/form_webhooks/1/signing_secret");
    await server.mark(submission, { read: true });
    await server.bulk([999_999], { trash: true });

    expect(await rows()).toEqual([]);
  });

  it("records a change for the account of the key", async () => {
    await server.request("POST", "/projects", { key: OTHER_ACCOUNT_KEY, json: { name: "Theirs" } });

    expect((await rows()).map(({ account_id, actor }) => [account_id, actor])).toEqual([
      [2, "Strange"],
    ]);
  });
});

describe("the stream of the audit log", () => {
  const list = "audit_events";
  const make = (name: string, key?: string) =>
    server.request("POST", "/projects", { json: { name }, ...(key !== undefined && { key }) });

  it("has each new entry that the filters let through, also those of a break, masked as the list", async () => {
    const query = "?action=project.created&per_page=100";
    const reader = await followEvents(server, { list, query });
    const key = await server.createKey({ scope: "read" });
    const masked = await followEvents(server, { list, query, key });
    await make("First");
    const received = await reader.take(1);
    reader.cut();
    for (let n = 0; n < 25; n++) await make(`Project ${n}`);
    await make("Theirs", OTHER_ACCOUNT_KEY);
    const resumed = await followEvents(server, { list, query, lastId: reader.lastId });
    received.push(...(await resumed.take(25)));
    const [shown] = await masked.take(1);
    for (const one of [resumed, masked]) one.cut();

    const { audit_events } = await server.read<AuditEventList>(`/audit_events${query}`);
    expect(received.map(({ data }) => data)).toEqual(audit_events.toReversed());
    expect(received[0]).toMatchObject({ kind: "audit_event.created", data: { subject: "First" } });
    expect(shown?.data).toMatchObject({ actor: MASK, ip: null, subject: "First" });
  });

  it.each([
    ["SQL", "1-1; drop table audit"],
    ["a number too large", "99999999999999999999-1"],
    ["no entry", "999999999999999-1"],
    ["an entry at another time, as after a backup", "OWN-1"],
    ["an entry of another account", "THEIRS"],
  ])("starts with a reset for a last event id that is %s", async (_, text) => {
    await make("Theirs", OTHER_ACCOUNT_KEY);
    const theirs = await server.row("audit", ["id", "at"], { account_id: 2 });
    await make("Before");
    const { id } = await server.row("audit", ["id"], { account_id: 1 });
    const lastId = text
      .replace("OWN", String(id))
      .replace("THEIRS", Object.values(theirs).join("-"));
    const reader = await followEvents(server, { list, lastId });
    const [reset] = await reader.take(1);
    await make("After");
    const [next] = await reader.take(1);
    reader.cut();

    expect(reset).toMatchObject({ kind: "reset", data: {} });
    expect(reader.text).not.toContain(`id: ${lastId}\n`);
    expect(next?.data).toMatchObject({ subject: "After" });
  });
});
