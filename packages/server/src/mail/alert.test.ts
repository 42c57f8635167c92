import { describe, expect, it } from "vitest";
import { ENVELOPE, mailForm } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import { type Alert, alert } from "./alert.tsx";
import { confirmation } from "./confirmation.tsx";

const since = Date.UTC(2026, 10, 22, 7);
const webhook = { webhook: "CRM", form: "Contact", since };
const sent = (what: Alert, ...others: readonly Alert[]) =>
  parsedMail(
    alert({
      alerts: [what, ...others],
      zone: { language: "en", timezone: "Europe/Berlin" },
      envelope: ENVELOPE,
      openUrl: "https://intray.test/dashboard/webhooks/3",
    }),
  );

describe("an alert", () => {
  it.each([
    [
      { kind: "webhookFails", ...webhook, lastError: "503\u0007" },
      "Webhook fails: CRM",
      /since Sunday, 22 November 2026 at 08:00 CET.*nothing is lost\.\n\n {2}Last error: 503\u2407\n\nOpen dashboard: https:\/\/intray\.test\/dashboard\/webhooks\/3\n/s,
    ],
    [
      { kind: "webhookDisabled", ...webhook, lastError: null },
      "Webhook disabled: CRM",
      /it is disabled.*works again\.\n\nOpen dashboard/s,
    ],
    [
      { kind: "webhookWorks", ...webhook },
      "Webhook works again: CRM",
      /receives submissions again/,
    ],
    [
      { kind: "deliveriesLate", waiting: 1, since },
      "Deliveries are late",
      /^1 delivery is waiting, the oldest since/,
    ],
    [
      { kind: "deliveriesLate", waiting: 1_200, since },
      "Deliveries are late",
      /^1,200 deliveries are waiting/,
    ],
    [
      { kind: "diskLow", freeBytes: 3 * 2 ** 29 },
      "The disk is almost full",
      /^The disk has 1\.5 GiB of free space/,
    ],
    [
      { kind: "quotaLow", form: null, usedBytes: 9 * 2 ** 20, maxBytes: 10 * 2 ** 20 },
      "The space for files is almost full",
      /^Files use 9\.0 MiB of 10\.0 MiB\./,
    ],
    [
      { kind: "quotaLow", form: "Contact", usedBytes: 9 * 2 ** 20, maxBytes: 10 * 2 ** 20 },
      "The space for files is almost full",
      /^The files of the form “Contact” use 9\.0 MiB of 10\.0 MiB\./,
    ],
    [
      { kind: "webhookFails", webhook: "Alerts", form: null, since, lastError: null },
      "Webhook fails: Alerts",
      /^The webhook for alerts has failed since Sunday/,
    ],
  ] satisfies readonly (readonly [Alert, string, RegExp])[])(
    "says what happened: %o",
    async (what, subject, text) => {
      const email = await sent(what);

      expect(email.subject).toBe(subject);
      expect(email.text).toMatch(text);
      expect(email.text).toMatch(
        /-- \nYou receive this e-mail because you have an account on intray\.test\.$/,
      );
      expect(email.from).toEqual({ name: "intray.test", address: "forms@intray.test" });
      expect(headerOf(email, "auto-submitted")).toEqual(["auto-generated"]);
    },
  );

  it("lists others of its kind, and counts those after the first 20", async () => {
    const fails = (n: number) =>
      ({ kind: "webhookFails", webhook: `W${n};`, form: "F", since, lastError: `E${n};` }) as const;
    const others = Array.from({ length: 1_200 }, (_, n) => fails(n + 1));

    const two = await sent(fails(0), fails(1));
    const many = await sent(fails(0), ...others);

    expect(two.subject).toBe("Webhook fails: W0; (+1)");
    expect(two.text).toMatch(/W0;.*E0;.*W1;.*E1;/s);
    expect(two.text).not.toContain("more");
    expect(many.subject).toBe("Webhook fails: W0; (+1,200)");
    expect(many.text).toContain("and 1,181 more");
    expect(many.text).toContain("E19;");
    expect(many.text).not.toContain("E20;");
  });

  it("shows hostile names and errors as text", async () => {
    const hostile = "<script>\r\nBcc: a@b.cd";

    const email = await sent({
      kind: "webhookFails",
      webhook: hostile,
      form: hostile,
      since,
      lastError: hostile,
    });

    expect(email.html).not.toContain("<script");
    expect(email.subject).toBe("Webhook fails: <script> Bcc: a@b.cd");
    expect(headerOf(email, "bcc")).toEqual([]);
  });
});

describe("a confirmation", () => {
  it("has the link, and nothing of the form but a short name", async () => {
    const form = mailForm(
      { logo: "https://example.org/logo.png", notification_from_name: "Bank" },
      "Buy cheap <b>watches</b> at spam.example ".repeat(9),
    );

    const email = await parsedMail(
      confirmation({ form, envelope: ENVELOPE, confirmUrl: "https://intray.test/confirm/token" }),
    );

    expect(email.from?.name).toBe("intray.test");
    expect(email.subject).toBe("Please confirm your e-mail address");
    expect(email.text).toMatch(/^Submissions of the form “Buy cheap.{0,60}…” on intray\.test/);
    expect(email.text).toContain("Confirm address: https://intray.test/confirm/token");
    expect(email.html).not.toMatch(/<img|<b>|Bank/);
  });
});
