import { useTrustedCertificates } from "../../test/certificates.ts";
import { commandContext } from "../../test/admin/command-context.ts";
import { useTransports } from "../../test/mail/transports.ts";
import { readConfig } from "../config/config.ts";
import { testMail } from "./test-mail.ts";

const relays = useTransports();
const certificates = useTrustedCertificates();

const FROM = { INTRAY_MAIL_FROM: "Forms <forms@example.org>" };
const GONE = { "ada@example.org": [550, "5.1.1 No\u202e such user"] } as const;

async function run(environment: Readonly<Record<string, string>>, address = "ada@example.org") {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const context = commandContext(readConfig(environment).config, { print });
  const exitCode = await testMail.run({ args: [address], options: {} }, context);
  return { exitCode, lines };
}

it("sends a message and prints each step", async () => {
  const relay = await relays.relay();

  const { exitCode, lines } = await run({ ...FROM, INTRAY_SMTP_URL: relay.url });

  expect(lines).toEqual([
    `connect: 127.0.0.1 port ${relay.port}`,
    "greeting: 220 relay.example.org ESMTP Test relay",
    "tls: not used",
    "auth: not used",
    expect.stringMatching(/^sender: 250 /),
    expect.stringMatching(/^recipient: 250 /),
    "message: 250 2.0.0 Queued",
  ]);
  expect(exitCode).toBe(0);
  expect(relay.messages).toMatchObject([{ from: "forms@example.org", to: ["ada@example.org"] }]);
  expect(relay.messages[0]?.raw.toString()).toMatch(/^From: Forms <forms@example\.org>\r\n/m);
});

it("prints TLS and sign-in without the password", async () => {
  const relay = await relays.relay({
    certificate: certificates.issue("localhost"),
    auth: { user: "forms", password: "s3cret" },
  });
  const at = `localhost:${relay.port}?tls=required`;

  const right = await run({ ...FROM, INTRAY_SMTP_URL: `smtp://forms:s3cret@${at}` });
  const wrong = await run({ ...FROM, INTRAY_SMTP_URL: `smtp://forms:wr0ng@${at}` });

  expect(right.exitCode).toBe(0);
  expect(right.lines.slice(2, 4)).toEqual([
    expect.stringMatching(/^tls: TLSv1\.3, TLS_/),
    expect.stringMatching(/^auth: 235 /),
  ]);
  const failed = [...right.lines.slice(0, 3), "auth: failed: 535 5.7.8 Wrong password"];
  expect(wrong).toEqual({ exitCode: 1, lines: failed });
  expect(JSON.stringify([right, wrong])).not.toMatch(/s3cret|wr0ng|czNjcmV0/);
});

it.each([
  [{ greeting: [554, "Go away"] as const }, ["greeting: failed: 554 Go away"]],
  [{ recipients: GONE }, ["recipient: failed: 550 5.1.1 No[RLO] such user"]],
  [{ message: [451, "4.3.0 Disk full"] as const }, ["message: failed: 451 4.3.0 Disk full"]],
  [{ drop: "data" as const }, ["message: failed: Connection closed unexpectedly"]],
])("prints the step that fails last, and exits with 1: %j", async (behavior, last) => {
  const relay = await relays.relay(behavior);

  const { exitCode, lines } = await run({ ...FROM, INTRAY_SMTP_URL: relay.url });

  expect(lines.slice(-1)).toEqual(last);
  expect(exitCode).toBe(1);
});

it("prints why no connection is made", async () => {
  const relay = await relays.relay();
  await relay.stop();

  const { exitCode, lines } = await run({ ...FROM, INTRAY_SMTP_URL: relay.url });

  expect(lines).toEqual([expect.stringMatching(/^connect: failed: .*ECONNREFUSED/)]);
  expect(exitCode).toBe(1);
});

it("says what to set if e-mail is not set up, and what is wrong with an address", async () => {
  await expect(run({})).rejects.toThrow(/Set INTRAY_SMTP_URL and INTRAY_MAIL_FROM/);
  await expect(run({}, "ada")).rejects.toThrow(/"ada" is not an e-mail address/);
});
