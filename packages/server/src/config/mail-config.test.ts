import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { openFolder } from "../../../../test/harness/folder.ts";
import { ConfigError, readConfig } from "./config.ts";
import { type MailConfig, readDkimKey } from "./mail-config.ts";

const folder = openFolder();
afterAll(folder.close);

const RELAY = { INTRAY_SMTP_URL: "smtp://relay.example.org" };
const FROM = { INTRAY_MAIL_FROM: "forms@example.org" };
const BOTH = { ...RELAY, ...FROM };
const INCOMPLETE_DKIM = /set both INTRAY_MAIL_DKIM_KEY_FILE and INTRAY_MAIL_DKIM_SELECTOR/;
const DKIM = { INTRAY_MAIL_DKIM_KEY_FILE: "/dkim.pem", INTRAY_MAIL_DKIM_SELECTOR: "intray" };

const mailOf = (environment: Readonly<Record<string, string>>): MailConfig => {
  const { mail } = readConfig({ ...BOTH, ...environment }).config;
  if (mail === undefined) throw new Error("E-mail is not set up.");
  return mail;
};

describe("the settings of e-mail", () => {
  it("send none without a relay", () => {
    expect(readConfig({}).config.mail).toBeUndefined();
  });

  it("have a default for everything but relay and sender", () => {
    expect(mailOf({})).toEqual({
      relay: { host: "relay.example.org", port: 587, tls: "required", auth: undefined },
      from: { name: "", address: "forms@example.org" },
      dkim: undefined,
      rate: 10,
      concurrency: 5,
      answerTimeoutMs: 600_000,
      confirms: true,
      answersPerDay: 500,
    });
  });

  it.each([
    ["forms@example.org", { name: "", address: "forms@example.org" }],
    ["<forms@example.org>", { name: "", address: "forms@example.org" }],
    ["Exämple Forms <forms@example.org>", { name: "Exämple Forms", address: "forms@example.org" }],
    ['"Ex, Inc." <forms@Example.org>', { name: "Ex, Inc.", address: "forms@example.org" }],
  ])("read the sender %s", (INTRAY_MAIL_FROM, from) => {
    expect(mailOf({ INTRAY_MAIL_FROM }).from).toEqual(from);
  });

  it.each([
    ["off", undefined],
    ["0.5", 0.5],
    ["20", 20],
  ])("read the rate %s", (INTRAY_MAIL_RATE, rate) => {
    expect(mailOf({ INTRAY_MAIL_RATE }).rate).toBe(rate);
  });

  it("sign with the sender's domain unless another one is set", () => {
    expect(mailOf(DKIM).dkim?.domain).toBe("example.org");
    expect(mailOf({ ...DKIM, INTRAY_MAIL_DKIM_DOMAIN: "Example.com" }).dkim?.domain).toBe(
      "example.com",
    );
  });

  it.each([
    [RELAY, /INTRAY_MAIL_FROM must be set with INTRAY_SMTP_URL/],
    [FROM, /INTRAY_MAIL_FROM needs INTRAY_SMTP_URL/],
    [DKIM, /INTRAY_MAIL_DKIM_KEY_FILE needs INTRAY_SMTP_URL/],
    [{ ...BOTH, INTRAY_MAIL_DKIM_DOMAIN: "example.org" }, INCOMPLETE_DKIM],
    [{ ...BOTH, INTRAY_MAIL_DKIM_KEY_FILE: "/dkim.pem" }, INCOMPLETE_DKIM],
    [{ INTRAY_MAIL_FROM: "forms" }, /INTRAY_MAIL_FROM must be an e-mail address/],
    [{ INTRAY_MAIL_FROM: "A\nB <a@example.org>" }, /INTRAY_MAIL_FROM must be an e-mail address/],
    [{ INTRAY_MAIL_FROM: "a@example.org, b@example.org" }, /INTRAY_MAIL_FROM must be/],
    [{ INTRAY_MAIL_RATE: "0" }, /INTRAY_MAIL_RATE must be a number of messages per second/],
    [{ INTRAY_MAIL_RATE: "0.05" }, /INTRAY_MAIL_RATE must be/],
    [{ INTRAY_SMTP_ANSWER_TIMEOUT: "61m" }, /INTRAY_SMTP_ANSWER_TIMEOUT must be a duration/],
    [{ INTRAY_MAIL_CONCURRENCY: "0" }, /INTRAY_MAIL_CONCURRENCY must be a whole number/],
    [{ INTRAY_MAIL_ANSWERS_PER_DAY: "0" }, /INTRAY_MAIL_ANSWERS_PER_DAY must be a whole number/],
    [{ INTRAY_MAIL_CONFIRM: "no" }, /INTRAY_MAIL_CONFIRM must be true or false/],
    [{ INTRAY_MAIL_DKIM_DOMAIN: "example" }, /INTRAY_MAIL_DKIM_DOMAIN must be a domain/],
    [{ INTRAY_MAIL_DKIM_SELECTOR: "a;b" }, /INTRAY_MAIL_DKIM_SELECTOR must be the name/],
    [{ INTRAY_SMTP_URLS: "smtp://a" }, /Did you mean INTRAY_SMTP_URL\?/],
  ])("are rejected with a message: %j", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(message);
  });

  it("are rejected without repeating the password", () => {
    const read = () => readConfig({ ...FROM, INTRAY_SMTP_URL: "smtp://forms:s3cret@/?tls=on" });

    expect(read).toThrow(/^INTRAY_SMTP_URL must be the URL of an SMTP relay/);
    expect(read).not.toThrow(/s3cret/);
  });
});

describe("the files of e-mail", () => {
  const fileWith = (name: string, content: string) => {
    const path = folder.at(name);
    writeFileSync(path, content);
    return path;
  };
  const withKey = (path: string) =>
    readDkimKey(mailOf({ ...DKIM, INTRAY_MAIL_DKIM_KEY_FILE: path }));
  const opensslKey = (...args: readonly string[]) =>
    execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

  it("are named if they cannot be read", () => {
    expect(() => withKey(folder.at("missing"))).toThrow(
      /^The file of INTRAY_MAIL_DKIM_KEY_FILE cannot be read \(ENOENT.*Give this user read permission/,
    );
  });

  it("contain the key for DKIM", () => {
    const dkim = withKey(fileWith("key.pem", opensslKey("genrsa", "1024")));

    expect(dkim).toMatchObject({ domain: "example.org", selector: "intray" });
    expect(dkim?.key.asymmetricKeyType).toBe("rsa");
  });

  it.each([
    ["no key", () => "key"],
    ["a key of another kind", () => opensslKey("genpkey", "-algorithm", "ed25519")],
    ["a key that is too short", () => opensslKey("genrsa", "512")],
    ["a passphrase", () => opensslKey("genrsa", "-aes256", "-passout", "pass:1", "1024")],
  ])("are rejected with %s", (_, content) => {
    expect(() => withKey(fileWith("wrong.pem", content()))).toThrow(
      /INTRAY_MAIL_DKIM_KEY_FILE must contain an RSA private key of 1024 bits or more/,
    );
  });
});
