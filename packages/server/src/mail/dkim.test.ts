import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth";
import { SIMPLE_MAIL } from "../../test/mail/mails.ts";
import { mailTo, useTransports } from "../../test/mail/transports.ts";
import { compose } from "./compose.ts";
import { createMessageSigner } from "./dkim.ts";

const transports = useTransports();

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
const DKIM = { domain: "example.org", selector: "intray", key: privateKey };

/** Answers for the key's record, and for nothing else. */
const resolver = (name: string, type: string): Promise<string[][]> => {
  if (name !== "intray._domainkey.example.org" || type !== "TXT") {
    return Promise.reject(Object.assign(new Error("not found"), { code: "ENOTFOUND" }));
  }
  const key = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return Promise.resolve([[`v=DKIM1; k=rsa; p=${key.toString("base64")}`]]);
};

async function resultOf(message: Uint8Array): Promise<string | undefined> {
  const { results } = await dkimVerify(Buffer.from(message), { resolver, strict: true });
  return results[0]?.status.result;
}

const MESSAGE = Buffer.from(
  [
    "From: Forms <forms@example.org>",
    "Reply-To: ada@example.com",
    "To: bob@example.org",
    "Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=",
    "Message-ID: <msg_1@example.org>",
    "Date: Mon, 23 Nov 2026 06:00:00 +0000",
    "List-Unsubscribe: <https://forms.example.org/u/1>",
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=C3=BC=C3=9Fe  ",
    ".",
    "",
    "",
    "",
  ].join("\r\n"),
);

describe("a signature", () => {
  it("is verified by another library", async () => {
    const sign = await createMessageSigner(DKIM);

    expect(await resultOf(await sign(MESSAGE))).toBe("pass");
  });

  it.each([
    ["Subject: ", "Subject: Re: "],
    ["Reply-To: ada@", "Reply-To: eve@"],
    ["forms.example.org/u/1", "forms.example.org/u/2"],
    ["List-Unsubscribe=One-Click", "List-Unsubscribe=Two-Clicks"],
    ["Gr=C3=BC=C3=9Fe  ", "Hello"],
  ])("covers %j", async (original, forged) => {
    const sign = await createMessageSigner(DKIM);
    const signed = Buffer.from(await sign(MESSAGE)).toString();

    expect(signed).toContain(original);
    expect(await resultOf(Buffer.from(signed.replace(original, forged)))).not.toBe("pass");
  });

  it("is the same for the same message, and leaves its bytes as they are", async () => {
    const sign = await createMessageSigner(DKIM);

    const [first, second] = await Promise.all([sign(MESSAGE), sign(MESSAGE)]);

    expect(first).toEqual(second);
    expect(Buffer.from(first).subarray(-MESSAGE.byteLength).equals(MESSAGE)).toBe(true);
    expect(Buffer.from(first).toString()).toMatch(/^DKIM-Signature: v=1;/);
  });

  it("is made for messages without a body and for large ones", async () => {
    const sign = await createMessageSigner(DKIM);
    const head = MESSAGE.subarray(0, MESSAGE.indexOf("\r\n\r\n") + 4);
    const large = Buffer.concat([head, Buffer.from(`${"x".repeat(998)}\r\n`.repeat(11_000))]);

    expect(await resultOf(await sign(head))).toBe("pass");
    expect(await resultOf(await sign(large))).toBe("pass");
  });

  it("is left out without a key", async () => {
    const sign = await createMessageSigner(undefined);

    expect(await sign(MESSAGE)).toBe(MESSAGE);
  });

  it("that cannot be made is an error, not an unsigned message", async () => {
    const { privateKey: wrong } = generateKeyPairSync("x25519");
    const sign = await createMessageSigner({ ...DKIM, key: wrong });

    await expect(sign(MESSAGE)).rejects.toThrow(/could not be signed/);
  });
});

it("a composed message arrives at a relay without 8BITMIME as it was signed", async () => {
  const text = "Grüße\n.\n.. From here\nシ مرحبا ".repeat(50);
  const sign = await createMessageSigner(DKIM);
  const signed = await sign(
    await compose({
      ...SIMPLE_MAIL,
      from: { name: "Förms", address: "forms@example.org" },
      subject: "Grüße シ مرحبا",
      text,
      html: `<p>${text}</p>`,
      isBulk: true,
      attachments: [{ name: "ü.txt", contentType: "text/plain", content: Buffer.from(text) }],
    }),
  );
  const { relay, send } = await transports.open({ lacks8BitMime: true });

  expect(await send(mailTo("ada@example.org", signed))).toMatchObject({ status: 250 });
  expect(relay.messages[0]?.raw.equals(signed)).toBe(true);
  expect(await resultOf(relay.messages[0]?.raw ?? signed)).toBe("pass");
});
