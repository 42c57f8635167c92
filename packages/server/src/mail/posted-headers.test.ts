import { EMPTY_SUBMISSION } from "../../test/payload-sources.ts";
import { ENVELOPE, mailForm } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import type { Fields } from "../domain/submission/submission.ts";
import type { MailSettings } from "../domain/mail/settings.ts";
import type { OriginService } from "../domain/origin-service.ts";
import { postedHeaders } from "./posted-headers.ts";
import { notificationAbout } from "./submission-messages.ts";

/** The notification of a post from ada@example.org, as a mail program reads it. */
const sent = (
  fields: Fields,
  mail: Partial<MailSettings> = {},
  origin_service: OriginService | null = null,
) => {
  const named = { label: "Acme / Contact", to: ["owner@example.org"], cc: [], origin_service };
  const form = { ...mailForm(mail), ...named, hasWebhooks: false, location: null };
  const submission = { ...EMPTY_SUBMISSION, email: "ada@example.org", fields };
  const about = { form, envelope: ENVELOPE, submission, origin: "https://intray.test" };
  return parsedMail(notificationAbout(about, "https://intray.test/mail/unsubscribe/token"));
};
const replyToOf = async (fields: Fields, mail?: Partial<MailSettings>) =>
  (await sent(fields, mail)).replyTo?.map(({ address }) => address);

describe("_subject of a post", () => {
  it("is the subject of the notification, before that of the form", async () => {
    const form = { notification_subject: "From the form" };

    const posted = await sent([["_subject", "An order"]], form);
    const empty = await sent([["_subject", " \r\n "]], form);

    expect([posted.subject, empty.subject]).toEqual(["An order", "From the form"]);
  });

  it("is one line of bounded length, and adds no header", async () => {
    const email = await sent([
      ["_Subject", ""],
      ["_subject", [`Hi\r\nBcc: eve@example.org\r\n\r\n<script>\u202e\u0000${"x".repeat(9_999)}`]],
    ]);

    expect(email.subject).toMatch(/^Hi Bcc: eve@example\.org <script> x+…$/);
    expect(email.subject?.length).toBeLessThanOrEqual(250);
    expect(headerOf(email, "bcc")).toEqual([]);
    expect(email.html).not.toContain("<script");
  });
});

describe("_replyto of a post", () => {
  it("is the address that a reply goes to, before that of the field email", async () => {
    const fields = [["_replyto", " bob@example.org "]] as const;

    expect(await replyToOf(fields)).toEqual(["bob@example.org"]);
    expect(await replyToOf([])).toEqual(["ada@example.org"]);
    expect(await replyToOf(fields, { exclude_submitter_from_reply: true })).toBeUndefined();
  });

  it.each([
    "",
    "bob",
    "%email",
    "bob@example.org, eve@example.org",
    "bob@example.org\r\nBcc: eve@example.org",
    "Bob <bob@example.org>",
    "bob@example.org>\r\nX: 1",
    '"bob\r\nBcc: eve"@example.org',
    "bob@example.org\u0000",
    "bob@exa mple.org",
    `${"b".repeat(999)}@example.org`,
  ])("is ignored if it is no address: %j", async (value) => {
    const email = await sent([["_replyto", value]]);

    expect(email.replyTo?.map(({ address }) => address)).toEqual(["ada@example.org"]);
    expect(headerOf(email, "bcc")).toEqual([]);
  });

  it("is the first of several that is an address", () => {
    expect(
      postedHeaders(
        [
          ["_replyto", "nobody"],
          ["_replyto", ["no", "bob@example.org"]],
        ],
        null,
      ),
    ).toEqual({ subject: null, replyTo: "bob@example.org" });
  });
});

describe("the names of another service", () => {
  const fields = [
    ["subject", "Hi\r\nBcc: eve@example.org"],
    ["replyTo", "bob@example.org"],
  ] as const;

  it.each(["web3forms", "staticforms"] as const)("are those of %s on its form", async (service) => {
    const email = await sent(fields, {}, service);

    expect(email.subject).toBe("Hi Bcc: eve@example.org");
    expect(email.replyTo?.map(({ address }) => address)).toEqual(["bob@example.org"]);
    expect(headerOf(email, "bcc")).toEqual([]);
  });

  it("are data on other forms", async () => {
    const email = await sent(fields, { notification_subject: "From the form" });

    expect(email.subject).toBe("From the form");
    expect(email.replyTo?.map(({ address }) => address)).toEqual(["ada@example.org"]);
  });

  it("come after _subject and _replyto", () => {
    const both = [...fields, ["_subject", "First"], ["_replyto", "ann@example.org"]] as const;

    expect(postedHeaders(both, "web3forms")).toEqual({
      subject: "First",
      replyTo: "ann@example.org",
    });
  });
});
