import { createFakeClock } from "../../../test/fake-clock.ts";
import { checkClock } from "./database.ts";

const NOW = 1_790_000_000_000;
const clock = createFakeClock(NOW);
const check = (aheadMs: number | undefined, rowAt = NOW) =>
  checkClock({ aheadMs, newest: { rowAt, submissionAt: undefined } }, clock);

it.each([
  [60_001, "The database's clock is 60 s ahead of this machine's."],
  [-90_000, "The database's clock is 90 s behind this machine's."],
])("warns of a database whose clock is %d ms ahead", (aheadMs, message) => {
  expect(check(aheadMs)).toEqual({
    state: "warning",
    message,
    hint: "Set both by NTP. The server takes its times from the database.",
  });
});

it.each([60_000, -60_000, 0, undefined])("accepts a clock that is %s ms ahead", (aheadMs) => {
  expect(check(aheadMs, NOW - 60_000)).toMatchObject({ state: "ok" });
});

it.each([undefined, 0])("warns of a row from the future, compared with %s ms", (aheadMs) => {
  const result = check(aheadMs, NOW + 61_000);

  expect(result.state).toBe("warning");
  expect(result.message).toMatch(/^The newest row is 61 s ahead of the clock/);
});

it("says nothing of a database that cannot be read", () => {
  expect(checkClock(undefined, clock)).toMatchObject({ state: "skipped" });
});
