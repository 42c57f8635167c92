import { AppError } from "../errors.ts";
import { expiryOf, keyLimits } from "./key-expiry.ts";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");

describe("the expiry of a key", () => {
  it.each([
    [{}, null],
    [{ expires_at: null }, null],
    [{ expires_in: 60 }, "2026-11-23T12:01:00.000Z"],
    [{ expires_in: 86_400, expires_at: null }, "2026-11-24T12:00:00.000Z"],
    [{ expires_at: "2026-11-23T12:00:00.001Z" }, "2026-11-23T12:00:00.001Z"],
    [{ expires_at: "2026-12-31" }, "2026-12-31T00:00:00.000Z"],
    [{ expires_at: "2026-11-23T13:30:00+01:00" }, "2026-11-23T12:30:00.000Z"],
    [{ expires_at: "2036-11-23" }, "2036-11-23T00:00:00.000Z"],
  ])("of %j is %s", (given, expected) => {
    const at = expiryOf(given, NOW);

    expect(at === null ? null : new Date(at).toISOString()).toBe(expected);
  });

  it.each([
    [{ expires_at: "2026-11-23T12:00:00Z" }, /must be in the future, not 2026-11-23T12:00:00/],
    [{ expires_at: "1970-01-01" }, /must be in the future/],
    [{ expires_at: "2026-11-23T12:30:00+01:00" }, /must be in the future/],
    [{ expires_at: "2036-12-01" }, /at most ten years ahead/],
    [{ expires_at: "9999-12-31T23:59:59Z" }, /at most ten years ahead/],
    [{ expires_at: "2026-02-30" }, /must be a date or time/],
    [{ expires_at: "" }, /must be a date or time/],
    [{ expires_at: "tomorrow" }, /must be a date or time/],
    [{ expires_at: "+275760-09-13T00:00:00Z" }, /must be a date or time/],
    [{ expires_at: "2026-12-31", expires_in: 60 }, /not both/],
  ])("is rejected if it is %j", (given, message) => {
    const create = () => expiryOf(given, NOW);

    expect(create).toThrow(AppError);
    expect(create).toThrow(message);
  });
});

it("describes the limits of a key", () => {
  const end = "2026-12-31T00:00:00.000Z";
  expect(keyLimits("read", end)).toBe(`scope read, expires ${end}`);
  expect(keyLimits("write", null)).toBe("scope write, never expires");
});
