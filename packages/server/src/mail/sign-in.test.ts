import { useTrustedCertificates } from "../../test/certificates.ts";
import { ADA, noSignal, useTransports } from "../../test/mail/transports.ts";

const transports = useTransports();
const { resultAt } = transports;
const certificates = useTrustedCertificates();

const AUTH = { user: "forms", password: "s3cret/%" };
const ACCEPTED = { status: 250 };

/** The URL of a relay under the name of its certificate, with more in front of and after it. */
const at = (port: number, { before = "", after = "", scheme = "smtp" } = {}) =>
  `${scheme}://${before}localhost:${port}${after}`;
const USER = "forms:s3cret%2F%25@";

describe("a relay that requires a sign-in", () => {
  it("gets user and password", async () => {
    const relay = await transports.relay({ auth: AUTH });

    expect(await resultAt(at(relay.port, { before: USER }))).toMatchObject(ACCEPTED);
    expect(relay.messages).toMatchObject([{ user: "forms", isSecure: false }]);
  });

  it.each([
    ["a wrong password", "forms:wr0ng@", /^Invalid login: 535 5\.7\.8 Wrong password$/],
    ["no password", "", /530/],
  ])("fails the attempt with %s, so that the message is sent later", async (_, before, detail) => {
    const relay = await transports.relay({ auth: AUTH });

    const result = await resultAt(at(relay.port, { before }));

    expect(result).toMatchObject({ result: "retry", errorCode: "auth_failed", excerpt: detail });
    expect(JSON.stringify(result)).not.toContain("wr0ng");
    expect(relay.messages).toEqual([]);
  });

  it("is not used again after a failed one", async () => {
    const relay = await transports.relay({ auth: AUTH });
    const transport = await transports.to(at(relay.port, { before: "forms:wr0ng@" }));

    await transport.send(ADA, noSignal());
    expect(await transport.send(ADA, noSignal())).toMatchObject({ errorCode: "auth_failed" });
    expect(relay.connections()).toBe(2);
  });
});

it("a relay that offers no sign-in gets no password", async () => {
  const relay = await transports.relay();

  expect(await resultAt(at(relay.port, { before: USER }))).toMatchObject({
    result: "retry",
    errorCode: "auth_failed",
    excerpt: /does not offer to sign in.*use \?tls=required/,
  });
  expect(relay.messages).toEqual([]);
});

describe("a relay with TLS", () => {
  it("gets messages and password encrypted after STARTTLS", async () => {
    const certificate = certificates.issue("localhost");
    const relay = await transports.relay({ certificate, auth: AUTH });

    const result = await resultAt(at(relay.port, { before: USER, after: "?tls=required" }));

    expect(result).toMatchObject(ACCEPTED);
    expect(relay.messages).toMatchObject([{ isSecure: true, user: "forms" }]);
  });

  it("gets them encrypted from the start with smtps", async () => {
    const certificate = certificates.issue("localhost");
    const relay = await transports.relay({ certificate, isImplicitTls: true });
    const transport = await transports.to(at(relay.port, { scheme: "smtps" }));

    await transport.send(ADA, noSignal());

    expect(await transport.send(ADA, noSignal())).toMatchObject(ACCEPTED);
    expect(relay.messages.map(({ isSecure }) => isSecure)).toEqual([true, true]);
    expect(relay.connections()).toBe(1);
  });

  it.each(["smtp", "smtps"])(
    "that resets connections with %s, idle or not, gets the next message",
    async (scheme) => {
      const isImplicitTls = scheme === "smtps";
      const certificate = certificates.issue("localhost");
      const relay = await transports.relay({ certificate, isImplicitTls, isStuck: true });
      const after = isImplicitTls ? "" : "?tls=required";
      const transport = await transports.to(at(relay.port, { scheme, after }));

      const stuck = transport.send(ADA, noSignal());
      await relay.received(1);
      relay.cut("reset");
      relay.behavior.isStuck = false;

      expect(await stuck).toMatchObject({ result: "retry", errorCode: "connection_reset" });
      expect(await transport.send(ADA, noSignal())).toMatchObject(ACCEPTED);
      relay.cut("reset");
      expect(await transport.send(ADA, noSignal())).toMatchObject(ACCEPTED);
    },
  );

  it("on this machine is used without it by default", async () => {
    const relay = await transports.relay({ certificate: certificates.selfSigned("localhost") });

    expect(await resultAt(at(relay.port))).toMatchObject(ACCEPTED);
    expect(relay.messages).toMatchObject([{ isSecure: false }]);
  });

  it.each([
    ["of nobody that is trusted", () => certificates.selfSigned("localhost")],
    ["for another name", () => certificates.issue("relay.test")],
    ["that has expired", () => certificates.issue("localhost", -1)],
  ])("gets nothing if it has a certificate %s", async (_, certificate) => {
    const options = { certificate: certificate(), auth: AUTH };
    const [starttls, implicit] = [
      await transports.relay(options),
      await transports.relay({ ...options, isImplicitTls: true }),
    ];

    const results = [
      await resultAt(at(starttls.port, { before: USER, after: "?tls=required" })),
      await resultAt(at(implicit.port, { before: USER, scheme: "smtps" })),
    ];

    for (const result of results) {
      expect(result).toMatchObject({ result: "retry", errorCode: "tls_error" });
    }
    expect([...starttls.messages, ...implicit.messages]).toEqual([]);
  });

  it("gets nothing if STARTTLS is required and it offers none", async () => {
    const relay = await transports.relay({ auth: AUTH });

    expect(await resultAt(at(relay.port, { before: USER, after: "?tls=required" }))).toMatchObject({
      result: "retry",
      errorCode: "tls_error",
      excerpt: /STARTTLS/,
    });
    expect(relay.messages).toEqual([]);
  });

  it("gets nothing over smtps if it speaks no TLS", async () => {
    const relay = await transports.relay();

    const failed = { result: "retry", errorCode: "tls_error" };
    expect(await resultAt(at(relay.port, { scheme: "smtps" }))).toMatchObject(failed);
  });
});
