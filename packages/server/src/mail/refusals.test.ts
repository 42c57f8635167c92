import { SIMPLE_MAIL } from "../../test/mail/mails.ts";
import { compose } from "./compose.ts";
import { mailTo, messageOf, useTransports } from "../../test/mail/transports.ts";

const transports = useTransports();
const answered = (status: number, excerpt: unknown = expect.any(String)) => ({
  result: status < 300 ? "delivered" : status < 500 ? "retry" : "failed",
  status,
  excerpt,
});
/** @param isGone The relay blames the recipient. */
const refused = (status: number, excerpt?: string | RegExp, isGone = false) => ({
  ...answered(status, excerpt instanceof RegExp ? expect.stringMatching(excerpt) : excerpt),
  ...(status < 500 ? {} : { isGone }),
});

describe.each([
  ["with pipelining", false],
  ["without pipelining", true],
])("a relay %s that refuses", (_, lacksPipelining) => {
  it("a sender or a message keeps its connection", async () => {
    const sender = [550, "5.7.1 Not you"] as const;
    const { relay, send } = await transports.open({ lacksPipelining, sender });

    const bySender = await send();
    relay.behavior.sender = undefined;
    relay.behavior.message = [554, "5.6.0 Spam"];
    const byMessage = await send();
    relay.behavior.message = [451, "4.3.0 Disk full"];
    const forNow = await send();
    relay.behavior.message = undefined;
    const last = await send();

    expect(bySender).toMatchObject(refused(550, "550 5.7.1 Not you"));
    expect(byMessage).toMatchObject(refused(554, "554 5.6.0 Spam"));
    expect(forNow).toMatchObject(refused(451));
    expect(last).toMatchObject(refused(250));
    expect(relay.connections()).toBe(1);
  });

  it("one recipient takes the next one", async () => {
    const recipients = { "ada@example.org": [550, "5.1.1 No such user"] } as const;
    const { relay, send } = await transports.open({ lacksPipelining, recipients });

    const first = await send();
    const second = await send(mailTo("bob@example.org"));

    expect(first).toMatchObject(refused(550, "550 5.1.1 No such user", true));
    expect(second).toMatchObject(refused(250));
    expect(relay.messages).toMatchObject([{ to: ["bob@example.org"] }]);
    expect(relay.connections()).toBe(1);
  });

  it("at first because of greylisting accepts the repeat", async () => {
    const { send } = await transports.open({ lacksPipelining, isGreylisting: true });

    const first = await send();
    const second = await send();

    expect(first).toMatchObject(refused(451, "451 4.7.1 Try again later"));
    expect(second).toMatchObject(refused(250));
  });
});

describe("a relay with a size limit", () => {
  const LARGE = mailTo("ada@example.org", messageOf("x".repeat(2_000)));

  it("that it announces gets no message above it", async () => {
    const { relay, send } = await transports.open({ maxBytes: 1_000 });

    const result = await send(LARGE);

    expect(result).toMatchObject(refused(552, "552 5.3.4 Message size larger than allowed 1000"));
    expect(await send()).toMatchObject(refused(250));
    expect(relay.connections()).toBe(1);
  });

  it("that it does not announce refuses the message", async () => {
    const { send } = await transports.open({ maxBytes: 1_000, hidesMaxBytes: true });

    expect(await send(LARGE)).toMatchObject(refused(552, "552 5.3.4 Message too large"));
  });
});

describe("a message with 8-bit characters", () => {
  const EIGHT_BIT = mailTo("ada@example.org", messageOf("Grüße"));

  it("is sent to a relay that takes them", async () => {
    const { relay, send } = await transports.open();

    expect(await send(EIGHT_BIT)).toMatchObject(refused(250));
    expect(relay.messages[0]?.raw.toString()).toContain("Grüße");
  });

  it("is not sent to one that does not", async () => {
    const { relay, send } = await transports.open({ lacks8BitMime: true });

    expect(await send(EIGHT_BIT)).toMatchObject(refused(554, /^554 5\.6\.3 The message has 8-bit/));
    expect(await send()).toMatchObject(refused(250));
    expect(relay.messages).toHaveLength(1);
  });
});

describe("an address with letters outside of ASCII before its @", () => {
  it("gets the message if the relay offers SMTPUTF8, in the envelope and the header", async () => {
    const { relay, send } = await transports.open();
    const to = ["jörg@bücher.example"];
    const message = await compose({ ...SIMPLE_MAIL, to, cc: [] });

    expect(await send(mailTo(to[0] ?? "", message))).toMatchObject(refused(250));
    expect(relay.messages[0]?.to).toEqual(["jörg@bücher.example"]);
    expect(relay.messages[0]?.raw.toString()).toContain("\r\nTo: jörg@bücher.example\r\n");
  });

  it("is refused with a sentence if it does not, and its domain alone needs no SMTPUTF8", async () => {
    const { relay, send } = await transports.open({ lacksSmtpUtf8: true });

    const international = await send(mailTo("jörg@bücher.example"));
    const onlyDomain = await send(mailTo("joerg@bücher.example"));

    const sentence = /^553 5\.6\.7 The address jörg@\S+ has letters .* does not offer SMTPUTF8\.$/;
    expect(international).toMatchObject(refused(553, sentence));
    expect(onlyDomain).toMatchObject(refused(250));
    expect(relay.messages.map(({ to }) => to[0])).toEqual(["joerg@bücher.example"]);
  });
});

it.each(["ada@example.org>\r\nRCPT TO:<eve@example.org", "ada<@example.org", "ada", ""])(
  "an address that is not valid is refused without the relay: %j",
  async (to) => {
    const { relay, send } = await transports.open();

    const result = await send(mailTo(to));

    expect(result).toMatchObject({ ...refused(501, undefined, true), remoteIp: null });
    expect(relay.connections()).toBe(0);
  },
);
