/** An export to standard output. What was written there cannot be taken back: the exit code says that it is not all. */
import type { Output } from "../output.ts";
import { harmlessLines } from "../terminal-text.ts";
import { openSpool } from "./row-spool.ts";
import type { TextFormat } from "./text-format.ts";
import { START } from "./walk.ts";
import type { Writer } from "./writer.ts";

export async function openStdoutWriter(out: Output, format: TextFormat): Promise<Writer> {
  const spool = format.rewrite === undefined ? undefined : await openSpool();
  // a person who looks at it is not to be fooled; a file or a pipe gets it as it is
  const write = (text: string) =>
    out.write(out.isTerminal ? harmlessLines(text.replaceAll("\r\n", "\n")) : text);
  let count = 0;
  return {
    async begin(makePlan) {
      const plan = await makePlan();
      if (spool === undefined) await write(format.begin);
      return { plan, position: START, count };
    },
    async add({ rows }) {
      const text = format.rows(rows, count);
      await (spool === undefined ? write(text) : spool.add(text));
      count += rows.length;
    },
    async commit() {
      if (spool === undefined || format.rewrite === undefined) return write(format.end(count));
      for await (const text of format.rewrite.text(spool.lines())) await write(text);
      await spool.close();
    },
    async suspend() {
      await spool?.close().catch(() => undefined);
      return false;
    },
  };
}
