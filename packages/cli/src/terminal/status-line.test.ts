import { expect, it } from "vitest";
import { StatusLine } from "./status-line.ts";

const ERASE = "\r\u001B[2K";

function open({ isTTY = true, columns = 20 } = {}) {
  const written: string[] = [];
  const write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  return { written, line: new StatusLine({ isTTY, columns, write }) };
}

it("is erased before other output and redrawn below it", () => {
  const { written, line } = open();

  line.draw("one");
  line.write("a note\n");
  line.draw("two");
  line.clear();
  line.write("the end\n");

  expect(written).toEqual([
    `${ERASE}one`,
    ERASE,
    "a note\n",
    `${ERASE}one`,
    `${ERASE}two`,
    ERASE,
    "the end\n",
  ]);
});

it("is not redrawn while the last output has not ended its line", async () => {
  const { written, line } = open();
  const above = line.above();

  line.draw("one");
  above.write("half ");
  line.draw("two");
  above.write(Buffer.from("a line\n"));
  await new Promise((resolve) => above.end(resolve));

  expect(written).toEqual([`${ERASE}one`, ERASE, "half ", "a line\n", `${ERASE}two`]);
});

it("never takes more than one row of the terminal", () => {
  const { written, line } = open({ columns: 10 });

  line.draw("0123456789");

  expect(written).toEqual([`${ERASE}01234567…`]);
});

it("passes output through unchanged when the stream is not a terminal", () => {
  const { written, line } = open({ isTTY: false });

  line.draw("one");
  line.write("a note\n");
  line.clear();

  expect(written).toEqual(["a note\n"]);
});
