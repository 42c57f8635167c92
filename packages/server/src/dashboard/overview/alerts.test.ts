// The overview shows alerts, and the account page where they are sent.
import { describe, expect, it } from "vitest";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

describe("alerts", () => {
  it("of the account are shown while they are open and after, with names that are text", async () => {
    const webhook = `<img src=x onerror="alert(1)">`;
    const detail = { kind: "webhook_failing", webhook, form: "Contact", last_error: "HTTP 500" };
    const raise = (account: number, text: string, end: string) =>
      server.sql(
        `insert into alert (account_id, kind, subject_id, detail, since, raised_at, seen_at,
          resolved_at, resolution) values (?, 'webhook_failing', 7, ?, 1000, 2000, 2000, ${end})`,
        account,
        text,
      );
    await raise(1, JSON.stringify(detail), "null, null");
    await raise(1, JSON.stringify({ ...detail, webhook: "Old" }), "3000, 'recovered'");

    const { text, words } = await server.ada.get("");
    const other = await (await server.otherAccount()).get("");

    expect(words).toContain("Open The webhook “");
    expect(words).toContain("of the form “Contact” has failed for 15 minutes.");
    expect(words).toContain("Over The webhook “Old” of the form “Contact” works again.");
    expect(words.indexOf("Open The webhook")).toBeLessThan(words.indexOf("Over The webhook"));
    expect(text).not.toContain("<img src=x");
    expect(other.words).not.toContain("has failed for 15 minutes");
  });
});

describe("the URL for alerts", () => {
  it("is set, changed and removed on the account page", async () => {
    const url = "https://chat.example/alerts";

    const set = await server.ada.post("/account/alert-url", { alert_url: url });
    const shown = await server.ada.get("/account");
    const secret = await server.ada.post("/account/alert-secret");
    const removed = await server.ada.post("/account/alert-url", { alert_url: "" });
    const after = await server.ada.get("/account");

    expect([set.status, removed.status]).toEqual([303, 303]);
    expect(shown.text).toContain(`value="${url}"`);
    expect(secret.words).toMatch(/whsec_\S{40,}/);
    expect(after.text).not.toContain(url);
    expect((await server.ada.post("/account/alert-secret")).status).toBe(404);
  });

  it("that is no URL is shown again with the reason", async () => {
    const wrong = await server.ada.post("/account/alert-url", { alert_url: "ftp://chat.example/" });

    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain(`value="ftp://chat.example/"`);
    expect(wrong.words).toContain("must begin with https:// or http://");
  });
});
