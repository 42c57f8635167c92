// A clock that is set raises no false alert, and hides no true one.
import { useEach } from "../../../../test/harness/use.ts";
import { newSubmission } from "../../test/fixture.ts";
import { MINUTE_MS, NOW, openAlertHarness } from "../../test/store/alerts.ts";

const harness = useEach(openAlertHarness);
const process = useEach(() => harness.open());

const kinds = async () =>
  (await process.alerts()).map(([kind, , resolution]) => [kind, resolution]);

it("a webhook that has failed for a minute is not reported when the clock is set ahead", async () => {
  await harness.webhook({ failing_since: NOW - MINUTE_MS });
  await process.look();

  process.clock.stepWall(60 * MINUTE_MS);
  await process.look();
  process.clock.advance(14 * MINUTE_MS);
  await process.look();
  const before = await kinds();
  process.clock.advance(MINUTE_MS);
  await process.look();

  expect(before).toEqual([]);
  expect(await kinds()).toEqual([["webhook_failing", null]]);
});

it.each([
  ["retries that a step ahead makes due at once are not late", 10, 60, []],
  ["a clock that is set back does not end their alert", -20, -60, [["deliveries_late", null]]],
])("%s", async (_, dueInMinutes, stepMinutes, expected) => {
  await harness.webhook();
  await harness.fixture.accept(newSubmission(1));
  await harness.fixture.update("delivery", { next_attempt_at: NOW + dueInMinutes * MINUTE_MS });
  await process.look();

  process.clock.stepWall(stepMinutes * MINUTE_MS);
  await process.look();

  expect(await kinds()).toEqual(expected);
});

it("a webhook that fails while the clock is behind is reported after 15 minutes", async () => {
  await process.look();
  process.clock.stepWall(-60 * MINUTE_MS);
  await harness.webhook({ failing_since: NOW });

  await process.look();
  process.clock.advance(15 * MINUTE_MS);
  await process.look();

  expect(await kinds()).toEqual([["webhook_failing", null]]);
});
