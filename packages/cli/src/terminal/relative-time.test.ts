import { expect, it } from "vitest";
import { relativeTime } from "./relative-time.ts";

const NOW = Date.parse("2026-05-10T12:00:00.000Z");

it.each([
  ["2026-05-10T11:59:59.500Z", "now"],
  ["2026-05-10T11:59:48.000Z", "12s ago"],
  ["2026-05-10T11:58:01.000Z", "1m ago"],
  ["2026-05-10T09:00:00.000Z", "3h ago"],
  ["2026-05-08T12:00:00.000Z", "2d ago"],
  ["2026-04-10T11:00:00.000Z", "2026-04-10"],
  ["2026-05-10T12:05:30.000Z", "in 5m"],
  ["2027-01-01T00:00:00.000Z", "2027-01-01"],
  ["yesterday", "yesterday"],
  ["2026-99-99T00:00:00Z", "2026-99-99T00:00:00Z"],
  ["", ""],
])("%s is %s", (time, text) => {
  expect(relativeTime(time, NOW)).toBe(text);
});
