/** The commands that follow events, on a pseudo-terminal with the real server. */
import { useRealServer } from "../../test/real-server.ts";
import { hasTerminal } from "../../test/run-cli.ts";
import { CTRL_C, openTerminal, openShellTerminal } from "../../test/terminal.ts";

const { folder, env, client } = await useRealServer();
const form = await client.forms.create({ name: "Contact" });

const COLUMNS = 40;
const HOSTILE = "\u001B[31m\u001B[?25lred and hidden, and wider than the terminal is 漢字";
let posted = 0;
/** Adds a number, since a duplicate would be spam. */
const post = async (message: string) =>
  (await client.submissions.create(form.uuid, { message: `${message} ${posted++}` })).id;
const open = (args: readonly string[]) =>
  openTerminal([...args, "--form", form.uuid], { columns: COLUMNS, env });
const isConnected = (written: string) => written.includes("Press Ctrl-C to stop");

describe.skipIf(!hasTerminal).each([
  ["submissions tail", (id: number) => `${id}  `],
  ["webhooks listen", (id: number) => `submission ${id}  `],
] as const)("%s on a terminal", (command, begin) => {
  const args = command.split(" ");

  it("prints what arrives, and restores the terminal after Ctrl-C", async () => {
    await using terminal = open(args);
    await terminal.until(isConnected);

    const id = await post(HOSTILE);
    await terminal.until((written) => written.includes(begin(id)));
    terminal.type(CTRL_C);
    const { code, rows } = await terminal.end();

    expect(code).toBe(130);
    expect(terminal.written).not.toContain("\u001B[31m");
    expect(terminal.written).not.toContain("\u001B[?25l");
    expect(rows.join("")).toContain("--last-event-id ");
    expect(rows.at(-1)).toBe("");
    expect(terminal.written).not.toMatch(/Error|undefined/);
  });
});

describe.skipIf(!hasTerminal)("submissions tail", () => {
  it("takes one row per submission on a narrow terminal", async () => {
    await using terminal = open(["submissions", "tail"]);
    await terminal.until(isConnected);

    const ids = [await post(HOSTILE), await post(HOSTILE)];
    await terminal.until((written) => ids.every((id) => written.includes(`${id}  `)));
    terminal.type(CTRL_C);
    const { rows } = await terminal.end();

    const rowNumbers = ids.map((id) => rows.findIndex((row) => row.startsWith(`${id}  `)));
    expect((rowNumbers[1] ?? 0) - (rowNumbers[0] ?? 0)).toBe(1);
    expect(rows[rowNumbers[0] ?? 0]).toMatch(/…$/);
  });

  it("ends when its reader exits after one line", async () => {
    const line = `bash -c '$INTRAY submissions tail --form ${form.uuid} --format ndjson | head -n 1 > first; echo "\${PIPESTATUS[@]}"'`;
    await using terminal = openShellTerminal(line, { env, cwd: folder });
    await terminal.until(isConnected);

    // the first write after the reader has exited fails, so submissions are posted until then
    const hasEnded = () => /\d+ 0\r\n/.test(terminal.written);
    await vi.waitUntil(async () => (await post("one"), hasEnded()));
    expect(await terminal.end()).toMatchObject({ code: 0 });
    expect(terminal.written).toMatch(/^0 0\r$/m);
  });
});
