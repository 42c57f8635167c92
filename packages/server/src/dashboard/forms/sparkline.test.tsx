// oxlint-disable typescript/no-base-to-string -- JSX of hono is a string, and the linter takes it for that of React
import { Sparkline } from "./forms.tsx";

const pointsOf = (values: readonly number[]) =>
  /points="([^"]*)"/.exec((<Sparkline values={values} label="L" />).toString())?.[1]?.split(" ");

describe("a sparkline", () => {
  it("runs from left to right, with the maximum at the top and zero at the bottom", () => {
    expect(pointsOf([0, 5, 10])).toEqual(["2.0,26.0", "60.0,14.0", "118.0,2.0"]);
  });

  it("is flat for zeros, and a point for a single value", () => {
    expect(pointsOf([0, 0])).toEqual(["2.0,26.0", "118.0,26.0"]);
    expect(pointsOf([3])).toEqual(["2.0,2.0"]);
  });

  it("has a text alternative", () => {
    expect((<Sparkline values={[1]} label={`3 "submissions"`} />).toString()).toContain(
      "<title>3 &quot;submissions&quot;</title>",
    );
  });
});
