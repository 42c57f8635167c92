/** `intray queue run` on a terminal: its progress, and Ctrl-C. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { useEach } from "../harness/use.ts";
import { hasTerminal } from "../../packages/cli/test/run-cli.ts";
import { CTRL_C, openTerminal } from "../../packages/cli/test/terminal.ts";
import { Workplace } from "../crash/queue-cli.ts";

const place = useEach(() => Workplace.open());
beforeEach(() => {
  place.service.add(1, 2, 3, 4);
});

/** Starts a run whose handlers print unfinished lines, and whose third submission fails. */
const open = (columns: number, flags: readonly string[] = [], script = HANDLER) =>
  openTerminal(["queue", "run", ...flags, "--", "/bin/sh", "-c", script], {
    columns,
    env: place.env(),
    cwd: place.home,
  });
const HANDLER = `printf "half a line"; [ "$INTRAY_SUBMISSION_ID" = 1 ] || echo; [ "$INTRAY_SUBMISSION_ID" != 3 ]`;
/** The number of submissions is read with a page of one. */
const hasCounted = () => place.service.seen.some(({ url }) => /per_page=1(?!\d)/.test(url));
const BAR = /\[[#.]{20}\]/;

describe.skipIf(!hasTerminal)("queue run on a terminal", () => {
  it("shows the progress in the last row, and removes it at the end", async () => {
    await using terminal = open(80);
    const { code, rows } = await terminal.end();

    expect(code).toBe(10);
    expect(hasCounted()).toBe(true);
    expect(terminal.written).toContain("[....................] 0 of 4");
    expect(terminal.written).toContain("[####################] 4 of 4");
    expect(rows).toEqual([
      "half a lineSubmission 1: marked read.",
      "half a line",
      "Submission 2: marked read.",
      "half a line",
      /^Submission 3: exit 1; retry after 20/,
      "half a line",
      "Submission 4: marked read.",
      "intray: warning: 3 handled, 1 failed. intray queue list shows why.",
      "",
    ]);
  });

  it.each([["--quiet"], ["--json"]])("shows none with %s", async (flag) => {
    await using terminal = open(80, [flag]);
    expect(await terminal.end()).toMatchObject({ code: 10 });
    expect(terminal.written).not.toContain("\u001B");
    expect(terminal.written).not.toMatch(BAR);
  });

  it("shows none in a pipe, and sends no request for it", async () => {
    const { stdout, stderr } = await place.run(HANDLER);

    expect(stdout).toBe("");
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    expect(stderr).not.toMatch(/[\r\u001B]| of 4/);
    expect(hasCounted()).toBe(false);
  });
});

const WAITING =
  ": > up; echo up; while [ -e up ] && [ ! -e go ]; do sleep 0.02; done; echo through";

describe.skipIf(!hasTerminal)("Ctrl-C on a terminal, which reaches all that run on it", () => {
  it("sent once lets the handler finish", async () => {
    await using terminal = open(80, [], WAITING);
    await terminal.until((written) => written.includes("up\r\n"));

    terminal.type(CTRL_C);
    await terminal.until((written) => written.includes("Repeat to stop them too."));
    writeFileSync(join(place.home, "go"), "");
    const { code, rows } = await terminal.end();

    expect(code).toBe(130);
    expect(rows).toContain("through");
    expect(rows.join("\n")).not.toMatch(BAR);
    expect(place.service.unread()).toEqual([2, 3, 4]);
  });
});
