import { toMonotonicMs as at } from "../platform/clock.ts";
import { createQuarantine } from "./quarantine.ts";

it("waits three times as long as the last quarantined attempt took", () => {
  const quarantine = createQuarantine();
  quarantine.record("waiting", at(1_000));
  quarantine.record("started", at(1_050));
  quarantine.attemptEnded(at(1_100));

  expect(quarantine.mayStart(at(1_399))).toBe(false);
  expect(quarantine.waitMs(at(1_100))).toBe(300);
  expect(quarantine.waitMs(at(1_399))).toBe(1);
  expect(quarantine.mayStart(at(1_400))).toBe(true);
  expect(quarantine.waitMs(at(1_400))).toBe(Infinity);
});

it("does not wait when no other delivery is due", () => {
  const quarantine = createQuarantine();
  quarantine.record("started", at(1_000));
  quarantine.attemptEnded(at(1_100));

  quarantine.allowNow();

  expect(quarantine.mayStart(at(1_100))).toBe(true);
});

it("does not wait after attempts that were not quarantined", () => {
  const quarantine = createQuarantine();
  quarantine.record("none", at(1_000));
  quarantine.attemptEnded(at(1_100));

  expect(quarantine.mayStart(at(1_100))).toBe(true);
  expect(quarantine.waitMs(at(1_100))).toBe(Infinity);
});
