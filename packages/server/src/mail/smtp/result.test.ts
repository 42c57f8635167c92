import { SmtpFailure, accept, resultOf as untimedResultOf } from "./result.ts";

const TIMING = { startedAt: 1, durationMs: 5, remoteIp: "127.0.0.1" };
const resultOf = (failure: SmtpFailure) => untimedResultOf(failure)(TIMING);

const networkError = (code: string) => Object.assign(new Error(code), { code });

describe("an error before the relay answered", () => {
  it.each([
    ["ENOTFOUND", "dns_error", "hangs"],
    ["EAI_AGAIN", "dns_error", "hangs"],
    ["ECONNREFUSED", "connection_refused", "hangs"],
    ["ENETUNREACH", "connection_refused", "hangs"],
    ["ECONNRESET", "connection_reset", "responds"],
    ["ETIMEDOUT", "timeout", "hangs"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls_error", "hangs"],
    ["EPROTOCOL", "connection_reset", "responds"],
  ])("%s means %s, and the relay %s", (code, errorCode, receiver) => {
    const failure = new SmtpFailure(code, { step: "connect", cause: networkError(code) });

    expect(resultOf(failure)).toEqual({
      ...TIMING,
      result: "retry",
      reason: errorCode,
      isPressed: errorCode === "timeout",
      retryAfterMs: undefined,
      receiver,
      status: null,
      errorCode,
      excerpt: `${code} (while connecting to the relay)`,
    });
  });

  it("keeps the system's code that nodemailer replaced", () => {
    const cause = Object.assign(networkError("ESOCKET"), { originalCode: "CERT_HAS_EXPIRED" });
    const failure = new SmtpFailure("expired", { step: "tls", cause });

    expect(resultOf(failure)).toMatchObject({ errorCode: "tls_error" });
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

    expect(resultOf(failure)).toMatchObject({
      result: "retry",
      receiver: "hangs",
      errorCode,
      excerpt: text,
    });
  });
});

describe("an answer to the message", () => {
  const answers = (code: number, text: string) =>
    resultOf(new SmtpFailure(text, { step: "recipient", reply: { code, text } }));

  it.each([
    [421, "421 text", { result: "retry", reason: "smtp_421", isPressed: true }],
    [451, "451 text", { result: "retry", reason: "smtp_451", isPressed: true }],
    [554, "554 text", { result: "failed", state: "exhausted", reason: "smtp_554", isGone: false }],
    [550, "550 5.1.1 No", { result: "failed", reason: "smtp_550", isGone: true }],
  ])("%i %s means %o", (code, text, decision) => {
    expect(answers(code, text)).toMatchObject({
      ...decision,
      status: code,
      receiver: "responds",
      excerpt: text,
      errorCode: "smtp_status",
    });
  });

  it.each([
    [550, "5.1.1 No such user", true],
    [550, "5.1.2 No such domain", true],
    [556, "5.1.10 Null MX", true],
    [550, "5.1.8 Bad sender", false],
    [550, "5.2.0 Something about the mailbox", false],
    [550, "5.2.1 Mailbox disabled", true],
    [552, "5.2.2 Over the limit", false],
    [550, "5.1.1 Mailbox full", false],
    [552, "5.2.3 Message too large for the mailbox", false],
    [550, "5.2.4 List expansion", false],
    [552, "5.3.4 Too large", false],
    [550, "5.7.1 Policy", false],
    [550, "No such user Fuller", true],
    [550, "Mailbox is full", false],
    [550, "User over quota", false],
    [552, "Exceeded storage allocation", false],
    [553, "Bad address", true],
    [550, "No", true],
    [554, "Relay access denied", false],
    [452, "4.2.2 Mailbox full", undefined],
    [452, "Too little storage", undefined],
    [450, "4.2.1 Mailbox busy", undefined],
  ])("%i %s: the address takes no mail: %s", (code, text, isGone) => {
    const result = answers(code, `${code} ${text}`);

    expect(result).toMatchObject({ result: isGone === undefined ? "retry" : "failed" });
    expect("isGone" in result ? result.isGone : undefined).toBe(isGone);
  });

  it("that accepts it delivers", () => {
    expect(accept({ code: 250, text: "250 Ok" })(TIMING)).toEqual({
      ...TIMING,
      result: "delivered",
      status: 250,
      receiver: "responds",
      excerpt: "250 Ok",
      errorCode: null,
    });
  });
});
