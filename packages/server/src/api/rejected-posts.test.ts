import type { FieldRule, Form, RejectedPostCounts } from "@intray/sdk/schemas";
import { openBeside } from "../../test/database-dump.ts";
import { freshDatabase, settingsFor } from "../../test/database.ts";
import { useApiServer } from "../../test/api-server.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { startTestServer } from "../../test/test-server.ts";

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 4, 1, 12, 10);
const WRITE_EVERY_MS = 5_000;
const RULES: FieldRule[] = [{ name: "email", type: "email", required: true }];

const clock = createFakeClock(START);
const server = useApiServer({}, clock);

type Rejecting = Pick<Form, "id" | "uuid">;
type Sent = RequestInit & { readonly query?: string };

const make = (settings: object = {}) =>
  server.create<Rejecting>("/forms", { name: "Rejecting", ...settings });

async function send({ uuid }: Rejecting, { query = "", ...init }: Sent): Promise<number> {
  const answer = await fetch(`${server.url}/f/${uuid}.json${query}`, { method: "POST", ...init });
  await answer.body?.cancel();
  return answer.status;
}

/** Waits until `count` posts are counted. */
async function countsOf({ id }: Rejecting, count: number, query = ""): Promise<RejectedPostCounts> {
  let counts: RejectedPostCounts | undefined;
  await expect
    .poll(async () => {
      clock.advance(WRITE_EVERY_MS);
      counts = await server.read<RejectedPostCounts>(`/forms/${id}/rejected_posts${query}`);
      return counts.count;
    })
    .toBe(count);
  return counts as RejectedPostCounts;
}

describe("rejected posts", () => {
  it("leave their number, hour, page and names of fields, and no value", async () => {
    const form = await make({ allowed_domains: ["shop.example"], fields: RULES });
    const hour = new Date(Math.floor(clock.now() / HOUR_MS) * HOUR_MS).toISOString();
    const page = "https://shop.example/a?b=secret";
    const body = { email: "the secret", phone: "5", _source_url: page };
    const elsewhere = "https://old.example/contact?secret=1#there";

    for (let n = 0; n < 60; n += 1) {
      const referer = n < 30 ? elsewhere : "https://shop.example/";
      const status = await send(form, { headers: { referer }, body: new URLSearchParams(body) });
      expect(status).toBe(n < 30 ? 403 : 422);
    }
    const { reasons, hours } = await countsOf(form, 60);

    const origin = { page: "https://old.example/contact", fields: [], problems: [] };
    const problems = [{ field: "email", code: "TYPE_EMAIL" }];
    const rule = { page: "https://shop.example/a", fields: ["email", "phone"], problems };
    expect(reasons).toMatchObject([
      { reason: "rule", count: 30, examples: [rule] },
      { reason: "origin", count: 30, examples: [origin] },
    ]);
    expect(hours).toEqual(reasons.map(({ reason, count }) => ({ hour, reason, count })));
    expect(JSON.stringify(await server.sql("select * from rejected_post"))).not.toContain("secret");
  });

  it("are counted by their reason, whether or not they were read", async () => {
    const form = await make({ fields: RULES });
    const page = "https://shop.example/form";
    const sent: readonly Sent[] = [
      { headers: { "content-type": "text/plain" }, body: "x" },
      { headers: { "content-type": "multipart/form-data" }, body: "x" },
      { headers: { "idempotency-key": "x".repeat(1_000) }, body: "a=1" },
      { body: new URLSearchParams({ email: "x".repeat(300_000) }) },
      { method: "PUT", body: "x" },
      { method: "GET", query: "?email=a&name=b", headers: { referer: page } },
      // These are no posts, and the last one is stored.
      { method: "GET", query: "?utm_campaign" },
      { method: "OPTIONS", query: "?a=b" },
      { body: new URLSearchParams({ email: "ada@example.org" }) },
    ];

    for (const one of sent) await send(form, one);
    const { reasons } = await countsOf(form, 6);

    const counts = Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]));
    expect(counts).toEqual({ format: 3, size: 1, method: 2 });
    const problems = [{ field: "email", code: "FIELD_TOO_LONG" }];
    const examples = reasons.flatMap((one) => one.examples);
    expect(examples).toContainEqual({ page, fields: ["email", "name"], problems: [] });
    expect(examples).toContainEqual({ page: null, fields: ["email"], problems });
  });

  it("of hostile senders take a bounded space", async () => {
    const form = await make({ fields: RULES });
    const name = (n: number) => `\u0000\u202E<b>\uD800${n}${"x".repeat(50_000)}`;
    const fields = Array.from({ length: 30 }, (_, n) => [name(n), 1] as const);
    const body = JSON.stringify(Object.fromEntries(fields));

    for (let n = 0; n < 5; n += 1) {
      const referer = `https://xn--bcher-kva.example/${n}/%E2%80%AE/${"y".repeat(1_500)}`;
      await send(form, { body, headers: { "content-type": "application/json", referer } });
    }
    const { reasons } = await countsOf(form, 5);

    const [{ examples } = { examples: [] }] = reasons;
    expect(examples).toHaveLength(3);
    expect(examples[0]?.page).toMatch(/^https:\/\/[\w.-]+\/4\/%E2%80%AE\/y+$/);
    expect(examples[0]?.page).toHaveLength(300);
    expect(examples[0]?.fields).toHaveLength(20);
    expect(examples[0]?.fields[0]).toMatch(/^\uFFFD\u202E<b>\uFFFD0x{53}$/);
  });

  it("are listed for a range of hours, and deleted with the form", async () => {
    const [form, other] = [await make({ fields: RULES }), await make({ fields: RULES })];
    const first = clock.now();
    await send(form, { body: "email=x" });
    await countsOf(form, 1);
    clock.advance(2 * HOUR_MS);
    await send(form, { body: "email=x" });
    await countsOf(form, 2);

    const between = new Date(first + HOUR_MS).toISOString();
    const [since] = (await countsOf(form, 1, `?since=${between}`)).hours;
    const [until] = (await countsOf(form, 1, `?until=${between}`)).hours;
    expect(since?.hour).not.toBe(until?.hour);
    const wrong = await server.request("GET", `/forms/${form.id}/rejected_posts?since=x`);
    expect(wrong.status).toBe(422);
    clock.advance(8 * 24 * HOUR_MS);
    expect(await countsOf(form, 0)).toMatchObject({ reasons: [], hours: [] });

    for (const one of [form, other]) await send(one, { body: "email=x" });
    await server.sql("delete from form where id = ?", form.id);
    await countsOf(other, 1);
    expect(await server.rows("rejected_post", ["count"], { form_id: form.id })).toEqual([]);
  });

  it("are written when the server stops", async () => {
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.drop());
    const stopping = await startTestServer(settingsFor(fresh), { clock: createFakeClock(START) });
    await fetch(`${stopping.url}/f/1.json`, { method: "POST" });

    await stopping.close();

    const db = await openBeside(fresh.database);
    const rows = await db.selectFrom("rejected_post").select(["reason", "count"]).execute();
    await db.destroy();
    expect(rows).toEqual([{ reason: "empty", count: 1 }]);
  });
});
