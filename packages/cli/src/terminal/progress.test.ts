import { StatusLine, startProgress } from "./progress.ts";

const ERASE = "\r\u001B[2K";

function open({ isTTY = true, columns = 20 } = {}) {
  const written: string[] = [];
  const write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  return { written, line: new StatusLine({ isTTY, columns, write }) };
}

describe("the status line", () => {
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
});

function watch(width: number) {
  const drawn: string[] = [];
  let now = 0;
  const line = { width, draw: (text: string) => drawn.push(text), clear: () => drawn.push("") };
  const progress = startProgress(line, { total: 4_000, before: 1_000, clock: { now: () => now } });
  return { progress, drawn, at: (ms: number) => (now = ms) };
}

describe("the progress bar", () => {
  it("shows the count, the rate of this run alone, and the remaining time", () => {
    const { progress, drawn, at } = watch(79);

    at(100);
    progress.advance(100);
    at(150);
    progress.advance(400);
    at(2_000);
    progress.advance(500);
    progress.end();

    expect(drawn).toEqual([
      "[#####...............] 1,000 of 4,000",
      "[#####...............] 1,100 of 4,000",
      "[##########..........] 2,000 of 4,000, 500/s, 4s left",
      "",
    ]);
  });

  it("omits the bar when it does not fit", () => {
    const { progress, drawn, at } = watch(39);

    at(2_000);
    progress.advance(1_000);

    expect(drawn.at(-1)).toBe("2,000 of 4,000, 500/s, 4s left");
  });

  it("shows a full bar when there is nothing to do", () => {
    const drawn: string[] = [];
    const line = { width: 79, draw: (text: string) => drawn.push(text), clear: () => undefined };

    startProgress(line, { total: 0, clock: { now: () => 0 } });

    expect(drawn).toEqual(["[####################] 0 of 0"]);
  });
});
