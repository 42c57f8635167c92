import { plusMs, toMonotonicMs } from "../../platform/clock.ts";
import { type AccountCondition, createConditionAges } from "./condition-ages.ts";

const START = toMonotonicMs(7_000);
const failing: AccountCondition = {
  account_id: 1,
  kind: "webhook_failing",
  subject_id: 3,
  since: 1_000_000,
  isSevere: true,
};

/** Returns the age after looks at these times: milliseconds on both clocks since the start. */
function ageAfter(looks: readonly (readonly [wall: number | undefined, monotonic: number])[]) {
  const ages = createConditionAges();
  let age = 0;
  for (const [wall, monotonic] of looks) {
    const now = wall === undefined ? undefined : failing.since + wall;
    age = ages.observe([failing], { now, monotonic: plusMs(START, monotonic) })(failing);
  }
  return age;
}

describe("the age of a condition", () => {
  it("is what this process has seen while the wall time is in doubt", () => {
    expect(ageAfter([[undefined, 0]])).toBe(0);
    expect(
      ageAfter([
        [60_000, 0],
        [undefined, 15_000],
        [undefined, 30_000],
      ]),
    ).toBe(30_000);
  });

  it("is not shorter than what this process has seen, if the clock was set back", () => {
    expect(
      ageAfter([
        [-3_600_000, 0],
        [-2_700_000, 900_000],
      ]),
    ).toBe(900_000);
  });

  it("begins again when a webhook has succeeded in between", () => {
    const ages = createConditionAges();
    ages.observe([failing], { now: undefined, monotonic: START });
    const again = { ...failing, since: failing.since + 10_000 };

    const age = ages.observe([again], { now: undefined, monotonic: plusMs(START, 20_000) });

    expect(age(again)).toBe(0);
  });

  it("goes on while another delivery is the oldest one that is late", () => {
    const ages = createConditionAges();
    const late = { ...failing, kind: "deliveries_late", subject_id: 0 } as const;
    ages.observe([late], { now: undefined, monotonic: START });
    const next = { ...late, since: late.since + 10_000 };

    const age = ages.observe([next], { now: undefined, monotonic: plusMs(START, 20_000) });

    expect(age(next)).toBe(20_000);
  });
});
