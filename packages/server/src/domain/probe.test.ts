import { randomBytes } from "node:crypto";
import { createProbeTokens, probeToken } from "./probe.ts";

const KEY = Buffer.alloc(32, 7);
const OLD_KEY = Buffer.alloc(32, 8);
const NOW = Date.parse("2026-11-23T12:00:00Z");
const MINUTE = 60_000;
const newToken = (key = KEY, at = NOW) => probeToken(key, at, randomBytes(16));

describe("a token of the probe", () => {
  it("is valid once", () => {
    const isValid = createProbeTokens([KEY]);
    const token = newToken();

    expect([isValid(token, NOW), isValid(token, NOW), isValid(newToken(), NOW)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("is valid with every key of the server, and with no other one", () => {
    const isValid = createProbeTokens([KEY, OLD_KEY]);

    expect(isValid(newToken(OLD_KEY), NOW)).toBe(true);
    expect(isValid(newToken(Buffer.alloc(32, 9)), NOW)).toBe(false);
    expect(createProbeTokens([])(newToken(), NOW)).toBe(false);
  });

  it.each([
    [-5 * MINUTE, true],
    [-5 * MINUTE - 1, false],
    [5 * MINUTE, true],
    [5 * MINUTE + 1, false],
  ])("made %i ms from now is valid: %s", (ms, expected) => {
    expect(createProbeTokens([KEY])(newToken(KEY, NOW + ms), NOW)).toBe(expected);
  });

  it("stays used for as long as it would be valid", () => {
    const isValid = createProbeTokens([KEY]);
    const token = newToken(KEY, NOW + 5 * MINUTE);
    expect(isValid(token, NOW)).toBe(true);

    expect(isValid(newToken(KEY, NOW + 10 * MINUTE), NOW + 10 * MINUTE)).toBe(true);
    expect(isValid(token, NOW + 10 * MINUTE)).toBe(false);
  });

  it("cannot be changed", () => {
    const isValid = createProbeTokens([KEY]);
    const [at = "", nonce = "", mac = ""] = newToken().split(".");
    const changed = [
      `${Number(at) + 1}.${nonce}.${mac}`,
      `${at}.${nonce.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))}.${mac}`,
      `${at}.${nonce}.${mac.slice(0, -2)}`,
      `${at}.${nonce}.`,
      `${at}${nonce}${mac}`,
      "undefined",
      "",
      "0".repeat(100_000),
    ];

    expect(changed.map((token) => isValid(token, NOW))).toEqual(changed.map(() => false));
    expect(isValid(`${at}.${nonce}.${mac}`, NOW)).toBe(true);
  });
});
