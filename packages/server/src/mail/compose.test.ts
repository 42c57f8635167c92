import fc from "fast-check";
import { SIMPLE_MAIL } from "../../test/mail/mails.ts";
import { headerOf, parsedMail } from "../../test/mail/parsed.ts";
import { compose, type Mail, MAX_ATTACHED_BYTES } from "./compose.ts";
import { messageIdOf } from "./envelope.ts";

/** Each tries to end a header and to begin another, or to add an address to one. */
const ATTACKS = [
  "x\r\nBcc: victim@example.net",
  "x\nBcc: victim@example.net",
  "x\rBcc: victim@example.net",
  "x\r\n\r\n<script>alert(1)</script>",
  "x\u0000\r\nBcc: victim@example.net",
  "x\u2028Bcc: victim@example.net\u2029",
  "x\u000b\u000cBcc: victim@example.net\u0085",
  "=?UTF-8?Q?x=0D=0ABcc:_victim@example.net?=",
  '"x" <victim@example.net>, y',
  "x%0d%0aBcc: victim@example.net",
  "\u560d\u560aBcc: victim@example.net",
] as const;

const composed = (over: Partial<Mail> = {}) => parsedMail({ ...SIMPLE_MAIL, ...over });

describe("a message", () => {
  it("has the addresses, the ids and the headers of automatic mail", async () => {
    const email = await composed({ isBulk: true });

    expect(email).toMatchObject({
      from: { name: "Contact", address: "forms@intray.test" },
      to: [{ address: "owner@example.org" }],
      cc: [{ address: "team@example.org" }],
      replyTo: [{ address: "ada@example.org" }],
      subject: "Hello",
      messageId: "<msg_7_3@intray.test>",
      inReplyTo: "<form_0123456789ab@intray.test>",
      references: "<form_0123456789ab@intray.test>",
      date: "2026-11-23T13:05:00.000Z",
      text: "Hello",
      html: "<p>Hello</p>",
      attachments: [],
    });
    expect(headerOf(email, "auto-submitted")).toEqual(["auto-generated"]);
    expect(headerOf(email, "precedence")).toEqual(["bulk"]);
    expect(headerOf(email, "list-unsubscribe")).toEqual([
      "<https://intray.test/unsubscribe/token>",
    ]);
    expect(headerOf(email, "list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
  });

  it("has each id on the line of its header", async () => {
    const ids = ["msg_1234567_890_uuuuuuuuuuuuuuuuuuuuuu_wwwwwwwwwwwwwwwwwwwwww", "msg_alert_u"];
    const [messageId = "", earlier = ""] = ids.map((id) =>
      messageIdOf(id, "forms@notifications.forms.example-company.co.uk"),
    );

    const mail = { ...SIMPLE_MAIL, messageId, earlierIds: [earlier] };
    const text = Buffer.from(await compose(mail)).toString();

    for (const line of [`Message-ID: <${messageId}>`, `In-Reply-To: <${earlier}>`]) {
      expect(text).toContain(`\r\n${line}\r\n`);
      expect(line.length).toBeLessThan(78);
    }
  });

  it("leaves out what the mail does not have", async () => {
    const nothing = { replyTo: undefined, threadId: undefined, unsubscribeUrl: undefined, cc: [] };

    const { headers } = await composed(nothing);

    expect(headers.map(({ key }) => key).toSorted()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
      "x-auto-response-suppress",
    ]);
  });

  it("is the same whenever it is composed", async () => {
    const mail = { ...SIMPLE_MAIL, attachments: [SIMPLE_FILE] };

    const [one, other] = [await compose(mail), await compose(mail)];

    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  it.each([
    ["right to left", "טופס יצירת קשר: שלום"],
    ["Chinese and Japanese", "お問い合わせ：東京 你好"],
    ["emoji", "Grüße 👩‍💻🏳️‍🌈 ".repeat(6).trim()],
    ["symbols", `"a" <b@c.d>, (e); = ? \\ 'f'`],
  ])("keeps %s in subject, names and both parts, in ASCII lines", async (_, text) => {
    const mail = {
      ...SIMPLE_MAIL,
      from: { name: text.slice(0, 20), address: SIMPLE_MAIL.from.address },
      subject: text,
      text: `${text}\n`,
      html: `<p>${text}</p>`,
      attachments: [{ name: text, contentType: "text/plain", content: Buffer.from(text) }],
    };

    const bytes = await compose(mail);

    expect(await parsedMail(mail)).toMatchObject({
      from: { name: text.slice(0, 20).trim() },
      subject: text,
      text,
      html: `<p>${text}</p>`,
      attachments: [{ filename: text, disposition: "attachment" }],
    });
    expect(Buffer.from(bytes).every((byte) => byte < 0x80)).toBe(true);
    expect(longestLine(bytes)).toBeLessThanOrEqual(998);
  });

  it("limits subject, names and attachments", async () => {
    const long = "長".repeat(100_000);

    const email = await composed({
      subject: long,
      from: { name: long, address: "forms@intray.test" },
      attachments: [{ name: long, contentType: "text/plain", content: Buffer.from("x") }],
    });

    expect(email.subject?.length).toBe(200);
    expect(email.from?.name.length).toBe(80);
    expect(email.attachments[0]?.filename?.length).toBe(120);
    const large = { ...SIMPLE_FILE, content: new Uint8Array(MAX_ATTACHED_BYTES + 1) };
    await expect(composed({ attachments: [large] })).rejects.toThrow(RangeError);
  });
});

function longestLine(bytes: Uint8Array): number {
  const lines = Buffer.from(bytes).toString("latin1").split("\r\n");
  return Math.max(...lines.map((line) => line.length));
}

describe("a header cannot be injected", () => {
  it.each(ATTACKS.map((attack) => [JSON.stringify(attack), attack]))(
    "by %s in subject, name, Reply-To, file name or content type",
    async (_, attack) => {
      for (const over of [
        { subject: attack },
        { from: { name: attack, address: SIMPLE_MAIL.from.address } },
        { replyTo: attack },
        { replyTo: `ada@example.org${attack}` },
        { attachments: [{ name: attack, contentType: attack, content: Buffer.from("x") }] },
      ] satisfies Partial<Mail>[]) {
        const plain = await composed({
          attachments: "attachments" in over ? [SIMPLE_FILE] : [],
          replyTo: "replyTo" in over ? undefined : SIMPLE_MAIL.replyTo,
        });

        const email = await composed(over);

        expect(email.headers.map(({ key }) => key)).toEqual(plain.headers.map(({ key }) => key));
        expect(email).toMatchObject({
          from: { address: SIMPLE_MAIL.from.address },
          to: plain.to,
          cc: plain.cc,
          text: plain.text,
          html: plain.html,
        });
        expect(email.bcc ?? []).toEqual([]);
        expect(email.replyTo).toEqual(plain.replyTo);
        expect(email.attachments.length).toBe(plain.attachments.length);
      }
    },
  );

  it.each(ATTACKS.map((attack) => [JSON.stringify(attack), attack]))(
    "by %s in addresses, ids or the unsubscribe link, which are rejected or encoded",
    async (_, attack) => {
      for (const over of [
        { to: [attack] },
        { cc: [`a@example.org${attack}`] },
        { from: { name: "", address: `a@example.org${attack}` } },
        { messageId: `a@example.org${attack}` },
        { threadId: `${attack}@example.org` },
        { unsubscribeUrl: attack },
      ] satisfies Partial<Mail>[]) {
        await expect(compose({ ...SIMPLE_MAIL, ...over })).rejects.toThrow(RangeError);
      }

      const email = await composed({ unsubscribeUrl: `https://intray.test/u?t=${attack}` });
      const [link = ""] = headerOf(email, "list-unsubscribe");
      expect(link).toMatch(/^<https:\/\/intray\.test\/u\?t=[^<>\s]*>$/);
      expect(email.headers.length).toBe((await composed()).headers.length);
    },
  );

  it("by any text", async () => {
    const expected = (await composed()).headers.map(({ key }) => key);
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom("\r\n", "\n", "\r", "Bcc: a@b.cd", "?=", "=?UTF-8?B?DQo=?=", '"', "<", ","),
    );
    const hostile = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));

    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (subject, name) => {
        const email = await composed({
          subject: `s${subject}`,
          from: { name, address: SIMPLE_MAIL.from.address },
        });

        expect(email.headers.map(({ key }) => key)).toEqual(expected);
        expect(email.from?.address).toBe(SIMPLE_MAIL.from.address);
      }),
      { numRuns: 200 },
    );
  });
});

const SIMPLE_FILE = { name: "a", contentType: "text/plain", content: Buffer.from("x") };
