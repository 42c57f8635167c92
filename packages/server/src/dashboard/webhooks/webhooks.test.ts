import { useDashboard } from "../../../test/dashboard.ts";

describe("the list of webhooks", () => {
  const server = useDashboard();
  const make = (settings: object) => server.addWebhook(1, settings);

  /** Inserts deliveries created a minute ago. */
  async function log(webhook_id: number, state: "succeeded" | "exhausted", rows: number) {
    const at = Date.now() - 60_000;
    const tried = { next_attempt_at: null, attempts_made: 2, claims: 2 };
    const ended = { ...tried, created_at: at, finished_at: at };
    for (let n = 0; n < rows; n += 1)
      await server.insert("delivery", { webhook_id, trigger: "test", state, ...ended });
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
    await server.update("webhook", { failure_count: 3 }, { id: bad.id });
    await server.update("webhook", { disabled_reason: "gone" }, { id: off.id });

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
    expect(text).toContain('data-label="Last 24 hours"><span class="soft">none</span>');
    expect(text).not.toContain("<i>");
    expect(words).not.toContain("Strange");
  });

  it("shows the webhooks of one form", async () => {
    const form = await server.create("/forms", { name: "Elsewhere" });
    await server.addWebhook(form.id, { name: "Of the other" });

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
      const { format, url } = typed;
      const flags = { trigger_when_spam: true, enabled: true };
      const stored = { name: "Webhook", format, url, ...flags, headers: [{ name: "X-Team" }] };
      const list = await server.read(`/form_webhooks?form_id=${form.id}`);
      expect(list).toMatchObject({ form_webhooks: [stored] });
    });

    it.each([
      [{ url: "no address" }, 'value="no address"'],
      [{ form_id: "2" }, `value="${typed.url}"`],
      [{ format: "custom", template: "{{" }, "{{</textarea>"],
    ])("is rejected with %j, and keeps what was typed", async (over, kept) => {
      const before = await server.read("/form_webhooks");

      const answer = await server.ada.post("/webhooks/new", { ...typed, ...over });

      expect(answer.status).toBe(422);
      expect(answer.text).toContain(kept);
      expect(answer.words).not.toContain("Strange");
      expect(await server.read("/form_webhooks")).toEqual(before);
    });
  });
});
