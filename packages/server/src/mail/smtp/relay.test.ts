import { relayAt } from "../../../test/mail/transports.ts";
import { parseRelayUrl, relayName, withoutSecrets } from "./relay.ts";

describe("the URL of the relay", () => {
  it.each([
    ["smtp://mail.example.org", { port: 587, tls: "required" }],
    ["smtp://mail.example.org:25/", { port: 25, tls: "required" }],
    ["smtp://mail.example.org?tls=off", { port: 587, tls: "off" }],
    ["smtp://mail.example.org?tls=required", { port: 587, tls: "required" }],
    ["smtps://mail.example.org", { port: 465, tls: "implicit" }],
    ["SMTPS://mail.example.org:8465", { port: 8465, tls: "implicit" }],
    ["smtp://localhost:1025", { port: 1025, tls: "off" }],
    ["smtp://127.0.0.1", { host: "127.0.0.1", tls: "off" }],
    ["smtp://127.8.8.8", { tls: "off" }],
    ["smtp://[::1]:25", { host: "::1", port: 25, tls: "off" }],
    ["smtp://localhost?tls=required", { tls: "required" }],
    ["smtp://127.0.0.1.example.org", { tls: "required" }],
    ["smtp://[2001:db8::1]", { host: "2001:db8::1", tls: "required" }],
    ["smtp://192.0.2.1", { tls: "required" }],
  ])("%s is read", (url, expected) => {
    expect(relayAt(url)).toMatchObject({ auth: undefined, ...expected });
  });

  it("contains user and password percent-encoded", () => {
    const { auth } = relayAt("smtp://forms%40example.org:a%2Fb%3A%25%20c@mail.example.org");

    expect(auth).toEqual({ user: "forms@example.org", password: "a/b:% c" });
  });

  it.each([
    ["mail.example.org", /the URL of an SMTP relay/],
    ["http://mail.example.org", /the URL of an SMTP relay/],
    ["smtp://", /the URL of an SMTP relay/],
    ["smtp:mail.example.org", /the URL of an SMTP relay/],
    ["smtp://user:s3cret@", /the URL of an SMTP relay/],
    ["smtp://mail.example.org:99999", /the URL of an SMTP relay/],
    ["smtp://mail.example.org/path", /the URL of an SMTP relay/],
    ["smtp://mail.example.org#s3cret", /the URL of an SMTP relay/],
    ["smtp://mail%0a.example.org", /the URL of an SMTP relay/],
    ["smtp://user:s3cret%zz@mail.example.org", /percent-encoded: write % as %25/],
    ["smtp://:s3cret@mail.example.org", /both a user and a password/],
    ["smtp://user@mail.example.org", /both a user and a password/],
    ["smtp://mail.example.org?tls=no", /\?tls=required or \?tls=off/],
    ["smtp://mail.example.org?TLS=off", /\?tls=required or \?tls=off/],
    ["smtp://mail.example.org?tls=off&tls=required", /\?tls=required or \?tls=off/],
    ["smtp://mail.example.org?password=s3cret", /\?tls=required or \?tls=off/],
    ["smtps://mail.example.org?tls=off", /smtps:\/\/ does not take/],
  ])("%s is rejected without repeating it", (url, problem) => {
    const parsed = parseRelayUrl(url);

    expect(parsed).toMatchObject({ kind: "invalid", problem });
    expect(JSON.stringify(parsed)).not.toContain("s3cret");
  });

  it("is named without user and password", () => {
    expect(relayName(relayAt("smtp://user:s3cret@mail.example.org"))).toBe("mail.example.org:587");
    expect(relayName(relayAt("smtp://[2001:db8::1]:25"))).toBe("[2001:db8::1]:25");
  });
});

const base64 = (text: string) => Buffer.from(text).toString("base64");

it("an answer of the relay is kept without the password, in plain and in base64", () => {
  const hide = withoutSecrets(relayAt("smtp://forms:s3cret@mail.example.org"));

  const hidden = hide(
    `502 Unknown: AUTH PLAIN ${base64("\0forms\0s3cret")}, ${base64("s3cret")}, s3cret`,
  );

  expect(hidden).toBe("502 Unknown: AUTH PLAIN ***, ***, ***");
});
