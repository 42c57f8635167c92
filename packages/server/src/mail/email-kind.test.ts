import { describe, expect, it } from "vitest";
import { createEmailKind } from "./email-kind.ts";
import { accept } from "./smtp/result.ts";

const ACCEPTED = accept({ code: 250, text: "250 text" })({
  startedAt: 1,
  durationMs: 5,
  remoteIp: "127.0.0.1",
});

describe("a message", () => {
  const sent: { readonly to: string; readonly envelopeFrom: string }[] = [];
  const kind = createEmailKind({
    transport: {
      send: (mail) => {
        sent.push(mail);
        return Promise.resolve(ACCEPTED);
      },
    },
    fromAddress: "forms@intray.test",
    messageFor: () => Promise.resolve(new Uint8Array()),
    replyRefusal: ({ id }) => Promise.resolve(`refused ${id}`),
    concurrency: 2,
    rate: undefined,
    deadlineMs: 1_000,
    answerTimeoutMs: 600_000,
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

    const rest = [new AbortController().signal, () => undefined] as const;
    await kind.send({ ...outgoing, destination: recipient }, ...rest);
    await kind.send({ ...outgoing, destination: reply }, ...rest);
    await kind.send({ ...written, destination: conversation }, ...rest);

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
        transport: { send: () => Promise.resolve(ACCEPTED) },
        fromAddress: "forms@intray.test",
        messageFor: () => Promise.resolve(new Uint8Array()),
        replyRefusal: () => Promise.resolve(undefined),
        concurrency,
        rate,
        deadlineMs: 30_000,
        answerTimeoutMs: 600_000,
      });

      expect(maxOpen).toBe(expected);
    },
  );
});
