import { describe, expect, it } from "vitest";
import { Sparkline } from "./sparkline.tsx";

const pointsOf = (values: readonly number[]) =>
  /points="([^"]*)"/.exec((<Sparkline values={values} label="L" />).toString())?.[1]?.split(" ");

describe("a spark", () => {
  it("runs from the left to the right, the most at the top and none at the bottom", () => {
    expect(pointsOf([0, 5, 10])).toEqual(["2.0,26.0", "60.0,14.0", "118.0,2.0"]);
  });

  it("of nothing lies at the bottom, and one of a single day is a point", () => {
    expect(pointsOf([0, 0])).toEqual(["2.0,26.0", "118.0,26.0"]);
    expect(pointsOf([3])).toEqual(["2.0,2.0"]);
  });

  it("says what it shows", () => {
    expect((<Sparkline values={[1]} label={`3 "submissions"`} />).toString()).toContain(
      "<title>3 &quot;submissions&quot;</title>",
    );
  });
});
