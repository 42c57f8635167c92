// Idempotency-Key on API requests and posts to a form: a repeated one is executed once, and gets the first response
// again.
import { join } from "node:path";
import type {
  ApiKeyWithText,
  BulkResult,
  ClaimResult,
  Form,
  Submission,
  SubmissionList,
  WebhookLogList,
} from "@intray/sdk/schemas";
import { useEach } from "../harness/use.ts";
import type { RequestOptions } from "../../packages/server/test/api-server.ts";
import { useApiServerAt, OTHER_ACCOUNT_KEY } from "../../packages/server/test/api-server.ts";
import { filesIn } from "../../packages/server/test/disk.ts";
import { type CheckedAnswer, checkedFetch } from "./document.ts";
import { postBody } from "../harness/api.ts";

const DAY_MS = 86_400_000;

let now = Date.parse("2026-03-01T00:00:00Z");
const server = useApiServerAt(() => now);
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

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
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
  });
const fields = (text: string) => new URLSearchParams({ text });
const idOf = (answer: CheckedAnswer) => (answer.json() as { id: number }).id;
const submissions = async () =>
  (await server.read<SubmissionList>(`/submissions?form_id=${form.id}&unread=true`)).submissions;
const logs = async () =>
  (await server.read<WebhookLogList>(`/webhook_logs?form_id=${form.id}`)).webhook_logs;
const hook = () =>
  server.create<{ id: number }>("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });

describe("a repeated creation", () => {
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
  ])(
    "by POST %s creates one record, and the response says that it is replayed",
    async (path, json) => {
      const key = newKey();
      const total = async () => (await server.read<{ meta: { count: number } }>(path)).meta.count;
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
    },
  );

  it("of an API key shows the key text only in the first response, and the second says so", async () => {
    const key = newKey();
    const json = { kind: "account", name: "Once", expires_in: 3_600 };

    const first = (await ask(key, "/api_keys", { json })).json() as ApiKeyWithText;
    const again = (await ask(key, "/api_keys", { json })).json() as ApiKeyWithText;

    expect(first.key).toMatch(/^itk_acct_/);
    expect(again).toEqual({ ...first, key: null, message: /Idempotency-Key/ });
    expect(JSON.stringify(await server.sql("select result from idempotency_key"))).not.toContain(
      first.key,
    );
  });

  it("by another account is independent of the first", async () => {
    const key = newKey();
    const json = { name: "Mine" };

    const mine = await ask(key, "/projects", { json });
    const strange = await ask(key, "/projects", { json, key: OTHER_ACCOUNT_KEY });

    expect(strange.headers.get("idempotency-replayed")).toBeNull();
    expect(idOf(strange)).not.toBe(idOf(mine));
  });
});

describe("a repeated re-fire", () => {
  it.each([
    ["of one submission", (id: number) => [`/submissions/${id}/refire_webhooks`] as const],
    [
      "of several submissions",
      (id: number) => ["/submissions/refire_webhooks", { json: { submission_ids: [id] } }] as const,
    ],
    ["from the webhook log", (_: number, log: number) => [`/webhook_logs/${log}/refire`] as const],
  ])("%s queues one delivery", async (_, request) => {
    await hook();
    const id = idOf(await post(undefined, fields("refire")));
    const [entry] = await logs();
    const key = newKey();
    const [path, how] = request(id, entry?.id ?? 0);

    const first = await ask(key, path, how);
    const again = await ask(key, path, how);

    expect(again.json()).toEqual(first.json());
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await logs()).toHaveLength(2);
  });

  it("of failed deliveries queues one delivery, even if that one has failed again", async () => {
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

describe("a repeated bulk change or claim", () => {
  it("changes nothing the second time", async () => {
    const id = idOf(await post(undefined, fields("bulk")));
    const key = newKey();
    const json = { submission_ids: [id], set: { read: true } };
    await ask(key, "/submissions/bulk", { json });
    await server.request("PATCH", `/submissions/${id}`, { json: { submission: { read: false } } });

    const again = await ask(key, "/submissions/bulk", { json });

    expect((again.json() as BulkResult).results).toEqual([
      { submission_id: id, status: "updated" },
    ]);
    expect((await server.read<Submission>(`/submissions/${id}`)).read).toBe(false);
  });

  it("returns the same lease, and leases nothing more", async () => {
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

describe("a repeated post", () => {
  it("is stored once, delivered once, and gets the same response", async () => {
    await server.create("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });
    const key = newKey();

    const first = await post(key, fields("hello"));
    now += 1_000;
    const again = await post(key, fields("hello"));

    expect(again.json()).toEqual(first.json());
    expect((await submissions()).map(({ id, spam }) => [id, spam])).toEqual([[idOf(first), false]]);
    expect(await logs()).toHaveLength(1);
  });

  it("becomes one submission when the posts are concurrent", async () => {
    const key = newKey();

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(key, fields("at once"))),
    );

    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await submissions()).toHaveLength(1);
  });

  it("with other content is stored too, and either one is recognized afterwards", async () => {
    const key = newKey();

    const first = await post(key, fields("one"));
    const second = await post(key, fields("two"));
    const again = [await post(key, fields("one")), await post(key, fields("two"))];

    expect(idOf(first)).not.toBe(idOf(second));
    expect(again.map(idOf)).toEqual([idOf(first), idOf(second)]);
    expect(await submissions()).toHaveLength(2);
  });

  it("to another form is stored there too", async () => {
    const other = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const key = newKey();

    const ids = [idOf(await post(key, fields("x"))), idOf(await post(key, fields("x"), other))];

    expect(new Set(ids).size).toBe(2);
  });

  it("keeps the files of the first post and leaves no others behind", async () => {
    const key = newKey();
    const body = (bytes: string) =>
      postBody({ text: "with a file", cv: new File([bytes], "cv.txt", { type: "text/plain" }) });
    const first = await post(key, body("bytes"));
    const files = stored();

    const again = await post(key, body("bytes"));
    const other = await post(key, body("other bytes"));

    expect(idOf(again)).toBe(idOf(first));
    expect(idOf(other)).not.toBe(idOf(first));
    expect(stored()).toBe(files + 1);
  });

  const stored = () => filesIn(join(server.folder, "attachments")).length;

  it("is stored again after a day; a submission deleted in the meantime stays deleted until then", async () => {
    const [key, keyOfDeleted] = [newKey(), newKey()];
    const first = idOf(await post(key, fields("day")));
    const deleted = idOf(await post(keyOfDeleted, fields("deleted")));
    await server.request("DELETE", `/submissions/${deleted}`);

    now += DAY_MS - 1;
    const early = [
      idOf(await post(key, fields("day"))),
      idOf(await post(keyOfDeleted, fields("deleted"))),
    ];
    now += 1;
    const late = idOf(await post(key, fields("day")));
    const latest = idOf(await post(key, fields("day")));

    expect(early).toEqual([first, deleted]);
    expect(late).toBeGreaterThan(first);
    expect(latest).toBe(late);
  });
});
