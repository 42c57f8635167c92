import { parseRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 0, 1);

it.each([
  [undefined, undefined],
  ["120", 120_000],
  [" 0 ", 0],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["Thursday, 01-Jan-26 00:01:00 GMT", 60_000],
  ["Thu Jan  1 00:01:00 2026", 60_000],
  ["soon", undefined],
  ["-5", undefined],
  ["1e9", undefined],
  ["99999999999999999999", undefined],
])("reads %j as %j ms", (header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms);
});
