import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_KEY, type ApiServer, startApiServer } from "../../test/api-server.ts";
import { systemClock } from "../platform/clock.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
let now = START;
let server: ApiServer;
let form: { readonly id: number; readonly uuid: string };

beforeAll(async () => {
  server = await startApiServer({}, { ...systemClock, now: () => now });
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await server.make("/forms", { name: "Contact" });
});

const post = (fields: Record<string, string>) =>
  server.post(form.uuid, new URLSearchParams(fields));
const patch = (id: number, submission: object) =>
  server.ask("PATCH", `/submissions/${id}`, { json: { submission } });
const list = async (query: string) =>
  (await server.ask("GET", `/submissions?form_id=${form.id}&${query}`)).json() as SubmissionList;
const idsOf = async (query: string) => (await list(query)).submissions.map(({ id }) => id);

describe("the list of submissions", () => {
  it("tells new, read, spam and trash apart as the contract does", async () => {
    const fresh = await post({ n: "fresh" });
    const read = await post({ n: "read" });
    const spam = await post({ n: "spam", _gotcha: "bot" });
    const readSpam = await post({ n: "read spam", _gotcha: "bot" });
    const trash = await post({ n: "trash" });
    await patch(read, { read: true });
    await patch(readSpam, { read: true });
    await patch(trash, { trash: true });

    expect(await idsOf("")).toEqual([read, fresh]);
    expect(await idsOf("filter_by=all")).toEqual([read, fresh]);
    expect(await idsOf("filter_by=New")).toEqual([fresh]);
    expect(await idsOf("filter_by=SPAM")).toEqual([readSpam, spam]);
    expect(await idsOf("filter_by=trash")).toEqual([trash]);
    // Not the same as new: unread spam is unread too.
    expect(await idsOf("unread=true")).toEqual([spam, fresh]);
    expect(await idsOf("unread=false")).toEqual([readSpam, read]);
    expect(await idsOf("spam_status=false")).toEqual([read, fresh]);
    expect(await idsOf("filter_by=spam&unread=true")).toEqual([spam]);
    expect(await idsOf("filter_by=new&spam_status=true")).toEqual([]);
    expect((await list("per_page=1")).meta).toEqual({
      count: 2,
      page: 1,
      per_page: 1,
      next_cursor: expect.any(String) as string,
      inbox_count: 2,
      unread_count: 1,
      spam_count: 2,
      trash_count: 1,
      form_name: "Contact",
    });
  });

  it("narrows by time: after and before are strict, both days of a range count", async () => {
    const at = async (time: string) => {
      now = Date.parse(time);
      return post({ time });
    };
    const first = await at("2026-03-10T00:00:00.000Z");
    const second = await at("2026-03-10T23:59:59.999Z");
    const third = await at("2026-03-11T00:00:00.000Z");

    expect(await idsOf("created_after=2026-03-10")).toEqual([third, second]);
    expect(await idsOf("created_before=2026-03-11T00:00:00Z")).toEqual([second, first]);
    expect(await idsOf("created_after=2026-03-10T01:00:00%2B01:00")).toEqual([third, second]);
    expect(await idsOf("date_range=2026-03-10 to 2026-03-10")).toEqual([second, first]);
    expect(await idsOf("date_range=2026-03-10 to 2026-03-11&created_after=2026-03-10")).toEqual([
      third,
      second,
    ]);
    expect(await idsOf("created_after=2026-03-11")).toEqual([]);
    expect((await list("date_range=2026-03-10 to 2026-03-10")).meta.count).toBe(2);
  });

  it("goes both ways by date, and by e-mail in pages", async () => {
    const b = await post({ email: "b@example.org" });
    const a = await post({ email: "a@example.org" });

    expect(await idsOf("order_by=date_asc")).toEqual([b, a]);
    expect(await idsOf("order_by=email_asc")).toEqual([a, b]);
    expect(await idsOf("order_by=email_desc&page=2&per_page=1")).toEqual([a]);
    expect((await list("order_by=email_asc&per_page=1")).meta.next_cursor).toBeNull();
  });

  it.each(["date_asc", "date_desc"])(
    "is walked by cursor, %s, each once, while posts come in",
    async (order) => {
      const made: number[] = [];
      for (let n = 0; n < 5; n++) made.push(await post({ n: `${n}` }));

      const walked: number[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await list(`order_by=${order}&per_page=2&cursor=${cursor}`);
        if (walked.length === 0) await post({ n: "late" });
        walked.push(...page.submissions.map(({ id }) => id));
        cursor = page.meta.next_cursor;
      }

      const wanted = order === "date_desc" ? made.toReversed() : made;
      expect(walked.slice(0, 5)).toEqual(wanted);
      expect(new Set(walked).size).toBe(walked.length);
    },
  );

  it("has a next page beyond what is counted exactly", async () => {
    await server.fill(form.id, 10_100, now);

    const page = await list("created_after=2020-01-01&page=100&per_page=100");

    expect(page.meta).toMatchObject({ count: 10_000, count_exact: false, page: 100 });
    expect(page.meta.next_cursor).not.toBeNull();
  });

  it("is empty past its end", async () => {
    await post({ n: "1" });

    expect(await list("page=9")).toMatchObject({
      submissions: [],
      meta: { page: 9, count: 1, next_cursor: null },
    });
  });

  it("refuses a cursor under another filter, another order, or with a page", async () => {
    await post({ n: "1" });
    await post({ n: "2" });
    const { next_cursor } = (await list("per_page=1")).meta;

    for (const query of [
      "filter_by=new",
      "order_by=date_asc",
      "page=1",
      "created_after=2020-01-01",
    ]) {
      const answer = await server.ask(
        "GET",
        `/submissions?form_id=${form.id}&${query}&cursor=${next_cursor}`,
      );
      expect(answer.status).toBe(422);
    }
    // per_page is no filter.
    expect((await list(`per_page=50&cursor=${next_cursor}`)).submissions).toHaveLength(1);
  });
});

describe("a submission", () => {
  it("keeps the order and the names of its fields", async () => {
    const id = await post({ "10": "ten", "2": "two", email: "ada@example.org" });
    await server.sql(
      "update submission set fields = ? where id = ?",
      '[["10","ten"],["2",["a","b"]],["__proto__","p"]]',
      id,
    );

    const answer = await server.ask("GET", `/submissions/${id}`);

    const record = answer.json() as Submission;
    expect(record.form_params.map(({ name }) => name)).toEqual(["10", "2", "__proto__"]);
    expect(answer.text).toContain('"__proto__":"p"');
    expect(record).toMatchObject({
      email: "ada@example.org",
      form: { name: "Contact", uuid: form.uuid },
    });
    expect(record).not.toHaveProperty("lead_agent");
  });

  it("is marked read, and leaves new and unread", async () => {
    const id = await post({ n: "1" });

    const marked = await patch(id, { read: true });
    const again = await patch(id, { read: true });

    expect(marked.json()).toMatchObject({ id, read: true });
    expect(again.status).toBe(200);
    expect(await idsOf("unread=true")).toEqual([]);
    expect(await idsOf("filter_by=new")).toEqual([]);
    expect(await idsOf("")).toEqual([id]);
    expect((await list("")).meta.unread_count).toBe(0);
  });

  it.each([
    [{ read: true }, "submission"],
    [{}, "submission"],
    [{ submission: null }, "submission"],
    [{ submission: [] }, "submission"],
    [{ submission: { read: "true" } }, "submission.read"],
    [{ submission: { read: null } }, "submission.read"],
    [{ submission: { spam: 1 } }, "submission.spam"],
    [{ submission: { trash: {} } }, "submission.trash"],
  ])("is not changed by %j", async (json, field) => {
    const id = await post({ n: "1" });

    const answer = await server.ask("PATCH", `/submissions/${id}`, { json });

    expect(answer.status).toBe(422);
    expect((answer.json() as { errors: { field: string }[] }).errors[0]?.field).toBe(field);
    expect(await idsOf("filter_by=new")).toEqual([id]);
  });

  it("cannot be rewritten by members that are not marks", async () => {
    const id = await post({ n: "1" });

    const answer = await patch(id, {
      email: "x@example.org",
      payload_params: {},
      id: 7,
      form_id: 2,
      read: false,
    });

    expect(answer.json()).toMatchObject({
      id,
      form_id: form.id,
      email: null,
      payload_params: { n: "1" },
    });
  });

  it("is deleted for good, with its files, and its record is the answer", async () => {
    const body = new FormData();
    body.set("file", new File(["bytes"], "a.txt"));
    const id = await server.post(form.uuid, body);
    const { attachments } = (await server.ask("GET", `/submissions/${id}`)).json() as Submission;
    const [file] = attachments;

    const deleted = await server.ask("DELETE", `/submissions/${id}`);

    expect(deleted.json()).toMatchObject({ id, attachments: [{ id: file?.id }] });
    for (const path of [
      `/submissions/${id}`,
      `/submissions/${id}/webhook_logs`,
      `/attachments/${file?.id ?? 0}`,
    ]) {
      expect((await server.ask("GET", path)).status).toBe(404);
    }
    expect(
      (
        await server.ask("GET", new URL(file?.public_url ?? "").pathname.replace("/api/v1", ""), {
          key: null,
        })
      ).status,
    ).toBe(404);
    expect((await server.ask("DELETE", `/submissions/${id}`)).status).toBe(404);
    expect(
      (await server.ask("PATCH", `/submissions/${id}`, { json: { submission: { read: true } } }))
        .status,
    ).toBe(404);
    expect((await list("")).meta).toMatchObject({ count: 0, inbox_count: 0, unread_count: 0 });
  });
});

describe("the submissions of a form", () => {
  const path = (query = "") => `/forms/${form.uuid}/submissions${query}`;
  const array = async (query = "") => (await server.ask("GET", path(query))).json() as Submission[];

  it("are a bare array, oldest first, whole whatever its length, without spam and trash", async () => {
    await post({ n: "spam", _gotcha: "bot" });
    await patch(await post({ n: "trash" }), { trash: true });
    await server.fill(form.id, 350, now);

    const all = (await array()).map(({ id }) => id);

    expect(all).toHaveLength(350);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
  });

  it("are an empty array when there are none", async () => {
    expect(await array()).toEqual([]);
    expect(await array("?created_after=2020-01-01&per_page=5")).toEqual([]);
  });

  it("come in pages with a Link, when pages are asked for, and the key is in no Link", async () => {
    const made = [await post({ n: "1" }), await post({ n: "2" }), await post({ n: "3" })];
    const walked: number[] = [];
    let next: string | undefined = path(
      `?per_page=2&created_after=2020-01-01&api_token=${ACCOUNT_KEY}`,
    );

    while (next !== undefined) {
      const answer = await server.ask("GET", next);
      walked.push(...(answer.json() as Submission[]).map(({ id }) => id));
      const link: string | null = answer.headers.get("link");
      expect(link ?? "").not.toContain("api_token");
      const target = /^<([^>]+)>; rel="next"$/.exec(link ?? "")?.[1];
      next = target?.replace(`${server.url}/api/v1`, "");
    }

    expect(walked).toEqual(made);
  });

  it("are those created strictly after a time", async () => {
    now = Date.parse("2026-05-01T00:00:00Z");
    await post({ n: "1" });
    now += 1;
    const later = await post({ n: "2" });

    expect((await array("?created_after=2026-05-01")).map(({ id }) => id)).toEqual([later]);
  });
});

describe("re-firing", () => {
  it("queues every enabled webhook and logs it; none enabled is a success with nothing in it", async () => {
    const id = await post({ n: "1" });
    const none = await server.ask("POST", `/submissions/${id}/refire_webhooks`);
    const webhook = await server.make("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
    });
    await server.make("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
      enabled: false,
    });

    const one = await server.ask("POST", `/submissions/${id}/refire_webhooks`);

    expect(none.json()).toMatchObject({ success: true, deliveries: [] });
    expect(one.json()).toMatchObject({
      success: true,
      deliveries: [{ submission_id: id, webhook_id: webhook.id, trigger: "refire" }],
    });
    const log = (await server.ask("GET", `/submissions/${id}/webhook_logs`)).json();
    expect(log).toMatchObject({
      webhook_logs: [{ trigger: "refire", max_attempts: 16 }],
      meta: { count: 1 },
    });
  });

  it("in bulk folds duplicates, and says of each what became of it", async () => {
    const id = await post({ n: "1" });

    const answer = await server.ask("POST", "/submissions/refire_webhooks", {
      json: { submission_ids: [id, 999_999, id] },
    });

    expect(answer.json()).toEqual({
      success: false,
      message: expect.any(String) as string,
      results: [
        { submission_id: id, status: "no_webhooks", deliveries: [] },
        { submission_id: 999_999, status: "not_found", deliveries: [] },
      ],
    });
  });

  it.each([
    [{}, 422],
    [{ submission_ids: [] }, 422],
    [{ submission_ids: "1" }, 422],
    [{ submission_ids: ["1"] }, 422],
    [{ submission_ids: [1.5] }, 422],
    [{ submission_ids: [null] }, 422],
    [{ submission_ids: [-1] }, 422],
    [{ submission_ids: [1e300] }, 422],
    [{ submission_ids: Array.from({ length: 1001 }, (_, n) => n + 1) }, 422],
    [{ submission_ids: [999_998, 999_999] }, 404],
  ])("in bulk refuses %j", async (json, status) => {
    expect((await server.ask("POST", "/submissions/refire_webhooks", { json })).status).toBe(
      status,
    );
  });
});

describe("the log of deliveries", () => {
  it("is filtered by form, webhook, state and time", async () => {
    const webhook = await server.make("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
    });
    const id = await post({ n: "1" });
    const count = async (query: string) =>
      (
        (await server.ask("GET", `/webhook_logs?form_id=${form.id}&${query}`)).json() as {
          meta: { count: number };
        }
      ).meta.count;

    expect(await count("")).toBe(1);
    expect(await count(`webhook_id=${webhook.id}`)).toBe(1);
    expect(await count("webhook_id=999999")).toBe(0);
    expect(await count("state=succeeded")).toBe(0);
    expect(await count("created_after=2100-01-01")).toBe(0);
    expect((await server.ask("GET", `/webhook_logs?form_id=${form.id}`)).json()).toMatchObject({
      webhook_logs: [{ submission_id: id, trigger: "intake" }],
    });
  });

  it.each([
    "state=lost",
    "webhook_id=x",
    "webhook_id=0",
    "created_after=now",
    "per_page=1000",
    "cursor=e30",
  ])("refuses %s", async (query) => {
    expect((await server.ask("GET", `/webhook_logs?${query}`)).status).toBe(422);
  });

  it("re-fires one entry again, and knows no other's", async () => {
    await server.make("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });
    const id = await post({ n: "1" });
    const { webhook_logs } = (
      await server.ask("GET", `/submissions/${id}/webhook_logs`)
    ).json() as { webhook_logs: { id: number }[] };

    const again = await server.ask("POST", `/webhook_logs/${webhook_logs[0]?.id ?? 0}/refire`);

    expect(again.json()).toMatchObject({
      success: true,
      deliveries: [{ trigger: "refire_log", submission_id: id }],
    });
    expect((await server.ask("POST", "/webhook_logs/999999/refire")).status).toBe(404);
  });
});

it("a log tells how many attempts the operator's own schedule has", async () => {
  const own = await startApiServer({ INTRAY_RETRY_SCHEDULE: "1h,2h" });
  try {
    const { id: form_id, uuid } = await own.make<{ id: number; uuid: string }>("/forms", {
      name: "Contact",
    });
    await own.make("/form_webhooks", { form_id, url: "http://127.0.0.1:9/" });
    const id = await own.post(uuid, new URLSearchParams({ n: "1" }));

    const log = (await own.ask("GET", `/submissions/${id}/webhook_logs`)).json();

    expect(log).toMatchObject({ webhook_logs: [{ max_attempts: 3 }] });
  } finally {
    await own.close();
  }
});
