import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { sign, signStandard, unwrap, WebhookVerificationError } from "./index.ts";
import type { HeaderSource, RawBody, VerificationErrorCode } from "./index.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const BODY = '{"form":"contact","name":"Zoë"}';
const SIGNATURE = sign(BODY, SECRET);

const signedWith = (body: RawBody) => ({ "x-service-signature": sign(body, SECRET) });

const EXTRA = {
  "webhook-id": "msg_1",
  "webhook-timestamp": "1735689600",
  "x-service-delivery": "dlv_1",
  "x-service-attempt": "2",
  "x-service-trigger": "intake",
};
const STANDARD = {
  ...EXTRA,
  "x-service-signature": SIGNATURE,
  "webhook-signature": signStandard({ id: "msg_1", timestamp: 1_735_689_600, body: BODY }, SECRET),
};

describe("unwrap", () => {
  it("returns the index of the secret, and the headers that no signature covers", () => {
    const headers = { ...EXTRA, "x-service-signature": SIGNATURE };
    const options = { secrets: ["whsec_old", SECRET] };

    expect(unwrap(BODY, headers, options)).toMatchObject({
      secretIndex: 1,
      authenticated: undefined,
      unauthenticated: {
        webhookId: "msg_1",
        timestamp: 1_735_689_600,
        delivery: "dlv_1",
        attempt: 2,
        trigger: "intake",
      },
    });
  });

  it("returns id and timestamp as authenticated if webhook-signature covers them", () => {
    const { authenticated, unauthenticated } = unwrap(BODY, STANDARD, { secrets: [SECRET] });

    expect(authenticated).toEqual({ webhookId: "msg_1", timestamp: 1_735_689_600 });
    const absent = { webhookId: undefined, timestamp: undefined };
    expect(unauthenticated).toMatchObject({ ...absent, attempt: 2 });
  });

  it("returns them as unauthenticated if the secret has no base64 part", () => {
    const headers = { ...STANDARD, "x-service-signature": sign(BODY, "plain") };

    expect(unwrap(BODY, headers, { secrets: "plain" }).authenticated).toBeUndefined();
  });

  const attempts = ["0", "01", "-1", "1.5", "two", "9999999"];
  it.each(attempts)("ignores the malformed attempt %j", (attempt) => {
    const headers = { "x-service-signature": SIGNATURE, "x-service-attempt": attempt };

    expect(unwrap(BODY, headers, { secrets: SECRET }).unauthenticated.attempt).toBeUndefined();
  });

  it("returns the body as bytes, text and JSON", () => {
    const body = Buffer.from(`\uFEFF${BODY}`);

    const delivery = unwrap(body, signedWith(body), { secrets: SECRET });

    expect(Buffer.from(delivery.bytes())).toEqual(body);
    expect(delivery.text()).toBe(BODY);
    expect(delivery.json()).toEqual({ form: "contact", name: "Zoë" });
  });

  it("throws a SyntaxError from json() if the body is not JSON", () => {
    const delivery = unwrap("a=1", signedWith("a=1"), { secrets: SECRET });

    expect(() => delivery.json()).toThrow(SyntaxError);
  });

  const nodeHeaders: IncomingHttpHeaders = { ...STANDARD, "set-cookie": ["a", "b"] };
  it.each<[string, HeaderSource]>([
    ["Headers", new Headers(STANDARD)],
    ["Node's request.headers", nodeHeaders],
    ["any case", { "X-SERVICE-Signature": SIGNATURE, "Webhook-Id": "msg_1" }],
    ["pairs", Object.entries(STANDARD)],
    ["a Map", new Map(Object.entries(STANDARD))],
  ])("reads headers given as %s", (_kind, headers) => {
    const { authenticated, unauthenticated } = unwrap(BODY, headers, { secrets: SECRET });

    expect(authenticated?.webhookId ?? unauthenticated.webhookId).toBe("msg_1");
  });
});

/** Fails the test if the webhook is accepted. */
function errorOf(...args: readonly [unknown, unknown, unknown]): WebhookVerificationError {
  let error: unknown;
  try {
    unwrap(...(args as unknown as Parameters<typeof unwrap>));
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof WebhookVerificationError)) {
    throw new Error("unwrap did not reject the webhook.", { cause: error });
  }
  expect(error.name).toBe("WebhookVerificationError");
  expect(error.message.endsWith(error.hint)).toBe(true);
  return error;
}

describe("the error of unwrap", () => {
  const good = { "x-service-signature": SIGNATURE };
  const options = { secrets: SECRET };
  const { "webhook-id": _id, ...withoutId } = STANDARD;
  const twice = Object.entries(good);
  const signature = (value: unknown) => ({ "x-service-signature": value });
  const standard = (name: keyof typeof STANDARD, value: unknown) => ({
    ...STANDARD,
    [name]: value,
  });

  it.each<[VerificationErrorCode, number, string, unknown]>([
    ["headers_unreadable", 400, "unreadable_headers", null],
    ["headers_unreadable", 400, "unreadable_headers", undefined],
    ["headers_unreadable", 400, "unreadable_headers", SIGNATURE],
    ["headers_unreadable", 400, "unreadable_headers", [1, 2]],
    ["headers_unreadable", 400, "unreadable_headers", [[Symbol("x"), {}], null]],
    ["signature_missing", 401, "missing_header", {}],
    ["signature_missing", 401, "missing_header", new Headers()],
    ["signature_missing", 401, "missing_header", signature("")],
    ["signature_malformed", 400, "listed_header", signature([SIGNATURE])],
    ["signature_malformed", 400, "damaged_header", signature(SIGNATURE.toUpperCase())],
    ["signature_malformed", 400, "damaged_header", signature(7)],
    ["signature_duplicated", 400, "repeated_header", signature([SIGNATURE, SIGNATURE])],
    ["signature_duplicated", 400, "repeated_header", signature(`${SIGNATURE}, ${SIGNATURE}`)],
    ["signature_duplicated", 400, "repeated_header", { ...good, "X-Service-Signature": SIGNATURE }],
    ["signature_duplicated", 400, "repeated_header", Object.entries(good).concat(twice)],
    ["standard_headers_malformed", 400, "damaged_header", withoutId],
    ["standard_headers_malformed", 400, "damaged_header", standard("webhook-timestamp", "soon")],
    ["standard_headers_malformed", 400, "damaged_header", standard("webhook-signature", "v2,x")],
    ["standard_headers_malformed", 400, "damaged_header", standard("webhook-id", ["a", "b"])],
    ["standard_signature_mismatch", 401, "damaged_header", standard("webhook-id", "msg_2")],
  ])("has code %s, status %i, mistake %s for the headers %j", (code, status, mistake, headers) => {
    expect(errorOf(BODY, headers, options)).toMatchObject({ code, status, mistake });
  });

  it.each([{ form: "contact" }, undefined, new Proxy(new Uint8Array(3), {}), new ReadableStream()])(
    "has the code body_not_raw for the body %j",
    (body) => {
      const expected = { code: "body_not_raw", status: 400, mistake: "parsed_body" };

      expect(errorOf(body, good, options)).toMatchObject(expected);
    },
  );

  it.each([
    undefined,
    null,
    {},
    { secrets: [] },
    { secrets: undefined },
    { secrets: ["", "\n", 7] },
    { secrets: "whsec_" },
    { secrets: ['"whsec_"\n', "WHSEC_"] },
  ])("has the code secret_blank for the options %j", (given) => {
    const expected = { code: "secret_blank", status: 401, mistake: "blank_secret" };

    expect(errorOf(BODY, good, given)).toMatchObject(expected);
  });

  const binary = Uint8Array.of(0, 255, 254, 253, 10);
  const base64 = Buffer.from(binary).toString("base64");
  const decoded = Buffer.from(binary).toString();
  const indented = JSON.stringify({ a: 1 }, null, 2);
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
  const python = '{"form": "contact", "name": "Zo\\u00eb"}';
  it.each<[string, string, RawBody, HeaderSource, string]>([
    ["another secret", "wrong_secret", BODY, good, "whsec_other"],
    ["another body", "wrong_secret", "other", good, SECRET],
    ["a quoted secret", "padded_secret", BODY, good, `"${SECRET}"`],
    ["a secret with a line break", "padded_secret", BODY, good, `${SECRET}\r\n`],
    ["a quoted secret, and the wrong one", "padded_secret", BODY, good, `'whsec_other'`],
    ["a secret without whsec_", "cut_secret", BODY, good, SECRET.slice("whsec_".length)],
    ["a newline added", "trailing_newline", `${BODY}\n`, good, SECRET],
    ["a newline removed", "trailing_newline", BODY, signedWith(`${BODY}\n`), SECRET],
    ["a CRLF removed", "trailing_newline", BODY, signedWith(`${BODY}\r\n`), SECRET],
    ["JSON pretty-printed", "reserialised_body", pretty, good, SECRET],
    ["JSON as Python writes it", "reserialised_body", python, good, SECRET],
    ["a form serialized again", "reserialised_body", "a=x%20y", signedWith("a=x+y"), SECRET],
    ["UTF-8 encoded twice", "reencoded_body", Buffer.from(BODY).toString("latin1"), good, SECRET],
    ["base64 of the body", "reencoded_body", base64, signedWith(binary), SECRET],
    ["bytes read as text", "reencoded_body", decoded, signedWith(binary), SECRET],
    ["a byte order mark removed", "reencoded_body", BODY, signedWith(`\uFEFF${BODY}`), SECRET],
    ["a byte order mark added", "reencoded_body", `\uFEFF${BODY}`, good, SECRET],
    ["CRLF converted to LF", "reencoded_body", "a\nb\n", signedWith("a\r\nb\r\n"), SECRET],
    ["LF converted to CRLF", "reencoded_body", "a\r\nb\r\n", signedWith("a\nb\n"), SECRET],
    ["UTF-8 converted to Latin-1", "reencoded_body", Buffer.from(BODY, "latin1"), good, SECRET],
    ["base64 decoded", "reencoded_body", binary, signedWith(base64), SECRET],
    ["indented JSON in one line", "reserialised_body", '{"a":1}', signedWith(indented), SECRET],
    ["a form with + for %20", "reserialised_body", "a=x+y", signedWith("a=x%20y"), SECRET],
    ["no bytes", "empty_body", "", good, SECRET],
  ])("for %s has the mistake %s", (_what, mistake, body, headers, secret) => {
    const error = errorOf(body, headers, { secrets: ["whsec_unrelated", secret] });

    expect(error).toMatchObject({ code: "signature_mismatch", status: 401, mistake });
    expect(error.message).not.toContain("AAECAwQF");
  });

  it("does not diagnose bodies over 64 KiB, which limits the CPU time of unsigned requests", () => {
    const body = "x".repeat(64 * 1024);

    expect(errorOf(`${body}\n`, signedWith(body), options).mistake).toBe("wrong_secret");
  });

  it("is thrown for JSON that is nested too deeply to be serialized", () => {
    const error = errorOf("[".repeat(30_000) + "]".repeat(30_000), good, options);

    expect(error.code).toBe("signature_mismatch");
  });
});
