import { describe, expect, it } from "vitest";
import { parseEncryptionKeys } from "./encryption-key.ts";

// Bytes that need both characters in which the alphabets of base64 differ.
const KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - n));
const OTHER = Buffer.alloc(32, 7);

const parsed = (text: string) => {
  const result = parseEncryptionKeys(text);
  return result.kind === "keys"
    ? result.keys.map((key) => Buffer.from(key).toString("hex"))
    : result.problem;
};

describe("encryption keys", () => {
  it.each([
    ["hex", KEY.toString("hex")],
    ["upper-case hex", KEY.toString("hex").toUpperCase()],
    ["base64", KEY.toString("base64")],
    ["base64 without its end", KEY.toString("base64").replace("=", "")],
    ["base64url", KEY.toString("base64url")],
    ["spaces around it", ` ${KEY.toString("hex")}\n`],
  ])("are read as %s", (_, text) => {
    expect(parsed(text)).toEqual([KEY.toString("hex")]);
  });

  it("may be several, the first of them first", () => {
    expect(parsed(`${KEY.toString("base64")}, ${OTHER.toString("hex")}`)).toEqual([
      KEY.toString("hex"),
      OTHER.toString("hex"),
    ]);
  });

  it.each([
    ["nothing", "", 1],
    ["a short one", KEY.subarray(1).toString("hex"), 1],
    ["a long one", `${KEY.toString("hex")}00`, 1],
    ["a passphrase", "correct horse battery staple correct horse battery", 1],
    ["31 bytes in base64", KEY.subarray(1).toString("base64"), 1],
    ["33 bytes in base64", Buffer.alloc(33).toString("base64"), 1],
    ["a comma too many", `${KEY.toString("hex")},`, 2],
    ["a bad one behind a good one", `${KEY.toString("hex")},beef`, 2],
  ])("are not %s, and the number tells which", (_, text, number) => {
    expect(parsed(text)).toMatch(/^keys of 32 bytes, as 64 hex digits or as base64/);
    expect(parsed(text)).toContain(`number ${number} is none`);
  });

  it("are not the same key twice, in whatever writing", () => {
    expect(parsed(`${KEY.toString("hex")},${KEY.toString("base64")}`)).toBe(
      "different keys; number 2 is the same as number 1",
    );
  });

  it("are never repeated in what is said of them", () => {
    expect(parsed(`${KEY.toString("hex")}0`)).not.toContain(KEY.toString("hex").slice(0, 8));
  });
});
