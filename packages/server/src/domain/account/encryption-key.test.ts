import { parseEncryptionKeys } from "./encryption-key.ts";

// Bytes whose base64 contains both characters that differ in base64url.
const KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - n));
const OTHER = Buffer.alloc(32, 7);

const hex = (key: Uint8Array) => Buffer.from(key).toString("hex");
const parsed = (text: string) => {
  const result = parseEncryptionKeys(text);
  return result.kind === "keys" ? result.keys.map(hex) : result.problem;
};

describe("encryption keys", () => {
  it.each([
    ["hex", KEY.toString("hex")],
    ["upper-case hex", KEY.toString("hex").toUpperCase()],
    ["base64", KEY.toString("base64")],
    ["base64 without padding", KEY.toString("base64").replace("=", "")],
    ["base64url", KEY.toString("base64url")],
    ["spaces around it", ` ${KEY.toString("hex")}\n`],
  ])("are read as %s", (_, text) => {
    expect(parsed(text)).toEqual([KEY.toString("hex")]);
  });

  it("may be several, in order", () => {
    expect(parsed(`${KEY.toString("base64")}, ${hex(OTHER)}`)).toEqual([hex(KEY), hex(OTHER)]);
  });

  it.each([
    ["nothing", "", 1],
    ["a short key", KEY.subarray(1).toString("hex"), 1],
    ["a long key", `${KEY.toString("hex")}00`, 1],
    ["a passphrase", "correct horse battery staple correct horse battery", 1],
    ["31 bytes in base64", KEY.subarray(1).toString("base64"), 1],
    ["33 bytes in base64", Buffer.alloc(33).toString("base64"), 1],
    ["a comma too many", `${KEY.toString("hex")},`, 2],
    ["an invalid key after a valid one", `${KEY.toString("hex")},beef`, 2],
  ])("are not %s, and the message contains its number", (_, text, number) => {
    expect(parsed(text)).toMatch(/^keys of 32 bytes, as 64 hex digits or as base64/);
    expect(parsed(text)).toContain(`key ${number} is not valid`);
  });

  it("are not the same key twice, in either notation", () => {
    const twice = `${hex(KEY)},${KEY.toString("base64")}`;
    expect(parsed(twice)).toBe("different keys; key 2 is the same as key 1");
  });

  it("are never contained in an error message", () => {
    expect(parsed(`${KEY.toString("hex")}0`)).not.toContain(KEY.toString("hex").slice(0, 8));
  });
});
