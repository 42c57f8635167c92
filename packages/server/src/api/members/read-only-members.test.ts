// Members of records that cannot be set: another value is 422 with their name, except of those that change by themselves.
import type { Form, Problem, Submission } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { useApiServerAt } from "../../../test/api-server.ts";

let now = 1_800_000_000_000;
const server = useApiServerAt(() => now);

/** Sends the record back with each of these members, then each alone. Returns the accepted ones. */
async function accepted(path: string, record: object, others: Readonly<Record<string, unknown>>) {
  const names: string[] = [];
  const before = await server.read(path);
  for (const [name, value] of Object.entries(others)) {
    for (const json of [{ ...record, [name]: value }, { [name]: value }]) {
      const answer = await server.request("PUT", path, { json });
      const { errors } = answer.json() as Problem;
      if (answer.status !== 422 || errors?.[0]?.field !== name) names.push(name);
    }
  }
  expect(await server.read(path)).toEqual(before);
  return names;
}

const EARLIER = "2001-02-03T04:05:06.000Z";

describe("members of a record that cannot be set", () => {
  it("are rejected with another value: of a form", async () => {
    const { id } = await server.create<Form>("/forms", { name: "Fixed" });
    await server.addWebhook(id);
    const path = `/forms/${id}`;
    const form = await server.read<Form>(path);
    const [webhook] = form.form_webhooks;

    expect(
      await accepted(path, form, {
        id: id + 1,
        uuid: "0123456789ab",
        project_name: "Other",
        created_at: EARLIER,
        // Neither a count, a time, a text nor a program.
        inbox_count: "many",
        unread_count: -1,
        updated_at: "soon",
        mail_notice: 7,
        notification_emails_pending: null,
        queue_consumer: "me",
        form_webhooks: [{ ...webhook, url: "http://127.0.0.1:10/" }],
      }),
    ).toEqual([]);
    expect(await accepted(path, form, { form_webhooks: [] })).toEqual([]);
    expect(await accepted(path, form, { form_webhooks: [webhook, webhook] })).toEqual([]);
  });

  it("are rejected with another value: of a webhook and a project", async () => {
    const webhook = await server.addWebhook(1);
    const project = await server.create<{ readonly id: number }>("/projects", { name: "Fixed" });

    expect(
      await accepted(`/form_webhooks/${webhook.id}`, webhook, {
        id: 0,
        created_at: EARLIER,
        failure_count: "none",
        disabled_reason: 3,
      }),
    ).toEqual([]);
    expect(
      await accepted(`/projects/${project.id}`, project, { id: 0, created_at: EARLIER }),
    ).toEqual([]);
  });

  it("have any value of their type if they change by themselves", async () => {
    const { id, uuid } = await server.create<Form>("/forms", { name: "Moving" });
    await server.addWebhook(id);
    const form = await server.read<Form>(`/forms/${id}`);
    now += 60_000;
    await server.post(uuid, { message: "Meanwhile" });
    await server.update("webhook", { failure_count: 3, last_failure_at: 5 }, { form_id: id });
    await server.patch(`/forms/${id}`, { notification_emails: "x@example.org" });
    const [webhook] = form.form_webhooks;

    const put = await server.request("PUT", `/forms/${id}`, { json: { ...form, name: "Moved" } });
    const back = await server.request("PUT", `/form_webhooks/${webhook?.id}`, { json: webhook });

    expect(put.json()).toMatchObject({ name: "Moved", inbox_count: 1, unread_count: 1 });
    expect(back.status).toBe(200);
  });

  it("may be written as other clients write times", async () => {
    const form = await server.create<Form>("/forms", { name: "Times" });
    const created_at = form.created_at.replace("Z", "+00:00").replace(".000", "");

    const put = await server.request("PUT", `/forms/${form.id}`, { json: { ...form, created_at } });

    expect(put.status).toBe(200);
  });
});

describe("of a submission", () => {
  const settings = { name: "Posts", content_blacklist: ["casino"] };
  const form = useShared(() => server.create<Form>("/forms", settings));
  const post = (message: string) =>
    server.post(form.uuid, {
      email: "ada@example.org",
      message,
      file: new File(["bytes"], "a.txt"),
      _source_url: "https://example.org/contact?utm_source=letter#form",
    });

  it("is accepted after it was claimed, delivered, read and answered meanwhile", async () => {
    const id = await post("meanwhile");
    const record = await server.submission(id);
    now += 60_000;
    await server.claim({ form_id: form.id, limit: 100 });
    await server.update("submission", { webhook_sent_at: 5 }, { id });
    await server.mark(id, { seen: true });
    await server.patch(`/forms/${form.id}`, { name: "Renamed" });

    const json = { ...record, read: true };
    const put = await server.request("PUT", `/submissions/${id}`, { json });

    expect(put.json()).toMatchObject({ read: true, claim_count: 1, form: { name: "Renamed" } });
  });

  it("may be sent twice, if it marks as spam or ham", async () => {
    for (const [id, spam] of [
      [await post("to spam"), true],
      [await post("casino, to ham"), false],
    ] as const) {
      const json = { ...(await server.submission(id)), spam };
      now += 60_000;

      const first = await server.request("PUT", `/submissions/${id}`, { json });
      const again = await server.request("PUT", `/submissions/${id}`, { json });

      expect([first.status, again.json()]).toEqual([200, first.json()]);
      expect(again.json()).toMatchObject({ spam, spam_reason: spam ? "marked" : null });
    }
  });

  it("is the same with its notes and replies, of which a new one may come meanwhile", async () => {
    const id = await post("noted");
    const write = (text: string) => server.create(`/submissions/${id}/notes`, { text });
    await write("First");
    const path = `/submissions/${id}?include=notes,replies`;
    const record = await server.read<Submission>(path);
    await write("Second");

    const put = await server.request("PUT", `/submissions/${id}`, { json: record });
    const notes = record.notes?.map((note) => ({ ...note, text: "Other" }));

    expect([record.notes?.length, put.status]).toEqual([1, 200]);
    expect(await accepted(`/submissions/${id}`, record, { notes, replies: [{ id: 7 }] })).toEqual(
      [],
    );
  });

  const kinds = ["spam", "ham"];
  it.each(kinds)("is rejected if it changes a member that cannot be set: %s", async (kind) => {
    const id = await post(kind === "spam" ? "casino" : "fourth");
    const path = `/submissions/${id}`;
    const record = await server.read<Submission>(path);

    expect(
      await accepted(path, record, {
        id: 0,
        uid: "sub_other",
        form_id: 1,
        form: { ...record.form, uuid: "0123456789ab" },
        email: null,
        payload_params: { ...record.payload_params, more: "x" },
        form_params: record.form_params.slice(1),
        source_url: "https://example.org/",
        source_host: "example.net",
        source_path: null,
        source_query: [],
        source_fragment: "",
        ip: "203.0.113.9",
        referrer: "https://example.org/",
        user_agent: "Other",
        geocoded_country: "Iceland",
        geocoded_region: "Other",
        geocoded_city: "Other",
        attachments: [],
        created_at: EARLIER,
        spam_reason: "other",
        spam_findings: [{ check: "other", weight: 1, sentence: "Other." }],
        // Of another type.
        claim_count: -1,
        webhook_sent_at: "yesterday",
        delivery_state: "lost",
        updated_at: 7,
      }),
    ).toEqual([]);
    expect(
      await accepted(path, record, {
        attachments: record.attachments.map((file) => ({ ...file, name: "b.txt" })),
      }),
    ).toEqual([]);
  });
});
