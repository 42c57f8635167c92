import { createAttachedFiles, type SubmissionFile } from "./attached-files.ts";
import { MAX_ATTACHED_BYTES } from "./compose.ts";

const file = (name: string, file_size: number): SubmissionFile => ({
  name,
  content_type: "text/plain",
  file_size,
  storage_key: `key of ${name}`,
});

/** Reads with a storage that has these files; `undefined` = it is missing. Counts the pieces that are read. */
function reading(
  files: readonly SubmissionFile[],
  stored: (name: string) => readonly Uint8Array[] | undefined,
) {
  let pieces = 0;
  async function* counted(content: readonly Uint8Array[]) {
    // As the storages do, which use one buffer for all pieces.
    const shared = Buffer.alloc(Math.max(0, ...content.map(({ byteLength }) => byteLength)));
    for (const piece of content) {
      pieces += 1;
      shared.set(piece);
      yield shared.subarray(0, piece.byteLength);
    }
  }
  const read = createAttachedFiles({
    filesOf: () => Promise.resolve(files),
    readFile(key) {
      const content = stored(key.slice("key of ".length));
      return Promise.resolve(content && counted(content));
    },
  });
  return { read: () => read(7), pieces: () => pieces };
}

it("attaches the files whole, in their order, and leaves out one that is missing", async () => {
  const { read } = reading([file("a.txt", 5), file("gone.txt", 3), file("empty.txt", 0)], (name) =>
    name === "gone.txt"
      ? undefined
      : name === "a.txt"
        ? [Buffer.from("one"), Buffer.from("2!")]
        : [],
  );

  const { attachments, isTooLarge } = await read();

  expect(isTooLarge).toBe(false);
  expect(
    attachments.map(({ content, ...of }) => ({ ...of, content: Buffer.from(content).toString() })),
  ).toEqual([
    { name: "a.txt", contentType: "text/plain", content: "one2!" },
    { name: "empty.txt", contentType: "text/plain", content: "" },
  ]);
});

it("reads nothing of files that are too large together", async () => {
  const exact = [file("a", MAX_ATTACHED_BYTES - 1), file("b", 1)];
  const larger = [...exact, file("c", 1)];
  const content = () => [Buffer.from("x")];
  const [fitting, tooLarge] = [reading(exact, content), reading(larger, content)];

  expect(await fitting.read()).toMatchObject({ isTooLarge: false });
  expect(await tooLarge.read()).toEqual({ attachments: [], isTooLarge: true });
  expect([fitting.pieces(), tooLarge.pieces()]).toEqual([2, 0]);
});

it("stops reading a file that is larger than its row says", async () => {
  const piece = Buffer.alloc(MAX_ATTACHED_BYTES / 4);
  const { read, pieces } = reading([file("a", 1)], () => Array(100).fill(piece) as Buffer[]);

  expect(await read()).toEqual({ attachments: [], isTooLarge: true });
  expect(pieces()).toBe(5);
});
