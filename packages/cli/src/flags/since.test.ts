import { describe, expect, it } from "vitest";
import { parseSince } from "./since.ts";

const clock = { now: () => Date.parse("2026-02-01T12:00:00.000Z") };

describe("parseSince", () => {
  it.each([
    ["2h", "2026-02-01T10:00:00.000Z"],
    ["1d", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T12:00", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
  ])("reads %s as %s", (text, expected) => {
    expect(parseSince("--since", text, clock)).toBe(expected);
  });

  it.each(["", "yesterday", "2026-13-01", "2026-02-30x", "12:00", "1e9", "January 5", "2026"])(
    "rejects %j with exit code 2",
    (text) => {
      expect(() => parseSince("--since", text, clock)).toThrow(
        expect.objectContaining({ exit: 2 }),
      );
    },
  );
});
