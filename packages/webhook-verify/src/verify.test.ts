import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { runInNewContext } from "node:vm";
import { sign, verify } from "./index.ts";
import { flippedTexts } from "../test/flip-bit.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const BODY = Buffer.from('{"message":"Hello"}');
const SIGNATURE = sign(BODY, SECRET);

const throwing = new Proxy([], {
  get: () => {
    throw new Error("read");
  },
});

const HOSTILE = [
  undefined,
  null,
  0,
  NaN,
  12n,
  true,
  "",
  "sha256=",
  Symbol("s"),
  {},
  [],
  [[]],
  [null],
  () => SIGNATURE,
  { toString: () => SIGNATURE },
  { length: 1, 0: SIGNATURE },
  { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 3 },
  Object.create(null),
  new Proxy(new Uint8Array(3), {}),
  throwing,
  new Date(NaN),
  Promise.resolve(BODY),
  new ReadableStream(),
  "x".repeat(1_000_000),
];

const inOtherRealm = (code: string): unknown => runInNewContext(code, { bytes: [...BODY] });
/** Allows arguments of the wrong type. */
const check = verify as (body: unknown, signature: unknown, secret: unknown) => boolean;

it("returns false without throwing for every hostile body, signature and secret", () => {
  expect(check(BODY, SIGNATURE, SECRET)).toBe(true);

  for (const hostile of HOSTILE) {
    expect(check(hostile, SIGNATURE, SECRET)).toBe(false);
    expect([check(BODY, hostile, SECRET), check(BODY, SIGNATURE, hostile)]).toEqual([false, false]);
    expect(check(hostile, hostile, hostile)).toBe(false);
  }
});

const blanks = ["whsec_", " whsec_\n", '"whsec_"', "'whsec_'", "WHSEC_", "  ", '""'];
it.each(blanks)("rejects a signature that anybody can make with the secret %j", (secret) => {
  const forged = `sha256=${createHmac("sha256", secret).update(BODY).digest("hex")}`;

  expect(check(BODY, forged, secret)).toBe(false);
  expect(check(BODY, SIGNATURE, [secret, SECRET])).toBe(true);
});

it("skips secrets that are not strings", () => {
  expect(check(BODY, SIGNATURE, [undefined, null, 7, {}, SECRET])).toBe(true);
});

it.each([
  ["Buffer", BODY],
  ["Uint8Array", new Uint8Array(BODY)],
  ["ArrayBuffer", new Uint8Array(BODY).buffer],
  ["DataView", new DataView(new Uint8Array(BODY).buffer)],
  ["part of a larger buffer", Buffer.from(`x${BODY.toString()}y`).subarray(1, -1)],
  ["Uint8Array from another realm", inOtherRealm("Uint8Array.from(bytes)")],
  ["ArrayBuffer from another realm", inOtherRealm("Uint8Array.from(bytes).buffer")],
  ["string", BODY.toString()],
])("accepts the body as %s", (_kind, body: unknown) => {
  expect(check(body, SIGNATURE, SECRET)).toBe(true);
});

it("rejects a header with any one bit flipped", () => {
  for (const other of flippedTexts(SIGNATURE)) expect(check(BODY, other, SECRET)).toBe(false);
});

it("tries every secret even after a match", () => {
  const read: number[] = [];
  const secrets = new Proxy(["a", SECRET, "c"], {
    get: (list, key, self) => {
      if (typeof key === "string" && /^\d$/.test(key)) read.push(Number(key));
      return Reflect.get(list, key, self) as unknown;
    },
  });

  expect([verify(BODY, SIGNATURE, secrets), read]).toEqual([true, [0, 1, 2]]);
});

it("returns a boolean, and takes only raw bodies and secrets", () => {
  expectTypeOf(verify).returns.toEqualTypeOf<boolean>();
  // @ts-expect-error a parsed body is a type error
  expect(verify({ message: "Hello" }, SIGNATURE, SECRET)).toBe(false);
  // @ts-expect-error an unset variable is a type error
  expect(verify(BODY, SIGNATURE, undefined)).toBe(false);
});
