import { describe, expect, it } from "vitest";
import { createClaimPace } from "./claim-pace.ts";

describe("the pace of claims", () => {
  it("backs off from 1 to 10 ms while claims find nothing, and resets with the first that does", () => {
    const pace = createClaimPace();

    const delays = Array.from({ length: 6 }, () => {
      pace.foundNothing(1_000);
      return pace.nextAt(0) - 1_000;
    });
    pace.found(1_000);

    expect(delays).toEqual([1, 2, 4, 8, 10, 10]);
    expect(pace.nextAt(0)).toBe(1_002);
  });

  it("claims again after 2 ms below half of the capacity, and after 10 ms above", () => {
    const pace = createClaimPace();
    pace.claiming(8);
    pace.found(1_000);

    expect([4, 5].map((open) => pace.isLow(open))).toEqual([true, false]);
    expect([4, 5].map((open) => pace.nextAt(open))).toEqual([1_002, 1_010]);
  });
});
