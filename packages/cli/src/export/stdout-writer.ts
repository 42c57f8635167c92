/** An export to standard output. What was written there cannot be taken back: the exit code says that it is not all. */
import type { Output } from "../terminal/output.ts";
import { escapeLines } from "../terminal/escaping.ts";
import { releaseMemory } from "./release-memory.ts";
import { openTemporaryRows } from "./temporary-rows.ts";
import type { TextFormat } from "./text-format.ts";
import { FIRST_POSITION } from "./pagination.ts";
import type { Writer } from "./writer.ts";

export async function openStdoutWriter(out: Output, format: TextFormat): Promise<Writer> {
  const spool = format.rewrite === undefined ? undefined : await openTemporaryRows();
  const decoder = new TextDecoder();
  // a person who looks at it is not to be fooled; a file or a pipe gets it as it is
  const write = (bytes: Uint8Array) => {
    if (!out.isTerminal) return out.writeThrough(bytes);
    const text = decoder.decode(bytes, { stream: true }).replaceAll("\r\n", "\n");
    return out.write(escapeLines(text));
  };
  let count = 0;
  return {
    async begin(makePlan) {
      const plan = await makePlan();
      if (spool === undefined) await write(Buffer.from(format.begin));
      return { plan, position: FIRST_POSITION, count };
    },
    async add({ rows }) {
      const bytes = format.rows(rows, count);
      await (spool === undefined ? write(bytes) : spool.add(bytes));
      releaseMemory(bytes);
      count += rows.length;
    },
    async commit() {
      const end = Buffer.from(format.end(count));
      if (spool === undefined || format.rewrite === undefined) return write(end);
      await spool.add(end);
      const written = (from: number) => spool.pieces(from);
      const { rewrite } = format;
      const pieces = rewrite.isNeeded ? rewrite.bytes(written) : written(0);
      for await (const piece of pieces) await write(piece);
      await spool.close();
    },
    async suspend() {
      await spool?.close().catch(() => undefined);
      return false;
    },
  };
}
