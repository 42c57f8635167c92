import type { Form } from "@intray/sdk/schemas";
import { expect, it } from "vitest";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

it("shows of each form what arrived, what was rejected and where it is sent, and finds forms", async () => {
  const contact = await server.create<Form>("/forms", { name: "Contact <1>" });
  const other = await server.create<Form>("/forms", { name: "Other" });
  await server.post(contact.uuid, new URLSearchParams({ message: "Hello" }));
  for (const name of ["CRM", "Chat"]) {
    const url = `https://${name.toLowerCase()}.example.org/`;
    await server.create("/form_webhooks", { form_id: contact.id, name, url });
  }
  await server.sql("update webhook set failing_since = 1 where name = 'CRM'");
  const hour = Math.floor(Date.now() / 3_600_000);
  const rejected = `insert into rejected_post (form_id, hour, reason, count, last_at, examples)
    values (?, ?, 'origin', ?, 0, '[]')`;
  await server.sql(rejected, contact.id, hour, 31);
  await server.sql(rejected, contact.id, hour - 200, 100);

  const all = (await server.ada.get("/forms")).words;
  const found = (await server.ada.get("/forms?query=contact")).words;
  const none = (await server.ada.get("/forms?query=nothing")).words;

  expect(all).toMatch(/Contact <1>.* 2 places 1 not working 1 1 0 31 /);
  expect(all).toMatch(/Other My project .* never nobody 0 0 0 0 /);
  expect(found).toContain("2 places");
  expect(found).not.toContain(other.name);
  expect(none).toContain("No form has this name or id.");
});
