import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrokenMultipart, multipartParts } from "./multipart-parts.ts";

/** The parts of a body that arrives cut at `cuts`, as [head, content]. */
async function read(body: Buffer, boundary: string, cuts: readonly number[] = []) {
  const places = [0, ...cuts.map((cut) => cut % (body.length + 1)), body.length].toSorted(
    (a, b) => a - b,
  );
  const arriving = places.map((at, n) => Buffer.from(body.subarray(at, places[n + 1] ?? at)));
  let given: Buffer | undefined;
  const pull = () => {
    // Nobody may look at a chunk any more once the next one is asked for.
    given?.fill("?");
    given = arriving.shift();
    return Promise.resolve(given);
  };
  const parts: [string, string][] = [];
  for await (const { head, content } of multipartParts(pull, boundary)) {
    let text = "";
    for (let piece = await content(); piece !== undefined; piece = await content()) {
      text += piece.toString("latin1");
    }
    parts.push([head, text]);
  }
  return parts;
}

const text = (body: string) => Buffer.from(body, "latin1");

describe("the parts of a multipart body", () => {
  it("are the same wherever the body is cut on its way", async () => {
    const content = fc
      .array(fc.constantFrom("\r", "\n", "\r\n", "-", "--", "x", "\r\n-", "\r\n--", "é", "\0"))
      .map((pieces) => pieces.join(""))
      .filter((one) => !`\r\n${one}`.includes("\r\n--x"));
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (contents, cuts) => {
          const parts = contents.map((one, n) => `--x\r\nPart: ${n}\r\n\r\n${one}\r\n`);
          const body = text(`${parts.join("")}--x--\r\n`);

          expect(await read(body, "x", cuts)).toEqual(
            contents.map((one, n) => [`Part: ${n}`, one]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it("may arrive byte by byte, between other text, with spaces behind the boundary", async () => {
    const body = text(
      "for others\r\n--x \t\r\nA: b\r\n\r\n1\r\n--x\r\nC: d\r\n\r\n\r\n--x--\r\nbye",
    );

    const cuts = Array.from(body, (_, at) => at);

    expect(await read(body, "x", cuts)).toEqual([
      ["A: b", "1"],
      ["C: d", ""],
    ]);
  });

  it.each([
    ["nothing", "", "last boundary is missing"],
    ["other text", "hello", "last boundary is missing"],
    ["no last boundary", "--x\r\nA: b\r\n\r\n1", "last boundary is missing"],
    ["an end within a boundary", "--x", "last boundary is missing"],
    ["an end within a head", "--x\r\nA: b", "ends within the head"],
    ["more behind a boundary", "--xy\r\nA: b\r\n\r\n1\r\n--x--", "followed by something else"],
    ["a head without an end", `--x\r\n${"A".repeat(9_000)}`, "larger than 8192 bytes"],
  ])("are refused with %s", async (_, body, message) => {
    const reading = read(text(body), "x");

    await expect(reading).rejects.toThrow(BrokenMultipart);
    await expect(reading).rejects.toThrow(message);
  });
});
