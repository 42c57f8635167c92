import { thresholdOf } from "./threshold.ts";

describe("the threshold", () => {
  it("has at most 1 % of ham above it", () => {
    const scores = Array.from({ length: 500 }, (_, n) => (n < 6 ? 50 + n : -(n % 7)));

    const { threshold } = thresholdOf(scores);

    expect(scores.filter((score) => score > threshold)).toHaveLength(5);
  });

  it("is further from the mean while there are few examples", () => {
    const few = thresholdOf([-3, -1]).threshold;
    const many = thresholdOf(Array.from({ length: 200 }, (_, n) => -1 - 2 * (n % 2))).threshold;

    expect(few).toBeGreaterThan(many);
  });

  it.each([[[-2]], [[-2, -2, -2]]])("has a margin above equal examples %j", (scores) => {
    const { threshold, spread } = thresholdOf(scores);

    expect(spread).toBe(0.25);
    expect(threshold).toBeGreaterThan(-1.5);
  });
});
