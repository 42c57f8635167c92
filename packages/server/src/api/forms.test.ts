import type { Form, FormList } from "@intray/sdk/schemas";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

const make = (json: object) => server.create<Form>("/forms", json);

describe("a form", () => {
  it("is created with only a name and the documented defaults", async () => {
    const form = await make({ name: "Contact" });

    expect(form).toMatchObject({
      name: "Contact",
      project_id: 1,
      project_name: "My project",
      honeypot_field: "_gotcha",
      duplicate_filter: true,
      allowed_domains: [],
      captcha: null,
      retention_days: 0,
      inbox_count: 0,
      unread_count: 0,
      form_webhooks: [],
    });
    expect(form.uuid).toMatch(/^[0-9a-f]{12}$/);
    expect(form.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("is in the first project if null is sent for it, and keeps its posts if 0 or null is", async () => {
    const { id: project_id } = await server.create("/projects", { name: "Other" });
    const form = await make({ name: "Moved", project_id, retention_days: 30 });
    const change = (json: object) => server.patch(`/forms/${form.id}`, json);

    const moved = await change({ project_id: null, retention_days: null });
    await change({ retention_days: 9 });
    const kept = await change({ retention_days: 0 });

    expect(form).toMatchObject({ project_id, project_name: "Other", retention_days: 30 });
    expect(moved).toMatchObject({ project_id: 1, retention_days: 0 });
    expect(kept).toMatchObject({ project_id: 1, retention_days: 0 });
    const stored = await server.row("form", ["retention_days"], { id: form.id });
    expect(stored.retention_days).toBeNull();
  });

  it("with a uuid of digits only is not confused with the form of that id", async () => {
    const [digits, plain] = [await make({ name: "Digits" }), await make({ name: "Plain" })];
    await server.sql("update form set uuid = '123456789012' where id = ?", digits.id);
    await server.sql("update form set id = 123456789012 where id = ?", plain.id);

    expect(await server.read("/forms/123456789012")).toMatchObject({ name: "Digits" });
  });

  it.each([
    [{}, "name"],
    [{ name: "x", project_id: 999_999 }, "project_id"],
    [{ name: "x", redirect_url: "javascript:alert(1)" }, "redirect_url"],
    [{ name: "x", allowed_domains: ["https://example.org/"] }, "allowed_domains"],
    [{ name: "x", retention_days: -1 }, "retention_days"],
    [{ name: "x", captcha: {} }, "captcha"],
  ])("is not created from %j", async (json, field) => {
    const fields = await server.refused("POST", "/forms", json);

    expect(fields.map((name) => name.split(".")[0])).toEqual([field]);
  });

  it("reads an empty redirect_url as none, as clients of other services send it", async () => {
    const form = await make({ name: "Moved", redirect_url: "https://example.org/thanks" });

    const json = { redirect_url: "" };
    const cleared = await server.request("PUT", `/forms/${form.id}`, { json });

    expect([cleared.status, (cleared.json() as Form).redirect_url]).toEqual([200, null]);
    expect((await make({ name: "New", redirect_url: "" })).redirect_url).toBeNull();
  });

  it("is deleted once, with its keys: the second of two concurrent deletions answers 404", async () => {
    const form = await make({ name: "Twice" });
    const key = await server.createKey({ form_id: form.uuid });

    const answers = await Promise.all(
      [1, 2].map(() => server.request("DELETE", `/forms/${form.id}`)),
    );

    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(["200", "404"]);
    expect((await server.request("GET", "/me", { key })).status).toBe(401);
  });
});

it("the list of forms rejects page with cursor, and a cursor of another list", async () => {
  const { meta } = await server.read<FormList>("/forms?per_page=1");

  const both = await server.request("GET", `/forms?page=1&cursor=${meta.next_cursor}`);
  const elsewhere = await server.request("GET", `/projects?cursor=${meta.next_cursor}`);

  expect([both.status, elsewhere.status]).toEqual([422, 422]);
});
