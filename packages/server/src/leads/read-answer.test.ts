import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completion, GOOD } from "../../test/model-endpoint.ts";
import { readAnswer } from "./read-answer.ts";

describe("readAnswer", () => {
  it.each([
    ["in a code fence", `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
    ["after its reasoning", `<think>{"score": 1}</think>\n${JSON.stringify(GOOD)}`],
    ["in a sentence", `Here it is: ${JSON.stringify(GOOD)} Good luck!`],
  ])("reads a score %s", (_, content) => {
    expect(readAnswer(completion(content))).toEqual(GOOD);
  });

  it("rounds a score, and reads a missing or empty location as null", () => {
    expect(readAnswer(completion({ score: 41.6, score_reasoning: "So." }))).toEqual({
      score: 42,
      score_reasoning: "So.",
      score_location_info: null,
    });
    expect(
      readAnswer(completion({ ...GOOD, score_location_info: " " }))?.score_location_info,
    ).toBeNull();
  });

  it("shortens texts to one line without control or direction characters", () => {
    const score_reasoning = `a\n\u0000\u001b[31m\u202eb${"c".repeat(5_000)}`;

    const read = readAnswer(completion({ ...GOOD, score_reasoning }))?.score_reasoning;

    expect(read).toMatch(/^a \[31mbc+…$/);
    expect(read).toHaveLength(1_000);
  });

  it("never throws, and never returns a score out of bounds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.json().map(completion)), (body) => {
        const read = readAnswer(body);
        expect(read?.score ?? 0).toBeGreaterThanOrEqual(0);
        expect(read?.score ?? 0).toBeLessThanOrEqual(100);
      }),
    );
  });
});
