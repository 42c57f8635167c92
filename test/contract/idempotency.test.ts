// Idempotency-Key: what is sent twice is done once, and answered as the first time.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type {
  ApiKeyWithText,
  BulkResult,
  ClaimResult,
  Problem,
  Submission,
  SubmissionList,
  WebhookLogList,
} from "@intray/sdk/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ApiServer,
  type RequestOptions,
  startApiServer,
  OTHER_ACCOUNT_KEY,
} from "../../packages/server/test/api-server.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { type CheckedAnswer, checkedFetch } from "./document.ts";

const DAY_MS = 86_400_000;

let now = Date.parse("2026-03-01T00:00:00Z");
let server: ApiServer;
let form: { readonly id: number; readonly uuid: string };
beforeAll(async () => {
  server = await startApiServer({}, { ...systemClock, now: () => now });
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
});

let keys = 0;
const newKey = () => `key-${(keys += 1)}`;
const keyed = (key: string): Pick<RequestOptions, "headers"> => ({
  headers: { "idempotency-key": key },
});
const ask = (key: string, path: string, how: RequestOptions = {}) =>
  server.request("POST", path, { ...how, ...keyed(key) });
const post = (
  key: string | undefined,
  body: RequestInit["body"],
  to: { readonly uuid: string } = form,
): Promise<CheckedAnswer> =>
  checkedFetch(server.url)("POST", `/f/${to.uuid}.json`, {
    body: body ?? null,
    ...(key === undefined ? {} : keyed(key)),
  });
const fields = (text: string) => new URLSearchParams({ text });
const idOf = (answer: CheckedAnswer) => (answer.json() as { id: number }).id;
const submissions = async () =>
  (
    (
      await server.request("GET", `/submissions?form_id=${form.id}&unread=true`)
    ).json() as SubmissionList
  ).submissions;
const logs = async () =>
  ((await server.request("GET", `/webhook_logs?form_id=${form.id}`)).json() as WebhookLogList)
    .webhook_logs;
const hook = () =>
  server.create<{ id: number }>("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });

describe("a post that is sent again", () => {
  it("is stored once, delivered once, and answered alike", async () => {
    await hook();
    const key = newKey();

    const first = await post(key, fields("hello"));
    now += 1_000;
    const again = await post(key, fields("hello"));

    expect(again.json()).toEqual(first.json());
    expect((await submissions()).map(({ id, spam }) => [id, spam])).toEqual([[idOf(first), false]]);
    expect(await logs()).toHaveLength(1);
  });

  it("at the same time becomes one submission", async () => {
    const key = newKey();

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(key, fields("at once"))),
    );

    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await submissions()).toHaveLength(1);
  });

  it("with other content is stored anew, and each is known from then on", async () => {
    const key = newKey();

    const first = await post(key, fields("one"));
    const second = await post(key, fields("two"));
    const again = [await post(key, fields("one")), await post(key, fields("two"))];

    expect(idOf(first)).not.toBe(idOf(second));
    expect(again.map(idOf)).toEqual([idOf(first), idOf(second)]);
    expect(await submissions()).toHaveLength(2);
  });

  it("to another form is another post", async () => {
    const other = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const key = newKey();

    const ids = [idOf(await post(key, fields("x"))), idOf(await post(key, fields("x"), other))];

    expect(new Set(ids).size).toBe(2);
  });

  it("keeps its first files and leaves none behind", async () => {
    const key = newKey();
    const body = (bytes: string) => {
      const data = new FormData();
      data.set("text", "with a file");
      data.set("cv", new File([bytes], "cv.txt", { type: "text/plain" }));
      return data;
    };
    const first = await post(key, body("bytes"));
    const files = await stored();

    const again = await post(key, body("bytes"));
    const other = await post(key, body("other bytes"));

    expect(idOf(again)).toBe(idOf(first));
    expect(idOf(other)).not.toBe(idOf(first));
    expect(await stored()).toBe(files + 1);
  });

  const stored = async () => {
    const all = await readdir(join(server.folder, "attachments"), {
      recursive: true,
      withFileTypes: true,
    });
    return all.filter((one) => one.isFile()).length;
  };

  it("after a day is a new one; one that was deleted meanwhile stays deleted until then", async () => {
    const [key, gone] = [newKey(), newKey()];
    const first = idOf(await post(key, fields("day")));
    const deleted = idOf(await post(gone, fields("deleted")));
    await server.request("DELETE", `/submissions/${deleted}`);

    now += DAY_MS - 1;
    const early = [idOf(await post(key, fields("day"))), idOf(await post(gone, fields("deleted")))];
    now += 1;
    const late = idOf(await post(key, fields("day")));
    const latest = idOf(await post(key, fields("day")));

    expect(early).toEqual([first, deleted]);
    expect(late).toBeGreaterThan(first);
    expect(latest).toBe(late);
  });

  it("without a key, or with an empty one, is a post of its own", async () => {
    const ids = [
      idOf(await post(undefined, fields("none"))),
      idOf(await post("", fields("none"))),
      idOf(await post(" ", fields("none"))),
    ];

    expect(new Set(ids).size).toBe(3);
  });

  it.each(["x".repeat(256), "caf\u00e9"])("is refused under the key %j", async (key) => {
    const answer = await post(key, fields("bad"));

    expect(answer.status).toBe(400);
    expect((answer.json() as Problem).error).toContain("Idempotency-Key");
    expect(await submissions()).toEqual([]);
  });

  it("was refused the first time, and is judged anew", async () => {
    const key = newKey();

    const refused = await post(key, new URLSearchParams({ _gotcha: "" }));
    const stays = await post(key, fields("now with a field"));

    expect([refused.status, stays.status]).toEqual([422, 200]);
  });
});

describe("a record that is created again", () => {
  it.each([
    ["/forms", () => ({ name: "Twice", captcha: { provider: "turnstile", secret: "hush-hush" } })],
    ["/projects", () => ({ name: "Twice" })],
    [
      "/form_webhooks",
      () => ({
        form_id: form.id,
        url: "http://127.0.0.1:9/",
        headers: [{ name: "X", value: "hush-hush" }],
      }),
    ],
  ])("by POST %s is made once, and says that it is a repeat", async (path, json) => {
    const key = newKey();
    const total = async () =>
      ((await server.request("GET", path)).json() as { meta: { count: number } }).meta.count;
    const before = await total();

    const first = await ask(key, path, { json: json() });
    const again = await server.request("POST", `${path}/`, {
      body: JSON.stringify(json(), null, 2),
      headers: { "idempotency-key": key, "content-type": "application/json" },
    });

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await total()).toBe(before + 1);
    expect(JSON.stringify(await server.sql("select result from idempotency_key"))).not.toContain(
      "hush-hush",
    );
  });

  it("as a key shows its text once, and says so the second time", async () => {
    const key = newKey();
    const json = { kind: "account", name: "Once" };

    const first = (await ask(key, "/api_keys", { json })).json() as ApiKeyWithText;
    const again = (await ask(key, "/api_keys", { json })).json() as ApiKeyWithText;

    expect(first.key).toMatch(/^itk_acct_/);
    expect(again).toEqual({
      ...first,
      key: null,
      message: expect.stringContaining("Idempotency-Key") as string,
    });
    expect(JSON.stringify(await server.sql("select result from idempotency_key"))).not.toContain(
      first.key,
    );
  });

  it("at the same time is made once", async () => {
    const key = newKey();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask(key, "/projects", { json: { name: "At once" } })),
    );

    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(
      answers.filter(({ headers }) => headers.get("idempotency-replayed") === null),
    ).toHaveLength(1);
  });

  it("with other content, or elsewhere, is 409; with another key it is another record", async () => {
    const key = newKey();
    const first = await ask(key, "/projects", { json: { name: "One" } });

    const other = await ask(key, "/projects", { json: { name: "Two" } });
    const elsewhere = await ask(key, "/forms", { json: { name: "One" } });
    const fresh = await ask(newKey(), "/projects", { json: { name: "One" } });

    expect([other.status, elsewhere.status, fresh.status]).toEqual([409, 409, 201]);
    expect(other.json()).toMatchObject({ code: "idempotency_key_reused" });
    expect(idOf(fresh)).not.toBe(idOf(first));
  });

  it("by another owner is none of the first one's", async () => {
    const key = newKey();
    const json = { name: "Mine" };

    const mine = await ask(key, "/projects", { json });
    const strange = await ask(key, "/projects", { json, key: OTHER_ACCOUNT_KEY });

    expect(strange.headers.get("idempotency-replayed")).toBeNull();
    expect(idOf(strange)).not.toBe(idOf(mine));
  });

  it("was refused the first time, and may be sent right with the same key", async () => {
    const key = newKey();

    const refused = await ask(key, "/forms", { json: { name: "F", project_id: 999_999 } });
    const right = await ask(key, "/forms", { json: { name: "F" } });

    expect([refused.status, right.status]).toEqual([422, 201]);
  });

  it("after a day is made anew", async () => {
    const key = newKey();
    const first = await ask(key, "/projects", { json: { name: "One" } });
    now += DAY_MS;

    const other = await ask(key, "/projects", { json: { name: "Two" } });

    expect(other.status).toBe(201);
    expect(idOf(other)).not.toBe(idOf(first));
  });

  it.each(["x".repeat(256), "caf\u00e9"])("is refused under the key %j", async (key) => {
    const answer = await ask(key, "/projects", { json: { name: "One" } });

    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Idempotency-Key");
  });
});

describe("what is fired again", () => {
  it.each([
    ["one by one", (id: number) => [`/submissions/${id}/refire_webhooks`, undefined] as const],
    [
      "in bulk",
      (id: number) => ["/submissions/refire_webhooks", { submission_ids: [id] }] as const,
    ],
  ])("%s is queued once under a key", async (_, request) => {
    await hook();
    const id = idOf(await post(undefined, fields("refire")));
    const key = newKey();
    const [path, json] = request(id);
    const how = json === undefined ? {} : { json };

    const first = await ask(key, path, how);
    const again = await ask(key, path, how);

    expect(again.json()).toEqual(first.json());
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await logs()).toHaveLength(2);
  });

  it("from the log is queued once under a key", async () => {
    await hook();
    await post(undefined, fields("log"));
    const key = newKey();
    const [entry] = await logs();
    const path = `/webhook_logs/${entry?.id ?? 0}/refire`;

    const answers = [await ask(key, path), await ask(key, path)];

    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    expect(await logs()).toHaveLength(2);
  });

  it("since a time is queued once under a key, even when it failed again", async () => {
    const { id } = await hook();
    await post(undefined, fields("failed"));
    const fail = () =>
      server.sql(
        "update delivery set state = 'exhausted', finished_at = ?, next_attempt_at = null, lease_token = null, lease_expires_at = null where form_id = ?",
        now,
        form.id,
      );
    await fail();
    const key = newKey();
    const json = { since: "2026-01-01T00:00:00Z" };

    const first = await ask(key, `/form_webhooks/${id}/refire_failed`, { json });
    await fail();
    const again = await ask(key, `/form_webhooks/${id}/refire_failed`, { json });
    const other = await ask(key, `/form_webhooks/${id}/refire_failed`, {
      json: { since: "2026-01-02T00:00:00Z" },
    });

    expect(first.json()).toMatchObject({ message: "Queued 1 delivery." });
    expect(again.json()).toMatchObject({ message: "Queued 1 delivery." });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(other.status).toBe(409);
    expect(await logs()).toHaveLength(2);
  });
});

describe("a bulk change or a claim that is sent again", () => {
  it("changes nothing a second time", async () => {
    const id = idOf(await post(undefined, fields("bulk")));
    const key = newKey();
    const json = { submission_ids: [id], set: { read: true } };
    await ask(key, "/submissions/bulk", { json });
    await server.request("PATCH", `/submissions/${id}`, { json: { submission: { read: false } } });

    const again = await ask(key, "/submissions/bulk", { json });

    expect((again.json() as BulkResult).results).toEqual([
      { submission_id: id, status: "updated" },
    ]);
    expect(((await server.request("GET", `/submissions/${id}`)).json() as Submission).read).toBe(
      false,
    );
  });

  it("answers the same lease, and leases nothing more", async () => {
    const ids = [
      idOf(await post(undefined, fields("one"))),
      idOf(await post(undefined, fields("two"))),
    ];
    const key = newKey();
    const json = { form_id: `${form.id}`, limit: 1, lease_seconds: 60, consumer: "w" };

    const first = await ask(key, "/submissions/claim", { json });
    const again = await ask(key, "/submissions/claim", { json });
    const next = await ask(newKey(), "/submissions/claim", { json });

    expect(again.json()).toEqual(first.json());
    const claimed = [first, next].flatMap((one) => (one.json() as ClaimResult).submissions);
    expect(claimed.map(({ id, claim_count }) => [id, claim_count])).toEqual(
      ids.map((id) => [id, 1]),
    );
    expect(JSON.stringify(await server.sql("select result from idempotency_key"))).not.toContain(
      '"text"',
    );
  });
});
