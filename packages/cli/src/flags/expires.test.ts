import { describe, expect, it } from "vitest";
import { parseExpiry } from "./expires.ts";

describe("parseExpiry", () => {
  it.each([
    ["never", { expires_at: null }],
    ["1m", { expires_in: 60 }],
    ["12h", { expires_in: 43_200 }],
    ["90d", { expires_in: 7_776_000 }],
    ["90500ms", { expires_in: 91 }],
    ["2026-12-31", { expires_at: "2026-12-31T00:00:00Z" }],
    ["2026-12-31T12:00:00+02:00", { expires_at: "2026-12-31T12:00:00+02:00" }],
  ])("reads %s as %j", (text, expected) => {
    expect(parseExpiry(text)).toEqual(expected);
  });

  it.each(["", "0s", "59s", "3651d", "999999999d", "-1d", "1y", "tomorrow", "2026-13-01", "Never"])(
    "rejects %j with exit code 2",
    (text) => {
      expect(() => parseExpiry(text)).toThrow(expect.objectContaining({ exit: 2 }));
    },
  );
});
