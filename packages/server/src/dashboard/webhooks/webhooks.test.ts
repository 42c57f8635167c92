import type { FormWebhook } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";

describe("the list of webhooks", () => {
  const server = useDashboard();
  const make = (settings: object = {}) =>
    server.create<FormWebhook>("/form_webhooks", {
      form_id: 1,
      url: "http://127.0.0.1:9/hook",
      ...settings,
    });

  /** Inserts deliveries created a minute ago. */
  async function log(webhook: number, state: "succeeded" | "exhausted", rows: number) {
    const at = Date.now() - 60_000;
    await server.sql(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < cast(? as bigint))
        insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url,
          "trigger", state, attempts_made, claims, created_at, finished_at)
        select 1, 1, null, cast(? as bigint), 'Receiver', 'http://127.0.0.1:9/', 'test',
          cast(? as text), 2, 2, cast(? as bigint), cast(? as bigint) from n`,
      rows,
      webhook,
      state,
      at,
      at,
    );
  }

  it("is empty without webhooks", async () => {
    expect((await server.ada.get("/webhooks")).words).toContain("No webhooks.");
  });

  it("shows the health of each webhook, and nothing of other accounts", async () => {
    const good = await make({ name: "Good" });
    const bad = await make({ name: "<i>Bad" });
    const off = await make({ name: "Gone", enabled: false });
    await log(good.id, "succeeded", 3);
    await log(good.id, "exhausted", 1);
    await log(bad.id, "exhausted", 250);
    await server.sql("update webhook set failure_count = 3 where id = ?", bad.id);
    await server.sql("update webhook set disabled_reason = 'gone' where id = ?", off.id);

    const { text, words } = await server.ada.get("/webhooks");

    const rows = words.split(/(?=Good Form:|<i>Bad Form:|Gone Form:)/).slice(1);
    expect(rows.map((row) => /Enabled|Failing|Disabled: [\w ]+(?= never)/.exec(row)?.[0])).toEqual([
      "Enabled",
      "Failing",
      "Disabled: 410 Gone",
    ]);
    expect(rows.map((row) => /< 1%|\d+%|–/.exec(row)?.[0])).toEqual(["63%", "100%", "–"]);
    expect(text).toContain('aria-label="Last 24 hours: 3 delivered, 1 failed."');
    expect(text).toContain('aria-label="Last 24 hours: 200 failed."');
    expect(text).toContain('aria-label="Last 24 hours: no deliveries."');
    expect(text).not.toContain("<i>");
    expect(words).not.toContain("Strange");
  });

  it("shows the webhooks of one form", async () => {
    const form = await server.create("/forms", { name: "Elsewhere" });
    await make({ name: "Of the other", form_id: form.id });

    const page = await server.ada.get(`/webhooks?form_id=${form.id}`);

    expect(page.words).toContain("Of the other Form: Elsewhere");
    expect(page.words).not.toContain("Good Form:");
    expect((await server.ada.get("/webhooks?form_id=2")).status).toBe(404);
    expect((await server.ada.get("/webhooks?form_id=%3Cscript%3E")).text).not.toContain("<script>");
  });

  describe("a new webhook", () => {
    const typed = { form_id: "1", url: "https://receiver.example/hook", format: "slack" };

    it("is created as typed, for the selected form", async () => {
      const form = await server.create<{ id: number; uuid: string }>("/forms", { name: "Chosen" });
      const shown = await server.ada.get(`/webhooks/new?form_id=${form.uuid}`);
      expect(shown.text).toContain(`<option value="${form.id}" selected`);

      const made = await server.ada.submit("/webhooks/new", {
        ...typed,
        form_id: String(form.id),
        name: "",
        header_was: [""],
        header_name: ["X-Team"],
        header_value: ["blue"],
        trigger_when_spam: "yes",
        enabled: "yes",
      });

      expect(made.words).toContain("The webhook was created.");
      const list = await server.request("GET", `/form_webhooks?form_id=${form.id}`);
      expect(list.json()).toMatchObject({
        form_webhooks: [
          {
            name: "Webhook",
            format: "slack",
            url: typed.url,
            trigger_when_spam: true,
            enabled: true,
            headers: [{ name: "X-Team" }],
          },
        ],
      });
    });

    it.each([
      [{ url: "no address" }, 'value="no address"'],
      [{ form_id: "2" }, `value="${typed.url}"`],
      [{ format: "custom", template: "{{" }, "{{</textarea>"],
    ])("is rejected with %j, and keeps what was typed", async (over, kept) => {
      const before = await server.request("GET", "/form_webhooks");

      const answer = await server.ada.post("/webhooks/new", { ...typed, ...over });

      expect(answer.status).toBe(422);
      expect(answer.text).toContain(kept);
      expect(answer.words).not.toContain("Strange");
      const after = await server.request("GET", "/form_webhooks");
      expect(after.json()).toEqual(before.json());
    });
  });
});
