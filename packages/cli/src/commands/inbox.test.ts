/** The terminal inbox on a pseudo-terminal, with the real server. */
import { useRealServer } from "../../test/real-server.ts";
import { hasTerminal } from "../../test/run-cli.ts";
import { displayWidth } from "../terminal/text.ts";
import {
  CTRL_C,
  lastFrame,
  openTerminal,
  type Terminal,
  type TerminalOptions,
} from "../../test/terminal.ts";

const { env, client, run, server } = await useRealServer();
const form = await client.forms.create({ name: "Contact" });
const post = async (name: string, message: string) =>
  (await client.submissions.create(form.uuid, { name, message })).id;
const grace = await post("Grace Hopper", "Do you deliver to Bergen?");
await post("Alan Kay", "Is the showroom open?");

// oxlint-disable-next-line no-control-regex -- parses escape sequences
const withoutStyle = (row: string) => row.replaceAll(/\u001B\[\d+m/g, "");
/** Opens the inbox, and waits until it shows its submissions. */
async function open(options: TerminalOptions = {}): Promise<Terminal> {
  const terminal = await openTerminal(["inbox"], { env, ...options });
  await terminal.until((written) => written.includes("Alan Kay"));
  return terminal;
}
const MAIN_SCREEN = "\u001B[?1049l";

it("intray inbox without a terminal says which command prints submissions anywhere", async () => {
  const { code, stderr } = await run("inbox");

  expect([code, stderr]).toEqual([2, /intray submissions list/]);
});

describe.skipIf(!hasTerminal)("intray inbox", () => {
  it("opens, marks and undoes with the keys of the dashboard", async () => {
    await using terminal = await open();

    terminal.type("j\r");
    await terminal.until((written) => written.includes("submission 1)"));
    await expect.poll(async () => (await client.submissions.get(grace)).seen_at).not.toBeNull();
    terminal.type("u");
    terminal.type("e");
    await terminal.until((written) => written.includes("1 submission marked done"));
    await expect.poll(async () => (await client.submissions.get(grace)).read).toBe(true);
    terminal.type("z");
    await terminal.until((written) => written.includes("Undone: 1 submission as before."));
    const { read } = await client.submissions.get(grace);
    terminal.type("q");
    const { code } = await terminal.end();

    expect([read, code]).toEqual([false, 0]);
    expect(terminal.written).toContain(MAIN_SCREEN);
  });

  it("adds a new submission above the one under the cursor", async () => {
    await using terminal = await open();

    await post("Radia Perlman", "I arrive later.");
    await terminal.until((written) => written.includes("Radia Perlman"));
    terminal.type("\r");
    await terminal.until((written) => written.includes("Received"));
    terminal.type("q");
    await terminal.end();

    expect(terminal.written).toContain("(submission 2)");
  });

  it.each([
    ["Ctrl-C", 130, (terminal: Terminal) => terminal.type(CTRL_C)],
    ["SIGTERM", 143, (terminal: Terminal) => terminal.signal("SIGTERM")],
  ])("restores the terminal after %s", async (_, expected, stop) => {
    await using terminal = await open();

    stop(terminal);
    expect(await terminal.end()).toMatchObject({ code: expected });
    expect(terminal.written).toContain(MAIN_SCREEN);
  });

  it("searches, and goes through the filters, however fast the keys come", async () => {
    await using terminal = await open();

    terminal.type("/Grace\r");
    await terminal.until((written) => lastFrame(written).join().includes("search: Grace · 1"));
    terminal.type("\t\t");
    await terminal.until((written) => lastFrame(written).join().includes("Not done"));
    const frame = lastFrame(terminal.written).join();
    terminal.type("q");
    await terminal.end();

    expect(frame).toContain("Grace Hopper");
    expect(frame).not.toContain("Alan Kay");
  });

  it("takes a mark back, with the reason, if the key may only read", async () => {
    const { key } = await client.apiKeys.create({ kind: "account", name: "R", scope: "read" });
    await using terminal = await open({ columns: 200, env: { ...env, INTRAY_API_KEY: key ?? "" } });

    terminal.type("#");
    const isBack = (frame: string) =>
      frame.includes("Radia Perlman") && frame.includes("Not moved to the trash: ");
    await terminal.until((written) => isBack(lastFrame(written).join("\n")));
    terminal.type("q");
    expect(await terminal.end()).toMatchObject({ code: 0 });
  });

  it("says that the connection is lost, and shows what arrived once it is back", async () => {
    await using terminal = await open();

    await server.kill();
    await terminal.until((written) => written.includes("Connection lost."));
    await server.startAgain();
    await post("Barbara Liskov", "Posted after the crash.");
    await terminal.until((written) => written.includes("Barbara Liskov"));
    await terminal.until((written) => lastFrame(written).join().includes("? keys"));
    terminal.type("q");
    expect(await terminal.end()).toMatchObject({ code: 0 });
  });

  it("keeps its layout on a small terminal, whatever strangers write", async () => {
    const hostile = "\u001B[2J\u202E漢字e\u0301👩‍👩‍👧\u009B31m\r\nsecond line ".repeat(3);
    await post(hostile, hostile);
    await using terminal = await open({ columns: 40, rows: 10 });
    terminal.type("\r");
    await terminal.until((written) => written.includes("Received"));
    terminal.type("  ");
    await terminal.until((written) => lastFrame(written).join().includes("second line"));
    const rows = lastFrame(terminal.written).map(withoutStyle);
    terminal.type("q");
    await terminal.end();

    expect(rows).toHaveLength(10);
    expect(rows.filter((row) => displayWidth(row) > 40)).toEqual([]);
    expect(rows.join("")).not.toMatch(/[\p{Cc}\u202E]/u);
  });
});
