import { ENVELOPE, mailForm, notificationInput } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import type { MailSettings } from "../domain/mail/settings.ts";
import type { PayloadSource } from "../domain/delivery/payload-source.ts";
import { reply } from "./reply.tsx";

const { submission } = notificationInput();
const SECRET = "An advertisement with https://spam.example";
const withSecret: PayloadSource = {
  ...submission,
  fields: [...submission.fields, ["other", SECRET]],
  source_url: `https://example.org/?${encodeURIComponent(SECRET)}`,
  attachments: [
    { name: SECRET, public_url: "https://i.test/p", attachment_proxy_url: "", file_size: 1 },
  ],
};
const sent = (mail: Partial<MailSettings> = {}, of = withSecret) => {
  const envelope = { ...ENVELOPE, to: ["ada@example.org"], cc: [] };
  return parsedMail(reply({ form: mailForm(mail), envelope, submission: of }));
};

describe("an automatic answer", () => {
  it("is short, and says that it is automatic", async () => {
    const email = await sent();

    expect(email).toMatchObject({
      from: { name: "Contact", address: "forms@intray.test" },
      to: [{ address: "ada@example.org" }],
      subject: "We have received your message",
      text: "Hello,\n\nThank you for your message. We have received it.\n\n-- \nThis is an automatic reply. You receive it because this address was entered in a form.",
    });
    expect(email.replyTo).toBeUndefined();
    expect(email.inReplyTo).toBeUndefined();
    expect(headerOf(email, "auto-submitted")).toEqual(["auto-replied"]);
    expect(headerOf(email, "precedence")).toEqual(["bulk"]);
    expect(headerOf(email, "x-auto-response-suppress")).toEqual(["OOF, AutoReply"]);
  });

  it("contains nothing of the submission that no template names", async () => {
    const plain = await sent({ autoreply_body: 'Dear {{field "name"}}' });
    const html = await sent({
      autoreply_custom_template: '<p>Dear {{field "name"}}</p>',
      autoreply_use_custom_template: true,
    });

    for (const email of [await sent(), plain, html]) {
      expect(JSON.stringify(email)).not.toMatch(/advertisement|spam\.example|forty chairs/);
    }
    expect(plain.text).toMatch(/^Dear Ada Lovelace\n\n-- /);
    expect(html.html).toBe("<p>Dear Ada Lovelace</p>");
    expect(html.text).toBe("Dear Ada Lovelace");
  });

  it("shortens the fields that a template names", async () => {
    const of = { ...submission, fields: [["name", "A".repeat(9_000)]] as const };

    const email = await sent({ autoreply_body: '{{field "name"}}' }, { ...withSecret, ...of });

    expect(email.text.split("\n", 1)[0]).toBe(`${"A".repeat(499)}…`);
  });

  it("has the form's own subject, text, signature and address for answers", async () => {
    const email = await sent({
      autoreply_subject: 'Thank you, {{field "name"}}',
      autoreply_from_name: "Grace",
      autoreply_body: "One.\n\n<b>Two</b>\nlines.",
      autoreply_greeting: "Kind regards",
      autoreply_name: "Grace Hopper",
      autoreply_title: "Oak & Ash",
      autoreply_email: "grace@example.org",
    });

    expect(email).toMatchObject({
      subject: "Thank you, Ada Lovelace",
      from: { name: "Grace" },
      replyTo: [{ address: "grace@example.org" }],
    });
    expect(email.text).toMatch(
      /^One\.\n\n<b>Two<\/b>\nlines\.\n\nKind regards\nGrace Hopper\nOak & Ash\ngrace@example\.org\n\n-- /,
    );
    expect(email.html).toContain("&lt;b&gt;Two&lt;/b&gt;<br/>lines.");
  });

  it("has a copy of the data if the form sends one", async () => {
    const email = await sent({ data_receipt_email: true });

    expect(email.text).toContain(
      "What you sent us:\n  name: Ada Lovelace\n  email: ada@example.org\n",
    );
    expect(email.html).toContain("An advertisement");
  });
});
