import { describe, expect, it } from "vitest";
import type { DeliveryErrorCode } from "../domain/delivery/delivery.ts";
import { answerOf, createEmailKind } from "./email-kind.ts";
import type { MailResult } from "./transport.ts";

const attempt = { startedAt: 1, durationMs: 5, remoteIp: "127.0.0.1" };
const answered = (code: number, isAboutRecipient = false): MailResult => ({
  ...attempt,
  kind: "answered",
  code,
  reply: `${code} text`,
  isFinal: code >= 500,
  isAboutRecipient,
});

describe("the answer of the relay", () => {
  it.each([
    [250, { kind: "succeeded" }],
    [421, { kind: "pressed", reason: "smtp_421" }],
    [451, { kind: "pressed", reason: "smtp_451" }],
    [554, { kind: "failed", state: "exhausted", reason: "smtp_554" }],
  ])("%i means %o", (code, meaning) => {
    expect(answerOf(answered(code))).toMatchObject({
      meaning,
      smtpStatus: code,
      httpStatus: null,
      receiver: "responds",
      excerpt: `${code} text`,
      errorCode: meaning.kind === "succeeded" ? null : "smtp_status",
    });
  });

  it("that blames the recipient means that the address takes nothing more", () => {
    expect(answerOf(answered(550, true)).meaning).toEqual({ kind: "gone", reason: "smtp_550" });
  });

  it.each<readonly [DeliveryErrorCode, string, string]>([
    ["timeout", "pressed", "hangs"],
    ["connection_refused", "retry", "hangs"],
    ["auth_failed", "retry", "hangs"],
    ["connection_reset", "retry", "responds"],
    ["dns_error", "retry", "hangs"],
    ["tls_error", "retry", "hangs"],
  ])("that is missing because of %s means %s, and the relay %s", (errorCode, kind, receiver) => {
    expect(answerOf({ ...attempt, kind: "failed", errorCode, detail: "why" })).toMatchObject({
      meaning: { kind, reason: errorCode },
      receiver,
      errorCode,
      excerpt: "why",
      smtpStatus: null,
    });
  });

  it("means nothing when the server aborted the attempt", () => {
    expect(answerOf({ ...attempt, kind: "aborted" }).meaning).toEqual({ kind: "aborted" });
  });
});

describe("a message", () => {
  const sent: { readonly to: string; readonly envelopeFrom: string }[] = [];
  const kind = createEmailKind({
    transport: {
      send: (mail) => {
        sent.push(mail);
        return Promise.resolve(answered(250));
      },
    },
    fromAddress: "forms@intray.test",
    messageFor: () => Promise.resolve(new Uint8Array()),
    replyRefusal: ({ id }) => Promise.resolve(`refused ${id}`),
    concurrency: 2,
    rate: undefined,
    deadlineMs: 1_000,
  });
  const recipient = {
    kind: "email",
    id: 1,
    uid: null,
    address: "mailto:ada@example.org",
    enabled: true,
    disabled_reason: null,
    form_id: 1,
    purpose: "submissions",
    recipient_role: "to",
    link_token: null,
  } as const;
  const submission = { id: 1, uid: null, hops: null, email: "grace@example.org" };
  const outgoing = {
    id: 1,
    attempt: 1,
    trigger: "intake",
    body: { contentType: "message/rfc822", bytes: new Uint8Array() },
    submission,
    ownUid: null,
    ownAddress: null,
  } as const;

  it("may be refused if it is a form's answer", async () => {
    const reply = { ...recipient, purpose: "reply", address: "mailto:" } as const;

    expect(await kind.refusal?.({ id: 7, destination: recipient, submission })).toBeUndefined();
    expect(await kind.refusal?.({ id: 7, destination: reply, submission })).toBe("refused 7");
  });

  it("goes to the recipient, a form's answer to the submitter, a reply to its own address", async () => {
    const reply = { ...recipient, purpose: "reply", address: "mailto:" } as const;
    const conversation = { ...reply, purpose: "conversation" } as const;
    const written = {
      ...outgoing,
      trigger: "reply",
      ownAddress: "mailto:eve@example.org",
    } as const;

    await kind.send({ ...outgoing, destination: recipient }, new AbortController().signal);
    await kind.send({ ...outgoing, destination: reply }, new AbortController().signal);
    await kind.send({ ...written, destination: conversation }, new AbortController().signal);

    expect(sent).toMatchObject([
      { to: "ada@example.org", envelopeFrom: "forms@intray.test" },
      { to: "grace@example.org" },
      { to: "eve@example.org" },
    ]);
  });
});

describe("open deliveries", () => {
  it.each([
    [5, undefined, 10],
    [5, 10, 10],
    [5, 0.5, 7],
    [5, 0.1, 1],
    [1, 0.1, 1],
  ])(
    "with %i connections and a rate of %s a second are at most %i",
    (concurrency, rate, expected) => {
      const { maxOpen } = createEmailKind({
        transport: { send: () => Promise.resolve(answered(250)) },
        fromAddress: "forms@intray.test",
        messageFor: () => Promise.resolve(new Uint8Array()),
        replyRefusal: () => Promise.resolve(undefined),
        concurrency,
        rate,
        deadlineMs: 30_000,
      });

      expect(maxOpen).toBe(expected);
    },
  );
});
