// Re-firing in the inbox: it asks if some submissions were delivered already, and offers the others.
import { beforeAll, expect, it } from "vitest";
import { type Page, useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();
let form: { readonly id: number; readonly uuid: string };
beforeAll(async () => {
  form = await server.create("/forms", { name: "Contact" });
});

const post = (fields: Record<string, string>) =>
  server.post(form.uuid, new URLSearchParams(fields));
const runBulk = (fields: Record<string, string | readonly string[]>) =>
  server.ada.submit(`/inbox/bulk?form_id=${form.id}`, fields);
const ask = (fields: Record<string, string | readonly string[]>) =>
  server.ada.post(`/inbox/bulk?form_id=${form.id}`, fields);
const notice = ({ text }: Page) => /<p(?: class="notice")? role="status">([^<]*)/.exec(text)?.[1];

it("asks before re-firing what was delivered, and offers only the rest", async () => {
  const [sent, failed] = [await post({ name: "Ada" }), await post({ name: "Bob" })];
  await server.create("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });
  const both = { id: [String(sent), String(failed)] };
  await runBulk({ bulk_action: "refire", ...both });
  await expect
    .poll(() => server.sql("select id from delivery where state = 'blocked'"))
    .toHaveLength(2);
  await server.sql(
    "update delivery set state = 'succeeded', reason = null where submission_id = ?",
    sent,
  );
  await server.sql("update submission set webhook_sent_at = 1 where id = ?", sent);
  const count = async () => (await server.sql("select id from delivery")).length;

  const asked = await ask({ bulk_action: "refire", ...both });
  const askedAll = await ask({ bulk_action: "refire", scope: "matching", until: "9" });
  const before = await count();
  const rest = await runBulk({ bulk_action: "refire_undelivered", ...both });
  const afterRest = await count();
  const all = await runBulk({ bulk_action: "refire", confirmed: "yes", ...both });

  expect(asked.words).toContain("1 of 2 submissions were delivered already.");
  expect(askedAll.words).toContain("Some of the matching submissions may have been delivered");
  expect(before).toBe(2);
  expect(notice(rest)).toBe("1 submission sent to webhooks again.");
  expect(afterRest).toBe(3);
  expect(notice(all)).toBe("2 submissions sent to webhooks again.");
});
