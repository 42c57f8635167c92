import fc from "fast-check";
import { MalformedMultipart, multipartParts } from "./multipart-parts.ts";

/** Splits the body at `cuts` into chunks, and returns its parts as [head, content]. */
async function read(body: Buffer, boundary: string, cuts: readonly number[] = []) {
  const offsets = [0, ...cuts.map((cut) => cut % (body.length + 1)), body.length].toSorted(
    (a, b) => a - b,
  );
  const chunks = offsets.map((at, n) => Buffer.from(body.subarray(at, offsets[n + 1] ?? at)));
  let current: Buffer | undefined;
  const pull = () => {
    // Overwritten, because a chunk is invalid once the next one is requested.
    current?.fill("?");
    current = chunks.shift();
    return Promise.resolve(current);
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

it("yields the same parts wherever the body is split into chunks", async () => {
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

        expect(await read(body, "x", cuts)).toEqual(contents.map((one, n) => [`Part: ${n}`, one]));
      },
    ),
    { numRuns: 300 },
  );
});

it("accepts single bytes, a preamble, an epilogue, and spaces after a boundary", async () => {
  const body = text("for others\r\n--x \t\r\nA: b\r\n\r\n1\r\n--x\r\nC: d\r\n\r\n\r\n--x--\r\nbye");

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
  ["an end inside a boundary", "--x", "last boundary is missing"],
  ["an end inside a head", "--x\r\nA: b", "ends inside the head"],
  ["more text after a boundary", "--xy\r\nA: b\r\n\r\n1\r\n--x--", "followed by other text"],
  ["a head without an end", `--x\r\n${"A".repeat(9_000)}`, "larger than 8192 bytes"],
])("rejects %s", async (_, body, message) => {
  const reading = read(text(body), "x");

  await expect(reading).rejects.toThrow(MalformedMultipart);
  await expect(reading).rejects.toThrow(message);
});
