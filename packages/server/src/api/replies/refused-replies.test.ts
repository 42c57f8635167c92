// Tries to send what must not be sent, to whom it must not be sent, and more than may be sent.
import { useShared } from "../../../../../test/harness/use.ts";
import { startApiServer } from "../../../test/api-server.ts";
import { ADA, startReplies } from "../../../test/mail/replies.ts";

let id: number;
const chairs = useShared(startReplies);
beforeEach(async () => {
  id = await chairs.post({ name: "Ada", email: ADA });
});

describe("hostile texts", () => {
  it.each([
    ["a line break", "Hello\r\nBcc: eve@example.org"],
    ["a lone line feed", "Hello\nBcc: eve@example.org"],
    ["a lone carriage return", "Hello\rBcc: eve@example.org"],
    ["a line separator", "Hello\u2028Bcc: eve@example.org"],
    ["a null", "Hello\0"],
  ])("a subject with %s is refused", async (_, subject) => {
    expect((await chairs.write(id, { text: "x", subject })).status).toBe(422);
  });

  it("in fields and texts begin no header and no other message", async () => {
    const evil = "x\r\n.\r\nBcc: eve@example.org\r\n\r\n";
    const at = await chairs.post({
      email: "evil@example.org",
      _subject: `Order\r\nBcc: eve@example.org`,
      name: `"${evil}`,
    });

    await chairs.write(at, { text: `harmless ${evil} ... \u202Eevil` });

    const mail = await chairs.mailWith("harmless");
    expect([mail.envelope.to, mail.bcc]).toEqual([["evil@example.org"], undefined]);
    expect(mail.subject).toBe("Re: Order Bcc: eve@example.org");
    expect(mail.raw.split("\r\n\r\n", 1)[0]).not.toMatch(/^bcc:/im);
    expect(mail.text).toContain("[RLO]evil");
    expect(mail.text).toContain("> Bcc: eve@example.org");
  });

  it.each([
    ["to", { text: "x", to: "eve@example.org" }],
    ["reply_to", { text: "x", reply_to: "eve@example.org" }],
    ["email", { text: "x", email: "eve@example.org" }],
  ])("cannot send to another address by %s", async (_, json) => {
    expect((await chairs.write(id, json)).json()).toMatchObject({
      to: ADA,
      reply_to: "team@example.org",
    });
  });
});

describe("a reply is refused", () => {
  const refused = async (at: number, json: unknown = { text: "x" }) => {
    const answer = await chairs.write(at, json);
    const { error } = answer.json() as { readonly error: string };
    expect(await chairs.replies(at)).toEqual([]);
    return `${answer.status} ${error}`;
  };

  it("if the submission has no address, or none that can be written to", async () => {
    const none = await chairs.post({});
    const broken = await chairs.post({ email: ADA });
    await chairs.server.update("submission", { email: "not an address" }, { id: broken });
    const own = await chairs.post({ email: ADA });
    await chairs.server.update("submission", { email: "FORMS@intray.test" }, { id: own });

    expect(await refused(none)).toMatch(/^409 .*has no e-mail address/);
    expect(await refused(broken)).toMatch(/^409 .*is not an e-mail address/);
    expect(await refused(own)).toMatch(/^409 .*the address that this server sends from/);
  });

  it("if the submission is spam or in the trash, until it is restored", async () => {
    for (const [mark, why] of [
      ["spam", /^409 .*marked as spam/],
      ["trash", /^409 .*in the trash/],
    ] as const) {
      const at = await chairs.post({ email: ADA });
      await chairs.server.mark(at, { [mark]: true });

      expect(await refused(at)).toMatch(why);

      await chairs.server.mark(at, { [mark]: false });
      expect((await chairs.write(at, { text: "back" })).status).toBe(201);
    }
  });

  it("if the address is suppressed", async () => {
    const at = await chairs.post({ email: "Suppressed@example.org" });
    const suppressed = { address: "suppressed@example.org", failure_count: 3, suppressed_at: 1 };
    await chairs.server.insert("mail_address", suppressed);

    expect(await refused(at)).toMatch(/^409 .*is suppressed/);
  });

  it("for a text that is empty or of both kinds, or a template that is unknown", async () => {
    const empty = { name: "Empty", body: '{{field "absent"}}' };
    const template = await chairs.server.create("/reply_templates", empty);

    expect(await refused(id, {})).toMatch(/^422 /);
    expect(await refused(id, { text: " \n" })).toMatch(/^422 /);
    expect(await refused(id, { text: "x", template_id: template.id })).toMatch(/^422 .*not both/);
    expect(await refused(id, { template_id: 999_999 })).toMatch(/^404 .*template 999999/);
    expect(await refused(id, { template_id: template.id })).toMatch(/^422 .*no text/);
  });
});

it("replies and automatic answers share one limit a day, and a repeat is not counted", async () => {
  const earlier = { account_id: 1, form_id: 1, address: "somebody@example.org", delivery_id: 1 };
  await chairs.server.insert("mail_reply", { ...earlier, allowed_at: Date.now() });
  const used = [
    ...(await chairs.server.rows("submission_reply", ["id"])),
    ...(await chairs.server.rows("mail_reply", ["id"])),
  ];
  const headers = { "idempotency-key": "the-last-one" };
  const left = 40 - used.length;

  for (let n = 1; n < left; n += 1)
    expect((await chairs.write(id, { text: `${n}` })).status).toBe(201);
  expect((await chairs.write(id, { text: "last" }, headers)).status).toBe(201);
  const beyond = await chairs.write(id, { text: "one more" });

  expect(beyond.status).toBe(429);
  expect(beyond.headers.get("retry-after")).not.toBeNull();
  expect((await chairs.write(id, { text: "last" }, headers)).status).toBe(201);
});

it("says what to set if the server cannot send e-mail", async () => {
  const silent = await startApiServer();
  onTestFinished(() => silent.close());
  const at = await silent.post("1", { email: ADA });

  const answer = await silent.request("POST", `/submissions/${at}/replies`, {
    json: { text: "x" },
  });

  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("INTRAY_SMTP_URL")]);
});
