import { createFakeClock } from "../../test/fake-clock.ts";
import { createDeadline } from "./deadline.ts";

it("expires for each operation separately, and not for canceled ones", () => {
  const clock = createFakeClock(0);
  const deadline = createDeadline(clock, 100);
  const expired: string[] = [];
  const start = (name: string) => deadline(() => void expired.push(`${name} ${clock.now()}`));

  start("first");
  clock.advance(30);
  const cancel = start("canceled");
  start("second");
  clock.advance(50);
  cancel();
  clock.advance(500);
  start("third");
  clock.advance(500);

  expect(expired).toEqual(["first 100", "second 130", "third 680"]);
});

it("expires although the clock is set back meanwhile", () => {
  const clock = createFakeClock(0);
  const deadline = createDeadline(clock, 100);
  let isExpired = false;

  deadline(() => {
    isExpired = true;
  });
  clock.stepWall(-3_600_000);
  clock.advance(100);

  expect(isExpired).toBe(true);
});
