import { describe, expect, it } from "vitest";
import { SmtpFailure } from "./failure.ts";
import { outcomeOf } from "./outcome.ts";

const networkError = (code: string) => Object.assign(new Error(code), { code });

describe("an error before the relay answered", () => {
  it.each([
    ["ENOTFOUND", "dns_error"],
    ["EAI_AGAIN", "dns_error"],
    ["ECONNREFUSED", "connection_refused"],
    ["ENETUNREACH", "connection_refused"],
    ["ECONNRESET", "connection_reset"],
    ["ETIMEDOUT", "timeout"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls_error"],
    ["EPROTOCOL", "connection_reset"],
  ])("%s means %s", (code, errorCode) => {
    const failure = new SmtpFailure(code, { step: "connect", cause: networkError(code) });

    expect(outcomeOf(failure)).toEqual({
      kind: "failed",
      errorCode,
      detail: `${code} (while connecting to the relay)`,
    });
  });

  it("keeps the system's code that nodemailer replaced", () => {
    const cause = Object.assign(networkError("ESOCKET"), { originalCode: "CERT_HAS_EXPIRED" });
    const failure = new SmtpFailure("expired", { step: "tls", cause });

    expect(outcomeOf(failure)).toMatchObject({ errorCode: "tls_error" });
  });
});

describe("an answer about this server", () => {
  it.each([
    ["sender", 530, "530 5.7.0 Must issue a STARTTLS command first", "auth_failed"],
    ["recipient", 530, "530 5.7.0 Authentication required", "auth_failed"],
    ["auth", 535, "535 5.7.8 Wrong", "auth_failed"],
    ["auth", 454, "454 4.7.0 Temporary failure", "auth_failed"],
    ["tls", 454, "454 TLS not available", "tls_error"],
    ["greeting", 554, "554 Go away", "connection_refused"],
  ] as const)("at step %s, %i, refuses no message", (step, code, text, errorCode) => {
    const failure = new SmtpFailure(text, { step, reply: { code, text } });

    expect(outcomeOf(failure)).toMatchObject({ kind: "failed", errorCode, detail: text });
  });
});
