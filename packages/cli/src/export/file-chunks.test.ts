import { mkdtemp, open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fileChunks } from "./file-chunks.ts";

let folder: string;
let file: FileHandle;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "intray-pieces-"));
  file = await open(join(folder, "file"), "w+");
});
afterEach(async () => {
  await file.close();
  await rm(folder, { recursive: true });
});

it.each([
  ["nothing", ""],
  ["no line end", "a"],
  ["a line of a megabyte between short ones", `a\n${"b".repeat(2 ** 20)}\nc\n`],
  ["a last line without its end", `${"line\n".repeat(100_000)}end`],
  ["lines as long as a piece", `${"x".repeat(256 * 1024 - 1)}\n`.repeat(3)],
])("gives %s whole, in pieces that end with a line", async (_, text) => {
  await file.writeFile(text);

  const pieces: string[] = [];
  for await (const piece of fileChunks(file, 0)) pieces.push(Buffer.from(piece).toString());
  const behind: string[] = [];
  for await (const piece of fileChunks(file, 1)) behind.push(Buffer.from(piece).toString());

  expect(pieces.join("") === text).toBe(true);
  expect(behind.join("") === text.slice(1)).toBe(true);
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith("\n"))).toBe(true);
});
