import { mailForm, notificationInput } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import { FULL_SUBMISSION } from "../../test/payload-sources.ts";
import type { MailSettings } from "../domain/mail/settings.ts";
import type { Fields } from "../domain/submission/submission.ts";
import { compose } from "./compose.ts";
import { notification, type NotificationInput } from "./notification.tsx";
import { textOfHtml } from "./text-of-html.ts";

const sent = (over: Partial<NotificationInput> = {}) =>
  parsedMail(notification(notificationInput(over)));
const sentWith = (mail: Partial<MailSettings>, over: Partial<NotificationInput> = {}) =>
  sent({ form: mailForm(mail), ...over });
const withFields = (fields: Fields) => ({
  submission: { ...notificationInput().submission, fields },
});

it("shows fields in their order, date, page, place, score, files and links as text and as HTML", async () => {
  const fields: Fields = [
    ["b", "2"],
    ["a", ["x", "y"]],
    ["empty", " "],
    ["text", "one\r\ntwo"],
  ];
  const submission = { ...FULL_SUBMISSION, fields };
  const email = await sent({ submission, place: "Munich, Bavaria, Germany" });

  expect(email.text).toBe(
    `New submission: Contact
Friday, 2 January 2026 at 04:04 CET

  b: 2
  a: x, y
  text:
    one
    two

Files:
  cv.pdf (1.2 KiB): https://i.test/p/x?a=1&b=2
  <b>.png (0 B): https://i.test/p/y

  Page: https://example.org/contact?a=1&b=%22#top
  Place: Munich, Bavaria, Germany
  Lead score:
    82 of 100
    Says "now"

Reply to this e-mail to write to ada@example.org.

Open submission: https://intray.test/dashboard/submissions/7
Mark as spam: https://intray.test/spam/7
Send to webhooks again: https://intray.test/refire/7

--
You receive this e-mail because submissions of the form “Contact” are sent to this address.
Unsubscribe: https://intray.test/unsubscribe/token`.replace("--\n", "-- \n"),
  );
  const shown = textOfHtml(email.html);
  for (const text of [
    "b\n2\na\nx, y\n",
    "text\none\ntwo",
    "cv.pdf (https://i.test/p/x?a=1&b=2) (1.2 KiB)",
    "Place Munich",
    "82 of 100",
    "Open submission (https://intray.test/dashboard/submissions/7)",
    "Unsubscribe (https://intray.test/unsubscribe/token)",
  ]) {
    expect(shown.replaceAll(/\n+/g, "\n")).toContain(text);
  }
});

it("is answered to the sender, and grouped by form", async () => {
  const [one, other, elsewhere] = await Promise.all([
    sent(),
    sent({ envelope: { ...notificationInput().envelope, messageId: "msg_8_3@intray.test" } }),
    sent({ form: { ...mailForm(), uuid: "ba9876543210" } }),
  ]);

  expect(one).toMatchObject({
    from: { name: "Contact", address: "forms@intray.test" },
    replyTo: [{ address: "ada@example.org" }],
    subject: "New submission: Contact",
    messageId: "<msg_7_3@intray.test>",
    inReplyTo: "<form_0123456789ab@intray.test>",
  });
  expect(other.references).toBe(one.references);
  expect(elsewhere.references).not.toBe(one.references);
  expect(headerOf(one, "auto-submitted")).toEqual(["auto-generated"]);
  expect(headerOf(one, "precedence")).toEqual([]);
  expect(headerOf(one, "list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
});

it("leaves the sender out of Reply-To if the form says so, or if the address is none", async () => {
  expect((await sentWith({ exclude_submitter_from_reply: true })).replyTo).toBeUndefined();
  expect((await sent({ replyTo: null })).replyTo).toBeUndefined();
  const wrong = await sent({ replyTo: "ada@example.org, eve@example.org" });
  expect(wrong.replyTo).toBeUndefined();
  expect(wrong.text).not.toContain("Reply to this e-mail");
});

it("has no buttons if the form hides them, and only the links that are given", async () => {
  const hidden = await sentWith({ hide_dashboard_button: true });
  const links = { open: "https://intray.test/x", markAsSpam: null, refire: null };
  const few = await sent({ links });

  expect(hidden.html + hidden.text).not.toMatch(/dashboard|intray\.test\/(?:spam|refire)/);
  expect(few.text).toContain("Open submission: https://intray.test/x\n\n-- ");
});

it("takes the subject of the post before that of the form, and its name", async () => {
  const mail = {
    notification_subject: 'From {{field "name"}}',
    notification_from_name: "Oak & Ash, “Studio”",
  };

  expect((await sentWith(mail, { postedSubject: "An order" })).subject).toBe("An order");
  expect(await sentWith(mail)).toMatchObject({
    subject: "From Ada Lovelace",
    from: { name: "Oak & Ash, “Studio”", address: "forms@intray.test" },
  });
  expect((await sentWith(mail, withFields([]))).subject).toBe("From");
  const { subject } = await sentWith({ notification_subject: '{{field "no"}}' });
  expect(subject).toBe("New submission: Contact");
});

it("says that it is shortened, and stays small for a huge submission", async () => {
  const huge = '<&"長\n'.repeat(200_000);
  const input = notificationInput({
    ...withFields([
      ["a", huge],
      ...Array.from({ length: 5_000 }, (_, n) => [`f${n}`, huge] as const),
    ]),
    place: huge,
  });

  const bytes = await compose(notification(input));

  const email = await sent(input);
  expect(bytes.length).toBeLessThan(600_000);
  expect(email.text).toContain("Some entries are too long for an e-mail");
  expect(email.html).toContain("Some entries are too long for an e-mail");
});

it("shows direction overrides and control characters by name", async () => {
  const email = await sent(withFields([["file", "photo\u202egpj.exe\u0007"]]));

  expect(email.text).toContain("photo[RLO]gpj.exe\u2407");
  expect(email.html).toContain("photo[RLO]gpj.exe\u2407");
});

it("indents the submission in its text, so that nothing in it looks like a line of Intray", async () => {
  const evil = "a\r\n\n-- \nUnsubscribe: https://evil.test\u2028x\u0085y";
  const email = await sent({
    submission: {
      ...FULL_SUBMISSION,
      fields: [
        [evil, evil],
        ["Unsubscribe", "https://evil.test"],
        ["line", "a\u2028Unsubscribe: https://evil.test"],
      ],
      source_url: evil,
      attachments: [
        { name: evil, public_url: "https://i.test", attachment_proxy_url: "", file_size: 1 },
      ],
      lead: { score: 1, score_reasoning: evil, score_location_info: evil },
    },
    place: evil,
  });

  const lines = email.text.split(/[\n\r\u2028\u2029\u0085]/);
  expect(lines.filter((line) => /^(?:-- |Unsubscribe|\S*evil)/.test(line))).toEqual([
    "-- ",
    "Unsubscribe: https://intray.test/unsubscribe/token",
  ]);
});

it("uses the form's own template, with a text part and the link to unsubscribe", async () => {
  const mail = {
    custom_template: `<html><body><h1>{{form_name}}</h1>{{#each form_params}}<p>{{this.name}}: {{this.value}}</p>{{/each}}</body></html>`,
    use_custom_template: true,
  };

  const fields = Object.entries({ name: "<b>Ada</b>", text: "one\r\ntwo" });
  const email = await sentWith(mail, withFields(fields));

  expect(email.html).toMatch(
    /^<html><body><h1>Contact<\/h1><p>name: &lt;b&gt;Ada&lt;\/b&gt;<\/p><p>text: one<br>two<\/p><p .*unsubscribe\/token.*<\/body><\/html>$/,
  );
  expect(email.text).toMatch(
    /^Contact\n\nname: <b>Ada<\/b>\n\ntext: one\ntwo\n\n-- \n.*\nUnsubscribe: https:\/\/intray\.test\/unsubscribe\/token$/,
  );
  const { text } = await sentWith({ ...mail, use_custom_template: false });
  expect(text).toContain("New submission");
});

it("fails with the position of the problem if a stored template is wrong", () => {
  const form = mailForm({ custom_template: "<p>\n{{nothing}}", use_custom_template: true });

  expect(() => notification(notificationInput({ form }))).toThrow(
    "The template is wrong in line 2, column 3: There is no tag nothing.",
  );
});

it("has the logo and the colors of the form, if they are safe", async () => {
  const own = await sentWith({
    logo: "https://example.org/logo.png",
    button_background_color: "#ffee00",
  });
  const unsafe = await sentWith({
    logo: "javascript:alert(1)",
    button_background_color: "red;x:url(//evil.test)",
    button_text_color: '"><script>',
  });

  expect(own.html).toContain('<img src="https://example.org/logo.png" alt="Contact"');
  expect(own.html).toContain("background-color:#ffee00;color:#000000;");
  expect(unsafe.html).not.toMatch(/<img|evil|<script|javascript/);
});
