import { ENVELOPE, mailForm } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import type { AlertDetail, AlertNews } from "../domain/alerts/alert.ts";
import { alertMail } from "./alert.tsx";
import { confirmation } from "./confirmation.tsx";

const news = (detail: AlertDetail, over: Partial<AlertNews> = {}): AlertNews => ({
  kind: detail.kind,
  subject_id: 3,
  detail,
  since: Date.UTC(2026, 10, 22, 7),
  raised_at: 0,
  resolved_at: null,
  resolution: null,
  ...over,
});
const failing = (webhook: string, form: string | null = "Contact") =>
  news({ kind: "webhook_failing", webhook, form, last_error: `HTTP 503: ${webhook}` });
const sent = (...all: [AlertNews, ...AlertNews[]]) => {
  const openUrl = "https://intray.test/dashboard/webhooks/3";
  return parsedMail(alertMail({ news: all, envelope: ENVELOPE, openUrl }));
};

describe("an alert", () => {
  it("says what happened, since when, and where to look", async () => {
    const email = await sent(failing("CRM"));
    const over = await sent({ ...failing("CRM"), resolved_at: 1, resolution: "recovered" });

    expect(email.subject).toBe("Webhook fails: CRM");
    expect(email.text).toMatch(
      /^The webhook “CRM” of the form “Contact” has failed .* nothing is lost\. Last error: HTTP 503: CRM\nSince Sunday, 22 November 2026 at 07:00 UTC\n\nOpen dashboard: https:\/\/intray\.test\/dashboard\/webhooks\/3\n\n-- \nYou receive this e-mail because you have an account on intray\.test\.$/,
    );
    expect(email.from).toEqual({ name: "intray.test", address: "forms@intray.test" });
    expect(headerOf(email, "auto-submitted")).toEqual(["auto-generated"]);
    expect(over.subject).toBe("Webhook works again: CRM");
  });

  it.each([
    [{ kind: "deliveries_late", waiting: 7 }, "Deliveries are late", "7 are due"],
    [
      { kind: "key_expires_soon", key: "Sync", expires_at: Date.parse("2026-12-01T00:00:00Z") },
      "API key expires soon: Sync",
      "The API key “Sync” expires at 2026-12-01T00:00:00.000Z",
    ],
    [{ kind: "disk_low", free_bytes: 3 * 2 ** 29 }, "The disk is almost full", "1.5 GiB are free"],
    [
      { kind: "quota_low", form: "Contact", used_bytes: 9 * 2 ** 20, max_bytes: 10 * 2 ** 20 },
      "The space for files is almost full",
      "The files of the form “Contact” take 9.0 MiB of 10.0 MiB.",
    ],
    [
      { kind: "form_silent", form: "Contact", per_day: 4.2, silent_days: 1.8, probability: 6e-4 },
      "No submissions: Contact",
      "usually 4 a day, none for 43 hours. By its rhythm of the last 12 weeks, one pause in 1,700 is that long.",
    ],
    [
      { kind: "webhook_disabled", webhook: "Alerts", form: null, last_error: null },
      "Webhook disabled: Alerts",
      "The webhook for alerts is disabled",
    ],
  ] satisfies readonly (readonly [AlertDetail, string, string])[])(
    "has a subject and a sentence for %o",
    async (detail, subject, sentence) => {
      const email = await sent(news(detail));

      expect(email.subject).toBe(subject);
      expect(email.text).toContain(sentence);
    },
  );

  it("lists others of its kind, and counts those after the first 20", async () => {
    const others = Array.from({ length: 1_200 }, (_, n) => failing(`W${n + 1};`));

    const two = await sent(failing("W0;"), failing("W1;"));
    const many = await sent(failing("W0;"), ...others);

    expect(two.subject).toBe("Webhook fails: W0; (+1)");
    expect(two.text).toMatch(/W0;.*W1;/s);
    expect(two.text).not.toContain("more");
    expect(many.subject).toBe("Webhook fails: W0; (+1,200)");
    expect(many.text).toContain("and 1,181 more");
    expect(many.text).toContain("W19;");
    expect(many.text).not.toContain("W20;");
  });

  it("shows hostile names and errors as text", async () => {
    const email = await sent(failing("<script>\r\nBcc: a@b.cd"));

    expect(email.html).not.toContain("<script");
    expect(email.subject).toBe("Webhook fails: <script> Bcc: a@b.cd");
    expect(headerOf(email, "bcc")).toEqual([]);
  });
});

it("a confirmation has the link, and nothing of the form but a short name", async () => {
  const form = mailForm(
    { logo: "https://example.org/logo.png", notification_from_name: "Bank" },
    "Buy cheap <b>watches</b> at spam.example ".repeat(9),
  );

  const confirmUrl = "https://intray.test/confirm/token";
  const email = await parsedMail(confirmation({ form, envelope: ENVELOPE, confirmUrl }));

  expect(email.from?.name).toBe("intray.test");
  expect(email.subject).toBe("Please confirm your e-mail address");
  expect(email.text).toMatch(/^Submissions of the form “Buy cheap.{0,60}…” on intray\.test/);
  expect(email.text).toContain("Confirm address: https://intray.test/confirm/token");
  expect(email.html).not.toMatch(/<img|<b>|Bank/);
});
