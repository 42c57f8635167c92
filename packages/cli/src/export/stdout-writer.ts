/** Writes an export to standard output. It may be incomplete after an error, which the exit code reports. */
import type { Output } from "../terminal/output.ts";
import { escapeLines } from "../terminal/text.ts";
import { releaseMemory } from "./release-memory.ts";
import { openTemporaryRows } from "./temporary-rows.ts";
import type { TextFormat } from "./text-format.ts";
import { FIRST_POSITION } from "./pagination.ts";
import type { Writer } from "./writer.ts";

export async function openStdoutWriter(out: Output, format: TextFormat): Promise<Writer> {
  const stored = format.rewrite === undefined ? undefined : await openTemporaryRows();
  const decoder = new TextDecoder();
  // control characters are escaped on a terminal only
  const write = (bytes: Uint8Array) => {
    if (!out.isTerminal) return out.writeThrough(bytes);
    const text = decoder.decode(bytes, { stream: true }).replaceAll("\r\n", "\n");
    return out.write(escapeLines(text));
  };
  let count = 0;
  return {
    async begin(makePlan) {
      const plan = await makePlan();
      if (stored === undefined) await write(Buffer.from(format.begin));
      return { plan, position: FIRST_POSITION, count };
    },
    async add({ rows }) {
      const bytes = format.rows(rows, count);
      await (stored === undefined ? write(bytes) : stored.add(bytes));
      releaseMemory(bytes);
      count += rows.length;
    },
    async commit() {
      const end = Buffer.from(format.end(count));
      if (stored === undefined || format.rewrite === undefined) return write(end);
      await stored.add(end);
      const written = (from: number) => stored.chunks(from);
      const { rewrite } = format;
      const chunks = rewrite.isNeeded ? rewrite.bytes(written) : written(0);
      for await (const chunk of chunks) await write(chunk);
      await stored.close();
    },
    async suspend() {
      await stored?.close().catch(() => undefined);
      return false;
    },
  };
}
