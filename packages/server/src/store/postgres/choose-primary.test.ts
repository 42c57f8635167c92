import fc from "fast-check";
import { choosePrimary, type HostAnswer } from "./choose-primary.ts";

const primary = (timeline: number): HostAnswer => ({
  kind: "primary",
  timeline,
  isSynchronous: true,
});
const standby: HostAnswer = { kind: "read_only" };
const failed: HostAnswer = { kind: "failed", reason: "refused", code: "", isSilent: false };

describe("the primary", () => {
  it.each([
    ["the only one that accepts writes", [standby, primary(1)], -1, 0, 1],
    ["the one that was promoted last, whatever the order", [primary(1), primary(2)], 0, 1, 1],
    ["the one that is used, among equals", [primary(3), primary(3)], 1, 3, 1],
    ["the first one, among equals at the start", [failed, primary(3), primary(3)], -1, 0, 1],
    ["none, if there are only standbys", [standby, failed], 0, 1, -1],
    ["none, if an old primary is all that is left", [primary(1), failed], 1, 2, -1],
    ["none of no answers", [], -1, 0, -1],
  ])("is %s", (_, answers, current, newest, expected) => {
    expect(choosePrimary(answers, { current, newest })).toBe(expected);
  });

  it("never goes back to an older timeline", () => {
    const answer = fc.oneof(
      fc.constant(standby),
      fc.constant(failed),
      fc.integer({ min: 1, max: 5 }).map(primary),
    );
    const seen = fc.array(fc.tuple(answer, answer, answer), { maxLength: 20 });
    fc.assert(
      fc.property(seen, (rounds) => {
        let current = -1;
        let newest = 0;
        const used: number[] = [];
        for (const answers of rounds) {
          const chosen = choosePrimary(answers, { current, newest });
          const one = answers[chosen];
          if (one?.kind !== "primary") continue;
          current = chosen;
          newest = one.timeline;
          used.push(newest);
        }
        expect(used).toEqual(used.toSorted((a, b) => a - b));
      }),
    );
  });
});
