// The overview shows alerts, and the account page where they are sent.
import { useDashboard, says } from "../../../test/dashboard.ts";
import type { AlertDetail } from "../../domain/alerts/alert.ts";

const server = useDashboard();

it("alerts are shown while they are open and after, with names that are text; of a form's webhook its state is", async () => {
  const form = `<img src=x onerror="alert(1)">`;
  const usual = { per_day: 4, silent_days: 3, probability: 0.001 };
  const silent = { kind: "form_silent", form, ...usual } as const;
  const failing = { webhook: "CRM", form: "Contact", last_error: null };
  const raise = (detail: AlertDetail, columns = {}) => {
    const of = { account_id: 1, kind: detail.kind, subject_id: 7 };
    return server.insert("alert", { ...of, detail: JSON.stringify(detail), ...columns });
  };
  await raise(silent);
  await raise({ kind: "webhook_failing", ...failing });
  await raise({ ...silent, form: "Old" }, { resolved_at: 3000, resolution: "recovered" });

  const { text, words } = await server.ada.get("");
  const other = await (await server.otherAccount()).get("");

  expect(words).toContain("Needs attention Silent No submissions of the form “");
  expect(words).toContain(
    "Try the page that posts to it. Since: 1 Jan 1970, 00:00 UTC . Open the form",
  );
  expect(words).toContain("Alerts that are over Over Submissions of the form “Old” arrive again.");
  expect(words).not.toContain("CRM");
  expect(text).not.toContain("<img src=x");
  expect(other.words).not.toContain("Needs attention");
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

    expect(wrong).toMatchObject(says(422, "must begin with https:// or http://"));
    expect(wrong.text).toContain(`value="ftp://chat.example/"`);
  });
});
